//! Texts that fit into a line: fields that are left out when there is no room.

/// Between two fields.
const GAP: &str = "  ";

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// The field with the highest rank is left out first.
    rank: u32,
    text: String,
}

impl Field {
    pub(super) fn new(rank: u32, text: impl Into<String>) -> Self {
        Field {
            rank,
            text: text.into(),
        }
    }
}

/// The fields in their order, without those of the highest ranks if they do not fit.
pub(super) fn fit(fields: &[Field], width: usize) -> String {
    let mut ranks: Vec<u32> = fields.iter().map(|field| field.rank).collect();
    ranks.sort_unstable();
    while let Some(highest) = ranks.pop() {
        let shown = fields.iter().filter(|field| field.rank <= highest);
        let texts: Vec<&str> = shown.map(|field| field.text.as_str()).collect();
        let line = texts.join(GAP);
        if width_of(&line) <= width {
            return line;
        }
        if ranks.is_empty() {
            return cut(&line, width);
        }
    }
    String::new()
}

/// The moves that are being searched, as many plies as there is room for, and how long it may still take.
///
/// `move 3/28` is the third of 28 first moves, `reply 12/40` the twelfth of 40 replies to it; then both
/// players go on.
pub(super) fn line_of_play(plies: &[(u32, u32)], left: &str, width: usize) -> String {
    let names = ["move ", "reply "];
    let plies: Vec<String> = plies
        .iter()
        .enumerate()
        .map(|(ply, (index, of))| {
            format!(
                "{}{index}/{of}",
                names.get(ply).copied().unwrap_or_default()
            )
        })
        .collect();
    let left = Some(left).filter(|left| !left.is_empty());
    let candidates = (0..=plies.len()).rev().map(|shown| {
        let dots = if shown < plies.len() { " · …" } else { "" };
        let moves = match shown {
            0 => None,
            shown => Some(format!("{}{dots}", plies[..shown].join(" · "))),
        };
        let parts: Vec<&str> = moves.as_deref().into_iter().chain(left).collect();
        parts.join(GAP)
    });
    let line = candidates.into_iter().find(|line| width_of(line) <= width);
    line.unwrap_or_else(|| cut(left.unwrap_or_default(), width))
}

fn width_of(text: &str) -> usize {
    text.chars().count()
}

/// The beginning of a text that is too long.
fn cut(text: &str, width: usize) -> String {
    match width_of(text) > width && width > 0 {
        false => text.chars().take(width).collect(),
        true => text.chars().take(width - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_important_goes_first() {
        let fields = [
            Field::new(0, "8x8"),
            Field::new(2, "1 M nodes"),
            Field::new(3, "20 MB"),
            Field::new(1, "0:07"),
        ];
        assert_eq!(fit(&fields, 27), "8x8  1 M nodes  20 MB  0:07");
        assert_eq!(fit(&fields, 26), "8x8  1 M nodes  0:07");
        assert_eq!(fit(&fields, 19), "8x8  0:07");
        assert_eq!(fit(&fields, 3), "8x8");
        assert_eq!(fit(&fields, 2), "8…");
        assert_eq!((fit(&fields, 0), fit(&[], 9)), ("".into(), "".into()));
        for width in 0..40 {
            assert!(width_of(&fit(&fields, width)) <= width);
        }
    }

    #[test]
    fn the_line_of_play_says_what_its_numbers_are() {
        let plies = [(3, 28), (12, 40), (5, 31), (1, 30)];
        let left = "0:20 to 3:00 left";
        let line = |width| line_of_play(&plies, left, width);
        assert_eq!(
            line(80),
            "move 3/28 · reply 12/40 · 5/31 · 1/30  0:20 to 3:00 left"
        );
        assert_eq!(
            line(55),
            "move 3/28 · reply 12/40 · 5/31 · …  0:20 to 3:00 left"
        );
        assert_eq!(line(37), "move 3/28 · …  0:20 to 3:00 left");
        assert_eq!(line(20), left);
        assert_eq!(line(8), "0:20 to…");
        assert_eq!(line_of_play(&plies[..1], "", 80), "move 3/28");
        assert_eq!(line_of_play(&[], "", 80), "");
        for width in 0..80 {
            assert!(width_of(&line(width)) <= width);
        }
    }
}
