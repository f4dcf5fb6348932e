//! Positions that are the same game: reflections, and transposition with the players exchanged.

use crosscram_rules::{Board, Move, Player, Tile};

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
        let (image, played) = (self.board(board), self.board(&after(board, mov, tile)));
        let mut moves = image.moves(self.player(mov.player()), tile);
        let found = moves.find(|&mov| after(&image, mov, tile) == played);
        found.expect("the image of a legal move is legal")
    }

    /// The move on `board` whose image is `image`.
    pub(super) fn move_before(self, image: Move, board: &Board, tile: Tile) -> Move {
        let played = after(&self.board(board), image, tile);
        let mut moves = board.moves(self.player(image.player()), tile);
        let found = moves.find(|&mov| self.board(&after(board, mov, tile)) == played);
        found.expect("a legal move is the image of one")
    }
}

fn after(board: &Board, mov: Move, tile: Tile) -> Board {
    board.play(mov, tile).expect("a legal move")
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
