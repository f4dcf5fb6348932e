//! Claims are proofs: the plain solver agrees with every one of them.

use crosscram_players::{Claim, Contestant, Ending, Game, Kind, Spec, play_game};
use crosscram_rules::{Bits, Bits256, Board, Player, Tile, reference};
use crosscram_support::random::Random;

use crate::tools::{choice, player, random_board};

/// Asks for a move and checks its claim with the plain solver. Returns whether there is a claim.
#[track_caller]
fn check(
    solver: &mut reference::Solver,
    player: &mut dyn Contestant,
    board: &Board,
    tile: Tile,
    side: Player,
) -> bool {
    let choice = choice(player, board, tile, side);
    let after = board.play(choice.mov, tile).expect("a legal move");
    match choice.claim {
        Some(Claim::Wins) => {
            let winner = solver.winner(&after, side.opponent());
            assert_eq!(winner, side, "{board} {side}: {}", choice.mov);
        }
        Some(Claim::Loses) => assert_ne!(solver.winner(board, side), side, "{board} {side}"),
        None => return false,
    }
    true
}

/// Far more time than needed, however busy the machine is.
const UNHURRIED: &str = "perfect:budget=3600s";

#[test]
fn the_perfect_player_is_right_on_all_small_boards() {
    let mut perfect = player(UNHURRIED);
    for (rows, cols, length) in [(3, 3, 2), (2, 5, 2), (2, 5, 3)] {
        let tile = Tile::new(length).unwrap();
        let mut solver = reference::Solver::new(tile);
        for free in 0..1u32 << (rows * cols) {
            let board = Board::from_free_bits(rows, cols, Bits256::from_field(free, 0)).unwrap();
            for side in Player::ALL {
                if board.can_move(side, tile) {
                    let proven = check(&mut solver, &mut *perfect, &board, tile, side);
                    assert!(proven, "{board} {side}");
                }
            }
        }
    }
}

/// Claims are right even if the budget is too small, and without a claim no losing move is played
/// while a bound shows a winning one.
#[test]
fn the_perfect_player_is_right_with_any_budget() {
    let mut random = Random::new(3);
    let mut players = ["perfect", "perfect:nodes=1", "perfect:budget=1ms"].map(player);
    let mut solver = reference::Solver::new(Tile::DOMINO);
    for _ in 0..150 {
        let board = random_board(&mut random, 4, 5, 1);
        for side in Player::ALL {
            for player in &mut players {
                if board.can_move(side, Tile::DOMINO) {
                    check(&mut solver, &mut **player, &board, Tile::DOMINO, side);
                }
            }
        }
    }
}

/// 8x8 is a win for whoever begins, so the perfect player wins as first player against everybody.
/// The example `perfect` plays many more games and also from other won positions.
#[test]
fn the_perfect_player_wins_8x8_moving_first() {
    let mut perfect = player(UNHURRIED);
    for (i, &kind) in Kind::ALL.iter().enumerate() {
        if kind == Kind::Perfect {
            continue;
        }
        let side = Player::ALL[i % 2];
        let game = Game::new(Board::empty(8, 8).unwrap()).with_first(side);
        let mut other = Spec::new(kind).build();
        let record = match side {
            Player::Vertical => play_game([&mut *perfect, &mut *other], &game, 5, None),
            Player::Horizontal => play_game([&mut *other, &mut *perfect], &game, 5, None),
        };
        assert_eq!(record.winner, side, "{kind:?}");
        assert_eq!(record.ending, Ending::NoMove);
        assert_eq!(record.broken_claim(), None);
        let played = record.played.iter();
        for played in played.filter(|played| played.mov.player() == side) {
            assert_eq!(played.claim, Some(Claim::Wins), "{kind:?} {}", played.mov);
        }
    }
}
