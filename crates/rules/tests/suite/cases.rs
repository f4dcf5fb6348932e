//! Fixed cases of boards, moves and outcomes.

use crosscram_rules::{
    Bits, Bits256, Board, BoardError, Cell, Move, Outcome, Player, Tile, board, reference,
};

#[test]
fn boards_of_impossible_size() {
    #[track_caller]
    fn check(rows: usize, cols: usize, error: BoardError) {
        assert_eq!(Board::empty(rows, cols), Err(error));
    }
    check(0, 3, BoardError::NoCells { rows: 0, cols: 3 });
    check(3, 0, BoardError::NoCells { rows: 3, cols: 0 });
    check(1, 257, BoardError::TooLarge { rows: 1, cols: 257 });
    let (rows, cols) = (usize::MAX, usize::MAX);
    check(rows, cols, BoardError::TooLarge { rows, cols });
    let outside = Board::from_free_bits(2, 2, Bits256::single(3) | Bits256::single(5));
    let message = "free cell number 5 lies outside a board of 4 squares";
    assert_eq!(outside.unwrap_err().to_string(), message);
}

#[test]
fn cells_outside_are_not_free_and_cannot_be_blocked() {
    let board = Board::empty(2, 3).unwrap();
    for cell in [Cell::new(2, 0), Cell::new(0, 3), Cell::new(255, 255)] {
        assert!(!board.is_free(cell));
        assert_eq!(board.blocked(cell), board);
    }
}

#[test]
fn the_longest_boards_have_moves_to_the_end() {
    let tall = Board::empty(256, 1).unwrap();
    assert_eq!(tall.moves(Player::Vertical, Tile::DOMINO).count(), 255);
    assert_eq!(tall.moves(Player::Horizontal, Tile::DOMINO).count(), 0);
    let last = tall.moves(Player::Vertical, Tile::DOMINO).last();
    assert_eq!(last, Some(Move::new(Player::Vertical, Cell::new(254, 0))));
    let wide = tall.transpose();
    assert_eq!(wide.moves(Player::Horizontal, Tile::DOMINO).count(), 255);
    assert_eq!(wide.half_turn(), wide);
}

#[test]
fn illegal_moves_say_why() {
    for (board, mov, length, why) in [
        ("..#|.#.", "V1,2", 2, "row 2, column 2 is not free"),
        (
            "..#|.#.",
            "H2,3",
            2,
            "row 2, column 4 lies outside the 2x3 board",
        ),
        (
            "..#|.#.",
            "V1,1",
            3,
            "row 3, column 1 lies outside the 2x3 board",
        ),
        (
            "..#|.#.",
            "V256,1",
            2,
            "row 256, column 1 lies outside the 2x3 board",
        ),
        (
            "256x1",
            "V256,1",
            2,
            "row 257, column 1 lies outside the 256x1 board",
        ),
    ] {
        let (board, tile): (Board, _) = (board.parse().unwrap(), Tile::new(length).unwrap());
        let error = board.play(mov.parse().unwrap(), tile).unwrap_err();
        assert_eq!(error.to_string(), format!("{mov} is illegal: {why}"));
    }
}

#[test]
fn drawings() {
    let expected: Board = "..#|##.".parse().unwrap();
    assert_eq!(
        board! {
            | . . # |
            | # # . |
        },
        expected
    );
    assert_eq!(board!(..# | x x.), expected);
    assert_eq!(board!(...... | ......), Board::empty(2, 6).unwrap());
    assert_eq!(board!(2x3), Board::empty(2, 3).unwrap());
    let bad = std::panic::catch_unwind(|| board!(. . | .)).unwrap_err();
    let message = bad.downcast_ref::<String>().unwrap();
    assert_eq!(message, "board!: row 2 has 1 cell, row 1 has 2");
}

/// Outcomes of small rectangles: dominoes from the chart in Bullock's thesis, longer tiles by hand.
#[test]
fn outcomes_of_small_boards() {
    for (length, outcome, boards) in [
        (2, Outcome::First, "2x2 2x3 3x3 4x4"),
        (2, Outcome::Second, "1x1 5x5"),
        (2, Outcome::Vertical, "2x1 2x5 4x5"),
        (2, Outcome::Horizontal, "1x2 2x4 5x4"),
        (3, Outcome::First, "3x3"),
        (3, Outcome::Second, "2x2"),
        (3, Outcome::Vertical, "3x2"),
    ] {
        for board in boards.split(' ') {
            let (board, tile) = (board.parse().unwrap(), Tile::new(length).unwrap());
            assert_eq!(reference::outcome(&board, tile), outcome, "{board}");
        }
    }
}
