//! Three Men's Morris: every position solved backwards, and what the searches say of it.

use crate::{answer, options, watched};
use crosscram_pn::games::Morris;
use crosscram_pn::{Ending, Game, Kind, Proof, Unobserved, UpTo, Value};
use std::collections::{HashMap, VecDeque};

/// The positions that X, who begins, can force to be won; all others that can be reached are in the list too.
struct Solved {
    positions: Vec<<Morris as Game>::Position>,
    won_by: HashMap<[u64; 1], bool>,
}

/// Solves all positions that can be reached from the empty board, for the player who begins (`true`) or for
/// the other one: what is won in n moves, n = 0, 1, 2, ..., until nothing is added.
fn backwards(for_first: bool) -> Solved {
    let game = Morris::default();
    let mut places = HashMap::new();
    let mut positions = vec![game.root()];
    places.insert(game.key(&game.root()), 0);
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut queue = VecDeque::from([0]);
    while let Some(place) = queue.pop_front() {
        let position = positions[place];
        let mut moves = Vec::new();
        if game.evaluate(&position) == Value::Unknown {
            game.moves(&position, &mut moves);
        }
        let below = moves.into_iter().map(|mov| {
            let mut child = position;
            game.play(&mut child, mov);
            *places.entry(game.key(&child)).or_insert_with(|| {
                positions.push(child);
                queue.push_back(positions.len() - 1);
                positions.len() - 1
            })
        });
        children.push(below.collect());
    }
    let (own_kind, own_win) = match for_first {
        true => (Kind::Max, Value::Win),
        false => (Kind::Min, Value::Loss),
    };
    let mut won: Vec<bool> = positions
        .iter()
        .map(|position| game.evaluate(position) == own_win)
        .collect();
    loop {
        let new: Vec<usize> = (0..positions.len())
            .filter(|&place| {
                let below = &children[place];
                !won[place]
                    && !below.is_empty()
                    && match game.kind(&positions[place]) == own_kind {
                        true => below.iter().any(|&child| won[child]),
                        false => below.iter().all(|&child| won[child]),
                    }
            })
            .collect();
        if new.is_empty() {
            break;
        }
        new.into_iter().for_each(|place| won[place] = true);
    }
    let keys = positions.iter().map(|position| game.key(position));
    Solved {
        won_by: keys.zip(won).collect(),
        positions,
    }
}

/// The question of each position is whether its mover wins.
#[test]
fn every_search_agrees_with_the_truth() {
    let solved = [backwards(true), backwards(false)];
    let empty = Morris::default();
    assert!(solved[0].won_by[&empty.key(&empty.root())]);
    let positions = &solved[0].positions;
    assert!(positions.len() > 3_000, "{}", positions.len());
    let (mut wins, mut doubtful, mut open) = (0, 0, 0);
    // Some of all, spread over the phases of the game.
    for position in positions.iter().step_by(97) {
        let game: Morris = empty.label(position).parse().unwrap();
        let first_to_move = empty.kind(position) == Kind::Max;
        let truth = solved[usize::from(!first_to_move)].won_by[&empty.key(position)];
        wins += u32::from(truth);
        // What each search may create, and whether it then knows: PDS goes round in circles for long, and alpha-beta proves wins, and losses
        // that need no repetition.
        for (line, limit, always_knows) in [
            ("df-pn", 200_000, true),
            ("df-pn --counting weak --initial guess", 200_000, true),
            ("pds --counting sum --initial one", 200_000, false),
            ("base-twin", 20_000, false),
            ("dcg", 20_000, false),
            ("alpha-beta", 30_000, truth),
        ] {
            let report = watched(&game, &options(line), &mut UpTo(limit));
            let found = report.is_win();
            assert!(found.is_none_or(|win| win == truth), "{game}, {line}");
            assert!(found.is_some() || !always_knows, "{game}, {line}");
            open += u32::from(line == "base-twin" && found.is_none());
            doubtful += u32::from(report.ending == Ending::Doubtful);
        }
    }
    assert!(wins > 5, "{wins}");
    // Both kinds of endings are there, or the test would show less than it says.
    assert!(doubtful > 0 && open < 20, "{doubtful} {open}");
}

#[test]
fn solutions_are_confirmed() {
    for text in ["...|...|...", "X..|.O.|... X", "XO.|XO.|.XO O"] {
        let game: Morris = text.parse().unwrap();
        let report = answer(&game, "df-pn");
        let is_win = report.is_win().unwrap();
        let proof = Proof::find(&game, is_win, 100_000, &mut Unobserved).unwrap();
        proof.check(&game).unwrap();
        let mut file = Vec::new();
        proof.write(&game, &mut file, text).unwrap();
        let read: Proof<Morris> = Proof::read(&game, file.as_slice(), text).unwrap();
        read.check(&game).unwrap();
    }
}
