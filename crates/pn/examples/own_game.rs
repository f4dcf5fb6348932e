//! A game of one's own: Nim with one heap, in which a move takes one, two or three counters and whoever
//! takes the last one wins. `cargo run -p crosscram-pn --example own_game 21` solves it by every search.

use crosscram_pn::{Algorithm, AnySearch, Game, Kind, Proof, Search, Unobserved, Value};

/// The question whether the player to move wins with this many counters.
#[derive(Clone)]
struct Nim {
    counters: u8,
}

/// Counters that are left, and whether the player who asked is to move.
#[derive(Clone, Copy)]
struct Heap {
    counters: u8,
    own_turn: bool,
}

impl Game for Nim {
    type Position = Heap;
    /// How many counters are taken.
    type Move = u8;
    /// The whole position in eight bytes.
    type Key = [u64; 1];

    /// Every move takes something away, so no position comes again.
    const CYCLIC: bool = false;

    fn root(&self) -> Heap {
        Heap {
            counters: self.counters,
            own_turn: true,
        }
    }

    fn kind(&self, heap: &Heap) -> Kind {
        if heap.own_turn { Kind::Max } else { Kind::Min }
    }

    fn evaluate(&self, heap: &Heap) -> Value {
        match (heap.counters, heap.own_turn) {
            // Whoever is to move now did not take the last one.
            (0, true) => Value::Loss,
            (0, false) => Value::Win,
            _ => Value::Unknown,
        }
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
        moves.extend(1..=heap.counters.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u8) {
        heap.counters -= taken;
        heap.own_turn = !heap.own_turn;
    }

    fn key(&self, heap: &Heap) -> [u64; 1] {
        [u64::from(heap.counters) << 1 | u64::from(heap.own_turn)]
    }
}

fn main() {
    let counters = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let game = Nim {
        counters: counters.unwrap_or(21),
    };
    for &algorithm in Algorithm::ALL {
        let report = Search::new(&game, &algorithm.into()).run(&mut Unobserved);
        let report = report.expect("there is no further thread to start");
        // A multiple of four is lost.
        assert_eq!(report.is_win(), Some(!game.counters.is_multiple_of(4)));
        let nodes = report.statistics.nodes;
        println!("{algorithm}: {:?} in {nodes} nodes", report.is_win());
    }
    let is_win = !game.counters.is_multiple_of(4);
    let proof = Proof::find(&game, is_win, 1_000_000, &mut Unobserved);
    let proof = proof.expect("a small game has a small solution");
    proof.check(&game).expect("the checker confirms it");
    println!("main line: {}", proof.main_line(&game).join(" "));
}
