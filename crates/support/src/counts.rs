//! Large numbers as people type them.

/// Reads a number of nodes, with an optional unit k, M or G.
///
/// ```
/// use crosscram_support::counts::nodes;
///
/// assert_eq!(nodes("50M"), Ok(50_000_000));
/// assert!(nodes("50 M").is_err());
/// ```
pub fn nodes(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.char_indices().last() {
        Some((end, 'k' | 'K')) => (&text[..end], 1_000),
        Some((end, 'm' | 'M')) => (&text[..end], 1_000_000),
        Some((end, 'g' | 'G')) => (&text[..end], 1_000_000_000),
        _ => (text, 1),
    };
    let number: Option<u64> = digits.parse().ok();
    let number = number.and_then(|number| number.checked_mul(factor));
    number.ok_or_else(|| "not a number of nodes (50000000, 50M, 4G)".to_string())
}
