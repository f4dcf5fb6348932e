//! What an atlas says of boards: cells of the chart, and one board with all that is behind it.

use std::fmt;

use crosscram_rules::{ByFirst, Outcome, PartialOutcome, Player, Tile};
use serde::Serialize;

use crate::{Atlas, Claim, Derivation, Reason, Size, Source, Statement};

/// What is known of a board, with `T` for each player who may move first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Charted<T> {
    /// The length of the tiles.
    pub tile: Tile,
    /// The board.
    #[serde(flatten)]
    pub size: Size,
    /// The outcome; unknown unless only one is possible.
    pub outcome: Option<Outcome>,
    /// The outcomes that are possible.
    pub possible: PartialOutcome,
    /// For each first player.
    #[serde(flatten)]
    pub sides: ByFirst<T>,
    /// Whether this follows from results with certificates alone.
    pub certified: bool,
}

/// Who wins, and the last step of the derivation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Winner {
    /// Who wins.
    pub winner: Player,
    /// A source, or a rule with its boards.
    pub reason: String,
}

/// All that is behind an answer, or what would give one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Behind {
    /// Who wins, if it is known.
    pub winner: Option<Player>,
    /// Why.
    pub derivation: Option<Derivation>,
    /// The works on which the derivation rests.
    pub sources: Vec<String>,
    /// Sources that state the answer too.
    pub also: Vec<String>,
    /// How many sources of each kind the derivation has.
    pub links: Option<Links>,
    /// Answers about other boards of which any would settle an open question, smallest boards first.
    pub settled_by: Vec<Settling>,
}

/// An answer that would settle an open question.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settling {
    /// If this holds,
    pub answer: Claim,
    /// then this does.
    pub settles: Claim,
}

impl fmt::Display for Settling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "if {}, then {}", self.answer, self.settles)
    }
}

/// How many of the sources of a derivation are of each kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Links {
    /// Solved here with a certificate, or following from what is; whoever else has published it.
    pub certified: usize,
    /// Published.
    pub published: usize,
    /// Solved here, without a certificate.
    pub uncertified: usize,
    /// Exact values that were computed here.
    pub values: usize,
}

impl Links {
    /// Those of a derivation; `certified` is what follows from certificates.
    fn of(derivation: &Derivation, certified: &Atlas) -> Links {
        let is_certified = |statement: &Statement| match statement {
            Statement::Wins(claim) => {
                certified.winner(claim.size, claim.first) == Some(claim.winner)
            }
            _ => false,
        };
        let mut links = Links::default();
        for (statement, source) in derivation.given() {
            match source {
                Source::Rule(_) => {}
                _ if is_certified(statement) => links.certified += 1,
                Source::Published(_) => links.published += 1,
                Source::Value(_) => links.values += 1,
                Source::Solved(solved) if solved.certificate.is_some() => links.certified += 1,
                Source::Solved(_) => links.uncertified += 1,
            }
        }
        links
    }
}

impl fmt::Display for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.certified, "certified"),
            (self.published, "published"),
            (self.uncertified, "solved here without a certificate"),
            (self.values, "computed as values here"),
        ];
        let kinds = kinds.iter().filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        match kinds.is_empty() {
            true => f.write_str("the rules alone"),
            false => f.write_str(&kinds.join(", ")),
        }
    }
}

impl Atlas {
    /// What is known of a board; `certified` is an atlas of certified results alone.
    pub fn charted(&mut self, certified: &mut Atlas, size: Size) -> Charted<Option<Winner>> {
        self.chart(certified, size, |atlas, _, first| {
            Some(Winner {
                winner: atlas.winner(size, first)?,
                reason: atlas.reason(size, first)?,
            })
        })
    }

    /// The same with all that is behind it.
    pub fn board(&mut self, certified: &mut Atlas, size: Size) -> Charted<Behind> {
        self.chart(certified, size, |atlas, certified, first| {
            let derivation = atlas.derivation(size, first);
            let rests_on: Vec<&Source> = derivation.iter().flat_map(Derivation::sources).collect();
            let given = match derivation.as_ref().map(|derivation| &derivation.reason) {
                Some(Reason::Source(source)) => Some(source.to_string()),
                _ => None,
            };
            let stated = match derivation {
                Some(_) => atlas.sources(size, first),
                None => Vec::new(),
            };
            // The same source may state it twice, in a table and in a chart.
            let also = stated.into_iter().map(ToString::to_string);
            Behind {
                winner: atlas.winner(size, first),
                sources: sorted(rests_on.iter().filter_map(|source| source.cited())),
                also: sorted(also.filter(|source| given.as_ref() != Some(source))),
                links: derivation.as_ref().map(|found| Links::of(found, certified)),
                derivation,
                settled_by: atlas.settled_by(size, first),
            }
        })
    }

    fn chart<T>(
        &mut self,
        certified: &mut Atlas,
        size: Size,
        mut side: impl FnMut(&mut Atlas, &Atlas, Player) -> T,
    ) -> Charted<T> {
        let possible = self.possible(size);
        Charted {
            tile: self.tile(),
            size,
            outcome: possible.outcome(),
            possible,
            certified: possible != PartialOutcome::UNKNOWN && certified.possible(size) == possible,
            sides: ByFirst::new(|first| side(self, certified, first)),
        }
    }
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts.dedup();
    texts
}

impl Charted<Option<Winner>> {
    /// The code of a chart, of at most two letters: empty if nothing is known; `-v` if all that is
    /// known is that the class is not V.
    pub fn code(&self) -> String {
        let mut excluded = Outcome::ALL
            .into_iter()
            .filter(|outcome| !self.possible.allows(*outcome));
        match (excluded.next(), excluded.next()) {
            (None, _) => String::new(),
            (Some(one), None) => format!("-{}", one.code().to_lowercase()),
            _ => self.possible.to_string(),
        }
    }

    /// Who wins and why, for people, in several lines.
    pub fn explained(&self) -> String {
        let mut lines = vec![format!("{}: {}", self.size, self.possible)];
        for first in Player::ALL {
            lines.push(match self.sides.get(first) {
                Some(Winner { winner, reason }) => {
                    format!("{first} first: {winner} wins ({reason})")
                }
                None => format!("{first} first: open"),
            });
        }
        if self.certified {
            lines.push("certified".to_owned());
        }
        lines.join("\n")
    }

    /// The colour of its cell.
    pub fn shade(&self) -> Shade {
        self.possible.into()
    }
}

/// Colours of charts: who can still win a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the legend says what they mean")]
pub enum Shade {
    Vertical,
    Horizontal,
    First,
    Second,
    PerhapsVertical,
    PerhapsHorizontal,
    Partly,
    Unknown,
}

impl From<PartialOutcome> for Shade {
    fn from(possible: PartialOutcome) -> Shade {
        match possible.outcome() {
            Some(Outcome::Vertical) => Shade::Vertical,
            Some(Outcome::Horizontal) => Shade::Horizontal,
            Some(Outcome::First) => Shade::First,
            Some(Outcome::Second) => Shade::Second,
            None if possible == PartialOutcome::UNKNOWN => Shade::Unknown,
            None => {
                let allows = |outcome| possible.allows(outcome);
                match (allows(Outcome::Vertical), allows(Outcome::Horizontal)) {
                    (true, false) => Shade::PerhapsVertical,
                    (false, true) => Shade::PerhapsHorizontal,
                    _ => Shade::Partly,
                }
            }
        }
    }
}

impl Shade {
    /// All shades except that of unknown boards, with their code and meaning.
    pub const LEGEND: [(Shade, &'static str, &'static str); 7] = [
        (Shade::Vertical, "V", "Vertical wins"),
        (Shade::Horizontal, "H", "Horizontal wins"),
        (Shade::First, "1", "the first player wins"),
        (Shade::Second, "2", "the second player wins"),
        (Shade::PerhapsVertical, "1v", "1 or V (-h: not H)"),
        (Shade::PerhapsHorizontal, "1h", "1 or H (-v: not V)"),
        (Shade::Partly, "12", "1 or 2"),
    ];

    /// As `#` with red, green and blue in hexadecimal digits, and as the codes that terminals understand.
    pub const fn colours(self) -> (&'static str, &'static str) {
        match self {
            Shade::Vertical => ("#8AB6E8", "1;34"),
            Shade::Horizontal => ("#F0A58F", "1;31"),
            Shade::First => ("#A8D5A2", "1;32"),
            Shade::Second => ("#F2DC7C", "1;33"),
            Shade::PerhapsVertical => ("#D6E6F7", "34"),
            Shade::PerhapsHorizontal => ("#FBE0D8", "31"),
            Shade::Partly => ("#E8E8E8", "37"),
            Shade::Unknown => ("#FFFFFF", "0"),
        }
    }
}
