//! Boards and shortcuts for the tests.

use std::collections::BTreeMap;
use std::path::Path;

use crosscram_jobs::legacy::journal::{self, Game, Record};
use crosscram_jobs::legacy::{
    Counts, Knowledge, Outlook, RunOptions, RunReport, Split, Stop, Work, run,
};
use crosscram_rules::{Board, Cell, Player, Tile};
use crosscram_search::{EngineName, Solver, TableSize};
use proptest::prelude::*;

/// The engine of the thesis with a table that costs nothing to set up.
pub(crate) fn solver() -> Solver {
    let table = TableSize::Entries(1 << 15);
    Solver::new(EngineName::Obsequi.options().with_table(table))
}

/// Solves all leaves of a work file with default options.
pub(crate) fn run_all(work: &Work, journal: &Path) -> RunReport {
    let options = RunOptions::default();
    run(work, journal, &solver(), &options, &Stop::new(), |_| ()).expect("a run")
}

pub(crate) fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

pub(crate) fn split(
    board: &Board,
    tile: Tile,
    first: Player,
    plies: u32,
    knowledge: &Knowledge,
) -> Split {
    split_by(EngineName::Obsequi, board, tile, first, plies, knowledge)
}

pub(crate) fn split_by(
    engine: EngineName,
    board: &Board,
    tile: Tile,
    first: Player,
    plies: u32,
    knowledge: &Knowledge,
) -> Split {
    let (solver, stop) = (Solver::new(engine), Stop::new());
    let split = crosscram_jobs::legacy::split(board, tile, first, plies, knowledge, &solver, &stop);
    split.expect("nobody stops it")
}

/// The leaves of a first split by dominoes, which the test knows to have some.
pub(crate) fn work(text: &str, first: Player, plies: u32) -> (Work, Counts) {
    let split = split(&board(text), Tile::DOMINO, first, plies, &Knowledge::new());
    match split.outlook {
        Outlook::Open(work) => (work, split.counts),
        Outlook::Decided(winner) => panic!("{text} is decided: {winner}"),
    }
}

/// What a journal says, by printed position; the times vary and are left out.
pub(crate) fn answers(path: &Path) -> BTreeMap<String, (Player, u64)> {
    let mut answers = BTreeMap::new();
    let text = crate::scratch::read(path);
    journal::read(&text[..], path, |_: &Game, record: Record| {
        let position = format!("{} {}", record.board, record.to_move.letter());
        answers.insert(position, (record.winner, record.nodes));
        Ok(())
    })
    .expect("a journal");
    answers
}

pub(crate) fn players() -> impl Strategy<Value = Player> {
    prop::sample::select(&Player::ALL[..])
}

pub(crate) fn tiles() -> impl Strategy<Value = Tile> {
    prop::sample::select(&[Tile::DOMINO, Tile::TROMINO][..])
}

/// Boards of `rows` x `cols` with some cells blocked, more often few than many.
pub(crate) fn boards_of(rows: usize, cols: usize) -> impl Strategy<Value = Board> {
    let cells = prop::collection::vec((0..rows, 0..cols), 0..=rows * cols / 5);
    cells.prop_map(move |cells| {
        let empty = Board::empty(rows, cols).expect("a small board");
        empty.with_blocked(cells.into_iter().map(|(row, col)| Cell::new(row, col)))
    })
}

/// Boards of up to `max_area` cells that are not too thin to be interesting.
pub(crate) fn boards(max_area: usize) -> impl Strategy<Value = Board> {
    (2..=max_area / 2)
        .prop_flat_map(move |rows| (Just(rows), 2..=max_area / rows))
        .prop_flat_map(|(rows, cols)| boards_of(rows, cols))
}

/// All engines: the weaker the static evaluation, the more is left to the leaves.
pub(crate) fn engines() -> impl Strategy<Value = EngineName> {
    prop::sample::select(EngineName::ALL)
}
