//! Sums of boards and numbers against the rules and nothing else.

use crosscram_rules::{Board, Cell, Dyadic, Player, Sum, SumBoard, Tile};
use crosscram_search::{Config, Control, Engine, solve_with_number};
use std::collections::HashMap;

/// The options of a number, straight from the definition of numbers.
fn option(number: Dyadic, player: Player) -> Option<Dyadic> {
    let (m, k) = (number.numerator(), number.log2_denominator());
    let step = match player {
        Player::Vertical => -1,
        Player::Horizontal => 1,
    };
    if k == 0 && m * step >= 0 {
        return None;
    }
    Dyadic::new(m + step, k)
}

/// Whether `player`, moving first, wins the board together with the number.
#[derive(Default)]
struct Judge(HashMap<(Board, Dyadic, Player), bool>);

impl Judge {
    fn wins(&mut self, board: &Board, number: Dyadic, player: Player) -> bool {
        if let Some(&known) = self.0.get(&(*board, number, player)) {
            return known;
        }
        let other = player.opponent();
        let on_board = board.moves(player, Tile::DOMINO).any(|mv| {
            let next = board.play(mv, Tile::DOMINO).expect("a legal move");
            !self.wins(&next, number, other)
        });
        let wins = on_board
            || option(number, player).is_some_and(|number| !self.wins(board, number, other));
        self.0.insert((*board, number, player), wins);
        wins
    }
}

#[test]
fn boards_with_numbers() {
    let mut state = 0x5eed_u64;
    let mut below = |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % bound
    };
    let mut judge = Judge::default();
    let configs: Vec<Config> = ["rows,regions,merge", "rows", "regions:4,merge"]
        .iter()
        .map(|levels| Config {
            switches: Some(levels.parse().expect("levels")),
            ..Engine::Crosscram.config()
        })
        .collect();
    let mut won = [0; 2];
    for _ in 0..400 {
        let (rows, cols) = [(3, 4), (4, 3), (2, 6), (4, 4)][below(4) as usize];
        let mut board = Board::empty(rows, cols).expect("a small board");
        for _ in 0..below(7) {
            let cell = Cell::new(below(rows as u64) as usize, below(cols as u64) as usize);
            board = board.blocked(cell);
        }
        let number = Dyadic::new(below(41) as i64 - 20, below(4) as u8).expect("small");
        for first in Player::ALL {
            let wins = judge.wins(&board, number, first);
            won[usize::from(wins)] += 1;
            for config in &configs {
                let control = Control::new();
                let tile = Tile::DOMINO;
                let report = solve_with_number(&board, number, tile, first, config, &control);
                let report = report.expect("nobody stops it");
                let winner = if wins { first } else { first.opponent() };
                assert_eq!(report.winner, winner, "{board} + {number}, {first} first");
                if let Some(best) = report.best_move {
                    let next = board.play(best, tile).expect("a legal move");
                    assert!(wins && !judge.wins(&next, number, first.opponent()));
                }
            }
        }
    }
    assert!(won[0] > 100 && won[1] > 100, "{won:?}");
}

#[test]
fn joined_boards_are_the_sum() {
    // 2x2 is the switch ±1, 1x2 is -1, 2x1 is 1; see any book on the subject.
    for (sum, outcome) in [
        ("2x2 + 2x2", "2"),
        ("2x2 + 1", "1"),
        ("2x2 + 3/2", "V"),
        ("2x2 + 1x2 + 2x1", "1"),
        ("1x2 + 1", "2"),
        ("1x2 + 9/8", "V"),
        ("1x2 + 7/8", "H"),
        ("2x2 + 2x2 + -1/1024", "H"),
        ("3x3 + 3x3", "2"),
        ("1000", "V"),
        ("-1/2 + 1/2", "2"),
    ] {
        let joined = SumBoard::new(&sum.parse::<Sum>().expect("a sum")).expect("small");
        let winner = |first| {
            let config = Engine::Crosscram.config();
            let report = solve_with_number(
                joined.board(),
                joined.number(),
                Tile::DOMINO,
                first,
                &config,
                &Control::new(),
            );
            report.expect("nobody stops it").winner
        };
        let winners = [winner(Player::Vertical), winner(Player::Horizontal)];
        let expected = match outcome {
            "V" => [Player::Vertical; 2],
            "H" => [Player::Horizontal; 2],
            "1" => [Player::Vertical, Player::Horizontal],
            _ => [Player::Horizontal, Player::Vertical],
        };
        assert_eq!(winners, expected, "{sum}");
    }
}
