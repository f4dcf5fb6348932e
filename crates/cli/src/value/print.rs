//! Values for people.

use super::answer::{Moves, Region, ValueReport};
use crate::text::{self, Align};
use std::io::{self, Write};

/// Prints one answer.
pub(super) fn print(out: &mut impl Write, answer: &ValueReport) -> io::Result<()> {
    writeln!(out, "{}", answer.position)?;
    let row = |name: &str, value: String| vec![name.to_string(), value];
    let value = value_text(answer.value.as_deref());
    let mut rows = vec![row("value", value)];
    if let Some(name) = &answer.name {
        rows.push(row("that is", name.clone()));
    }
    rows.extend([
        row("outcome", answer.outcome.to_string()),
        row("mean", answer.mean.to_string()),
        row("temperature", answer.temperature.to_string()),
        row(
            "stops",
            format!(
                "Vertical {}, Horizontal {}",
                answer.left_stop, answer.right_stop
            ),
        ),
        row("birthday", answer.birthday.to_string()),
        row("followers", text::grouped(answer.followers as u64)),
    ]);
    // Most values are reduced already.
    if answer.reduced.is_some() && answer.reduced != answer.value {
        rows.push(row("reduced", value_text(answer.reduced.as_deref())));
    }
    if let Some(weight) = &answer.atomic_weight {
        rows.push(row("atomic weight", weight.clone()));
    }
    rows.push(row("initiative", answer.initiative.to_string()));
    rows.push(row("incentives", incentives(answer)));
    let walls = &answer.thermograph.exact;
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

fn incentives(answer: &ValueReport) -> String {
    let Some(incentives) = &answer.incentives else {
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
fn regions(out: &mut impl Write, regions: &[Region]) -> io::Result<()> {
    if regions.len() < 2 {
        return Ok(());
    }
    writeln!(out, "  regions, hottest first")?;
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(regions[i].temperature), i));
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
        let region = &regions[i];
        rows.push(vec![
            (i + 1).to_string(),
            format!("{},{}", region.row, region.col),
            region.cells.to_string(),
            region.temperature.to_string(),
            region.initiative.to_string(),
            region.mean.to_string(),
            value_text(region.value.as_deref()),
            region.position.clone(),
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

fn players(out: &mut impl Write, moves: &Moves) -> io::Result<()> {
    /// The maximum number of moves that are listed.
    const SHOWN: usize = 8;
    let winning = match moves.winning.as_slice() {
        [] => "loses".to_string(),
        few if few.len() <= SHOWN => format!("wins with {}", few.join(" ")),
        many => {
            let shown = many[..SHOWN].join(" ");
            format!("wins with {shown} and {} more moves", many.len() - SHOWN)
        }
    };
    writeln!(out, "  {} to move: {winning}", moves.player)?;
    if let Some(advice) = &moves.advice {
        for (name, proposal) in [
            ("hotstrat", &advice.hotstrat),
            ("sentestrat", &advice.sentestrat),
        ] {
            let reason = match proposal.reason {
                "answer" => "in answer to the last move",
                _ => "the hottest",
            };
            let (mov, region) = (&proposal.mov, proposal.region);
            // Where every move loses, no advice is worse than another.
            let warning = match proposal.wins || moves.winning.is_empty() {
                true => "",
                false => "; but this move loses",
            };
            writeln!(
                out,
                "    advice of {name}: {mov} in region {region}, {reason}{warning}"
            )?;
        }
    }
    if !moves.orthodox.moves.is_empty() {
        let (ambient, shown) = (moves.orthodox.ambient, &moves.orthodox.moves);
        let more = match shown.len() {
            ..=SHOWN => String::new(),
            many => format!(" and {} more moves", many - SHOWN),
        };
        let shown = shown[..shown.len().min(SHOWN)].join(" ");
        writeln!(out, "    orthodox at {ambient}: {shown}{more}")?;
    }
    if let Some(coupons) = &moves.coupons {
        coupons.print(out)?;
    }
    Ok(())
}
