//! Measures how many games per minute two players play on one core:
//! `cargo run --release -p crosscram-players --example speed -- ordering proportional 8x8 2000`.

use std::error::Error;
use std::time::Instant;

use crosscram_players::{Game, Spec, play_game};
use crosscram_rules::{Board, Player};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [one, other, board, games] = arguments.as_slice() else {
        return Err("expected two players, a board and a number of games".into());
    };
    let (one, other): (Spec, Spec) = (one.parse()?, other.parse()?);
    let game = Game::new(board.parse::<Board>()?);
    let games: u64 = games.parse()?;
    let (mut first, mut second) = (one.build(), other.build());
    let mut wins = [0; 2];
    let started = Instant::now();
    for seed in 0..games {
        let swapped = seed % 2 == 1;
        let record = match swapped {
            false => play_game([&mut *first, &mut *second], &game, seed, None),
            true => play_game([&mut *second, &mut *first], &game, seed, None),
        };
        let vertical_won = record.winner == Player::Vertical;
        wins[usize::from(vertical_won == swapped)] += 1;
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{one} won {}, {other} won {}", wins[0], wins[1]);
    println!(
        "{games} games in {seconds:.2} s: {:.0} a minute",
        games as f64 / seconds * 60.0
    );
    Ok(())
}
