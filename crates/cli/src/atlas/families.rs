//! `crosscram atlas families`: claims that hold for every length from some length on.

use super::load;
use crate::atlas::FamiliesArgs;
use crate::failure::Failure;
use crate::json;
use crosscram_atlas::families::{self, Achieved, Family, Row};
use crosscram_atlas::{Atlas, Rule};
use crosscram_rules::Outcome;
use std::io::Write;

pub(super) fn run(args: &FamiliesArgs, out: &mut impl Write) -> Result<(), Failure> {
    let atlas = load(&args.known, args.size)?;
    let rules = args.known.known.rules();
    if !args.json && rules.contains(&Rule::Corner) && Rule::Corner.holds_for(atlas.tile()) {
        writeln!(
            out,
            "nx2n is H for every n ({}; see crosscram atlas rules)",
            Rule::Corner.name()
        )?;
    }
    for rows in 1..=args.size.rows() {
        let row = families::row(&atlas, rows);
        if args.json {
            json::object(out, row)?;
        } else {
            print(&atlas, &row, out)?;
        }
    }
    Ok(())
}

fn print(atlas: &Atlas, row: &Row, out: &mut impl Write) -> Result<(), Failure> {
    let rows = row.rows;
    writeln!(out, "\n{rows}xn")?;
    for family in &row.families {
        writeln!(out, "  {family}: {}", family.argument())?;
    }
    for outcome in Outcome::ALL {
        let cols = families::sporadic(atlas, row, outcome);
        if !cols.is_empty() {
            let family = |family: &Family| family.achieved == Achieved::Wins;
            let also = outcome == Outcome::Horizontal && row.families.iter().any(family);
            let also = if also { "also " } else { "" };
            writeln!(out, "  {also}{} for n = {}", outcome.code(), listed(&cols))?;
        }
    }
    let beyond = match row.settled_beyond {
        true => "",
        false => ", and beyond",
    };
    match (row.open.is_empty(), row.settled_beyond) {
        (true, true) => writeln!(out, "  every n is known")?,
        (true, false) => writeln!(out, "  open: n > {}", atlas.limit())?,
        (false, _) => writeln!(out, "  open: n = {}{beyond}", listed(&row.open))?,
    }
    Ok(())
}

/// Lists numbers, with runs of three and more abbreviated.
fn listed(numbers: &[usize]) -> String {
    let mut parts = Vec::new();
    let mut rest = numbers;
    while let Some((&first, _)) = rest.split_first() {
        let run = (0..rest.len())
            .take_while(|&i| rest[i] == first + i)
            .count();
        match run {
            1 | 2 => parts.extend(rest[..run].iter().map(ToString::to_string)),
            _ => parts.push(format!("{first}-{}", first + run - 1)),
        }
        rest = &rest[run..];
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_short() {
        assert_eq!(listed(&[1, 2, 4, 5, 6, 9]), "1, 2, 4-6, 9");
        assert_eq!(listed(&[]), "");
    }
}
