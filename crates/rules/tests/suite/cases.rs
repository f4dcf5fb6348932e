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
    let huge = usize::MAX;
    check(
        huge,
        huge,
        BoardError::TooLarge {
            rows: huge,
            cols: huge,
        },
    );
    let outside = Board::from_free_bits(2, 2, Bits256::single(3) | Bits256::single(5));
    assert_eq!(
        outside.unwrap_err().to_string(),
        "free cell number 5 lies outside a board of 4 squares"
    );
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
    let last = Move::new(Player::Vertical, Cell::new(254, 0));
    assert_eq!(
        tall.moves(Player::Vertical, Tile::DOMINO).last(),
        Some(last)
    );
    let wide = tall.transpose();
    assert_eq!(wide.moves(Player::Horizontal, Tile::DOMINO).count(), 255);
    assert_eq!(wide.half_turn(), wide);
}

#[test]
fn illegal_moves_say_why() {
    #[track_caller]
    fn check(board: Board, mov: &str, length: u8, message: &str) {
        let tile = Tile::new(length).unwrap();
        let error = board.play(mov.parse().unwrap(), tile).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let board = board! {
        . . # |
        . # . |
    };
    let not_free = "V1,2 is illegal: row 2, column 2 is not free";
    check(board, "V1,2", 2, not_free);
    let outside = "H2,3 is illegal: row 2, column 4 lies outside the 2x3 board";
    check(board, "H2,3", 2, outside);
    let outside = "V1,1 is illegal: row 3, column 1 lies outside the 2x3 board";
    check(board, "V1,1", 3, outside);
    let outside = "V256,1 is illegal: row 256, column 1 lies outside the 2x3 board";
    check(board, "V256,1", 2, outside);
    let tall = Board::empty(256, 1).unwrap();
    let outside = "V256,1 is illegal: row 257, column 1 lies outside the 256x1 board";
    check(tall, "V256,1", 2, outside);
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
    #[track_caller]
    fn check(board: &str, length: u8, outcome: Outcome) {
        let (board, tile) = (board.parse().unwrap(), Tile::new(length).unwrap());
        assert_eq!(reference::outcome(&board, tile), outcome, "{board}");
    }
    check("1x1", 2, Outcome::Second);
    check("2x1", 2, Outcome::Vertical);
    check("1x2", 2, Outcome::Horizontal);
    check("2x2", 2, Outcome::First);
    check("2x3", 2, Outcome::First);
    check("3x3", 2, Outcome::First);
    check("2x4", 2, Outcome::Horizontal);
    check("2x5", 2, Outcome::Vertical);
    check("4x4", 2, Outcome::First);
    check("4x5", 2, Outcome::Vertical);
    check("5x4", 2, Outcome::Horizontal);
    check("5x5", 2, Outcome::Second);
    check("2x2", 3, Outcome::Second);
    check("3x2", 3, Outcome::Vertical);
    check("3x3", 3, Outcome::First);
}
