//! The board cover cell by cell, and the proof that the word-parallel one is the same.

use super::any_board;
use crate::classic::cover::{Areas, Parts, cover};
use crate::classic::line_cover::LineCover;
use crate::layout::counts::count;
use crate::layout::view::{State, views};
use crate::options::Cover;
use crosscram_rules::{Bits, Bits64, Bits128, Bits256, Board, Player, Tile};
use proptest::prelude::*;

/// A board as one player sees it; outside the board everything is blocked.
struct Grid {
    lines: i32,
    length: i32,
    free: Vec<Vec<bool>>,
    packed: Vec<Vec<bool>>,
}

impl Grid {
    fn new(board: &Board, player: Player) -> Self {
        let board = match player {
            Player::Horizontal => *board,
            Player::Vertical => board.transpose(),
        };
        let mut free = vec![vec![false; board.cols()]; board.rows()];
        for cell in board.free_cells() {
            free[cell.row()][cell.col()] = true;
        }
        Grid {
            lines: board.rows() as i32,
            length: board.cols() as i32,
            packed: vec![vec![false; board.cols()]; board.rows()],
            free,
        }
    }

    fn at(&self, cells: &[Vec<bool>], line: i32, place: i32) -> bool {
        let inside = (0..self.lines).contains(&line) && (0..self.length).contains(&place);
        inside && cells[line as usize][place as usize]
    }
    fn free(&self, line: i32, place: i32) -> bool {
        self.at(&self.free, line, place)
    }
    fn packed(&self, line: i32, place: i32) -> bool {
        self.at(&self.packed, line, place)
    }
    fn pack(&mut self, line: i32, place: i32) {
        self.packed[line as usize][place as usize] = true;
    }
    fn open(&self, line: i32, place: i32) -> bool {
        self.free(line - 1, place) || self.free(line + 1, place)
    }
    fn unpacked(&self, line: i32, place: i32) -> bool {
        self.free(line, place) && !self.packed(line, place)
    }
    fn both(&self, line: i32, place: i32, test: impl Fn(&Self, i32, i32) -> bool) -> bool {
        test(self, line, place) && test(self, line, place + 1)
    }
}

fn plain_cover(board: &Board, player: Player) -> Areas {
    let mut grid = Grid::new(board, player);
    let mut areas = Areas::default();
    protective(&mut grid, &mut areas);
    for line in 0..grid.lines {
        vulnerable(&mut grid, line, &mut areas);
    }
    for line in 0..grid.lines {
        options(&mut grid, line, &mut areas);
    }
    areas
}

/// Raster order; a 2x2 free square with a wall on one side, nothing packed in it or beside it.
fn protective(grid: &mut Grid, areas: &mut Areas) {
    for line in 0..grid.lines {
        for place in 0..grid.length {
            let free = |line| grid.both(line, place, Grid::free);
            let wall = |line| grid.both(line, place, |g, l, p| !g.free(l, p));
            let clear = |line| grid.both(line, place, |g, l, p| !g.packed(l, p));
            if free(line)
                && free(line + 1)
                && (wall(line - 1) || wall(line + 2))
                && (line - 1..=line + 2).all(clear)
            {
                for (line, place) in [
                    (line, place),
                    (line, place + 1),
                    (line + 1, place),
                    (line + 1, place + 1),
                ] {
                    grid.pack(line, place);
                }
                areas.protective += 1;
            }
        }
    }
}

/// Each maximal run of unpacked cells by itself. `waiting` is an open cell without a partner.
fn vulnerable(grid: &mut Grid, line: i32, areas: &mut Areas) {
    let mut place = 0;
    while place < grid.length {
        if !grid.unpacked(line, place) {
            place += 1;
            continue;
        }
        let start = place;
        while grid.unpacked(line, place) {
            place += 1;
        }
        run_of_unpacked(grid, line, start, place, areas);
    }
}

/// In a run, protected cells come in groups. A group pairs up its cells as safe areas from the
/// left. One that is left over goes with an open cell: the one waiting before the group, whose
/// partner is then the group's first cell, else the one after the group.
fn run_of_unpacked(grid: &mut Grid, line: i32, start: i32, end: i32, areas: &mut Areas) {
    let mut waiting: Option<i32> = None;
    let mut place = start;
    while place < end {
        if grid.open(line, place) {
            match waiting.take() {
                Some(before) => area(grid, line, before, false, areas),
                None => waiting = Some(place),
            }
            place += 1;
            continue;
        }
        let group = place;
        while place < end && !grid.open(line, place) {
            place += 1;
        }
        let is_odd = (place - group) % 2 == 1;
        match waiting.take() {
            Some(before) if is_odd => area(grid, line, before, true, areas),
            Some(_) => {}
            None if !is_odd => {}
            None if place < end => {
                area(grid, line, place - 1, true, areas);
                place += 1;
            }
            None => {
                grid.pack(line, place - 1);
                areas.unavailable += 1;
            }
        }
    }
}

/// A vulnerable area at `place` and the cell after it.
fn area(grid: &mut Grid, line: i32, place: i32, has_protected: bool, areas: &mut Areas) {
    grid.pack(line, place);
    grid.pack(line, place + 1);
    let usable_after = |place| {
        grid.free(line + 1, place)
            && (grid.free(line + 1, place - 1) || grid.free(line + 1, place + 1))
    };
    let shares = |place| grid.packed(line - 1, place) || usable_after(place);
    let (all, protected) = if shares(place) || shares(place + 1) {
        (&mut areas.vulnerable2, &mut areas.vulnerable2_protected)
    } else {
        (&mut areas.vulnerable1, &mut areas.vulnerable1_protected)
    };
    *all += 1;
    *protected += i32::from(has_protected);
}

/// Safe pairs from the left; for each the cell before it, else the cell after it.
fn options(grid: &mut Grid, line: i32, areas: &mut Areas) {
    let is_safe =
        |grid: &Grid, place| grid.both(line, place, |g, l, p| g.unpacked(l, p) && !g.open(l, p));
    let pairs: Vec<i32> = {
        let (mut pairs, mut place) = (Vec::new(), 0);
        while place < grid.length {
            if is_safe(grid, place) {
                pairs.push(place);
                place += 1;
            }
            place += 1;
        }
        pairs
    };
    let mut used = vec![];
    for &pair in &pairs {
        used.extend([pair, pair + 1]);
        let fits = |grid: &Grid, place: i32| {
            grid.unpacked(line, place)
                && !used.contains(&place)
                && !grid.packed(line - 1, place)
                && !grid.packed(line + 1, place)
        };
        // The cell after must not belong to the next safe pair.
        let option = if fits(grid, pair - 1) {
            pair - 1
        } else if fits(grid, pair + 2) && !starts_later_pair(grid, line, pair + 2) {
            pair + 2
        } else {
            continue;
        };
        used.push(option);
        grid.pack(line, option);
        let isolated = |next, beyond| grid.free(next, option) && !grid.free(beyond, option);
        let extra =
            usize::from(isolated(line - 1, line - 2)) + usize::from(isolated(line + 1, line + 2));
        areas.options[extra] += 1;
    }
}

fn starts_later_pair(grid: &Grid, line: i32, place: i32) -> bool {
    grid.both(line, place, |g, l, p| g.unpacked(l, p) && !g.open(l, p))
}

fn fast_cover<W: Bits>(board: &Board, player: Player) -> Areas {
    let views = views::<W>(board, Tile::DOMINO);
    let state = State::<W>::new(board);
    let index = player.index();
    let safe = count(&state, &views).safe[index];
    cover(
        &views[index],
        LineCover::shared(),
        state.free[index],
        safe,
        Parts {
            cover: Cover::ALL,
            dead_squares: false,
        },
    )
}

fn check(board: &Board) {
    for player in Player::ALL {
        let mut plain = plain_cover(board, player);
        let fast = fast_cover::<Bits256>(board, player);
        plain.safe = fast.safe;
        assert_eq!(fast, plain, "{board} for {player}");
        if board.area() <= 128 {
            let fast = fast_cover::<Bits128>(board, player);
            assert_eq!(fast, plain, "{board} for {player}");
        }
        if board.area() <= 64 {
            let fast = fast_cover::<Bits64>(board, player);
            assert_eq!(fast, plain, "{board} for {player}");
        }
    }
}

#[test]
fn all_positions_of_4x4() {
    for mask in 0u32..1 << 16 {
        let free = Bits256::from_field(mask, 0);
        check(&Board::from_free_bits(4, 4, free).expect("a small board"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn random_positions(board in any_board()) {
        check(&board);
    }
}
