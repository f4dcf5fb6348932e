//! Axes: what is measured, and whether by differences or by ratios.

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
    /// Equal distances are equal differences.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            kind: Kind::Linear,
        }
    }

    /// Equal distances are equal ratios; ticks at powers of ten. Points that are zero or negative
    /// have no place on such an axis and are left out.
    pub fn log(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            kind: Kind::Log,
        }
    }

    /// Returns whether `value` has a place on this axis.
    pub(crate) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (self.kind == Kind::Linear || value > 0.0)
    }
}
