//! A position as the thesis's program sees it: its cover drawn, counted and turned into bounds, and its
//! moves with their scores. For people who want to know why; the search computes the same faster.

use super::bounds::{Bounds, PlayedIn, Setting};
use super::cover::{Areas, Packing};
use super::evaluator::bare_search;
use super::node::{Search, setting};
use super::terms::Terms;
use crate::layout::stages::Candidate;
use crate::layout::view::{State, index_of, move_at};
use crate::options::{ClassicOptions, Cover, CoverOptions, Formula, Ordering, Program};
use crosscram_rules::{Bits, Bits256, Board, ByFirst, Cell, Move, Player, Tile};
use crosscram_values::tables::Grid;
use serde::{Serialize, Serializer};

/// The kind of an area of a board cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AreaKind {
    /// 2x2 squares in which one tile creates a safe area.
    Protective,
    /// Two squares that an opposing tile may share with another area.
    Vulnerable2,
    /// Two squares that no opposing tile shares with another area.
    Vulnerable1,
    /// Two squares that the opponent cannot use.
    Safe,
    /// A square that lengthens a safe area and takes so many squares from the opponent, 1 to 3.
    Option(u8),
    /// A square outside the cover that the opponent cannot use.
    Unavailable,
}

impl AreaKind {
    /// The thesis's letters: P, V2, V1, S, O1 to O3; U for an unavailable square.
    pub fn letters(self) -> &'static str {
        match self {
            AreaKind::Protective => "P",
            AreaKind::Vulnerable2 => "V2",
            AreaKind::Vulnerable1 => "V1",
            AreaKind::Safe => "S",
            AreaKind::Option(1) => "O1",
            AreaKind::Option(2) => "O2",
            AreaKind::Option(_) => "O3",
            AreaKind::Unavailable => "U",
        }
    }
}

fn letters<S: Serializer>(kind: &AreaKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.letters())
}

/// One area of a board cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Area {
    /// What it is.
    #[serde(serialize_with = "letters")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: AreaKind,
    /// Its squares, along the player's lines.
    pub cells: Vec<Cell>,
}

/// The bounds of a cover for one side to move, with their terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoverTurn {
    /// Where the player's tile was placed first, if the player is to move; the terms are those of the
    /// cover after it.
    pub played_in: Option<PlayedIn>,
    /// As the program computes them.
    pub terms: Terms,
    /// As printed: Theorem 3.6.1 gives a square back only where an area has a protected one.
    pub printed: Terms,
}

/// A board cover with everything that follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inspection {
    /// The covering player.
    pub player: Player,
    /// The areas: protective, vulnerable, safe, options, unavailable squares.
    pub areas: Vec<Area>,
    /// All free squares that the opponent cannot use.
    pub protected: Vec<Cell>,
    /// How many there are.
    pub counts: Areas,
    /// Free squares.
    pub empty: i32,
    /// Safe moves of the player: DOMI's lower bound.
    pub safe: i32,
    /// Real moves of the opponent: DOMI's upper bound.
    pub opponent_real: i32,
    /// If the opponent is to move.
    pub second: CoverTurn,
    /// If the player is to move; `None` if the cover has no move.
    pub first: Option<CoverTurn>,
    /// Whether the cover proves that the player wins.
    pub proves: ByFirst<bool>,
    /// The same by safe and real moves alone, as DOMI has it.
    pub domi_proves: ByFirst<bool>,
}

/// Covers `board` for `player` with dominoes, as Obsequi does.
pub fn inspect(board: &Board, player: Player) -> Inspection {
    let options = ClassicOptions::of(Program::Obsequi);
    let search = bare_search::<Bits256>(board, Tile::DOMINO, &options);
    let state = State::new(board);
    let totals = search.count(&state);
    let index = player.index();
    let evaluation = search.evaluation(&state, &totals, index, false);
    let (counts, _) = evaluation.expect("Obsequi has a cover");
    let turn = |to_move: bool| -> Option<CoverTurn> {
        let by = |formula| {
            let options = CoverOptions {
                formula,
                ..CoverOptions::OBSEQUI
            };
            let setting = setting(&totals, index, options);
            if !to_move {
                return Some((counts.terms(setting), None));
            }
            let (after, setting, played_in) = counts.after_best_move(setting)?;
            Some((after.terms(setting), Some(played_in)))
        };
        let (terms, played_in) = by(Formula::Program)?;
        let (printed, _) = by(Formula::Thesis)?;
        Some(CoverTurn {
            played_in,
            terms,
            printed,
        })
    };
    let view = &search.views[index];
    let free = state.free[index];
    let cells = |set: Bits256| -> Vec<Cell> {
        let at = |cell: u32| move_at(board, player, cell as u16).cell();
        set.members().map(at).collect()
    };
    let (safe, opponent_real) = (totals.safe[index], totals.real[1 - index]);
    let second = turn(false).expect("only the player's own move may be missing");
    let first = turn(true);
    let margin = |turn: &CoverTurn| turn.terms.bounds.margin();
    Inspection {
        player,
        areas: placed(&search, view, free)
            .into_iter()
            .map(|(kind, set)| Area {
                kind,
                cells: cells(set),
            })
            .collect(),
        protected: cells(view.protected(free)),
        counts,
        empty: totals.empty,
        safe,
        opponent_real,
        proves: ByFirst::new(|to_move| match to_move == player {
            true => first.as_ref().is_some_and(|turn| margin(turn) > 0),
            false => margin(&second) >= 0,
        }),
        domi_proves: ByFirst::new(|to_move| match to_move == player {
            true => safe > opponent_real,
            false => safe >= opponent_real,
        }),
        second,
        first,
    }
}

/// The bounds that follow from areas on a board with so many free squares if the opponent is to move, as
/// the program of the thesis computes them.
pub fn cover_bounds(areas: Areas, empty: i32) -> Bounds {
    areas.bounds(Setting {
        empty,
        opponent_real: None,
        formula: Formula::Program,
        vulnerable2: true,
    })
}

/// The areas of the whole cover with their cells, in the player's layout.
pub(super) fn placed<W: Bits>(
    search: &Search<'_, W>,
    view: &Grid<W>,
    free: W,
) -> Vec<(AreaKind, W)> {
    let packing = Packing::new(view, search.line_cover, free, Cover::ALL);
    let pair = |start: W| start | (start << 1);
    let mut areas = Vec::new();
    let mut left = packing.protective;
    while !left.is_empty() {
        // The first cell is a corner: areas neither overlap nor touch across lines.
        let first = pair(left.first_bit());
        let area = first | first.up(view.length());
        areas.push((AreaKind::Protective, area));
        left &= !area;
    }
    for start in (packing.plain | packing.with_protected).members() {
        let start = W::single(start);
        let kind = match (packing.touched & start).is_empty() {
            true => AreaKind::Vulnerable1,
            false => AreaKind::Vulnerable2,
        };
        areas.push((kind, pair(start)));
    }
    let mut left = packing.safe_pairs;
    while !left.is_empty() {
        let area = pair(left.first_bit());
        areas.push((AreaKind::Safe, area));
        left &= !area;
    }
    packing.options(view, free, |option, extra| {
        areas.push((AreaKind::Option(extra as u8 + 1), option));
    });
    let unavailable = packing.unavailable.members();
    areas.extend(unavailable.map(|cell| (AreaKind::Unavailable, W::single(cell))));
    areas
}

/// When a move is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// In the order of the scores.
    Scored,
    /// After all of those, in raster order, because it has a protected square.
    Later,
    /// Never: it is safe, and there are others (Theorem 4.3.1).
    Never,
}

/// What the covers say of the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AfterMove {
    /// The mover wins.
    Wins,
    /// The opponent wins.
    Loses,
    /// Neither is proven; the difference of both margins, by which the root's moves are ordered.
    Open(i32),
}

/// A move with what orders it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mov: Move,
    /// How it changes the real moves of the mover and of the opponent.
    pub real: [i32; 2],
    /// How it changes their safe moves.
    pub safe: [i32; 2],
    /// The primary score of section 4.2, compared with before.
    pub score: i32,
    /// The program's fixed value of the square, which breaks ties.
    #[serde(rename = "square")]
    pub positional: i32,
    /// The thesis's tie-break: when the mover first played a reflection of it, counted from 1.
    pub reflected: Option<usize>,
    /// When it is tried.
    pub stage: Stage,
    /// Its place in the program's order, from 1.
    pub program_order: Option<usize>,
    /// Its place in the order that the thesis describes, from 1.
    pub thesis_order: Option<usize>,
    /// What is proven after it.
    pub after: AfterMove,
}

/// The moves of `player` with dominoes, in the program's order, those that are not tried last. `played`
/// are the moves that led to `board`, for the tie-break of section 4.2.1.
pub fn scored_moves(board: &Board, player: Player, played: &[Move]) -> Vec<ScoredMove> {
    let options = ClassicOptions::of(Program::Obsequi);
    let mut search = bare_search::<Bits256>(board, Tile::DOMINO, &options);
    let state = State::new(board);
    let mover = player.index();
    let moves_of = |candidates: Vec<Candidate>| -> Vec<Move> {
        let starts = candidates.iter().map(|candidate| candidate.start);
        starts.map(|start| move_at(board, player, start)).collect()
    };
    let program = moves_of(search.all_candidates(&state, mover));
    search.ordering = Ordering::Dynamic;
    for mov in played {
        let by = mov.player();
        let length = search.views[by.index()].length();
        let start = index_of(mov.cell(), by, length);
        search.reflected.note(by.index(), start);
    }
    let thesis = moves_of(search.all_candidates(&state, mover));
    let stages = search.stages(&state, mover);
    let totals = search.count(&state);
    let place = |order: &[Move], mov: Move| order.iter().position(|&m| m == mov).map(|at| at + 1);

    let mut moves: Vec<ScoredMove> = board
        .moves(player, Tile::DOMINO)
        .map(|mov| {
            let start = index_of(mov.cell(), player, search.views[mover].length());
            let after = state.after(&search.masks[mover][start as usize]);
            let next = search.count(&after);
            let change = |before: [i32; 2], after: [i32; 2]| {
                [mover, 1 - mover].map(|player| after[player] - before[player])
            };
            ScoredMove {
                mov,
                real: change(totals.real, next.real),
                safe: change(totals.safe, next.safe),
                score: totals.score_of(&next, mover),
                positional: i32::from(search.positional[mover][start as usize]),
                reflected: reflected(board, mov, played),
                stage: match (
                    stages.scored.contains(start),
                    stages.waiting.contains(start),
                ) {
                    (true, _) => Stage::Scored,
                    (_, true) => Stage::Later,
                    _ => Stage::Never,
                },
                program_order: place(&program, mov),
                thesis_order: place(&thesis, mov),
                after: after_move(&search, &after, mover),
            }
        })
        .collect();
    moves.sort_by_key(|scored| scored.program_order.unwrap_or(usize::MAX));
    moves
}

/// What the covers say after a move of `mover`, in the order of the program's first iteration.
fn after_move(search: &Search<'_, Bits256>, after: &State<Bits256>, mover: usize) -> AfterMove {
    let totals = search.count(after);
    let other = 1 - mover;
    match totals.winner(other) {
        Some(true) => return AfterMove::Loses,
        Some(false) => return AfterMove::Wins,
        None => {}
    }
    let theirs = search.mover_margin(after, &totals, other);
    let ours = search.other_margin(after, &totals, other);
    if theirs > 0 {
        AfterMove::Loses
    } else if ours >= 0 {
        AfterMove::Wins
    } else {
        AfterMove::Open(ours - theirs)
    }
}

/// When the mover first played a reflection of `mov`, counted from 1.
fn reflected(board: &Board, mov: Move, played: &[Move]) -> Option<usize> {
    let (rows, cols) = (board.rows(), board.cols());
    let (down, right) = match mov.player() {
        Player::Vertical => (2, 1),
        Player::Horizontal => (1, 2),
    };
    let (row, col) = (mov.cell().row(), mov.cell().col());
    let (row_back, col_back) = (rows - down - row, cols - right - col);
    let is_reflection = |other: &Move| {
        let cell = other.cell();
        other.player() == mov.player()
            && [row, row_back].contains(&cell.row())
            && [col, col_back].contains(&cell.col())
    };
    played.iter().position(is_reflection).map(|at| at + 1)
}
