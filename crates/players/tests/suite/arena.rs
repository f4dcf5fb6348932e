//! Properties of what is read and counted, on random cases.

use crosscram_players::Game;
use crosscram_players::arena::{CommandLine, Entrant, Fixture, Plan, SavedGame, Tally, ratings};
use crosscram_rules::{Board, Player, Tile};
use crosscram_support::random::Random;
use proptest::prelude::*;

/// A word as a careful person would quote it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A random game on a random board.
fn random_game(rows: usize, cols: usize, tile: u8, seed: u64) -> SavedGame {
    let mut random = Random::new(seed);
    let board = Board::empty(rows, cols).unwrap();
    let blocked: Vec<_> = board
        .free_cells()
        .filter(|_| random.below(5) == 0)
        .collect();
    let first = Player::ALL[random.below(2) as usize];
    let tile = Tile::new(tile).unwrap();
    let mut game = SavedGame::new(Game {
        board: board.with_blocked(blocked),
        tile,
        first,
    });
    while game.winner().is_none() && random.below(12) > 0 {
        let mut moves = game.board().moves(game.side(), tile);
        let index = random.below(moves.len() as u64) as usize;
        game.play(moves.nth(index).unwrap()).unwrap();
    }
    game
}

proptest! {
    #[test]
    fn quoted_words_are_read_back(words in prop::collection::vec("[^\\x00]{1,8}", 1..5)) {
        let line: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let command = CommandLine::parse(&line.join(" ")).unwrap();
        prop_assert_eq!(command.words(), &words[..]);
    }

    /// Every entrant that is read has a name that reads as the same entrant.
    #[test]
    fn entrants_are_read_back(text in "(cmd:)?[ -~]{0,20}") {
        if let Ok(entrant) = text.parse::<Entrant>() {
            prop_assert_eq!(entrant.to_string().parse::<Entrant>().unwrap(), entrant);
        }
    }

    #[test]
    fn saved_games_are_read_back(rows in 1..9_usize, cols in 1..9_usize, tile in 2..5_u8, seed: u64) {
        let game = random_game(rows, cols, tile, seed);
        let again = SavedGame::parse(&game.to_string()).unwrap();
        prop_assert_eq!(&again, &game);
        // Taken back and played again it is the same, whatever number of moves.
        let moves = game.moves().to_vec();
        let mut other = game.clone();
        for mov in moves.iter().rev() {
            prop_assert_eq!(other.undo(), Some(*mov));
        }
        prop_assert_eq!(other.board(), game.start().board);
        prop_assert_eq!(other.undo(), None);
        for mov in &moves {
            other.play(*mov).unwrap();
        }
        prop_assert_eq!(other, game);
    }

    /// Reading any text succeeds or fails, but never panics.
    #[test]
    fn nothing_panics(text in ".{0,60}") {
        let _ = SavedGame::parse(&text);
        let _ = CommandLine::parse(&text);
        let _ = text.parse::<Entrant>();
        let _ = crosscram_players::arena::roster(&text);
    }

    /// Ratings do not depend on the order of the players; their mean is 0; and of two players the one
    /// with more wins is rated higher.
    #[test]
    fn ratings_do_not_depend_on_names(games in prop::collection::vec((0..4_usize, 0..4_usize), 0..60)) {
        let count = |rename: [usize; 4]| {
            let mut tally = Tally::of_players(4);
            for &(winner, loser) in games.iter().filter(|(a, b)| a != b) {
                let fixture = Fixture {
                    number: 0,
                    board: 0,
                    sides: [rename[winner], rename[loser]],
                    game: Game::new(Board::empty(1, 1).unwrap()),
                    seed: 0,
                };
                tally.count(&fixture, Player::Vertical, true);
            }
            ratings(&tally)
        };
        let rename = [2, 0, 3, 1];
        let (one, other) = (count([0, 1, 2, 3]), count(rename));
        prop_assert_eq!(one.method, other.method);
        for (player, renamed) in rename.into_iter().enumerate() {
            match (one.rows[player], other.rows[renamed]) {
                (None, None) => {}
                (Some(one), Some(other)) => {
                    prop_assert!((one.points - other.points).abs() < 1e-6);
                    prop_assert!((one.error - other.error).abs() < 1e-6);
                    prop_assert!(one.points.is_finite() && one.error.is_finite());
                }
                _ => prop_assert!(false, "rated or not"),
            }
        }
        let sum: f64 = one.rows.iter().flatten().map(|rating| rating.points).sum();
        prop_assert!(sum.abs() < 1e-6);
    }

    /// In every plan each player has every role equally often against each other player.
    #[test]
    fn plans_are_fair(players in 2..5_usize, rounds in 1..4_usize, opening in 0..4_usize, seed: u64) {
        let entrants: Vec<Entrant> = (0..players).map(|i| format!("cmd:bot {i}").parse().unwrap()).collect();
        let mut plan = Plan::new(entrants, vec!["4x5".parse().unwrap(), "3x3 V".parse().unwrap()]);
        (plan.games, plan.opening, plan.seed) = (4 * rounds, opening, seed);
        prop_assert!(plan.check().is_ok());
        let fixtures = plan.fixtures();
        prop_assert_eq!(fixtures.len(), players * (players - 1) / 2 * 8 * rounds);
        let mut tally = Tally::new(&plan);
        for fixture in &fixtures {
            tally.count(fixture, fixture.game.first, true);
        }
        for one in 0..players {
            for other in (0..players).filter(|other| *other != one) {
                let score = tally.score(one, other);
                prop_assert_eq!(score.as_vertical.games, score.as_horizontal.games);
                prop_assert_eq!(score.moving_first.games * 2, score.games);
                // Whoever begins wins here.
                prop_assert_eq!(score.wins * 2, score.games);
            }
        }
    }
}
