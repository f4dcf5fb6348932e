//! Series: named points, and how they are drawn.

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineStyle {
    /// By a full line, with filled markers.
    #[default]
    Solid,
    /// By a dashed line, with hollow markers: the usual choice for what others published.
    Dashed,
    /// Not at all: a scatter plot.
    None,
}

/// Points with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) line: LineStyle,
    pub(crate) look: Option<usize>,
}

impl Series {
    /// A series without points.
    pub fn new(name: impl Into<String>) -> Series {
        Series {
            name: name.into(),
            points: Vec::new(),
            line: LineStyle::default(),
            look: None,
        }
    }

    /// Adds points; they are joined in this order. A point that the axes cannot show (NaN, or zero
    /// on a logarithmic axis) is not drawn and leaves a gap in the line.
    #[must_use]
    pub fn points(mut self, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        self.points.extend(points);
        self
    }

    /// Sets how the points are joined.
    #[must_use]
    pub fn line(mut self, line: LineStyle) -> Series {
        self.line = line;
        self
    }

    /// Uses the default colour and marker of series number `index` (from 0), to show that both
    /// measure the same thing.
    #[must_use]
    pub fn paired_with(mut self, index: usize) -> Series {
        self.look = Some(index);
        self
    }
}

/// Colours that stay distinct with every common kind of colour blindness: M. Okabe, K. Ito,
/// *Color Universal Design* (2008), without the yellow, which is too pale on white.
pub(crate) const PALETTE: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// Shapes of markers, so that a chart can be read without colours: corners around the origin, in pixels, and none for a circle. Five
/// shapes and seven colours give 35 looks before one repeats.
pub(crate) const MARKERS: [&[(f64, f64)]; 5] = [
    &[],
    &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
    &[(0.0, -4.5), (4.5, 3.5), (-4.5, 3.5)],
    &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
    &[(0.0, 4.5), (-4.5, -3.5), (4.5, -3.5)],
];
