//! Makes the position sets of Fig. 4.3 again, a few minutes of work:
//!
//! ```text
//! cargo run --release -p crosscram-reproduce --example sets -- easier > papers/bullock2002/sets_easier.txt
//! cargo run --release -p crosscram-reproduce --example sets -- difficult > papers/bullock2002/sets_difficult.txt
//! ```

use crosscram_reproduce::bullock::sets::{PLIES, Set, choose};

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(set) = Set::ALL.into_iter().find(|set| set.name() == name) else {
        eprintln!("which set? easier or difficult");
        std::process::exit(2);
    };
    let (size, range) = (set.size(), set.range());
    println!(
        "# {size} \"{name}\" positions for Bullock's Fig. 4.3, our own choice: his are not published."
    );
    println!(
        "# Line: seed, nodes of obsequi with 2^23 table entries, position and player to move."
    );
    println!(
        "# Made by the example `sets` of crates/reproduce: 8x9, Horizontal first, {PLIES} plies; Horizontal"
    );
    println!(
        "# plays at random (SplitMix64 of the seed, modulo the moves row by row), Vertical answers with the"
    );
    println!(
        "# first of the moves with the largest real + safe difference. Kept: the first {size} seeds from 1 on"
    );
    println!(
        "# whose position needs {} to {} nodes and is new up to reflection.",
        range.start(),
        range.end()
    );
    for member in choose(set) {
        println!("{} {} {}", member.seed, member.nodes, member.position);
    }
}
