//! Axes: a label, and a linear or a logarithmic scale.

/// One axis of a chart. Its range follows from the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    pub(crate) label: String,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Linear,
    Log,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            kind: Kind::Linear,
        }
    }

    /// A logarithmic axis with ticks at powers of ten. Points that are zero or negative cannot be
    /// shown and are left out.
    pub fn log(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            kind: Kind::Log,
        }
    }

    /// Returns whether `value` can be shown on this axis.
    pub(crate) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (self.kind == Kind::Linear || value > 0.0)
    }
}
