//! The fast parts against plain ones, and the values that the paper prints.
