//! Drawings as pixels.

use super::{Anchor, Drawing, Ink, Item, font};

/// Sample points in each pixel, across and down: enough for smooth lines.
const SAMPLES: usize = 4;
/// Pixels to a dot of the font.
const DOT: f64 = 1.5;

/// Pixels of three bytes, row by row.
pub(super) struct Image {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) rgb: Vec<u8>,
}

/// A part of the plane in one colour.
enum Shape {
    /// All points within half a width of a line segment.
    Stroke {
        from: (f64, f64),
        to: (f64, f64),
        half: f64,
    },
    Rectangle {
        low: (f64, f64),
        high: (f64, f64),
    },
}

impl Shape {
    fn contains(&self, (x, y): (f64, f64)) -> bool {
        match *self {
            Shape::Rectangle { low, high } => x >= low.0 && x < high.0 && y >= low.1 && y < high.1,
            Shape::Stroke { from, to, half } => {
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let length = dx * dx + dy * dy;
                let along = match length {
                    0.0 => 0.0,
                    length => (((x - from.0) * dx + (y - from.1) * dy) / length).clamp(0.0, 1.0),
                };
                let (away_x, away_y) = (x - from.0 - along * dx, y - from.1 - along * dy);
                away_x * away_x + away_y * away_y <= half * half
            }
        }
    }

    /// Its bounding box.
    fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        match *self {
            Shape::Rectangle { low, high } => (low, high),
            Shape::Stroke { from, to, half } => (
                (from.0.min(to.0) - half, from.1.min(to.1) - half),
                (from.0.max(to.0) + half, from.1.max(to.1) + half),
            ),
        }
    }
}

pub(super) fn rasterised(drawing: &Drawing) -> Image {
    let (width, height) = (
        drawing.width.ceil() as usize,
        drawing.height.ceil() as usize,
    );
    let mut image = Image {
        width,
        height,
        rgb: vec![0xff; width * height * 3],
    };
    for item in &drawing.items {
        match item {
            Item::Path { points, ink, width } => {
                // All segments at once, so that no joint is drawn twice.
                let strokes = points.windows(2).map(|ends| Shape::Stroke {
                    from: ends[0],
                    to: ends[1],
                    half: width / 2.0,
                });
                image.fill(&strokes.collect::<Vec<_>>(), *ink);
            }
            Item::Rectangle { corner, size, ink } => {
                let high = (corner.0 + size.0, corner.1 + size.1);
                image.fill(&[Shape::Rectangle { low: *corner, high }], *ink);
            }
            Item::Text { at, anchor, text } => image.fill(&dots(*at, *anchor, text), Ink::Black),
        }
    }
    image
}

/// The dots of a text.
fn dots(at: (f64, f64), anchor: Anchor, text: &str) -> Vec<Shape> {
    let advance = (font::WIDTH + 1) as f64 * DOT;
    let width = text.chars().count() as f64 * advance - DOT;
    let left = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - width / 2.0,
        Anchor::End => at.0 - width,
    };
    let top = at.1 - font::HEIGHT as f64 * DOT;
    let mut dots = Vec::new();
    for (i, c) in text.chars().enumerate() {
        for (row, bits) in font::glyph(c).into_iter().enumerate() {
            for column in 0..font::WIDTH {
                if bits >> (font::WIDTH - 1 - column) & 1 == 1 {
                    let x = left + i as f64 * advance + column as f64 * DOT;
                    let low = (x, top + row as f64 * DOT);
                    let high = (low.0 + DOT, low.1 + DOT);
                    dots.push(Shape::Rectangle { low, high });
                }
            }
        }
    }
    dots
}

impl Image {
    /// Paints the union of the shapes, with each edge pixel in proportion to the part covered.
    fn fill(&mut self, shapes: &[Shape], ink: Ink) {
        let mut covered = vec![0_u16; self.width * self.height];
        for shape in shapes {
            let (low, high) = shape.bounds();
            let first = |from: f64| from.max(0.0) as usize;
            let last = |to: f64, most: usize| (to.max(-1.0).ceil().max(0.0) as usize).min(most);
            for y in first(low.1)..last(high.1, self.height) {
                for x in first(low.0)..last(high.0, self.width) {
                    covered[y * self.width + x] |= mask(shape, x, y);
                }
            }
        }
        for (pixel, mask) in self.rgb.chunks_exact_mut(3).zip(covered) {
            let share = mask.count_ones();
            let all = (SAMPLES * SAMPLES) as u32;
            for (channel, ink) in pixel.iter_mut().zip(ink.rgb()) {
                let mixed = u32::from(*channel) * (all - share) + u32::from(ink) * share;
                *channel = (mixed / all) as u8;
            }
        }
    }
}

/// Which of the sample points of a pixel lie in the shape.
fn mask(shape: &Shape, x: usize, y: usize) -> u16 {
    let mut mask = 0;
    for row in 0..SAMPLES {
        for column in 0..SAMPLES {
            let offset = |i: usize| (i as f64 + 0.5) / SAMPLES as f64;
            let point = (x as f64 + offset(column), y as f64 + offset(row));
            mask |= u16::from(shape.contains(point)) << (row * SAMPLES + column);
        }
    }
    mask
}
