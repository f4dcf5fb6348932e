//! Drawings of lines, rectangles and short texts, as SVG, TikZ or PNG.
//!
//! A [`Drawing`] is a list of things with coordinates in pixels, the origin in the upper left
//! corner. Each of the three forms is written by itself, with the standard library alone, and is
//! the same on every machine.

mod font;
mod png;
mod raster;
mod tikz;

use crate::svg::Svg;

/// Black for what is drawn, grey for what helps to read it, two colours for what must be told
/// apart.
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
}

impl Ink {
    const ALL: [Ink; 4] = [Ink::Black, Ink::Grey, Ink::Blue, Ink::Red];

    fn rgb(self) -> [u8; 3] {
        match self {
            Ink::Black => [0, 0, 0],
            Ink::Grey => [0xcc, 0xcc, 0xcc],
            // Okabe and Ito's blue and vermilion: told apart by colour-blind readers too.
            Ink::Blue => [0x00, 0x72, 0xb2],
            Ink::Red => [0xd5, 0x5e, 0x00],
        }
    }
}

/// Where the point of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In the middle.
    Middle,
    /// At its right end.
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

/// Height of the texts, in pixels.
pub(crate) const TEXT_SIZE: f64 = 14.0;

impl Drawing {
    /// An empty picture of this many pixels; at least one, at most 4000 each way.
    pub fn new(width: f64, height: f64) -> Drawing {
        Drawing {
            width: width.clamp(1.0, 4000.0),
            height: height.clamp(1.0, 4000.0),
            items: Vec::new(),
        }
    }

    /// A line through all points.
    pub fn path(&mut self, points: Vec<(f64, f64)>, ink: Ink, width: f64) {
        self.items.push(Item::Path { points, ink, width });
    }

    /// A filled rectangle, given by its upper left corner and its size.
    pub fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), ink: Ink) {
        self.items.push(Item::Rectangle { corner, size, ink });
    }

    /// A line of text whose base line passes through the point.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, text: impl Into<String>) {
        let text = text.into();
        self.items.push(Item::Text { at, anchor, text });
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
        svg.empty(
            "rect",
            &[
                ("width", "100%".into()),
                ("height", "100%".into()),
                ("fill", "white".into()),
            ],
        );
        for item in &self.items {
            match item {
                Item::Path { points, ink, width } => {
                    let points: Vec<String> = points
                        .iter()
                        .map(|&(x, y)| {
                            format!("{},{}", crate::svg::rounded(x), crate::svg::rounded(y))
                        })
                        .collect();
                    svg.empty(
                        "polyline",
                        &[
                            ("points", (&points.join(" ")).into()),
                            ("fill", "none".into()),
                            ("stroke", (&hex(*ink)).into()),
                            ("stroke-width", (*width).into()),
                            ("stroke-linejoin", "round".into()),
                            ("stroke-linecap", "round".into()),
                        ],
                    );
                }
                Item::Rectangle { corner, size, ink } => svg.empty(
                    "rect",
                    &[
                        ("x", corner.0.into()),
                        ("y", corner.1.into()),
                        ("width", size.0.into()),
                        ("height", size.1.into()),
                        ("fill", (&hex(*ink)).into()),
                    ],
                ),
                Item::Text { at, anchor, text } => {
                    let anchor = match anchor {
                        Anchor::Start => "start",
                        Anchor::Middle => "middle",
                        Anchor::End => "end",
                    };
                    svg.text(
                        "text",
                        &[
                            ("x", at.0.into()),
                            ("y", at.1.into()),
                            ("text-anchor", anchor.into()),
                        ],
                        text,
                    );
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

    /// The picture as a TikZ environment for LaTeX, a centimetre to 40 pixels.
    pub fn to_tikz(&self) -> String {
        tikz::written(self)
    }
}

fn hex(ink: Ink) -> String {
    let [red, green, blue] = ink.rgb();
    format!("#{red:02x}{green:02x}{blue:02x}")
}
