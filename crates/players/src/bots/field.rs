//! A position as the bots see it: lines of at most sixteen cells, one word each.

use crosscram_rules::{Bits, Bits256, Board, Move, Player, Tile};

use super::interpretation::Listed;

/// The longest line. A board has at most 256 squares, so either its rows or its columns fit.
pub(super) const LONGEST: usize = 16;
/// The maximum number of lines.
pub(super) const LINES: usize = 256;

/// A board of which the free cells change as tiles are placed and taken back.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Bit `j` of line `i` is set if that cell is free.
    lines: [u16; LINES],
    count: usize,
    length: usize,
    /// Whose tiles lie within a line: Horizontal if the lines are rows.
    along: Player,
    tile: usize,
}

/// Where a tile is placed: its first line and its first cell in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: u8,
    at: u8,
}

/// Real and safe moves of both players, by player index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) real: [i32; 2],
    pub(super) safe: [i32; 2],
}

impl Field {
    pub(super) fn new(board: &Board, tile: Tile) -> Field {
        let rows_are_lines = board.cols() <= LONGEST;
        let (count, length, along) = match rows_are_lines {
            true => (board.rows(), board.cols(), Player::Horizontal),
            false => (board.cols(), board.rows(), Player::Vertical),
        };
        let mut lines = [0; LINES];
        for cell in board.free_cells() {
            match rows_are_lines {
                true => lines[cell.row()] |= 1 << cell.col(),
                false => lines[cell.col()] |= 1 << cell.row(),
            }
        }
        Field {
            lines,
            count,
            length,
            along,
            tile: tile.length() as usize,
        }
    }

    /// The position as a board.
    pub(super) fn board(&self) -> Board {
        let (rows, cols) = match self.along {
            Player::Horizontal => (self.count, self.length),
            Player::Vertical => (self.length, self.count),
        };
        let mut free = Bits256::EMPTY;
        for (i, &line) in self.lines().iter().enumerate() {
            match self.along {
                Player::Horizontal => {
                    free |= Bits256::from_field(u32::from(line), (i * cols) as u32);
                }
                Player::Vertical => {
                    let cells = (0..self.length).filter(|&j| line >> j & 1 == 1);
                    free = cells.fold(free, |free, j| {
                        free | Bits256::single((j * cols + i) as u32)
                    });
                }
            }
        }
        Board::from_free_bits(rows, cols, free).expect("the cells of a board")
    }

    /// The lines.
    pub(super) fn lines(&self) -> &[u16] {
        &self.lines[..self.count]
    }

    /// Cells in a line.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Whose tiles lie within a line.
    pub(super) fn along(&self) -> Player {
        self.along
    }

    /// Where `mov` places its tile.
    pub(super) fn place(&self, mov: Move) -> Place {
        let (row, col) = (mov.cell().row() as u8, mov.cell().col() as u8);
        let (line, at) = match self.along {
            Player::Horizontal => (row, col),
            Player::Vertical => (col, row),
        };
        Place { line, at }
    }

    /// Places a tile, or takes it back, by flipping its cells.
    pub(super) fn toggle(&mut self, player: Player, place: Place) {
        let line = usize::from(place.line);
        if player == self.along {
            self.lines[line] ^= ((1 << self.tile) - 1) << place.at;
        } else {
            for cells in &mut self.lines[line..line + self.tile] {
                *cells ^= 1 << place.at;
            }
        }
    }

    /// The first cells of all tiles of `player` that begin in line `i`.
    fn starts(&self, player: Player, i: usize) -> u16 {
        if player == self.along {
            starts_along(self.lines[i], self.tile)
        } else if i + self.tile > self.count {
            0
        } else {
            let lines = &self.lines[i..i + self.tile];
            lines.iter().fold(u16::MAX, |all, line| all & line)
        }
    }

    pub(super) fn can_move(&self, player: Player) -> bool {
        (0..self.count).any(|i| self.starts(player, i) != 0)
    }

    /// Lists all places for a tile of `player`.
    pub(super) fn places(&self, player: Player, listed: Listed, places: &mut Vec<Place>) {
        places.clear();
        let by_line = match self.along {
            Player::Horizontal => Listed::Rows,
            Player::Vertical => Listed::Columns,
        };
        match listed == by_line {
            true => self.places_by_line(player, places),
            false => self.places_by_cell(player, places),
        }
    }

    /// Lists the places by their cell in a line first.
    fn places_by_cell(&self, player: Player, places: &mut Vec<Place>) {
        let mut starts = [0; LINES];
        let mut all = 0u16;
        for (i, starts) in starts[..self.count].iter_mut().enumerate() {
            *starts = self.starts(player, i);
            all |= *starts;
        }
        while all != 0 {
            let at = all.trailing_zeros();
            let lines = starts[..self.count].iter().enumerate();
            let lines = lines.filter(|(_, starts)| *starts >> at & 1 == 1);
            places.extend(lines.map(|(i, _)| Place {
                line: i as u8,
                at: at as u8,
            }));
            all &= all - 1;
        }
    }

    fn places_by_line(&self, player: Player, places: &mut Vec<Place>) {
        for i in 0..self.count {
            let mut starts = self.starts(player, i);
            while starts != 0 {
                places.push(Place {
                    line: i as u8,
                    at: starts.trailing_zeros() as u8,
                });
                starts &= starts - 1;
            }
        }
    }

    /// Counts real moves (the tiles that a player could place if the opponent did not move) and safe
    /// moves (those that fit on cells that the opponent cannot cover).
    pub(super) fn counts(&self) -> Counts {
        let (along, across) = (self.along.index(), self.along.opponent().index());
        let mut counts = Counts::default();
        let mut real = Greedy::default();
        let mut safe = Greedy::default();
        let mut covered = Window::default();
        for i in 0..self.count {
            let free = self.lines[i];
            counts.real[along] += disjoint_along(free, self.tile);
            let starts = self.starts(self.along.opponent(), i);
            counts.real[across] += real.take(starts, self.tile);
            covered.push(starts, self.tile);
            counts.safe[along] += disjoint_along(free & !covered.any(), self.tile);
        }
        let safe_line = |i: usize| self.lines[i] & !covered_along(self.lines[i], self.tile);
        for i in 0..(self.count + 1).saturating_sub(self.tile) {
            let starts = (i..i + self.tile).fold(u16::MAX, |all, i| all & safe_line(i));
            counts.safe[across] += safe.take(starts, self.tile);
        }
        counts
    }
}

/// The first cells of all tiles within a line.
fn starts_along(line: u16, tile: usize) -> u16 {
    (1..tile).fold(line, |starts, i| starts & line >> i)
}

/// The cells of a line that a tile within the line can cover.
fn covered_along(line: u16, tile: usize) -> u16 {
    let starts = starts_along(line, tile);
    (1..tile).fold(starts, |cells, i| cells | starts << i)
}

/// Counts the disjoint tiles that fit within a line, greedily from its start.
fn disjoint_along(line: u16, tile: usize) -> i32 {
    if tile == 2 {
        // A run of cells holds as many dominoes as it has cells at odd distance from its start.
        // Starts of runs at even places and those at odd ones, carried through their runs.
        let first = line & !(line << 1);
        let even = run_cells(line, first & 0x5555) & 0xaaaa;
        let odd = run_cells(line, first & 0xaaaa) & 0x5555;
        return (even | odd).count_ones() as i32;
    }
    let mut starts = starts_along(line, tile);
    let mut count = 0;
    while starts != 0 {
        let below_end = (2u32 << (starts.trailing_zeros() as usize + tile - 1)) - 1;
        starts &= !(below_end as u16);
        count += 1;
    }
    count
}

/// The cells of the runs that begin at `first`. The addition carries through a run to the cell after it.
fn run_cells(line: u16, first: u16) -> u16 {
    let carried = u32::from(line) + u32::from(first);
    line & !(carried as u16)
}

/// Places tiles across the lines greedily, which is optimal because the lines come in order.
#[derive(Default)]
struct Greedy {
    /// The tiles begun in the last lines, which reach into the present one.
    taken: Window,
}

impl Greedy {
    /// Places tiles that start in the next line. Returns their number.
    fn take(&mut self, starts: u16, tile: usize) -> i32 {
        let taken = starts & !self.taken.of_last(tile - 1);
        self.taken.push(taken, tile);
        taken.count_ones() as i32
    }
}

/// The last `tile` words pushed, latest first.
#[derive(Default)]
struct Window {
    words: [u16; 8],
}

impl Window {
    fn push(&mut self, word: u16, tile: usize) {
        for i in (1..tile).rev() {
            self.words[i] = self.words[i - 1];
        }
        self.words[0] = word;
    }

    fn any(&self) -> u16 {
        self.of_last(self.words.len())
    }

    fn of_last(&self, count: usize) -> u16 {
        self.words[..count].iter().fold(0, |any, word| any | word)
    }
}
