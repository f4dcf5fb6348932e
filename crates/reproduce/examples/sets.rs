//! Makes the position sets of Fig. 4.3 again, a few minutes of work:
//!
//! ```text
//! cargo run --release -p crosscram-reproduce --example sets -- easier > crates/papers/data/bullock2002/sets_easier.tsv
//! cargo run --release -p crosscram-reproduce --example sets -- difficult > crates/papers/data/bullock2002/sets_difficult.tsv
//! ```

use crosscram_reproduce::bullock::sets::{PLIES, Set, choose};

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(set) = Set::ALL.into_iter().find(|set| set.name() == name) else {
        eprintln!("which set? easier or difficult");
        std::process::exit(2);
    };
    let (size, range) = (set.size(), set.range());
    println!("seed\tnodes\tposition");
    println!(
        "# Source: our own choice of {size} \"{name}\" positions for Bullock's Fig. 4.3; his are not \
         published. Nodes are those of obsequi with 2^23 table entries."
    );
    println!(
        "# Made by the example `sets` of crates/reproduce: 8x9, Horizontal first, {PLIES} plies; \
         Horizontal plays at random (SplitMix64 of the seed, modulo the moves row by row), Vertical \
         answers with the first of the moves with the largest real + safe difference. Kept: the \
         first {size} seeds from 1 on whose position needs {} to {} nodes and is new up to reflection.",
        range.start(),
        range.end()
    );
    for member in choose(set) {
        println!("{}\t{}\t{}", member.seed, member.nodes, member.position);
    }
}
