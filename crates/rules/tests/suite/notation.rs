//! Everything the notation reads, everything it refuses, and that it reads what it prints.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crosscram_rules::{
    Board, Cell, Dyadic, Move, Outcome, PartialOutcome, Player, Position, Sum, Term, Tile, board,
};
use proptest::prelude::*;

use crate::random::{boards, players};

/// `text` is read as `T` and printed as `printed`, which is read as the same.
#[track_caller]
fn check<T>(text: &str, printed: &str)
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    let value: T = text
        .parse()
        .unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(value.to_string(), printed, "{text:?}");
    assert_eq!(printed.parse().ok(), Some(value), "{printed:?}");
}

/// `text` is refused as `T` with `message`.
#[track_caller]
fn check_error<T>(text: &str, message: &str)
where
    T: FromStr<Err: Display> + Debug,
{
    match text.parse::<T>() {
        Ok(value) => panic!("{text:?} was read as {value:?}"),
        Err(error) => assert_eq!(error.to_string(), message, "{text:?}"),
    }
}

#[test]
fn boards_are_read_in_every_spelling() {
    for text in [
        "..#|.#.",
        "..#/.#.",
        "..#\n.#.",
        "..#-.#.",
        "..x-.x.",
        "..X|.x.",
        "..V|.H.",
        " ..# | .#. ",
        "\n    ..#\n    .#.\n",
        "..#\r\n.#.\r\n",
        "\t..#\n\t.#.",
    ] {
        check::<Board>(text, "..#|.#.");
    }
    for text in ["2x3", "2X3", "2×3", " 2x3\n", "02x3"] {
        check::<Board>(text, "...|...");
    }
    check::<Board>("..-../x.\n.#|..", "..|..|#.|.#|..");
    check::<Board>(".", ".");
    check::<Board>("x", "#");
    check::<Board>("xx|..", "##|..");
    check::<Board>("xxx", "###");
    check::<Board>("X-x", "#|#");
    check::<Board>("256x1", &["."; 256].join("|"));
    check::<Board>("1x256", &".".repeat(256));
}

#[test]
fn bad_boards_are_refused_with_the_place() {
    check_error::<Board>("..|.q", "row 2, column 2: 'q' is neither '.' nor '#'");
    check_error::<Board>("....|..q.", "row 2, column 3: 'q' is neither '.' nor '#'");
    check_error::<Board>(". .", "row 1, column 2: ' ' is neither '.' nor '#'");
    check_error::<Board>("._|..", "row 1, column 2: '_' is neither '.' nor '#'");
    check_error::<Board>("..v", "row 1, column 3: 'v' is neither '.' nor '#'");
    check_error::<Board>("é", "row 1, column 1: 'é' is neither '.' nor '#'");
    check_error::<Board>("....|...", "row 2 has 3 cells, row 1 has 4");
    check_error::<Board>("..|..|.", "row 3 has 1 cell, row 1 has 2");
    check_error::<Board>("..||..", "row 2 has no cells");
    check_error::<Board>("-..", "row 1 has no cells");
    check_error::<Board>("", "a board is expected, but the text is empty");
    check_error::<Board>(" \n", "a board is expected, but the text is empty");
    check_error::<Board>("20x20", "a board has at most 256 squares, 20x20 has 400");
    for (text, has) in [
        (&*".".repeat(257), "1x257 has 257"),
        (&["x"; 300].join("\n"), "300x1 has 300"),
        (
            "10000000000000x10000000000000",
            "10000000000000x10000000000000 has 100000000000000000000000000",
        ),
    ] {
        check_error::<Board>(text, &format!("a board has at most 256 squares, {has}"));
    }
    let empty = "a board has at least one row and one column, 0x4 does not";
    check_error::<Board>("0x4", empty);
    for text in ["8", "8x", "8 x 8", "8x8x8", "8x-8", "8x+8", "8y8"] {
        let message = format!("'{text}' is not a size: rows, 'x' and columns, as in 8x8");
        check_error::<Board>(text, &message);
    }
}

#[test]
fn positions_may_name_the_player_to_move() {
    check::<Position>("..|.#", "..|.#");
    check::<Position>("8x1", ".|.|.|.|.|.|.|.");
    for text in [
        "..|.# V",
        "..|.x  v",
        "..-.x\tV",
        "..\n.# V\n",
        "..|.# Vertical",
        "..\n  .# left",
    ] {
        check::<Position>(text, "..|.# V");
    }
    check::<Position>("2x2 H", "..|.. H");
    // On a line of its own, or after a separator, a letter is a cell.
    check::<Position>(".\n.\nV", ".|.|#");
    check::<Position>(". | V", ".|#");
    check::<Position>(".\n  V", ".|#");
    let nobody = "'W' is not a player: V or Vertical, H or Horizontal";
    check_error::<Position>("..|.# W", nobody);
    check_error::<Position>("..|.q V", "row 2, column 2: 'q' is neither '.' nor '#'");
    check_error::<Position>("V V V", "row 1, column 2: ' ' is neither '.' nor '#'");
}

#[test]
fn moves() {
    check::<Move>("V2,3", "V2,3");
    check::<Move>("v2,3", "V2,3");
    check::<Move>(" h10,12 ", "H10,12");
    check::<Move>("H256,1", "H256,1");
    for text in [
        "", "V", "2,3", "V2", "V2,", "V0,1", "V1,0", "V257,1", "V+1,1", "V1,2,3", "X1,1", "é1,1",
    ] {
        let message =
            format!("'{text}' is not a move: player, row and column counted from 1, as in V2,3");
        check_error::<Move>(text, &message);
    }
}

#[test]
fn moves_of_a_known_player() {
    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let found = Move::parse_for(Player::Horizontal, text);
        let found = found.map(|mov| mov.to_string()).map_err(|e| e.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expected);
    }
    check("2,3", Ok("H2,3"));
    check(" 2,3 ", Ok("H2,3"));
    check("h2,3", Ok("H2,3"));
    let other = "V2,3 is a move of Vertical, not of the player to move";
    check("V2,3", Err(other));
    let none = "'2' is not a move: player, row and column counted from 1, as in V2,3";
    check("2", Err(none));
}

#[test]
fn sums() {
    check::<Sum>("2x2", "..|..");
    check::<Sum>("2x1 + 1/4", ".|. + 1/4");
    check::<Sum>("..-x. + -1/4 + 3", "..|#. + -1/4 + 3");
    check::<Sum>("1/2+.x+  2x1", "1/2 + .# + .|.");
    check::<Sum>("0", "0");
    check::<Sum>("-3", "-3");
    check_error::<Sum>("2x2 +", "a board is expected, but the text is empty");
    let third = "'1/3' is not a number: an integer or a fraction over a power of two, as in -1/4";
    check_error::<Sum>("2x2 + 1/3", third);
    check_error::<Sum>("..|.q + 1", "row 2, column 2: 'q' is neither '.' nor '#'");
    assert_eq!(Sum::new([]).to_string(), "0");
    assert_eq!(Sum::from(board!(. #)).to_string(), ".#");
}

#[test]
fn numbers() {
    check::<Dyadic>("3", "3");
    check::<Dyadic>("-0", "0");
    check::<Dyadic>("6/4", "3/2");
    check::<Dyadic>("-8/4", "-2");
    check::<Dyadic>("0/8", "0");
    check::<Dyadic>("1/4294967296", "1/4294967296");
    check::<Dyadic>("-4294967296/9223372036854775808", "-1/2147483648");
    check::<Dyadic>("-536870912", "-536870912");
    for text in [
        "", "-", "+1", "--1", "1/", "/2", "1/0", "1/3", "1/-2", "1/2/4", "1.5",
    ] {
        let message = format!(
            "'{text}' is not a number: an integer or a fraction over a power of two, as in -1/4"
        );
        check_error::<Dyadic>(text, &message);
    }
    for text in [
        "536870913",
        "-536870913",
        "1/8589934592",
        "9223372036854775808",
        "1/18446744073709551616",
    ] {
        let message =
            format!("'{text}' is a number beyond 2^29 or with more than 32 binary places");
        check_error::<Dyadic>(text, &message);
    }
    assert_eq!(Dyadic::new(0, 255), Some(Dyadic::ZERO));
    assert_eq!(Dyadic::new(i64::MIN, 63), Some(Dyadic::MINUS_ONE));
    assert_eq!(Dyadic::new(1 << 40, 72), Dyadic::new(1, 32));
    assert_eq!(Dyadic::new(1, 33), None);
    assert_eq!(Dyadic::new(i64::MIN, 33), None);
    let sorted = ["-3", "-1/2", "-1/4", "0", "1/8", "1/4", "1", "5/4"];
    let numbers: Vec<Dyadic> = sorted.iter().map(|text| text.parse().unwrap()).collect();
    assert!(numbers.is_sorted());
}

#[test]
fn players_and_tiles() {
    for text in ["v", "V", "vertical", "Vertical", "LEFT"] {
        check::<Player>(text, "Vertical");
    }
    for text in ["h", "H", "Horizontal", "right"] {
        check::<Player>(text, "Horizontal");
    }
    check_error::<Player>("up", "'up' is not a player: V or Vertical, H or Horizontal");
    check::<Tile>("2", "2");
    check::<Tile>("8", "8");
    check_error::<Tile>("1", "a tile covers 2 to 8 cells, not 1");
    check_error::<Tile>("300", "a tile covers 2 to 8 cells, not '300'");
}

#[test]
fn outcomes() {
    for outcome in Outcome::ALL {
        assert_eq!(outcome.code().parse(), Ok(outcome));
        let [vertical_first, horizontal_first] = Player::ALL.map(|first| outcome.winner(first));
        let again = Outcome::from_winners(vertical_first, horizontal_first);
        assert_eq!(again, outcome);
        let of_transposed = Player::ALL.map(|first| outcome.transposed().winner(first));
        let swapped = [horizontal_first.opponent(), vertical_first.opponent()];
        assert_eq!(of_transposed, swapped);
    }
    let three = "'3' is not an outcome: V, H, 1, 2, or several together as in 1v";
    check_error::<Outcome>("3", three);
}

#[test]
fn partial_outcomes() {
    for code in [
        "V", "H", "1", "2", "1v", "1h", "2v", "2h", "12", "?", "vh", "12v", "2vh",
    ] {
        check::<PartialOutcome>(code, code);
    }
    check::<PartialOutcome>("V1", "1v");
    check::<PartialOutcome>("h", "H");
    check::<PartialOutcome>("vh12", "?");
    for code in ["", "11", "1?", "x", "1 v"] {
        let message =
            format!("'{code}' is not an outcome: V, H, 1, 2, or several together as in 1v");
        check_error::<PartialOutcome>(code, &message);
    }
}

#[test]
fn partial_outcomes_know_the_winners() {
    /// What `code` knows of Vertical and of Horizontal beginning.
    #[track_caller]
    fn check(code: &str, vertical_first: Option<Player>, horizontal_first: Option<Player>) {
        let known: PartialOutcome = code.parse().unwrap();
        let winners = Player::ALL.map(|first| known.winner(first));
        assert_eq!(winners, [vertical_first, horizontal_first]);
        // `12` says more than its winners do: that the role decides.
        if known != PartialOutcome::SQUARE {
            let again = PartialOutcome::from_winners(vertical_first, horizontal_first);
            assert_eq!(again, known);
        }
        assert_eq!(known.transposed().transposed(), known);
    }
    let (v, h) = (Some(Player::Vertical), Some(Player::Horizontal));
    check("V", v, v);
    check("H", h, h);
    check("1", v, h);
    check("2", h, v);
    check("1v", v, None);
    check("1h", None, h);
    check("2v", None, v);
    check("2h", h, None);
    check("12", None, None);
    check("?", None, None);
}

proptest! {
    #[test]
    fn boards_round_trip(board in boards(256)) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        prop_assert_eq!(board.url_form().parse(), Ok(board));
        for separator in ["/", "\n", "-", " | "] {
            prop_assert_eq!(board.to_string().replace('|', separator).parse(), Ok(board));
        }
        let size = Board::empty(board.rows(), board.cols());
        prop_assert_eq!(format!("{}x{}", board.rows(), board.cols()).parse().ok(), size.ok());
    }

    #[test]
    fn positions_round_trip(board in boards(64), to_move in prop::option::of(players())) {
        let position = Position { to_move, ..Position::from(board) };
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn moves_round_trip(player in players(), row in 0usize..256, col in 0usize..256) {
        let mov = Move::new(player, Cell::new(row, col));
        prop_assert_eq!(mov.to_string().parse(), Ok(mov));
        prop_assert_eq!(Move::parse_for(player, &mov.cell().to_string()), Ok(mov));
    }

    #[test]
    fn sums_round_trip(terms in prop::collection::vec(terms(), 1..6)) {
        let sum = Sum::new(terms);
        prop_assert_eq!(sum.to_string().parse(), Ok(sum));
    }

    #[test]
    fn partial_outcomes_round_trip(outcomes in prop::sample::subsequence(&Outcome::ALL[..], 1..=4)) {
        let known = PartialOutcome::one_of(outcomes).unwrap();
        prop_assert_eq!(known.to_string().parse(), Ok(known));
    }

    /// Whatever is typed is read or refused, and what is read round trips.
    #[test]
    fn nothing_panics(text in "[.#xXVH|/\\-+ \n0-9,é×q]{0,12}") {
        round_trips::<Board>(&text);
        round_trips::<Position>(&text);
        round_trips::<Move>(&text);
        round_trips::<Sum>(&text);
    }
}

/// What `text` is read as, if it is, is printed as a text that means the same.
fn round_trips<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse().ok(), Some(value), "{text:?}");
    }
}

fn terms() -> impl Strategy<Value = Term> {
    let number =
        (-1_i64 << 61..=1 << 61).prop_map(|units| Term::Number(Dyadic::from_units(units).unwrap()));
    prop_oneof![boards(64).prop_map(Term::Board), number]
}
