//! Drawings of lines, rectangles and short texts, as SVG, TikZ or PNG.
//!
//! A [`Drawing`] is a list of items with coordinates in pixels, the origin in the upper left
//! corner. Each of the three formats needs only the standard library, and its bytes are the same on
//! every machine.

mod font;
mod png;
mod raster;
mod tikz;

use crate::svg::{Svg, anchored, joined};

/// A colour: black for the drawing, grey for reading aids, two colours for things to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text and outlines.
    Black,
    /// Grid lines.
    Grey,
    /// The first of two.
    Blue,
    /// The second of two.
    Red,
    /// What covers something below it.
    White,
}

impl Ink {
    const ALL: [Ink; 5] = [Ink::Black, Ink::Grey, Ink::Blue, Ink::Red, Ink::White];

    fn rgb(self) -> [u8; 3] {
        match self {
            Ink::Black => [0, 0, 0],
            Ink::Grey => [0xcc, 0xcc, 0xcc],
            // Okabe and Ito's blue and vermilion, which colour-blind readers can tell apart.
            Ink::Blue => [0x00, 0x72, 0xb2],
            Ink::Red => [0xd5, 0x5e, 0x00],
            Ink::White => [0xff, 0xff, 0xff],
        }
    }
}

/// Which part of a text lies at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Path {
        points: Vec<(f64, f64)>,
        ink: Ink,
        width: f64,
    },
    Rectangle {
        corner: (f64, f64),
        size: (f64, f64),
        ink: Ink,
    },
    Text {
        at: (f64, f64),
        anchor: Anchor,
        text: String,
    },
}

/// A picture of lines, rectangles and texts.
///
/// ```
/// use crosscram_plot::{Anchor, Drawing, Ink};
///
/// let mut drawing = Drawing::new(100.0, 40.0);
/// drawing.path(vec![(10.0, 30.0), (90.0, 30.0)], Ink::Blue, 2.0);
/// drawing.text((50.0, 20.0), Anchor::Middle, "1/2");
/// assert!(drawing.to_svg().contains("<polyline "));
/// assert!(drawing.to_tikz().contains("\\draw"));
/// assert!(drawing.to_png().starts_with(b"\x89PNG"));
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    items: Vec<Item>,
}

/// The maximum width and height.
const LARGEST: f64 = 4000.0;

/// Height of the texts, in pixels.
pub(crate) const TEXT_SIZE: f64 = 14.0;

impl Drawing {
    /// An empty picture of this size in pixels, from 1 to 4000 each way.
    pub fn new(width: f64, height: f64) -> Drawing {
        Drawing {
            width: width.clamp(1.0, LARGEST),
            height: height.clamp(1.0, LARGEST),
            items: Vec::new(),
        }
    }

    /// Draws a line through all points.
    pub fn path(&mut self, points: Vec<(f64, f64)>, ink: Ink, width: f64) {
        self.items.push(Item::Path { points, ink, width });
    }

    /// Draws a filled rectangle, given by its upper left corner and its size.
    pub fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), ink: Ink) {
        self.items.push(Item::Rectangle { corner, size, ink });
    }

    /// Draws a line of text whose base line passes through the point.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, text: impl Into<String>) {
        let text = text.into();
        self.items.push(Item::Text { at, anchor, text });
    }

    /// This picture and the other one to its right, with some pixels between.
    #[must_use]
    pub fn beside(self, other: Drawing, gap: f64) -> Drawing {
        let offset = (self.width + gap, 0.0);
        self.with(other, offset)
    }

    /// This picture and the other one below it, with some pixels between.
    #[must_use]
    pub fn above(self, other: Drawing, gap: f64) -> Drawing {
        let offset = (0.0, self.height + gap);
        self.with(other, offset)
    }

    fn with(mut self, mut other: Drawing, (right, down): (f64, f64)) -> Drawing {
        let shift = |at: &mut (f64, f64)| *at = (at.0 + right, at.1 + down);
        for item in &mut other.items {
            match item {
                Item::Path { points, .. } => points.iter_mut().for_each(shift),
                Item::Rectangle { corner: at, .. } | Item::Text { at, .. } => shift(at),
            }
        }
        self.items.append(&mut other.items);
        self.width = self.width.max(right + other.width).min(LARGEST);
        self.height = self.height.max(down + other.height).min(LARGEST);
        self
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::default();
        let (width, height) = (self.width, self.height);
        svg.begin(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".into()),
                ("width", width.into()),
                ("height", height.into()),
                ("viewBox", (&format!("0 0 {width} {height}")).into()),
                ("font-family", "sans-serif".into()),
                ("font-size", TEXT_SIZE.into()),
            ],
        );
        svg.fill(("100%".into(), "100%".into()), "white");
        for item in &self.items {
            match item {
                Item::Path { points, ink, width } => svg.empty(
                    "polyline",
                    &[
                        ("points", (&joined(points.iter().copied())).into()),
                        ("fill", "none".into()),
                        ("stroke", (&hex(*ink)).into()),
                        ("stroke-width", (*width).into()),
                        ("stroke-linejoin", "round".into()),
                        ("stroke-linecap", "round".into()),
                    ],
                ),
                Item::Rectangle { corner, size, ink } => {
                    svg.rectangle(*corner, *size, &[("fill", (&hex(*ink)).into())]);
                }
                Item::Text { at, anchor, text } => {
                    let anchor = match anchor {
                        Anchor::Start => "start",
                        Anchor::Middle => "middle",
                        Anchor::End => "end",
                    };
                    svg.write(*at, &anchored(anchor), text);
                }
            }
        }
        svg.end();
        svg.finish()
    }

    /// The picture as PNG. Texts are drawn with a small built-in font, which has Latin letters,
    /// digits and signs; any other character is a box.
    pub fn to_png(&self) -> Vec<u8> {
        png::encode(&raster::rasterised(self))
    }

    /// The picture as a TikZ environment for LaTeX, a centimetre to 40 pixels; if that is wider than the
    /// line, as wide as the line.
    pub fn to_tikz(&self) -> String {
        tikz::written(self)
    }
}

fn hex(ink: Ink) -> String {
    let [red, green, blue] = ink.rgb();
    format!("#{red:02x}{green:02x}{blue:02x}")
}
