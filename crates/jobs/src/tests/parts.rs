//! What workers tell each other, and proofs that several of them write at a time.

use super::super::segment::{Outcome, Segment};
use super::super::*;
use super::{claims, levels, new_worker, plan, unit_of};
use crosscram_certificate::Form;
use crosscram_rules::{Board, Player, Question, Tile, reference};
use crosscram_search::{Control, EngineName, Peers, Solver};
use crosscram_support::stop::Stop;
use std::path::Path;
use std::sync::Arc;

/// A message with the winner of every solved position exchanged.
fn false_message(mut message: Vec<u8>) -> Vec<u8> {
    let line = usize::from(u16::from_le_bytes([message[8], message[9]]));
    let begin = 10 + 8 * line;
    let count = u32::from_le_bytes(message[begin..begin + 4].try_into().unwrap());
    let record = 5 + 8 * usize::from(message[7]);
    for i in 0..count as usize {
        message[begin + 4 + i * record + 4] ^= 1;
    }
    message
}

#[test]
fn workers_tell_each_other_what_they_find() {
    let board = Board::empty(6, 8).unwrap();
    let unit = |nodes| unit_of(board, Player::Vertical, nodes);
    let nodes = |segment: &Segment| segment.results[0].nodes;
    let mut teller = new_worker(levels(), 1);
    let told = teller.peers();
    let alone = teller.work(&unit(1 << 20), &Stop::new()).unwrap();
    let message = told.take();
    assert!(!message.is_empty() && told.take().is_empty());
    // Who has not begun does not know what it is about.
    let hearer = || {
        let mut worker = new_worker(levels(), 1);
        let peers = worker.peers();
        worker.work(&unit(1), &Stop::new()).unwrap();
        (worker, peers)
    };
    let (mut worker, peers) = hearer();
    peers.hear("teller", &message);
    let helped = worker.work(&unit(1 << 20), &Stop::new()).unwrap();
    assert!(2 * nodes(&helped) < nodes(&alone), "{}", nodes(&helped));
    assert_eq!(check_segment(&helped), Ok(()));
    // What is false is found out, and nothing is told or heard any more.
    let (mut worker, peers) = hearer();
    peers.hear("teller", &false_message(message.clone()));
    let segment = worker.work(&unit(1 << 20), &Stop::new()).unwrap();
    assert_eq!(check_segment(&segment), Ok(()));
    let Outcome::Solved(solved) = &segment.results[0].outcome else {
        panic!("{:?}", segment.results[0].outcome);
    };
    assert_eq!(solved.winner, Player::Horizontal);
    assert!(peers.take().is_empty());
}

/// Workers of one desk that hear each other, one after the other.
struct Crew {
    workers: Vec<(Worker, Arc<Peers>)>,
}

impl Crew {
    fn new(count: usize) -> Crew {
        let worker = |_| {
            let mut worker = new_worker(levels(), 1);
            let peers = worker.peers();
            (worker, peers)
        };
        Crew {
            workers: (0..count).map(worker).collect(),
        }
    }

    /// One of them works on a unit, and tells the others.
    fn work(&mut self, who: usize, unit: &Unit) -> Segment {
        let segment = self.workers[who].0.work(unit, &Stop::new()).unwrap();
        let message = self.workers[who].1.take();
        for (number, (_, peers)) in self.workers.iter().enumerate() {
            if number != who {
                peers.hear(&who.to_string(), &message);
            }
        }
        segment
    }
}

fn desk(folder: &Path, board: Board) -> Desk {
    Desk::create(folder, plan(board, Player::Vertical, 5000), Check::AtEnd).unwrap()
}

/// Works until the proof is complete, each unit by the next worker. `change` may do something to a segment of parts.
fn finish(
    desk: &mut Desk,
    crew: &mut Crew,
    mut change: impl FnMut(usize, &mut Segment) -> bool,
) -> usize {
    let (mut turn, mut parts) = (0, 0);
    while let Some(unit) = desk.issue(Scope::Claims).unwrap() {
        let who = turn % crew.workers.len();
        turn += 1;
        let mut segment = crew.work(who, &unit);
        parts += usize::from(matches!(unit.wanted, Wanted::Parts { .. }));
        if change(who, &mut segment) {
            desk.deliver(&format!("w{who}"), &segment.to_bytes(), false)
                .unwrap();
        } else {
            desk.give_back(&unit.id());
        }
        // Complete, but for what relies on an attempt that was lost.
        let _ = desk.is_complete().unwrap();
    }
    assert!(desk.is_complete().unwrap());
    parts
}

fn certificate(desk: &mut Desk, folder: &Path, form: Form) -> Option<Certificate> {
    let path = folder.join("proof");
    let made = desk.finish(&path, form).unwrap()?;
    if form == Form::Binary {
        let question = desk.plan().question;
        let winner = Solver::new(EngineName::Crosscram).solve(&question, &Control::new());
        assert_eq!(Some(made.winner), winner.winner());
        assert!(claims(&path).contains(&format!("{} wins", made.winner)));
    }
    Some(made)
}

#[test]
fn several_write_one_proof() {
    let board = Board::empty(6, 8).unwrap();
    for count in [1, 2, 3] {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = desk(folder.path(), board);
        let parts = finish(&mut desk, &mut Crew::new(count), |_, _| true);
        assert!(parts > 3, "{parts}");
        let made = certificate(&mut desk, folder.path(), Form::Binary).unwrap();
        // As text it is the same.
        let text = certificate(&mut desk, folder.path(), Form::Text).unwrap();
        assert_eq!((made.nodes, text.hash), (text.nodes, None));
        let text = std::fs::read_to_string(folder.path().join("proof")).unwrap();
        assert_eq!(text.lines().count() as u64, made.nodes + 4);
    }
}

/// A later part relies on an earlier one that is not delivered: both are written again.
#[test]
fn parts_that_rely_on_lost_ones_are_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path(), Board::empty(6, 8).unwrap());
    let mut lost = 0;
    let mut crew = Crew::new(2);
    let parts = finish(&mut desk, &mut crew, |who, segment| {
        let Some(attempt) = &segment.attempt else {
            return true;
        };
        // The first worker dies with each of its first units of parts.
        let is_lost = who == 0 && !attempt.rests.is_empty() && lost < 3;
        lost += usize::from(is_lost);
        !is_lost
    });
    assert_eq!(lost, 3);
    // Once, and not again and again.
    let unhurt = tempfile::tempdir().unwrap();
    let mut other = self::desk(unhurt.path(), Board::empty(6, 8).unwrap());
    let usual = finish(&mut other, &mut Crew::new(2), |_, _| true);
    assert!(
        parts <= 2 * usual + lost,
        "{parts} units instead of {usual}"
    );
    assert!(certificate(&mut desk, folder.path(), Form::Binary).is_some());
}

/// A false part is found out by the check of the whole. Then proofs are written that are complete in themselves.
#[test]
fn a_false_part_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path(), Board::empty(6, 8).unwrap());
    let mut crew = Crew::new(2);
    let mut falsified = false;
    finish(&mut desk, &mut crew, |_, segment| {
        let is_part = segment
            .attempt
            .as_ref()
            .is_some_and(|a| !a.rests.is_empty());
        // Safe moves are said to suffice where all moves follow.
        if is_part && !falsified && segment.pieces[0] == 128 {
            segment.pieces[0] = 5;
            falsified = true;
        }
        true
    });
    assert!(falsified);
    assert!(certificate(&mut desk, folder.path(), Form::Binary).is_none());
    let put_aside = |remark: &Remark| matches!(remark, Remark::PutAside(..));
    assert!(desk.remarks().iter().any(put_aside));
    assert_eq!(finish(&mut desk, &mut crew, |_, _| true), 0);
    assert!(certificate(&mut desk, folder.path(), Form::Binary).is_some());
}

/// A run that is interrupted while parts are written goes on with those that are there.
#[test]
fn parts_survive_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path(), Board::empty(6, 8).unwrap());
    let mut crew = Crew::new(2);
    let mut units = 0;
    while let Some(unit) = desk.issue(Scope::Claims).unwrap() {
        let segment = crew.work(0, &unit);
        desk.deliver("w0", &segment.to_bytes(), false).unwrap();
        units += usize::from(matches!(unit.wanted, Wanted::Parts { .. }));
        if units == 3 {
            break;
        }
    }
    let before = desk.left().leaves;
    desk.flush().unwrap();
    drop(desk);
    let mut desk = Desk::resume(folder.path(), Check::AtEnd).unwrap();
    desk.issue(Scope::Claims).unwrap();
    assert_eq!(desk.left().leaves, before);
    drop(desk);
    let mut desk = Desk::resume(folder.path(), Check::AtEnd).unwrap();
    finish(&mut desk, &mut Crew::new(1), |_, _| true);
    assert!(certificate(&mut desk, folder.path(), Form::Binary).is_some());
}

/// A claim that is false is found out when its outline or a part of it cannot be written.
#[test]
fn a_false_claim_ends_in_a_proof_of_the_opposite() {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::empty(5, 5).unwrap();
    let mut desk = desk(folder.path(), board);
    let unit = desk.issue(Scope::Claims).unwrap().unwrap();
    let winner = reference::winner(&board, Tile::DOMINO, Player::Vertical);
    let mut segment = Segment::new(unit.id());
    segment.results.push(segment::Finding {
        position: unit.positions[0],
        nodes: 1,
        writing: 0,
        outcome: Outcome::Solved(segment::Solved {
            winner: winner.opponent(),
            piece: 0..0,
        }),
    });
    desk.deliver("liar", &segment.to_bytes(), false).unwrap();
    // The honest worker has heard it too.
    let mut crew = Crew::new(1);
    crew.workers[0].0.learn([Fact {
        position: unit.positions[0],
        winner: winner.opponent(),
        nodes: 1,
    }]);
    let mut rounds = 0;
    let made = loop {
        rounds += 1;
        assert!(rounds < 4, "it does not end");
        finish(&mut desk, &mut crew, |_, _| true);
        if let Some(made) = desk
            .finish(&folder.path().join("proof"), Form::Binary)
            .unwrap()
        {
            break made;
        }
    };
    assert_eq!(made.winner, winner);
    assert!(desk.folder().shut_out().unwrap().contains_key("liar"));
    let question = Question::new(board, Tile::DOMINO, Player::Vertical);
    assert_eq!(desk.plan().question, question);
}
