//! A game of one's own: Nim with one heap, in which a move takes one, two or three counters and whoever
//! takes the last one wins. `cargo run -p crosscram-pn --example own_game 21` solves it by every search.

use crosscram_pn::{
    DfPn, DfPnOptions, Game, GraphOptions, GraphSearch, Kind, Proof, TreeOptions, TreeSearch,
    TwinOptions, TwinSearch, Unobserved, Value,
};

/// The question whether the player to move wins with this many counters.
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
    let reports = [
        (
            "tree",
            TreeSearch::new(&game, TreeOptions::default()).run(&mut Unobserved),
        ),
        (
            "graph",
            GraphSearch::new(&game, GraphOptions::default()).run(&mut Unobserved),
        ),
        (
            "base-twin",
            TwinSearch::new(&game, TwinOptions::default()).run(&mut Unobserved),
        ),
        (
            "df-pn",
            DfPn::new(&game, DfPnOptions::default()).run(&mut Unobserved),
        ),
    ];
    for (name, report) in reports {
        // A multiple of four is lost.
        assert_eq!(report.is_win(), Some(!game.counters.is_multiple_of(4)));
        println!(
            "{name}: {:?} in {} nodes",
            report.is_win(),
            report.statistics.nodes
        );
    }
    let is_win = !game.counters.is_multiple_of(4);
    let proof = Proof::find(&game, is_win, 1_000_000, &mut Unobserved);
    let proof = proof.expect("a small game has a small solution");
    proof.check(&game).expect("the checker confirms it");
    println!("main line: {}", proof.main_line(&game).join(" "));
}
