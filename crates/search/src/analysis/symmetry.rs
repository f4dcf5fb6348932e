//! Positions that are the same game: reflections, and transposition with the players exchanged.

use crosscram_rules::{Board, Cell, Move, Player, Tile};

/// A symmetry: rows and columns are exchanged first (or not), then rows flipped, then columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// All eight.
    fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            transpose: bits & 1 != 0,
            flip_rows: bits & 2 != 0,
            flip_cols: bits & 4 != 0,
        })
    }

    /// The representative of a position with `to_move` to move, and the symmetry that leads there.
    pub(super) fn canonical(board: &Board, to_move: Player) -> (Board, Player, Symmetry) {
        Symmetry::all()
            .map(|symmetry| (symmetry.board(board), symmetry.player(to_move), symmetry))
            .min_by_key(|&(board, player, _)| (board, player))
            .expect("there are eight symmetries")
    }

    fn board(self, board: &Board) -> Board {
        let mut image = *board;
        if self.transpose {
            image = image.transpose();
        }
        if self.flip_rows {
            image = image.flip_rows();
        }
        if self.flip_cols {
            image = image.flip_cols();
        }
        image
    }

    /// The player that corresponds to `player` in the image.
    pub(super) fn player(self, player: Player) -> Player {
        if self.transpose {
            player.opponent()
        } else {
            player
        }
    }

    /// The image of a move on `board`.
    pub(super) fn move_after(self, mov: Move, board: &Board, tile: Tile) -> Move {
        let (rows, cols) = match self.transpose {
            true => (board.cols(), board.rows()),
            false => (board.rows(), board.cols()),
        };
        let after = |cell: Cell| {
            let (mut row, mut col) = match self.transpose {
                true => (cell.col(), cell.row()),
                false => (cell.row(), cell.col()),
            };
            if self.flip_rows {
                row = rows - 1 - row;
            }
            if self.flip_cols {
                col = cols - 1 - col;
            }
            Cell::new(row, col)
        };
        let upper_left = mov.cells(tile).map(after).min();
        let upper_left = upper_left.expect("a tile has cells");
        Move::new(self.player(mov.player()), upper_left)
    }

    /// The move on `board` whose image is `image`.
    pub(super) fn move_before(self, image: Move, board: &Board, tile: Tile) -> Move {
        let (rows, cols) = match self.transpose {
            true => (board.cols(), board.rows()),
            false => (board.rows(), board.cols()),
        };
        let before = |cell: Cell| {
            let (mut row, mut col) = (cell.row(), cell.col());
            if self.flip_cols {
                col = cols - 1 - col;
            }
            if self.flip_rows {
                row = rows - 1 - row;
            }
            match self.transpose {
                true => Cell::new(col, row),
                false => Cell::new(row, col),
            }
        };
        let upper_left = image.cells(tile).map(before).min();
        let upper_left = upper_left.expect("a tile has cells");
        Move::new(self.player(image.player()), upper_left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Playing a move and then looking from the other side is the same as the other way round.
    #[test]
    fn moves_come_back() {
        let boards = ["..#.|....|.#..", "...|#..|...", ".....|..#..", "4x4"];
        let mut tried = 0;
        for (text, length) in boards.into_iter().flat_map(|b| [(b, 2), (b, 3)]) {
            let board: Board = text.parse().expect("a board");
            let tile = Tile::new(length).expect("a valid length");
            for symmetry in Symmetry::all() {
                let image = symmetry.board(&board);
                for player in Player::ALL {
                    for mov in image.moves(player, tile) {
                        let before = symmetry.move_before(mov, &board, tile);
                        assert_eq!(symmetry.move_after(before, &board, tile), mov);
                        let after = board.play(before, tile).expect("a legal move");
                        let image = image.play(mov, tile).expect("a legal move");
                        assert_eq!(symmetry.board(&after), image, "{board} {mov} {symmetry:?}");
                        tried += 1;
                    }
                }
                let (canonical, player, _) = Symmetry::canonical(&board, Player::Vertical);
                let to_move = symmetry.player(Player::Vertical);
                let again = Symmetry::canonical(&image, to_move);
                assert_eq!((canonical, player), (again.0, again.1));
            }
        }
        assert!(tried > 500, "{tried}");
    }
}
