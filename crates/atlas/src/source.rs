//! Where a fact comes from.

use std::fmt;

use crate::{Claim, Rule, Statement};

/// A statement taken as given, with its source.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// What is given.
    pub statement: Statement,
    /// Where it comes from.
    pub source: Source,
}

impl Fact {
    /// Who wins, from this source.
    pub fn wins(claim: Claim, source: Source) -> Fact {
        let statement = Statement::Wins(claim);
        Fact { statement, source }
    }
}

/// Why a statement may be taken as given.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// A rule without premises.
    Rule(Rule),
    /// A publication, by its key in [`PUBLICATIONS`].
    Published(&'static str),
    /// A search of ours.
    Solved(Solved),
    /// An exact value that was computed.
    Value(String),
}

/// How a board was solved.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The engine.
    pub engine: String,
    /// Nodes of the search.
    pub nodes: u64,
    /// Seconds of the search.
    pub seconds: f64,
    /// When it was recorded: year, month, day as `2026-11-16`.
    pub date: String,
    /// The hash of a certificate, if there is one.
    pub certificate: Option<String>,
}

/// Keys of publications, and what they stand for; the same as in `data/rectangles/README.md` of the
/// crate `papers`.
pub const PUBLICATIONS: [(&str, &str); 10] = [
    (
        "BUH00",
        "Breuker, Uiterwijk, van den Herik, Solving 8x8 Domineering, TCS 230 (2000)",
    ),
    (
        "LMR00",
        "Lachmann, Moore, Rapaport, Who Wins Domineering on Rectangular Boards (2000)",
    ),
    (
        "UIT01",
        "Uiterwijk, personal communication (2001), in Bullock (2002)",
    ),
    (
        "BUL02",
        "Bullock, Domineering: Solving Large Combinatorial Search Spaces (2002)",
    ),
    (
        "UIT14a",
        "Uiterwijk, Perfectly Solving Domineering Boards (CGW 2013)",
    ),
    (
        "UIT14b",
        "Uiterwijk, The Impact of Safe Moves, part 1, ICGA Journal 37 (2014)",
    ),
    (
        "UIT14c",
        "Uiterwijk, The Impact of Safe Moves, part 2, ICGA Journal 37 (2014)",
    ),
    (
        "UIT14d",
        "Uiterwijk, The Impact of Safe Moves, part 3, ICGA Journal 37 (2014)",
    ),
    (
        "UIT16",
        "Uiterwijk, 11x11 Domineering Is Solved: The First Player Wins (CG 2016)",
    ),
    (
        "BGWW16",
        "Brüggemann, Gagelas, Weber, Willemse, Solving Triomineering (2016)",
    ),
];

impl Source {
    /// The full reference of a publication.
    pub fn citation(&self) -> Option<&'static str> {
        let Source::Published(key) = self else {
            return None;
        };
        let known = PUBLICATIONS.iter().find(|(known, _)| known == key);
        known.map(|(_, citation)| *citation)
    }

    /// A publication by its key, with the full reference.
    pub(crate) fn cited(&self) -> Option<String> {
        Some(format!("{self}: {}", self.citation()?))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Rule(rule) => f.write_str(rule.name()),
            Source::Published(key) => f.write_str(key),
            Source::Value(text) => write!(f, "value {text}"),
            Source::Solved(solved) => {
                write!(
                    f,
                    "solved here ({}, {} nodes, {}",
                    solved.engine, solved.nodes, solved.date
                )?;
                match &solved.certificate {
                    Some(hash) => write!(f, ", certificate {hash})"),
                    None => f.write_str(", no certificate)"),
                }
            }
        }
    }
}
