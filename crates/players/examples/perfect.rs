//! Counts the won positions that the perfect player loses, and measures its time:
//! `cargo run --release -p crosscram-players --example perfect -- 8x8 1000`.
//!
//! It begins every game, as Vertical and as Horizontal in turn, against all other players in turn.
//! A third argument is the number of random moves that open each game; only positions that the player
//! to move is proven to win are used. A fourth is the player to test, such as `perfect:budget=10s`.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use crosscram_players::{Ending, Game, Kind, Spec, play_game};
use crosscram_rules::{Board, Player, Question, Tile};
use crosscram_search::{Control, EngineName, Solver};
use crosscram_support::random::Random;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (board, games) = match arguments.as_slice() {
        [board, games, ..] => (board.parse::<Board>()?, games.parse::<u64>()?),
        _ => return Err("expected a board and a number of games".into()),
    };
    let opening: u64 = arguments.get(2).map_or(Ok(0), |text| text.parse())?;
    let perfect: Spec = arguments.get(3).map_or("perfect", |text| text).parse()?;
    let others = Kind::ALL.iter().filter(|&&kind| kind != Kind::Perfect);
    let others: Vec<Spec> = others.map(|&kind| Spec::new(kind)).collect();
    let mut perfect = perfect.build();
    let mut lost: BTreeMap<String, u64> = BTreeMap::new();
    let (mut longest, mut moves, mut proven, mut thought) = (Duration::ZERO, 0, 0, Duration::ZERO);
    for seed in 0..games {
        let opponent = &others[seed as usize % others.len()];
        let round = seed / others.len() as u64;
        let side = Player::ALL[(round % 2) as usize];
        let start = won_position(&board, side, opening, seed);
        let game = Game::new(start).with_first(side);
        let mut other = opponent.build();
        let record = match side {
            Player::Vertical => play_game([&mut *perfect, &mut *other], &game, seed, None),
            Player::Horizontal => play_game([&mut *other, &mut *perfect], &game, seed, None),
        };
        if record.winner != side || record.ending != Ending::NoMove {
            *lost.entry(opponent.to_string()).or_default() += 1;
            println!("LOST against {opponent} from {start}, seed {seed}");
        }
        for played in record.played.iter().filter(|p| p.mov.player() == side) {
            longest = longest.max(played.elapsed);
            thought += played.elapsed;
            moves += 1;
            proven += u64::from(played.claim.is_some());
        }
    }
    println!(
        "{games} games against {} players: {} lost; {moves} moves, {proven} of them proven, \
         {:.1} ms on average, {:.0} ms at most",
        others.len(),
        lost.values().sum::<u64>(),
        thought.as_secs_f64() * 1e3 / moves.max(1) as f64,
        longest.as_secs_f64() * 1e3,
    );
    Ok(())
}

/// Returns a position after `opening` random moves that `side`, to move, wins; the board itself if
/// eight tries find none.
fn won_position(board: &Board, side: Player, opening: u64, seed: u64) -> Board {
    let mut random = Random::new(seed);
    if opening == 0 {
        return *board;
    }
    'tries: for _ in 0..8 {
        let (mut position, mut mover) = (*board, side);
        for _ in 0..opening / 2 * 2 {
            let mut moves = position.moves(mover, Tile::DOMINO);
            if moves.len() == 0 {
                continue 'tries;
            }
            let mov = moves.nth(random.below(moves.len() as u64) as usize);
            let after = mov.and_then(|mov| position.play(mov, Tile::DOMINO).ok());
            position = after.expect("a legal move");
            mover = mover.opponent();
        }
        let question = Question::new(position, Tile::DOMINO, side);
        let report = Solver::new(EngineName::Crosscram).solve(&question, &Control::new());
        if report.winner() == Some(side) {
            return position;
        }
    }
    *board
}
