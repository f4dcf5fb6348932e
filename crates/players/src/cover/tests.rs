//! When the theorems say that the player wins, it wins: against every play on small boards, against
//! random play on larger ones.

use super::{Source, Strategy};
use crosscram_rules::{Bits, Bits256, Board, Player, Tile};
use crosscram_search::cover::inspect;
use crosscram_support::random::Random;

/// How often a winning tile came from the kept cover and from one packed anew.
#[derive(Default)]
struct Tally {
    kept: u64,
    anew: u64,
}

impl Tally {
    /// Answers the position after a move of the opponent, and counts whence the answer is.
    fn reply(&mut self, strategy: &mut Strategy, after: &Board) -> Board {
        let player = strategy.player;
        let reply = strategy.reply(after);
        let reply = reply.unwrap_or_else(|| panic!("{player} lost at {after}"));
        match reply.source {
            Source::Kept => self.kept += 1,
            Source::Anew => self.anew += 1,
            Source::Guess => panic!("no proof any more at {after} for {player}"),
        }
        after.play(reply.mov, Tile::DOMINO).expect("a legal move")
    }

    fn check(&self) {
        println!("{} kept, {} anew", self.kept, self.anew);
        let is_kept = self.kept > 20 * self.anew;
        assert!(is_kept, "the strategy hardly keeps its cover");
    }
}

/// The strategy of a player whose cover is packed here.
fn strategy(board: &Board, player: Player) -> Strategy {
    let mut strategy = Strategy::new(player);
    strategy.plan = Some(super::Plan::new(board, player));
    strategy
}

/// Plays against every move of the opponent, who is to move, and fails if the player ever loses or stops
/// claiming.
fn beats_everything(strategy: &Strategy, board: &Board, tally: &mut Tally) {
    let opponent = strategy.player.opponent();
    for mov in board.moves(opponent, Tile::DOMINO) {
        let after = board.play(mov, Tile::DOMINO).expect("a listed move");
        let mut strategy = strategy.clone();
        let next = tally.reply(&mut strategy, &after);
        beats_everything(&strategy, &next, tally);
    }
}

/// All positions of a board on which the cover proves a win of whoever moves second.
fn check_all_positions(rows: usize, cols: usize) -> (u64, Tally) {
    let (mut positions, mut tally) = (0, Tally::default());
    for free in 0u32..1 << (rows * cols) {
        let board = Board::from_free_bits(rows, cols, Bits256::from_field(free, 0));
        let board = board.expect("a small board");
        // Reflections play alike.
        if board.canonical() != board {
            continue;
        }
        for player in Player::ALL {
            if *inspect(&board, player).proves.get(player.opponent()) {
                positions += 1;
                beats_everything(&strategy(&board, player), &board, &mut tally);
            }
        }
    }
    (positions, tally)
}

#[test]
fn wins_against_everything_on_3x4() {
    let (positions, tally) = check_all_positions(3, 4);
    assert!(positions > 500, "{positions}");
    tally.check();
}

#[test]
fn wins_against_everything_on_2x6() {
    let (positions, _) = check_all_positions(2, 6);
    assert!(positions > 500, "{positions}");
}

#[test]
fn wins_against_everything_on_4x4() {
    check_all_positions(4, 4);
}

#[test]
fn wins_against_everything_on_3x5() {
    check_all_positions(3, 5);
}

/// Positions of larger boards, reached by random play, on which the theorems prove a win.
#[test]
fn wins_against_random_play() {
    let mut random = Random::new(34);
    let (mut won, mut tally) = (0, Tally::default());
    while won < 150 {
        let (rows, cols) = [(6, 6), (7, 5), (5, 8), (8, 8), (4, 11)][random.index(5)];
        let mut board = Board::empty(rows, cols).expect("a small board");
        let mut side = Player::ALL[random.index(2)];
        // Plays until a cover decides.
        let player = loop {
            let second = side.opponent();
            if *inspect(&board, second).proves.get(side) {
                break second;
            }
            let moves: Vec<_> = board.moves(side, Tile::DOMINO).collect();
            let Some(&mov) = moves.get(random.index(moves.len().max(1))) else {
                break second;
            };
            board = board.play(mov, Tile::DOMINO).expect("a listed move");
            side = second;
        };
        let mut strategy = strategy(&board, player);
        loop {
            let moves: Vec<_> = board.moves(player.opponent(), Tile::DOMINO).collect();
            let Some(&mov) = moves.get(random.index(moves.len().max(1))) else {
                break;
            };
            let after = board.play(mov, Tile::DOMINO).expect("a listed move");
            board = tally.reply(&mut strategy, &after);
        }
        won += 1;
    }
    tally.check();
}
