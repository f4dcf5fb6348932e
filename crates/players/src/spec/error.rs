//! Errors in the text that names a player.

/// Why a text does not name a player: what is wrong, where, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("player '{text}', character {column}: {problem}")]
pub struct SpecError {
    /// The whole text.
    pub text: String,
    /// Where the fault begins, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

impl SpecError {
    /// `place` is a part of `text`.
    pub(super) fn new(text: &str, place: &str, problem: String) -> SpecError {
        let offset = place.as_ptr() as usize - text.as_ptr() as usize;
        SpecError {
            text: text.to_string(),
            column: text[..offset].chars().count() + 1,
            problem,
        }
    }
}
