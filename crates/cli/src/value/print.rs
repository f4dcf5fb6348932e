//! Values for people.

use super::answer::{Moves, Orthodox, ValueReport};
use crate::text::{self, Table};
use crosscram_rules::{Cell, Dyadic, Move, Player};
use crosscram_values::games::{Comparison, Relation};
use crosscram_values::positions::{Advised, CouponGame, Details, Reason, Region, Valued, Worth};
use crosscram_workbench::Answer;
use std::io::{self, Write};

/// Prints one answer.
pub(super) fn print(out: &mut impl Write, answer: &Answer<ValueReport>) -> io::Result<()> {
    let Answer { shape, answer } = answer;
    let (details, Worth { value, .. }) = (&answer.details, &answer.value.worth);
    let worth = &answer.value.worth;
    writeln!(out, "{}", shape.position())?;
    let (left, right) = (worth.left_stop, worth.right_stop);
    let stops = format!("Vertical {left}, Horizontal {right}");
    // Most values are reduced already.
    let reduced = details.reduced.as_deref();
    let reduced = reduced.filter(|&reduced| value.as_deref() != Some(reduced));
    let walls = &answer.value.thermograph;
    let rows = [
        ("value", Some(value_text(value.as_deref()))),
        ("that is", details.name.clone()),
        ("outcome", Some(worth.outcome.to_string())),
        ("mean", Some(worth.mean.to_string())),
        ("temperature", Some(worth.temperature.to_string())),
        ("stops", Some(stops)),
        ("birthday", Some(details.birthday.to_string())),
        ("followers", Some(text::grouped(details.followers as u64))),
        ("reduced", reduced.map(str::to_string)),
        ("atomic weight", details.atomic_weight.clone()),
        ("initiative", Some(worth.initiative.to_string())),
        ("incentives", Some(incentives(details))),
        ("left wall", Some(walls.left().to_string())),
        ("right wall", Some(walls.right().to_string())),
    ];
    let known = rows
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    text::pairs(out, known)?;
    regions(out, &answer.regions)?;
    for moves in &answer.players {
        players(out, moves)?;
    }
    Ok(())
}

/// Prints how two sums compare.
pub(super) fn comparison(out: &mut impl Write, answer: &Answer<Comparison>) -> io::Result<()> {
    let Answer { shape, answer } = answer;
    let found = match answer.relation {
        Relation::Less => "the left side is less",
        Relation::Greater => "the left side is greater",
        Relation::Equal => "both sides are equal",
        _ => "they are confused: whoever moves first wins the difference",
    };
    let holds = if answer.holds { "yes" } else { "no" };
    writeln!(out, "{}: {holds}, {found}", shape.position())?;
    let sides = [("left", &answer.left), ("right", &answer.right)];
    text::pairs(
        out,
        sides.map(|(name, value)| (name, value_text(value.as_deref()))),
    )
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
    let titles = "|at|cells|temperature|initiative|mean|value|position";
    let mut table = Table::new("><>><><<", titles);
    for i in order {
        let (region, worth) = (&regions[i], &regions[i].known.worth);
        table.add(cells![
            i + 1,
            corner(&region.cells),
            region.cells.len(),
            worth.temperature,
            worth.initiative,
            worth.mean,
            value_text(worth.value.as_deref()),
            region.position,
        ]);
    }
    table.write(out, 4)
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
        print_coupons(out, *player, game)?;
    }
    Ok(())
}

/// The coupons: the first, and how much less each of the next is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coupons {
    pub(crate) first: Dyadic,
    pub(crate) step: Dyadic,
}

/// The maximum number of coupons; more take long to play and are too many to read.
const MOST: i64 = 10_000;

impl Coupons {
    /// Reads `2:1/8`; without a step, it is an eighth.
    pub(crate) fn parse(text: &str) -> Result<Coupons, String> {
        let (first, step) = text.split_once(':').unwrap_or((text, "1/8"));
        let number = |text: &str| {
            let number = text.trim().parse::<Dyadic>();
            number.map_err(|error| error.to_string())
        };
        let (first, step) = (number(first)?, number(step)?);
        if step <= Dyadic::ZERO || first < step {
            return Err("the first coupon must be at least the step, and the step positive".into());
        }
        match first.units() / step.units() {
            count if count > MOST => Err(format!("{count} coupons; at most {MOST}")),
            _ => Ok(Coupons { first, step }),
        }
    }
}

/// Prints a play with coupons in which `first` begins.
fn print_coupons(out: &mut impl Write, first: Player, game: &CouponGame) -> io::Result<()> {
    let gain = game.score.minus(game.coupons_alone);
    let gain = gain.map_or("too much".to_string(), |gain| gain.to_string());
    writeln!(
        out,
        "    with coupons: {first} begins, Vertical ends with {}, that is {gain} by the position",
        game.score
    )?;
    let turns: Vec<String> = game.turns.iter().map(ToString::to_string).collect();
    text::paragraph(out, "      ", &turns.join(" "), 78)
}
