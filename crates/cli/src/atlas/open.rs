//! `crosscram atlas open`: the open questions, and what each answer would settle.

use super::load;
use crate::atlas::{OpenArgs, Order};
use crate::failure::Failure;
use crate::json;
use crate::text::Table;
use crosscram_atlas::{Consequences, Size};
use std::cmp::Reverse;
use std::io::Write;

pub(super) fn run(args: &OpenArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut atlas = load(&args.known, args.size)?;
    let mut questions = atlas.open_questions(args.size.rows(), args.size.cols());
    if args.by == Order::Settles {
        questions.sort_by_key(|question| {
            let counts = [&question.if_wins, &question.if_loses].map(settles);
            let (worse, better) = (counts[0].min(counts[1]), counts[0].max(counts[1]));
            (Reverse((worse, better)), question.size.area())
        });
    }
    if args.json {
        for question in &questions {
            json::object(out, question)?;
        }
        return Ok(());
    }
    let mut boards: Vec<Size> = questions.iter().map(|question| question.size).collect();
    boards.sort_unstable();
    boards.dedup();
    writeln!(
        out,
        "{} open questions about {} boards up to {} (rows <= columns); how many boards an answer \
         settles, and how many more answers follow:",
        questions.len(),
        boards.len(),
        args.size
    )?;
    let mut table = Table::new(">><<>>", "area|board|known|first|if it wins|if it loses");
    for question in &questions {
        let count = |consequences: &Consequences| {
            format!("{} + {}", settles(consequences), consequences.claims.len())
        };
        table.add(cells![
            question.size.area(),
            question.size,
            question.possible,
            question.first.letter(),
            count(&question.if_wins),
            count(&question.if_loses),
        ]);
    }
    Ok(table.write(out, 2)?)
}

/// The number of boards that an answer settles.
fn settles(consequences: &Consequences) -> usize {
    consequences.settled.len()
}
