//! Chapter 7: what the thesis wishes for, and what it tried and gave up, measured on Obsequi itself.

use crate::experiment::{Experiment, OnRow};
use crate::lab::Measurements;
use crate::options::Options;
use crate::plan::{Draft, Measure, searches};
use crate::result::{Reproduction, Row};
use crosscram_papers::SolvedBoard;
use crosscram_papers::bullock2002::FIG_6_1;
use crosscram_rules::{Board, Player, Question, Tile};
use crosscram_search::cover::{BEST_COVER_CELLS, best_cover, evaluate};
use crosscram_search::{
    ClassicOptions, Control, CoverOptions, PackingOrder, Program, Proof, Proven, Reason,
    SearchError, Solver, Tracer,
};
use crosscram_support::random::Random;
use std::sync::atomic::{AtomicU64, Ordering};

/// The boards on which the wishes are measured: those of Fig. 6.1 with this many nodes and more.
const LEAST_NODES: u64 = 20_000;
/// And this many at most.
const MOST_NODES: u64 = 3_000_000;

/// What is wished for, with the options that switch it on.
const WISHES: [(&str, &str); 6] = [
    ("obsequi", ""),
    ("dead squares", " --dead-squares"),
    ("packing", " --packing corners"),
    ("dominance", " --shift-dominance"),
    ("values", " --values 12"),
    (
        "all",
        " --dead-squares --packing corners --shift-dominance --values 12",
    ),
];

pub(super) fn plan(options: &Options<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (board, nodes) in boards() {
        for (name, option) in WISHES {
            let engine = format!("--engine obsequi{option}");
            let row = own(&board.to_string(), name, true, None);
            let row = row.command(format!("solve {board} {engine}"));
            let tasks = searches(board.board(), &engine);
            drafts.push(Draft::new(row, tasks, Measure::Total, nodes, options));
        }
    }
    drafts
}

pub(super) fn finish(result: &mut Reproduction, _: &Measurements) {
    result.remark("dead squares: squares that die beside vulnerable areas; packing: the best cover of four corners; \
         dominance: no move that a shifted one dominates; values: exact values of regions of up to 12 cells");
    for (wish, _) in &WISHES[1..] {
        let both = [wish, WISHES[0].0];
        let all: (_, _) = both.map(|name| result.sum(name, Row::ours)).into();
        let times: (_, _) = both.map(|name| result.sum(name, |row| row.seconds)).into();
        if let ((Some(with), Some(without)), (Some(time), Some(usual))) = (all, times)
            && without > 0.0
        {
            result.remark(format!(
                "{wish}: {:.1} % of the nodes, {time:.1} s instead of {usual:.1} s",
                100.0 * with / without
            ));
        }
    }
}

/// Positions that are compared on each board.
const POSITIONS: usize = 600;
/// They take about as long as a search of this many nodes.
const COST_OF_PACKING: u64 = 1_000_000;

/// The boards of those positions.
const PACKED_BOARDS: [(usize, usize); 4] = [(4, 5), (5, 5), (5, 6), (6, 6)];

/// Returns whether a position is counted, given the three margins.
type Test = fn(&[i32; 3]) -> bool;

/// What is counted of the positions of a board, given the margins of the greedy cover, of the best from four
/// corners and of the best of all.
const PACKED_COUNTS: [(&str, Test); 8] = [
    ("positions", |_| true),
    ("greedy is best", |[greedy, _, best]| greedy == best),
    ("four corners are best", |[_, corners, best]| {
        corners == best
    }),
    ("short by 1", |[greedy, _, best]| best - greedy == 1),
    ("short by more", |[greedy, _, best]| best - greedy > 1),
    ("decided, greedy", |[greedy, ..]| *greedy >= 0),
    ("decided, four corners", |[_, corners, _]| *corners >= 0),
    ("decided, best", |[.., best]| *best >= 0),
];

/// The positions of a board are one search to whoever watches.
pub(super) fn packing_searches(_: &Experiment, options: &Options<'_>) -> usize {
    match COST_OF_PACKING <= options.up_to {
        true => PACKED_BOARDS.len(),
        false => 0,
    }
}

/// A row that is compared with nothing, with its number, if there is one, or why there is none.
fn own(what: &str, variant: &str, wanted: bool, number: Option<f64>) -> Row {
    let mut row = Row::new(what, None).variant(variant).not_compared();
    match number {
        _ if !wanted => row.skip("skipped: above the limit"),
        Some(number) => row.measure(number),
        None => {}
    }
    row
}

/// The greedy cover against the best one, on positions of random games.
pub(super) fn packing(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let wanted = COST_OF_PACKING <= options.up_to;
    for (rows, cols) in PACKED_BOARDS {
        let what = format!("{rows}x{cols}");
        let rows = PACKED_COUNTS.iter();
        let rows = rows.map(|(variant, _)| own(&what, variant, wanted, Some(POSITIONS as f64)));
        result.expected.extend(rows);
    }
    let corners = ClassicOptions {
        cover: Some(CoverOptions {
            packing: PackingOrder::Corners,
            ..CoverOptions::OBSEQUI
        }),
        ..ClassicOptions::of(Program::Obsequi)
    };
    let greedy = ClassicOptions::of(Program::Obsequi);
    for (rows, cols) in PACKED_BOARDS {
        let what = format!("{rows}x{cols}");
        let mut margins: Vec<[i32; 3]> = Vec::new();
        let mut complete = false;
        let mut compare = |control: &Control| {
            let mut random = Random::new(7);
            while margins.len() < POSITIONS {
                if control.is_stopped() {
                    return;
                }
                let (board, to_move) = random_position(rows, cols, &mut random);
                let player = to_move.opponent();
                let by = |options: &ClassicOptions| {
                    let found = evaluate(&board, player, to_move, options);
                    Some(found?.bounds?.margin())
                };
                let best = best_cover(&board, player).map(|bounds| bounds.margin());
                let (Some(greedy), Some(corners), Some(best)) = (by(&greedy), by(&corners), best)
                else {
                    continue;
                };
                margins.push([greedy, corners, best]);
                control.report_nodes(margins.len() as u64);
            }
            complete = true;
        };
        if wanted {
            options
                .watch
                .watch(&format!("covers of {what}"), &mut compare);
        }
        for (variant, test) in PACKED_COUNTS {
            let counted = margins.iter().filter(|margins| test(margins)).count() as f64;
            let row = own(&what, variant, wanted, complete.then_some(counted));
            result.rows.push(row);
            on_row(result);
        }
    }
    result.remark(format!(
        "positions of random games with {BEST_COVER_CELLS} free squares at most, the cover of whoever just \
         moved; short by: the margin of the greedy cover is less than that of the best of all covers"
    ));
    Ok(())
}

/// A position of a random game that is small enough for [`best_cover`], with moves left, and who is to move.
fn random_position(rows: usize, cols: usize, random: &mut Random) -> (Board, Player) {
    loop {
        let mut board = Board::empty(rows, cols).expect("a small board");
        let mut to_move = Player::ALL[random.index(2)];
        let wanted = 10 + random.below(u64::from(BEST_COVER_CELLS) - 9) as u32;
        while board.free_count() > wanted {
            let moves: Vec<_> = board.moves(to_move, Tile::DOMINO).collect();
            let Some(&mov) = moves.get(random.index(moves.len().max(1))) else {
                break;
            };
            board = board.play(mov, Tile::DOMINO).expect("a listed move");
            to_move = to_move.opponent();
        }
        if board.free_count() <= wanted && board.can_move(to_move, Tile::DOMINO) {
            return (board, to_move);
        }
    }
}

/// Counts the parts of the positions of a search.
#[derive(Default)]
struct Parts {
    decided: Counts,
    undecided: Counts,
}

#[derive(Default)]
struct Counts {
    nodes: AtomicU64,
    /// With two or more regions in which somebody can move.
    open: AtomicU64,
    /// With two or more regions in which both players can move.
    contested: AtomicU64,
}

impl Parts {
    /// What is counted, with the counts.
    fn counts(&self) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        for (name, counts) in [("decided", &self.decided), ("undecided", &self.undecided)] {
            for (part, count) in [
                ("", &counts.nodes),
                (", two open regions", &counts.open),
                (", two contested", &counts.contested),
            ] {
                found.push((format!("{name}{part}"), count.load(Ordering::Relaxed)));
            }
        }
        found
    }
}

impl Tracer for Parts {
    fn proven(&self, position: &Proven) {
        let counts = match position.by {
            Proof::Static(Reason::Counts | Reason::Cover) => &self.decided,
            Proof::Move(_) | Proof::AllMovesLose => &self.undecided,
            _ => return,
        };
        let regions = position.board.regions();
        let number = |needed: usize| {
            let movable = |region: &&Board| {
                let can = |&player: &Player| region.can_move(player, Tile::DOMINO);
                Player::ALL.iter().filter(|player| can(player)).count() >= needed
            };
            regions.iter().filter(movable).count()
        };
        counts.nodes.fetch_add(1, Ordering::Relaxed);
        counts
            .open
            .fetch_add(u64::from(number(1) > 1), Ordering::Relaxed);
        counts
            .contested
            .fetch_add(u64::from(number(2) > 1), Ordering::Relaxed);
    }
}

/// The boards on which wishes are measured, with their published nodes.
fn boards() -> impl Iterator<Item = (SolvedBoard, u64)> {
    let boards = FIG_6_1.rows().into_iter();
    let boards = boards.map(|board| {
        let nodes = board.nodes.unwrap_or(0);
        (board, nodes)
    });
    boards.filter(|(_, nodes)| (LEAST_NODES..=MOST_NODES).contains(nodes))
}

/// The searches of the boards within the limit.
pub(super) fn regions_searches(_: &Experiment, options: &Options<'_>) -> usize {
    boards()
        .filter(|(_, nodes)| *nodes <= options.up_to)
        .count()
}

/// Section 7.1: do boards fall apart before or after they are decided?
pub(super) fn regions(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let solver = Solver::new(ClassicOptions::of(Program::Obsequi));
    for (board, nodes) in boards() {
        let (board, wanted) = (board.to_string(), nodes <= options.up_to);
        let rows = Parts::default().counts().into_iter();
        let rows = rows.map(|(variant, _)| own(&board, &variant, wanted, Some(nodes as f64)));
        result.expected.extend(rows);
    }
    for (board, nodes) in boards() {
        let parts = Parts::default();
        let mut complete = false;
        let wanted = nodes <= options.up_to;
        if wanted {
            options
                .watch
                .watch(&format!("parts of {board}"), &mut |control| {
                    let question = Question::new(board.board(), Tile::DOMINO, Player::Vertical);
                    complete = solver
                        .solve_traced(&question, control, &parts)
                        .winner()
                        .is_some();
                });
        }
        for (variant, count) in parts.counts() {
            let count = complete.then_some(count as f64);
            result
                .rows
                .push(own(&board.to_string(), &variant, wanted, count));
            on_row(result);
        }
    }
    let total = |variant: &str| -> f64 {
        let rows = result.rows.iter().filter(|row| row.variant == variant);
        rows.filter_map(Row::ours).sum()
    };
    let share = |name: &str| {
        let part = total(&format!("{name}, two contested"));
        100.0 * part / total(name).max(1.0)
    };
    let remark = format!(
        "Vertical first; regions are open where somebody can move, contested where both can: {:.1} % of the \
         decided and {:.1} % of the undecided nodes have two contested regions or more",
        share("decided"),
        share("undecided")
    );
    result.remark(remark);
    Ok(())
}
