//! Number bounds against the rules of the game: boards with a few free moves for one player.

use crosscram_atlas::results::SolvedQuestion;
use crosscram_atlas::{Atlas, Rule, Size, Solved};
use crosscram_rules::{Board, Cell, Dyadic, Player, Tile, reference::Solver};

/// A board with `number` free moves of dominoes for Vertical beside it, negative ones for Horizontal.
fn with_moves(size: Size, number: i64) -> Board {
    let pieces = number.unsigned_abs() as usize;
    // A blocked column, then a piece of one or two columns.
    let width = if number > 0 { 2 } else { 3 };
    let rows = size.rows().max(2);
    let board = Board::empty(rows, size.cols() + width * pieces).unwrap();
    let free = |cell: Cell| {
        let Some(beyond) = cell.col().checked_sub(size.cols()) else {
            return cell.row() < size.rows();
        };
        match number > 0 {
            true => beyond % width == 1 && cell.row() < 2,
            false => beyond % width != 0 && cell.row() == 0,
        }
    };
    board.with_blocked(board.free_cells().filter(|&cell| !free(cell)))
}

fn answer(size: Size, number: i64, first: Player, winner: Player) -> SolvedQuestion {
    SolvedQuestion {
        tile: Tile::DOMINO,
        size,
        number: Dyadic::try_from(number).unwrap(),
        first,
        winner,
        solved: Solved {
            engine: "reference".to_owned(),
            nodes: 1,
            seconds: 0.0,
            date: "2026-11-16".to_owned(),
            certificate: None,
        },
    }
}

/// Everything that is true of boards up to 9 squares with -2 to 2 free moves, and who wins what
/// follows from it, up to 20 squares.
#[test]
fn bounds_agree_with_the_rules_of_the_game() {
    let mut solver = Solver::new(Tile::DOMINO);
    let mut facts = Vec::new();
    let sizes = |area: usize| {
        let all =
            (1..=20).flat_map(|rows| (1..=20).map(move |cols| Size::new(rows, cols).unwrap()));
        all.filter(move |size| size.area() <= area)
    };
    for size in sizes(9) {
        for number in -2..=2 {
            let board = with_moves(size, number);
            for first in Player::ALL {
                let winner = solver.winner(&board, first);
                facts.push(answer(size, number, first, winner).fact());
            }
        }
    }
    let close = |rules: &[Rule]| {
        let mut atlas = Atlas::new(20, Tile::DOMINO, rules).expect("the rules agree");
        atlas.add(&facts).expect("true facts agree");
        atlas
    };
    let atlas = close(Rule::ALL);
    let numberless = Rule::ALL.iter().copied();
    let numberless = numberless.filter(|rule| *rule != Rule::Numbers);
    let plain = close(&numberless.collect::<Vec<_>>());
    let mut by_numbers = 0;
    for size in sizes(20) {
        for first in Player::ALL {
            if let Some(winner) = atlas.winner(size, first) {
                let board = Board::empty(size.rows(), size.cols()).unwrap();
                assert_eq!(solver.winner(&board, first), winner, "{size}");
                by_numbers += usize::from(plain.winner(size, first).is_none());
            }
        }
    }
    assert!(by_numbers > 0, "numbers say nothing new");
}
