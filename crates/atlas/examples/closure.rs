//! Measures how long the closure takes from scratch.
//!
//! `cargo run --release -p crosscram-atlas --example closure -- 60`

use std::time::Instant;

use crosscram_atlas::{Atlas, Level};
use crosscram_rules::{Player, Tile};

fn main() {
    let limit = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let limit = limit.unwrap_or(60);
    for &level in Level::ALL {
        let mut times: Vec<f64> = Vec::new();
        let mut known = 0;
        for _ in 0..5 {
            let begin = Instant::now();
            let atlas = Atlas::known(level, Tile::DOMINO, limit, &[]).expect("no contradiction");
            times.push(begin.elapsed().as_secs_f64());
            let answered = |size| atlas.winner(size, Player::Vertical).is_some();
            known = atlas
                .sizes(limit, limit)
                .filter(|&size| answered(size))
                .count();
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{:<9} {limit}x{limit}: {known} of {} questions answered, median {:.3} s, slowest {:.3} s",
            level.name(),
            limit * limit,
            times[2],
            times[4],
        );
    }
}
