//! Values for people.

use super::answer::{Moves, Orthodox, ValueReport};
use super::coupons;
use crate::text::{self, Align};
use crosscram_rules::{Cell, Move};
use crosscram_values::positions::{Advised, Details, Reason, Region, Valued, Worth};
use crosscram_workbench::Answer;
use std::io::{self, Write};

/// Prints one answer.
pub(super) fn print(out: &mut impl Write, answer: &Answer<ValueReport>) -> io::Result<()> {
    let Answer { shape, answer } = answer;
    let (details, Worth { value, .. }) = (&answer.details, &answer.value.worth);
    let worth = &answer.value.worth;
    writeln!(out, "{}", shape.position())?;
    let row = |name: &str, value: String| vec![name.to_string(), value];
    let mut rows = vec![row("value", value_text(value.as_deref()))];
    if let Some(name) = &details.name {
        rows.push(row("that is", name.clone()));
    }
    rows.extend([
        row("outcome", worth.outcome.to_string()),
        row("mean", worth.mean.to_string()),
        row("temperature", worth.temperature.to_string()),
        row(
            "stops",
            format!(
                "Vertical {}, Horizontal {}",
                worth.left_stop, worth.right_stop
            ),
        ),
        row("birthday", details.birthday.to_string()),
        row("followers", text::grouped(details.followers as u64)),
    ]);
    // Most values are reduced already.
    if details.reduced.is_some() && details.reduced != *value {
        rows.push(row("reduced", value_text(details.reduced.as_deref())));
    }
    if let Some(weight) = &details.atomic_weight {
        rows.push(row("atomic weight", weight.clone()));
    }
    rows.push(row("initiative", worth.initiative.to_string()));
    rows.push(row("incentives", incentives(details)));
    let walls = &answer.value.thermograph;
    rows.push(row("left wall", walls.left().to_string()));
    rows.push(row("right wall", walls.right().to_string()));
    text::columns(out, 2, &[Align::Left, Align::Left], &rows)?;
    regions(out, &answer.regions)?;
    for moves in &answer.players {
        players(out, moves)?;
    }
    Ok(())
}

pub(super) fn value_text(value: Option<&str>) -> String {
    value.map_or(
        "too long to print; see --longest".to_string(),
        str::to_owned,
    )
}

fn incentives(details: &Details) -> String {
    let Some(incentives) = &details.incentives else {
        return "not computed for a value this large; see --incentives".to_string();
    };
    let side = |name: &str, list: &[Option<String>]| match list {
        [] => format!("{name} none"),
        list => {
            let texts: Vec<String> = list
                .iter()
                .map(|text| value_text(text.as_deref()))
                .collect();
            format!("{name} {}", texts.join(" or "))
        }
    };
    let vertical = side("Vertical", &incentives.vertical);
    format!("{vertical}; {}", side("Horizontal", &incentives.horizontal))
}

/// The regions, hottest first.
fn regions(out: &mut impl Write, regions: &[Region<Valued>]) -> io::Result<()> {
    if regions.len() < 2 {
        return Ok(());
    }
    writeln!(out, "  regions, hottest first")?;
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(regions[i].known.worth.temperature), i));
    let head = [
        "",
        "at",
        "cells",
        "temperature",
        "initiative",
        "mean",
        "value",
        "position",
    ];
    let mut rows = vec![head.map(str::to_string).to_vec()];
    for i in order {
        let (region, worth) = (&regions[i], &regions[i].known.worth);
        rows.push(vec![
            (i + 1).to_string(),
            corner(&region.cells).to_string(),
            region.cells.len().to_string(),
            worth.temperature.to_string(),
            worth.initiative.to_string(),
            worth.mean.to_string(),
            value_text(worth.value.as_deref()),
            region.position.to_string(),
        ]);
    }
    let (left, right) = (Align::Left, Align::Right);
    text::columns(
        out,
        4,
        &[right, left, right, right, left, right, left, left],
        &rows,
    )
}

/// The upper left cell of the rectangle of these cells.
fn corner(cells: &[Cell]) -> Cell {
    let row = cells.iter().map(|cell| cell.row()).min();
    let col = cells.iter().map(|cell| cell.col()).min();
    Cell::new(row.unwrap_or(0), col.unwrap_or(0))
}

fn players(out: &mut impl Write, moves: &Moves) -> io::Result<()> {
    /// The maximum number of moves that are listed.
    const SHOWN: usize = 8;
    let listed = |moves: &[Move]| {
        let shown = moves.iter().take(SHOWN).map(ToString::to_string);
        let more = match moves.len() {
            ..=SHOWN => String::new(),
            many => format!(" and {} more moves", many - SHOWN),
        };
        shown.collect::<Vec<_>>().join(" ") + &more
    };
    let Advised {
        player,
        winning,
        advice,
    } = &moves.advised;
    let wins = match winning.as_slice() {
        [] => "loses".to_string(),
        some => format!("wins with {}", listed(some)),
    };
    writeln!(out, "  {player} to move: {wins}")?;
    if let Some(advice) = advice {
        for (name, proposal) in [
            ("hotstrat", &advice.hotstrat),
            ("sentestrat", &advice.sentestrat),
        ] {
            let reason = match proposal.reason {
                Reason::Answer => "in answer to the last move",
                Reason::Hottest => "the hottest",
            };
            let (mov, region) = (proposal.mov, proposal.region + 1);
            // Where every move loses, no advice is worse than another.
            let warning = match winning.contains(&mov) || winning.is_empty() {
                true => "",
                false => "; but this move loses",
            };
            writeln!(
                out,
                "    advice of {name}: {mov} in region {region}, {reason}{warning}"
            )?;
        }
    }
    let Orthodox {
        ambient,
        moves: orthodox,
    } = &moves.orthodox;
    if !orthodox.is_empty() {
        writeln!(out, "    orthodox at {ambient}: {}", listed(orthodox))?;
    }
    if let Some(game) = &moves.coupons {
        coupons::print(out, *player, game)?;
    }
    Ok(())
}
