//! What the thesis led to: the searches since then side by side, and what each part of a depth-first search is worth.
//!
//! Four sets of positions: mate problems of *Win at Chess*, empty boards of Domineering, openings of Three Men's Morris, whose
//! positions repeat and of which some are won and some are not, and of give-away chess, where the number of moves differs most. Every search may create the same number of nodes; a
//! set that it does not solve counts with the nodes it was allowed, as a lower bound.

use crate::experiment::{Experiment, OnRow};
use crate::options::{Options, Watch};
use crate::result::{Ours, Reproduction, Row};
use crosscram_papers::Number;
use crosscram_papers::schijf1993::WIN_AT_CHESS;
use crosscram_plot::bars;
use crosscram_pn::games::{Chess, Domineering, EpdRecord, GiveAway, LeafEvaluation, Morris};
use crosscram_pn::{AnyGame, Observer, Options as PnOptions, Report, Snapshot};
use crosscram_rules::{Board, Player, Tile};
use crosscram_search::{Control as Running, SearchError};
use crosscram_support::columns::grouped;

/// The maximum number of nodes of one search, unless another is asked for.
const MAX_NODES: u64 = 200_000;

/// Mate problems whose trees had one to sixty thousand nodes in 1993.
const MATES: [&str; 12] = [
    "001", "049", "055", "103", "104", "132", "161", "191", "222", "250", "253", "267",
];

/// Boards of Domineering, with as much knowledge in the leaves as leaves something to search.
const BOARDS: [(usize, usize, LeafEvaluation); 3] = [
    (4, 5, LeafEvaluation::Plain),
    (5, 5, LeafEvaluation::Domi),
    (6, 6, LeafEvaluation::Cover),
];

/// Openings of Three Men's Morris, up to symmetry: the empty board, each first man, each pair of men.
const OPENINGS: [&str; 16] = [
    "...|...|...",
    "X..|...|...",
    ".X.|...|...",
    "...|.X.|...",
    "XO.|...|...",
    "X.O|...|...",
    "X..|.O.|...",
    "X..|..O|...",
    "X..|...|..O",
    "OX.|...|...",
    ".X.|O..|...",
    ".X.|.O.|...",
    ".X.|...|O..",
    ".X.|...|.O.",
    "O..|.X.|...",
    ".O.|.X.|...",
];

/// Give-away chess after 1.d4 and 1.d3, which lose (section 3.4).
const LOST_OPENINGS: [&str; 2] = [
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - -",
    "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - -",
];

const SETS: [&str; 4] = ["mates", "domineering", "morris", "giveaway"];

/// All searches by name, with their options: the line from 1993 on, then variations of the last one.
const WAYS: [(&str, &str); 16] = [
    ("alpha-beta", "alpha-beta"),
    ("tree", "tree"),
    ("pn2", "pn2"),
    ("converting", "converting"),
    ("graph", "dcg"),
    ("base-twin", "base-twin"),
    ("pds", "pds --table 64"),
    ("df-pn", "df-pn --table 64"),
    ("df-pn, 2 threads", "df-pn --table 64 --threads 2"),
    ("epsilon 0", "df-pn --table 64 --epsilon 0"),
    ("epsilon 1", "df-pn --table 64 --epsilon 1"),
    ("sums", "df-pn --table 64 --counting sum"),
    ("weak", "df-pn --table 64 --counting weak"),
    ("initial one", "df-pn --table 64 --initial one"),
    ("initial guess", "df-pn --table 64 --initial guess"),
    ("no symmetry", "df-pn --table 64 --no-symmetry"),
];

/// The depth-first search that others vary.
const USUAL: &str = "df-pn";
/// How many at the end vary it.
const VARIATIONS: usize = 7;

/// A set of positions is one search to whoever watches.
pub(super) fn searches(_: &Experiment, _: &Options<'_>) -> usize {
    WAYS.len() * SETS.len()
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    // Alpha-beta may never end where positions repeat, so there is always a limit.
    let limit = match options.up_to {
        u64::MAX => MAX_NODES,
        limit => limit,
    };
    result.expected = expected(limit);
    let records = EpdRecord::read_all(WIN_AT_CHESS).expect("positions that tests read");
    let mates = records.into_iter().filter(|record| {
        let number = record.id.strip_prefix("WAC.");
        number.is_some_and(|number| MATES.contains(&number))
    });
    let mates: Vec<Chess> = mates.map(|record| record.game).collect();
    let boards = BOARDS.map(|(rows, cols, evaluation)| {
        let board = Board::empty(rows, cols).expect("a small board");
        Domineering::new(&board, Tile::DOMINO, Player::Vertical, evaluation)
    });
    let openings = OPENINGS.map(|text| text.parse::<Morris>().expect("an opening"));
    let lost = LOST_OPENINGS.map(|text| text.parse::<GiveAway>().expect("an opening"));
    for (name, line) in WAYS {
        let way = &PnOptions::read(line).expect("a line that tests read");
        let (watch, [first, second, third, fourth]) = (options.watch, SETS);
        let totals = [
            total(first, name, &mates, way, limit, watch),
            total(second, name, &boards, way, limit, watch),
            total(third, name, &openings, way, limit, watch),
            total(fourth, name, &lost, way, limit, watch),
        ];
        for (set, total) in SETS.into_iter().zip(totals) {
            result.rows.push(row(set, name, total));
            on_row(result);
        }
    }
    for set in SETS {
        draw(result, set);
    }
    result.remark(format!(
        "mates: {} problems of Win at Chess; domineering: 4x5 by the rules alone, 5x5 with DOMI's bounds, 6x6 with the board cover, \
         Vertical first; morris: {} openings of Three Men's Morris; giveaway: give-away chess after 1.d4 and after 1.d3. Nodes are \
         generated positions, at most {} for each",
        MATES.len(),
        OPENINGS.len(),
        grouped(limit),
    ));
    result.remark("df-pn counts with epsilon 1/4, shared transpositions, initial numbers by mobility and symmetry; each row below it changes \
         one of these. alpha-beta proves no loss that needs repetitions, and graph may find a loss that is not proven");
    Ok(())
}

/// The rows that are to come.
fn expected(limit: u64) -> Vec<Row> {
    let rows = WAYS.iter().flat_map(|(name, _)| {
        SETS.map(|set| {
            let mut row = Row::new(set, None).variant(*name);
            row.ours = Ours::Measured(Number {
                value: limit as f64 * OPENINGS.len() as f64,
                is_bound: true,
            });
            row.seconds = Some(100.0);
            row.note = "16 of 16 solved".to_string();
            row
        })
    });
    rows.collect()
}

/// What a set cost.
#[derive(Default)]
struct Total {
    nodes: u64,
    solved: usize,
    of: usize,
    seconds: f64,
}

/// Searches all games of a set; `None` if the run was stopped.
fn total<G: AnyGame>(
    set: &str,
    name: &str,
    games: &[G],
    way: &PnOptions,
    limit: u64,
    watch: &dyn Watch,
) -> Option<Total> {
    let mut total = None;
    watch.watch(&format!("{set}, {name}"), &mut |control| {
        let mut sum = Total::default();
        for game in games {
            let mut within = Within {
                control,
                before: sum.nodes,
                limit,
            };
            let report = search(game, way, &mut within);
            if control.is_stopped() {
                return;
            }
            sum.nodes += report.statistics.nodes;
            sum.solved += usize::from(report.is_win().is_some());
            sum.of += 1;
            sum.seconds += report.elapsed.as_secs_f64();
        }
        total = Some(sum);
    });
    total
}

/// Passes on progress, and keeps a search within its limit.
struct Within<'a> {
    control: &'a Running,
    before: u64,
    limit: u64,
}

impl Observer for Within<'_> {
    fn look(&mut self, snapshot: &Snapshot) -> bool {
        self.control
            .report_nodes(self.before + snapshot.statistics.nodes);
        !self.control.is_stopped()
    }

    fn limit(&self) -> u64 {
        self.limit
    }
}

fn search(game: &dyn AnyGame, way: &PnOptions, within: &mut Within<'_>) -> Report {
    let mut alone = *way;
    alone.threads = 1;
    // Where no thread can be started, one has to do.
    let report = game.search(way).run(within);
    let report = report.or_else(|_| game.search(&alone).run(within));
    report.expect("one thread runs already")
}

fn row(set: &str, name: &str, total: Option<Total>) -> Row {
    let mut row = Row::new(set, None).variant(name).not_compared();
    if let Some(total) = total {
        row.ours = Ours::Measured(Number {
            value: total.nodes as f64,
            is_bound: total.solved < total.of,
        });
        row.seconds = Some(total.seconds);
        row.note = format!("{} of {} solved", total.solved, total.of);
    }
    row
}

/// Bars of the nodes of all searches on one set.
fn draw(result: &mut Reproduction, set: &str) {
    let rows = result.rows.iter().filter(|row| row.what == set);
    let measured: Vec<(String, Vec<f64>)> = rows
        .filter_map(|row| {
            let nodes = row.ours().filter(|&nodes| nodes > 0.0)?;
            let mut variations = WAYS[WAYS.len() - VARIATIONS..].iter();
            let name = match variations.any(|(name, _)| row.variant == *name) {
                true => format!("{USUAL}, {}", row.variant),
                false => row.variant.clone(),
            };
            let unsolved = matches!(row.ours, Ours::Measured(number) if number.is_bound);
            let end = if unsolved { " (not all)" } else { "" };
            Some((name + end, vec![nodes]))
        })
        .collect();
    if !measured.is_empty() {
        let picture = bars(
            &format!("{set}: nodes of all searches"),
            &["nodes"],
            &measured,
        );
        let name = format!("schijf-modern-{set}.svg");
        result.pictures.push((name, picture.to_svg()));
    }
}
