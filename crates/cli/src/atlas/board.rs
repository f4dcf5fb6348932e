//! `crosscram atlas 6x21`: one board.

use super::cells::cell;
use super::json::{Board, Said, Tree};
use super::{certified, load};
use crate::args::AtlasArgs;
use crate::failure::Failure;
use crate::json;
use crate::text::wrapped;
use crosscram_atlas::{
    Atlas, Claim, Consequences, Derivation, Hint, Reason, Size, Source, Statement,
};
use crosscram_rules::{Outcome, PartialOutcome, Player};
use serde::Serialize;
use std::fmt;
use std::io::Write;

/// The maximum number of listed answers of other boards that would settle a question.
const MAX_LISTED: usize = 12;

/// Prints what is known of a board.
pub(super) fn run(size: Size, args: &AtlasArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut atlas = load(&args.known, size)?;
    let mut certified = certified(&args.known, size)?;
    let cell = cell(&mut atlas, &mut certified, size);
    if args.json {
        let object = Detailed {
            board: Board::new(&atlas, &cell),
            derivations: Player::ALL
                .iter()
                .filter_map(|&first| atlas.derivation(size, first))
                .map(|derivation| Tree::from(&derivation))
                .collect(),
            links: Player::ALL
                .iter()
                .filter_map(|&first| atlas.derivation(size, first))
                .map(|derivation| Links::of(&derivation, &certified))
                .collect(),
            would_settle: Player::ALL
                .iter()
                .flat_map(|&first| atlas.settled_by(size, first))
                .map(|(answer, settles)| Settles {
                    answer: answer.into(),
                    settles: settles.into(),
                })
                .collect(),
        };
        return Ok(json::write(out, &object)?);
    }
    let mark = if cell.certified { ", certified" } else { "" };
    writeln!(out, "{size}: {}{mark}", sentence(cell.possible))?;
    for first in Player::ALL {
        writeln!(out)?;
        match atlas.derivation(size, first) {
            Some(derivation) => {
                writeln!(out, "{derivation}")?;
                writeln!(out, "  rests on {}", Links::of(&derivation, &certified))?;
                let mut keys: Vec<_> = derivation
                    .sources()
                    .into_iter()
                    .filter_map(|source| Some(format!("{source}: {}", source.citation()?)))
                    .collect();
                keys.sort();
                keys.dedup();
                for key in keys {
                    writeln!(out, "  {key}")?;
                }
                let given = match &derivation.reason {
                    Reason::Source(source) => Some(source.to_string()),
                    _ => None,
                };
                // The same source may state it twice, in a table and in a chart.
                let mut also: Vec<_> = atlas
                    .sources(size, first)
                    .into_iter()
                    .map(ToString::to_string)
                    .filter(|source| given.as_ref() != Some(source))
                    .collect();
                also.sort();
                also.dedup();
                if !also.is_empty() {
                    writeln!(out, "  also stated by {}", also.join(", "))?;
                }
            }
            None => question(&mut atlas, size, first, out)?,
        }
    }
    Ok(())
}

/// What is known of an outcome, in words with its code.
fn sentence(possible: PartialOutcome) -> String {
    match possible.outcome() {
        Some(outcome) => format!("{outcome} ({})", outcome.code()),
        None if possible == PartialOutcome::UNKNOWN => "nothing is known".to_owned(),
        None => {
            let excluded = Outcome::ALL
                .into_iter()
                .find(|outcome| !possible.allows(*outcome));
            let left = possible.outcomes().count();
            match excluded.filter(|_| left == 3) {
                Some(excluded) => format!("not \"{excluded}\" ({possible})"),
                None => {
                    let parts: Vec<_> = possible.outcomes().map(|one| one.to_string()).collect();
                    format!("{} ({possible})", parts.join(", or "))
                }
            }
        }
    }
}

/// Prints an open question, and what would settle it.
fn question(
    atlas: &mut Atlas,
    size: Size,
    first: Player,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{first} first: open")?;
    let limit = atlas.limit();
    for winner in [first, first.opponent()] {
        let claim = Claim {
            size,
            first,
            winner,
        };
        if let Some(consequences) = atlas.consequences(claim, limit, limit) {
            let text = format!("if {claim}: {}", followed(&consequences, limit));
            for (number, line) in wrapped(&text, 96).into_iter().enumerate() {
                let indent = if number == 0 { "  " } else { "      " };
                writeln!(out, "{indent}{line}")?;
            }
        }
    }
    let answers = atlas.settled_by(size, first);
    let hints = atlas.hints(size, first);
    if answers.is_empty() && hints.is_empty() {
        return Ok(writeln!(
            out,
            "  only a solution of this board itself would settle it"
        )?);
    }
    writeln!(out, "  any one of these would settle it:")?;
    writeln!(
        out,
        "    the board itself: crosscram solve {size} --first {}",
        first.letter()
    )?;
    for (answer, settles) in answers.iter().take(MAX_LISTED) {
        writeln!(out, "    if {answer}, then {settles}")?;
    }
    if answers.len() > MAX_LISTED {
        let more = answers.len() - MAX_LISTED;
        writeln!(out, "    and {more} more answers about larger boards")?;
    }
    for hint in hints {
        writeln!(out, "    {}", conditional(&hint))?;
    }
    Ok(())
}

/// A sum whose solution would settle a question.
fn conditional(hint: &Hint) -> String {
    let Hint {
        part,
        rest,
        answer,
        below,
    } = hint;
    let order = match answer.first {
        Player::Horizontal => "first",
        Player::Vertical => "second",
    };
    let range = match below {
        Some(below) => format!("0 < x <= {below}"),
        None => "x > 0".to_owned(),
    };
    format!(
        "if H moving {order} wins {part} + x for some number {range}, then {answer} ({rest} is \
         infinitesimal)"
    )
}

/// What would follow, counted and named.
fn followed(consequences: &Consequences, limit: usize) -> String {
    let settled = &consequences.settled;
    if settled.is_empty() && consequences.claims.is_empty() {
        return "nothing else follows".to_owned();
    }
    let names: Vec<_> = settled
        .iter()
        .take(MAX_LISTED)
        .map(Size::to_string)
        .collect();
    let more = match settled.len() > MAX_LISTED {
        true => ", ...",
        false => "",
    };
    let settles = match settled.len() {
        0 => "no board is settled".to_owned(),
        1 => format!("1 board is settled ({})", names[0]),
        count => format!(
            "{count} boards up to {limit}x{limit} are settled ({}{more})",
            names.join(", ")
        ),
    };
    match consequences.claims.len() {
        1 => format!("{settles}, 1 more answer follows"),
        more => format!("{settles}, {more} more answers follow"),
    }
}

#[derive(Debug, Serialize)]
struct Detailed {
    #[serde(flatten)]
    board: Board,
    derivations: Vec<Tree>,
    /// Of the same derivations.
    links: Vec<Links>,
    would_settle: Vec<Settles>,
}

#[derive(Debug, Serialize)]
struct Settles {
    answer: Said,
    settles: Said,
}

/// How many of the sources of a derivation are of each kind.
#[derive(Debug, Default, Serialize)]
struct Links {
    /// Solved here with a certificate, or following from what is; whoever else has published it.
    certified: usize,
    published: usize,
    /// Solved here, without a certificate.
    uncertified: usize,
    /// Exact values that were computed here.
    values: usize,
}

impl Links {
    /// `certified` is what follows from certificates.
    fn of(derivation: &Derivation, certified: &Atlas) -> Links {
        let mut links = Links::default();
        for (statement, source) in derivation.given() {
            match source {
                Source::Rule(_) => {}
                _ if is_known(certified, statement) => links.certified += 1,
                Source::Published(_) => links.published += 1,
                Source::Value(_) => links.values += 1,
                Source::Solved(solved) if solved.certificate.is_some() => links.certified += 1,
                Source::Solved(_) => links.uncertified += 1,
            }
        }
        links
    }
}

/// Returns whether an atlas knows who wins as stated. Bounds are not looked for.
fn is_known(atlas: &Atlas, statement: &Statement) -> bool {
    match statement {
        Statement::Wins(claim) => atlas.winner(claim.size, claim.first) == Some(claim.winner),
        _ => false,
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
