//! Lists of players in a file.

/// The lines of a roster that name a player, with their numbers from 1: everything but empty
/// lines and comments, which begin with `#`.
///
/// ```
/// use crosscram_players::roster_lines;
///
/// let text = "# two players\nrandom\n\n  cmd:./mybot  # of a friend\n";
/// let lines: Vec<_> = roster_lines(text).collect();
/// assert_eq!(lines, [(2, "random"), (4, "cmd:./mybot")]);
/// ```
pub fn roster_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(i, line)| {
        // A comment begins the line or follows a blank, so that a command may contain '#'.
        let comment = line
            .find(" #")
            .or_else(|| line.starts_with('#').then_some(0));
        (i + 1, line[..comment.unwrap_or(line.len())].trim())
    });
    lines.filter(|(_, line)| !line.is_empty())
}
