//! `crosscram atlas 6x21`: one board.

use super::{certified, load};
use crate::atlas::AtlasArgs;
use crate::failure::Failure;
use crate::json;
use crate::text::wrapped;
use crosscram_atlas::{Atlas, Claim, Consequences, Hint, Settling, Size};
use crosscram_rules::{Outcome, PartialOutcome, Player};
use std::io::Write;

/// The maximum number of listed answers of other boards that would settle a question.
const MAX_LISTED: usize = 12;

/// Prints what is known of a board.
pub(super) fn run(size: Size, args: &AtlasArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut atlas = load(&args.known, size)?;
    let mut certified = certified(&args.known, size)?;
    let found = atlas.board(&mut certified, size);
    if args.json {
        return Ok(json::object(out, found)?);
    }
    let mark = if found.certified { ", certified" } else { "" };
    writeln!(out, "{size}: {}{mark}", sentence(found.possible))?;
    for first in Player::ALL {
        let side = found.sides.get(first);
        writeln!(out)?;
        let Some((derivation, links)) = side.derivation.as_ref().zip(side.links) else {
            question(&mut atlas, size, first, &side.settled_by, out)?;
            continue;
        };
        writeln!(out, "{derivation}\n  rests on {links}")?;
        for source in &side.sources {
            writeln!(out, "  {source}")?;
        }
        if !side.also.is_empty() {
            writeln!(out, "  also stated by {}", side.also.join(", "))?;
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
    answers: &[Settling],
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(out, "{first} first: open")?;
    let limit = atlas.limit();
    for winner in [first, first.opponent()] {
        let claim = Claim::new(size, first, winner);
        if let Some(consequences) = atlas.consequences(claim, limit, limit) {
            let text = format!("if {claim}: {}", followed(&consequences, limit));
            let lines = wrapped(&text, 96);
            writeln!(out, "  {}", lines.join("\n      "))?;
        }
    }
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
    for answer in answers.iter().take(MAX_LISTED) {
        writeln!(out, "    {answer}")?;
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
