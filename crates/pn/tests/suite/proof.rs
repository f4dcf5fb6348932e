//! Solutions: the checker confirms those of every search, and none of something false.

use crate::exact::{decided_graph, truth};
use crosscram_pn::games::TicTacToe;
use crosscram_pn::{Game, NoProof, Proof, Unobserved};
use crosscram_support::random::Random;

/// On random graphs the true value has a proof that is confirmed after writing and reading, and the
/// opposite has none.
#[test]
fn solutions_of_random_graphs() {
    let mut random = Random::new(41);
    let (mut wins, mut circles) = (0, 0);
    for round in 0..4_000 {
        let game = decided_graph(&mut random, round % 4 > 0);
        let truth = truth(&game);
        let proof = Proof::find(&game, truth, usize::MAX, &mut Unobserved).unwrap();
        let mut file = Vec::new();
        proof.write(&game, &mut file, "a graph").unwrap();
        let again = Proof::read(&game, file.as_slice(), "a graph").unwrap();
        assert_eq!(again.len(), proof.len());
        let visited = again
            .check(&game)
            .unwrap_or_else(|fault| panic!("{fault} {game:?}"));
        assert_eq!(visited, proof.len() as u64);
        wins += u32::from(truth);
        circles += u32::from(game.cycle().is_some());
        let line = proof.main_line(&game);
        assert!(line.len() <= game.len());
        let opposite = Proof::find(&game, !truth, usize::MAX, &mut Unobserved);
        assert!(matches!(opposite.map(|_| ()), Err(NoProof::Contradiction)));
    }
    assert!(wins > 800 && circles > 800, "{wins} {circles}");
}

/// No change of a line makes a false statement pass: a forged proof of the opposite value is refused, and so
/// is a proof without one of its positions.
#[test]
fn forged_solutions_are_refused() {
    let mut random = Random::new(42);
    let mut refused = 0;
    for round in 0..600 {
        let game = decided_graph(&mut random, round % 2 == 0);
        let truth = truth(&game);
        let proof = Proof::find(&game, truth, usize::MAX, &mut Unobserved).unwrap();
        let mut file = Vec::new();
        proof.write(&game, &mut file, "q").unwrap();
        let text = String::from_utf8(file).unwrap();
        let (from, to) = if truth {
            ("\nwin\n", "\nloss\n")
        } else {
            ("\nloss\n", "\nwin\n")
        };
        let forged = Proof::read(&game, text.replace(from, to).as_bytes(), "q").unwrap();
        assert!(forged.check(&game).is_err(), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        for left_out in 3..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(left_out);
            let forged = Proof::read(&game, fewer.join("\n").as_bytes(), "q").unwrap();
            assert!(
                forged.check(&game).is_err(),
                "{text} without line {left_out}"
            );
            refused += 1;
        }
    }
    assert!(refused > 1_000);
}

/// The line of a mate in two, and a solution that is too large.
#[test]
fn main_lines() {
    let game: TicTacToe = "XX.|OO.|...".parse().unwrap();
    let proof = Proof::find(&game, true, usize::MAX, &mut Unobserved).unwrap();
    assert_eq!(proof.main_line(&game), ["1,3"]);
    assert_eq!(proof.len(), 2);
    let game = TicTacToe::default();
    let all = Proof::find(&game, false, usize::MAX, &mut Unobserved).unwrap();
    assert!(all.check(&game).is_ok());
    assert_eq!(all.main_line(&game).len(), 9);
    let few = Proof::find(&game, false, 10, &mut Unobserved);
    assert_eq!(few.map(|_| ()).unwrap_err(), NoProof::TooLarge);
    assert_eq!(game.mobility(&game.root()), 9);
}
