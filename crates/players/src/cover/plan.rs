//! A board cover that is kept during play: what the opponent hits goes, what a tile creates comes.
//!
//! Every state of a plan is a valid cover of the board (sections 3.3 and 3.6.1 of Bullock's thesis), so
//! that the theorems hold for it: if its margin is not negative and the opponent is to move, the player
//! wins.

use crosscram_rules::{Board, Cell, Move, Player, Tile};
use crosscram_search::cover::{AreaKind, Areas, cover_bounds, inspect};

/// An area in which a tile can be placed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlacedArea {
    kind: AreaUse,
    cells: Vec<Cell>,
    /// The option of a safe area.
    option: Option<Cell>,
}

impl PlacedArea {
    fn new(kind: AreaUse, cells: Vec<Cell>) -> PlacedArea {
        PlacedArea {
            kind,
            cells,
            option: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AreaUse {
    Protective,
    Vulnerable,
    Safe,
}

/// The kinds of areas as the strategy of section 3.4 tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Protective,
    Vulnerable2,
    Vulnerable1,
    Option,
    Safe,
}

/// A cover of a board for one player.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    player: Player,
    board: Board,
    pieces: Vec<PlacedArea>,
}

impl Plan {
    /// The cover that Obsequi packs.
    pub(super) fn new(board: &Board, player: Player) -> Plan {
        let mut pieces: Vec<PlacedArea> = Vec::new();
        for area in inspect(board, player).areas {
            let kind = match area.kind {
                AreaKind::Protective => AreaUse::Protective,
                AreaKind::Vulnerable2 | AreaKind::Vulnerable1 => AreaUse::Vulnerable,
                AreaKind::Safe => AreaUse::Safe,
                AreaKind::Option(_) => {
                    let option = area.cells[0];
                    let mut hosts = pieces.iter_mut();
                    let host = hosts.find(|piece| {
                        piece.kind == AreaUse::Safe
                            && piece.option.is_none()
                            && piece
                                .cells
                                .iter()
                                .any(|&cell| in_line(cell, option, player))
                    });
                    host.expect("an option lengthens a safe area").option = Some(option);
                    continue;
                }
                AreaKind::Unavailable => continue,
            };
            pieces.push(PlacedArea::new(kind, area.cells));
        }
        Plan {
            player,
            board: *board,
            pieces,
        }
    }

    /// The board that it covers.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The cover after a tile of the opponent, and what the tile hit, in the order in which the strategy
    /// answers.
    pub(super) fn after_hit(&self, board: &Board) -> (Plan, Vec<Target>) {
        let lost = |cell: &Cell| !board.is_free(*cell);
        let mut hit = Vec::new();
        let mut pieces = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let mut kept = piece.clone();
            if kept.option.as_ref().is_some_and(lost) {
                hit.push(Target::Option);
                kept.option = None;
            }
            if !kept.cells.iter().any(lost) {
                pieces.push(kept);
                continue;
            }
            hit.push(match piece.kind {
                AreaUse::Protective => Target::Protective,
                _ => self.vulnerable_type(index),
            });
            // A tile that crosses a protective area and another one leaves a line of two squares.
            if piece.kind == AreaUse::Protective {
                for line in piece.cells.chunks(2).filter(|line| !line.iter().any(lost)) {
                    pieces.push(PlacedArea::new(AreaUse::Vulnerable, line.to_vec()));
                }
            }
        }
        hit.sort_by_key(|target| *target as u8);
        let mut plan = Plan {
            player: self.player,
            board: *board,
            pieces,
        };
        plan.promote();
        (plan, hit)
    }

    /// All tiles that the cover offers for this kind of area, those that cost nothing first, each with
    /// the cover after it.
    pub(super) fn tiles(&self, target: Target) -> Vec<(Move, Plan)> {
        let mut found: Vec<(bool, Move, Plan)> = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let protected = piece.cells.iter().any(|&cell| self.is_protected(cell));
            match (target, piece.kind) {
                (Target::Protective, AreaUse::Protective) => {
                    for (tile, rest) in [([0, 1], [2, 3]), ([2, 3], [0, 1])] {
                        let [tile, rest] = [tile, rest].map(|pair| pair.map(|i| piece.cells[i]));
                        let (mov, mut after) = self.with_tile(index, tile);
                        if rest.iter().all(|&cell| after.is_protected(cell)) {
                            let rest = PlacedArea::new(AreaUse::Safe, rest.to_vec());
                            after.pieces.push(rest);
                            found.push((false, mov, after));
                        }
                    }
                }
                (Target::Vulnerable2 | Target::Vulnerable1, AreaUse::Vulnerable)
                    if self.vulnerable_type(index) == target =>
                {
                    let (mov, after) = self.with_tile(index, [piece.cells[0], piece.cells[1]]);
                    found.push((protected, mov, after));
                }
                (Target::Option, AreaUse::Safe) => {
                    if let Some(option) = piece.option {
                        let mut cells = piece.cells.iter();
                        let beside = cells.find(|&&cell| in_line(cell, option, self.player));
                        let beside = *beside.expect("an option lies at an end of its area");
                        let (mov, after) = self.with_tile(index, [option, beside]);
                        found.push((false, mov, after));
                    }
                }
                (Target::Safe, AreaUse::Safe) => {
                    let (mov, after) = self.with_tile(index, [piece.cells[0], piece.cells[1]]);
                    found.push((piece.option.is_some(), mov, after));
                }
                _ => {}
            }
        }
        found.sort_by_key(|(costs, ..)| *costs);
        let tiles = found.into_iter().map(|(_, mov, mut after)| {
            after.promote();
            (mov, after)
        });
        tiles.collect()
    }

    /// The cover without a piece, in which a tile lies on two cells.
    fn with_tile(&self, piece: usize, cells: [Cell; 2]) -> (Move, Plan) {
        let first = cells[0].min(cells[1]);
        let mov = Move::new(self.player, first);
        let board = self.board.play(mov, Tile::DOMINO);
        let mut after = Plan {
            board: board.expect("areas are free"),
            ..self.clone()
        };
        after.pieces.remove(piece);
        (mov, after)
    }

    /// Turns vulnerable areas that the opponent can no longer hit into safe ones.
    fn promote(&mut self) {
        let mut pieces = std::mem::take(&mut self.pieces);
        for piece in &mut pieces {
            let protected = |&cell: &Cell| self.is_protected(cell);
            if piece.kind == AreaUse::Vulnerable && piece.cells.iter().all(protected) {
                piece.kind = AreaUse::Safe;
            }
            // Of an option that the opponent can no longer use nothing would be gained.
            piece.option = piece.option.filter(|option| !protected(option));
        }
        self.pieces = pieces;
    }

    /// The free cells beside `cell` on which a tile of the opponent could lie together with it.
    fn partners(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let (row, col) = (cell.row(), cell.col());
        let beside = match self.player {
            Player::Vertical => [(Some(row), col.checked_sub(1)), (Some(row), Some(col + 1))],
            Player::Horizontal => [(row.checked_sub(1), Some(col)), (Some(row + 1), Some(col))],
        };
        let cells = beside
            .into_iter()
            .filter_map(|(row, col)| Some((row?, col?)));
        let cells = cells.filter(|&(row, col)| row < self.board.rows() && col < self.board.cols());
        cells
            .map(|(row, col)| Cell::new(row, col))
            .filter(|&cell| self.board.is_free(cell))
    }

    /// Returns whether the opponent cannot use a free cell.
    fn is_protected(&self, cell: Cell) -> bool {
        self.partners(cell).next().is_none()
    }

    /// The type of a vulnerable area: 2 if a tile of the opponent can hit another area with it.
    fn vulnerable_type(&self, index: usize) -> Target {
        let others = || {
            let pieces = self.pieces.iter().enumerate();
            pieces
                .filter(|(other, _)| *other != index)
                .map(|(_, piece)| piece)
        };
        let covered = |cell: Cell| {
            others().any(|piece| piece.cells.contains(&cell) || piece.option == Some(cell))
        };
        let cells = &self.pieces[index].cells;
        match cells.iter().any(|&cell| self.partners(cell).any(covered)) {
            true => Target::Vulnerable2,
            false => Target::Vulnerable1,
        }
    }

    /// The numbers of areas.
    pub(super) fn areas(&self) -> Areas {
        let mut areas = Areas::default();
        let mut covered: Vec<Cell> = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            covered.extend(piece.cells.iter().chain(&piece.option));
            let protected = piece.cells.iter().any(|&cell| self.is_protected(cell));
            match piece.kind {
                AreaUse::Protective => areas.protective += 1,
                AreaUse::Safe => areas.safe += 1,
                AreaUse::Vulnerable => match self.vulnerable_type(index) {
                    Target::Vulnerable2 => {
                        areas.vulnerable2 += 1;
                        areas.vulnerable2_protected += i32::from(protected);
                    }
                    _ => {
                        areas.vulnerable1 += 1;
                        areas.vulnerable1_protected += i32::from(protected);
                    }
                },
            }
            if let Some(option) = piece.option {
                let isolated = self.partners(option);
                let isolated = isolated.filter(|&cell| self.partners(cell).count() == 1);
                areas.options[isolated.count().min(2)] += 1;
            }
        }
        let outside = self
            .board
            .free_cells()
            .filter(|cell| !covered.contains(cell));
        areas.unavailable = outside.filter(|&cell| self.is_protected(cell)).count() as i32;
        areas
    }

    /// Returns whether the theorems prove that the player wins, the opponent being to move.
    pub(super) fn wins(&self) -> bool {
        let empty = self.board.free_count() as i32;
        cover_bounds(self.areas(), empty).margin() >= 0
    }
}

/// Returns whether two cells are neighbours in a line of `player`.
fn in_line(one: Cell, other: Cell, player: Player) -> bool {
    let (rows, cols) = (
        one.row().abs_diff(other.row()),
        one.col().abs_diff(other.col()),
    );
    match player {
        Player::Vertical => (rows, cols) == (1, 0),
        Player::Horizontal => (rows, cols) == (0, 1),
    }
}
