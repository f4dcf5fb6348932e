use crosscram_players::*;
use crosscram_rules::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: u64 = args[3].parse().unwrap();
    let board: Board = args[4].parse().unwrap();
    let mut a = args[1].parse::<Spec>().unwrap().build();
    let mut b = args[2].parse::<Spec>().unwrap().build();
    let t = Instant::now();
    let mut wins = [[0; 2]; 2];
    for i in 0..n {
        let game = Game::new(board);
        let r = play_game([&mut *a, &mut *b], &game, i, None);
        wins[0][r.winner.index()] += 1;
        let r = play_game([&mut *b, &mut *a], &game, i, None);
        wins[1][1 - r.winner.index()] += 1;
    }
    println!(
        "as V: {:?}, as H {:?}; {:.1} s {:.0} games/min",
        wins[0],
        wins[1],
        t.elapsed().as_secs_f64(),
        2.0 * n as f64 / t.elapsed().as_secs_f64() * 60.0
    );
}
