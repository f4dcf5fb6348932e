//! The best of all covers of a small board, by trying them all.
//!
//! The program packs areas greedily; chapter 7 of the thesis guesses that an optimal packing would decide
//! more. This is the yardstick: it follows the definitions of sections 3.2, 3.3 and 3.6.1 and nothing else.

use super::bounds::{Bounds, Setting};
use super::cover::Areas;
use crate::options::Formula;
use crosscram_rules::{Board, Cell, Player};

/// The maximum number of free squares; covers are tried one by one.
pub const BEST_COVER_CELLS: u32 = 20;

/// The bounds of the cover with the largest margin for `player`, if the opponent is to move; `None` if the
/// board has more than [`BEST_COVER_CELLS`] free squares.
pub fn best_cover(board: &Board, player: Player) -> Option<Bounds> {
    if board.free_count() > BEST_COVER_CELLS {
        return None;
    }
    let (lines, length) = match player {
        Player::Horizontal => (board.rows(), board.cols()),
        Player::Vertical => (board.cols(), board.rows()),
    };
    let free = (0..lines * length).map(|index| {
        let (line, place) = (index / length, index % length);
        board.is_free(match player {
            Player::Horizontal => Cell::new(line, place),
            Player::Vertical => Cell::new(place, line),
        })
    });
    let free: Vec<bool> = free.collect();
    let mut search = Search {
        length,
        use_of: vec![Use::Outside; free.len()],
        empty: board.free_count() as i32,
        free,
        areas: Vec::new(),
        best: None,
    };
    search.fill(0);
    search.best
}

/// What a square is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// In no area, or not decided yet.
    Outside,
    /// In the area with this number.
    Area(usize),
    /// An option.
    Option,
}

struct Search {
    length: usize,
    free: Vec<bool>,
    use_of: Vec<Use>,
    /// Protective areas have four cells, others two.
    areas: Vec<Vec<usize>>,
    empty: i32,
    best: Option<Bounds>,
}

impl Search {
    /// Decides the squares from `at` on in every way.
    fn fill(&mut self, at: usize) {
        let next = (at..self.free.len()).find(|&cell| self.is_open(cell));
        let Some(at) = next else {
            self.judge();
            return;
        };
        self.fill(at + 1);
        if at % self.length + 1 < self.length && self.is_open(at + 1) {
            self.with_area(vec![at, at + 1]);
            let below = at + self.length;
            let square = vec![at, at + 1, below, below + 1];
            if below + 1 < self.free.len() && self.is_protective(&square) {
                self.with_area(square);
            }
        }
        if !self.is_protected(at) && self.line_neighbours(at).any(|cell| self.is_protected(cell)) {
            self.use_of[at] = Use::Option;
            self.fill(at + 1);
            self.use_of[at] = Use::Outside;
        }
    }

    fn with_area(&mut self, cells: Vec<usize>) {
        let number = self.areas.len();
        let first = cells[0];
        cells
            .iter()
            .for_each(|&cell| self.use_of[cell] = Use::Area(number));
        self.areas.push(cells);
        self.fill(first + 1);
        let cells = self.areas.pop().expect("it was pushed");
        cells
            .iter()
            .for_each(|&cell| self.use_of[cell] = Use::Outside);
    }

    fn is_open(&self, cell: usize) -> bool {
        self.free[cell] && self.use_of[cell] == Use::Outside
    }

    /// Free squares on which an opposing tile could lie together with `cell`.
    fn partners(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let before = cell.checked_sub(self.length);
        let both = [before, Some(cell + self.length)].into_iter().flatten();
        both.filter(|&cell| self.free.get(cell) == Some(&true))
    }

    fn is_protected(&self, cell: usize) -> bool {
        self.free[cell] && self.partners(cell).next().is_none()
    }

    fn line_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let place = cell % self.length;
        let before = (place > 0).then(|| cell - 1);
        let after = (place + 1 < self.length).then_some(cell + 1);
        [before, after].into_iter().flatten()
    }

    /// 2x2 free squares with a wall on one side, not beside another protective area.
    fn is_protective(&self, square: &[usize]) -> bool {
        let wall = |cells: [Option<usize>; 2]| {
            cells
                .iter()
                .all(|cell| cell.is_none_or(|cell| self.free.get(cell) != Some(&true)))
        };
        let before = [square[0], square[1]].map(|cell| cell.checked_sub(self.length));
        let after = [square[2], square[3]].map(|cell| Some(cell + self.length));
        let beside_another = || {
            square.iter().flat_map(|&cell| self.partners(cell)).any(|cell| {
                matches!(self.use_of[cell], Use::Area(other) if self.areas[other].len() == 4)
            })
        };
        square.iter().all(|&cell| self.is_open(cell))
            && (wall(before) || wall(after))
            && !beside_another()
    }

    /// Compares the cover with the best.
    fn judge(&mut self) {
        let Some(areas) = self.counted() else {
            return;
        };
        let bounds = areas.bounds(Setting {
            empty: self.empty,
            opponent_real: None,
            formula: Formula::Program,
            vulnerable2: true,
        });
        if self.best.is_none_or(|best| bounds.margin() > best.margin()) {
            self.best = Some(bounds);
        }
    }

    /// The numbers of areas; `None` if an option has no safe area of its own or lies beside an area.
    fn counted(&self) -> Option<Areas> {
        let mut counts = Areas::default();
        let is_safe =
            |area: &[usize]| area.len() == 2 && area.iter().all(|&cell| self.is_protected(cell));
        for (number, area) in self.areas.iter().enumerate() {
            if area.len() == 4 {
                counts.protective += 1;
                continue;
            }
            if is_safe(area) {
                counts.safe += 1;
                continue;
            }
            let protected = i32::from(area.iter().any(|&cell| self.is_protected(cell)));
            let mut beside = area.iter().flat_map(|&cell| self.partners(cell));
            let touched = beside.any(|cell| match self.use_of[cell] {
                Use::Outside => false,
                Use::Area(other) => other != number,
                Use::Option => true,
            });
            if touched {
                counts.vulnerable2 += 1;
                counts.vulnerable2_protected += protected;
            } else {
                counts.vulnerable1 += 1;
                counts.vulnerable1_protected += protected;
            }
        }
        // From the left, each option takes the safe area before it if that is left, else the one after.
        let mut hosts = vec![false; self.areas.len()];
        for option in (0..self.free.len()).filter(|&cell| self.use_of[cell] == Use::Option) {
            if self
                .partners(option)
                .any(|cell| self.use_of[cell] != Use::Outside)
            {
                return None;
            }
            let mut areas =
                self.line_neighbours(option)
                    .filter_map(|cell| match self.use_of[cell] {
                        Use::Area(area) if is_safe(&self.areas[area]) && !hosts[area] => Some(area),
                        _ => None,
                    });
            let host = areas.next()?;
            hosts[host] = true;
            let isolated = self
                .partners(option)
                .filter(|&cell| self.partners(cell).count() == 1);
            counts.options[isolated.count()] += 1;
        }
        let outside = (0..self.free.len()).filter(|&cell| self.is_open(cell));
        counts.unavailable = outside.filter(|&cell| self.is_protected(cell)).count() as i32;
        Some(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::inspect;
    use crate::testing::all_winners;
    use crosscram_rules::{Bits, Bits256};

    /// The best cover is at least as good as the program's, and no cover at all claims a win that is none.
    #[test]
    fn no_cover_of_3x5_claims_too_much() {
        let (rows, cols) = (3, 5);
        let (mut better, mut claims) = (0, 0);
        for (free, wins_first) in all_winners(rows, cols, 2).iter().enumerate() {
            let bits = Bits256::from_field(free as u32, 0);
            let board = Board::from_free_bits(rows as usize, cols as usize, bits).expect("small");
            for player in Player::ALL {
                let best = best_cover(&board, player).expect("a small board").margin();
                let greedy = inspect(&board, player).second.terms.bounds.margin();
                assert!(best >= greedy, "{board} for {player}: {best} {greedy}");
                better += u32::from(best > greedy);
                if best >= 0 {
                    claims += 1;
                    let opponent_wins = wins_first[player.opponent().index()];
                    assert!(!opponent_wins, "{board}: {player} does not win");
                }
            }
        }
        assert!(better > 1000 && claims > 10_000, "{better} {claims}");
    }
}
