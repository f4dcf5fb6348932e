//! The cells of a chart, common to all its forms.

use crosscram_atlas::{Atlas, Size};
use crosscram_rules::{Outcome, PartialOutcome, Player};

/// One board of a chart.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) size: Size,
    /// The outcomes that are still possible.
    pub(super) possible: PartialOutcome,
    /// Winner and reason with Vertical first, and with Horizontal first.
    pub(super) answers: [Option<(Player, String)>; 2],
    /// Whether all of this, something at least, follows from results with certificates alone.
    pub(super) certified: bool,
}

/// The boards up to `size`, row by row; `certified` is what follows from certificates.
pub(super) fn cells(atlas: &mut Atlas, certified: &mut Atlas, size: Size) -> Vec<Vec<Cell>> {
    let mut row = |rows: usize| {
        let boards = (1..=size.cols()).map(|cols| Size::new(rows, cols));
        let boards = boards.map(|board| board.expect("smaller than a size"));
        boards.map(|board| cell(atlas, certified, board)).collect()
    };
    (1..=size.rows()).map(&mut row).collect()
}

/// One board.
pub(super) fn cell(atlas: &mut Atlas, certified: &mut Atlas, size: Size) -> Cell {
    let possible = atlas.possible(size);
    Cell {
        size,
        possible,
        certified: possible != PartialOutcome::UNKNOWN && certified.possible(size) == possible,
        answers: Player::ALL
            .map(|first| Some((atlas.winner(size, first)?, atlas.reason(size, first)?))),
    }
}

impl Cell {
    /// The code of a chart, of at most two letters: empty if nothing is known; `-v` if all that is
    /// known is that the class is not V.
    pub(super) fn code(&self) -> String {
        let mut excluded = Outcome::ALL
            .into_iter()
            .filter(|outcome| !self.possible.allows(*outcome));
        match (excluded.next(), excluded.next()) {
            (None, _) => String::new(),
            (Some(one), None) => format!("-{}", one.code().to_lowercase()),
            _ => self.possible.to_string(),
        }
    }

    /// Who wins and why, for people.
    pub(super) fn explained(&self) -> String {
        let mut lines = vec![format!("{}: {}", self.size, self.possible)];
        for (first, answer) in Player::ALL.iter().zip(&self.answers) {
            lines.push(match answer {
                Some((winner, reason)) => format!("{first} first: {winner} wins ({reason})"),
                None => format!("{first} first: open"),
            });
        }
        if self.certified {
            lines.push("certified".to_owned());
        }
        lines.join("\n")
    }

    /// The colour of a cell: who can still win it.
    pub(super) fn shade(&self) -> Shade {
        match self.possible.outcome() {
            Some(Outcome::Vertical) => Shade::Vertical,
            Some(Outcome::Horizontal) => Shade::Horizontal,
            Some(Outcome::First) => Shade::First,
            Some(Outcome::Second) => Shade::Second,
            None if self.possible == PartialOutcome::UNKNOWN => Shade::Unknown,
            None => {
                let allows = |outcome| self.possible.allows(outcome);
                match (allows(Outcome::Vertical), allows(Outcome::Horizontal)) {
                    (true, false) => Shade::PerhapsVertical,
                    (false, true) => Shade::PerhapsHorizontal,
                    _ => Shade::Partly,
                }
            }
        }
    }
}

/// Colours of charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shade {
    Vertical,
    Horizontal,
    First,
    Second,
    PerhapsVertical,
    PerhapsHorizontal,
    Partly,
    Unknown,
}

impl Shade {
    /// All shades except that of unknown boards, with their meaning.
    pub(super) const LEGEND: [(Shade, &'static str, &'static str); 7] = [
        (Shade::Vertical, "V", "Vertical wins"),
        (Shade::Horizontal, "H", "Horizontal wins"),
        (Shade::First, "1", "the first player wins"),
        (Shade::Second, "2", "the second player wins"),
        (Shade::PerhapsVertical, "1v", "1 or V (-h: not H)"),
        (Shade::PerhapsHorizontal, "1h", "1 or H (-v: not V)"),
        (Shade::Partly, "12", "1 or 2"),
    ];

    /// As red, green and blue in hexadecimal digits.
    pub(super) const fn rgb(self) -> &'static str {
        match self {
            Shade::Vertical => "8AB6E8",
            Shade::Horizontal => "F0A58F",
            Shade::First => "A8D5A2",
            Shade::Second => "F2DC7C",
            Shade::PerhapsVertical => "D6E6F7",
            Shade::PerhapsHorizontal => "FBE0D8",
            Shade::Partly => "E8E8E8",
            Shade::Unknown => "FFFFFF",
        }
    }

    /// As the codes that terminals understand.
    pub(super) const fn ansi(self) -> &'static str {
        match self {
            Shade::Vertical => "1;34",
            Shade::Horizontal => "1;31",
            Shade::First => "1;32",
            Shade::Second => "1;33",
            Shade::PerhapsVertical => "34",
            Shade::PerhapsHorizontal => "31",
            Shade::Partly => "37",
            Shade::Unknown => "0",
        }
    }
}
