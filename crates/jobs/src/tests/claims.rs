//! Claims, which are proven when the winner is known.

use super::super::segment::{Outcome, Solved};
use super::super::*;
use super::{begun, finished, levels, new_worker, opened, run_with, true_winner};
use crosscram_rules::{Player, Question};
use crosscram_support::stop::Stop;

/// A segment that claims the wrong winner of its positions, without proof.
fn false_claim(unit: &Unit) -> Vec<u8> {
    let mut segment = Segment::new(unit.id());
    for &position in &unit.positions {
        let winner = true_winner(&position).opponent();
        segment.results.push(segment::Finding {
            position,
            nodes: 1,
            writing: 0,
            outcome: Outcome::Solved(Solved {
                winner,
                piece: 0..0,
            }),
        });
    }
    segment.to_bytes()
}

/// A claim without proof is believed until the proof is asked for. Then whoever made it is named and shut out, and all that it claimed is
/// taken back; also if the run was interrupted in between.
#[test]
fn a_false_claim_is_found_out() {
    // Of the board itself, and of a position after the first move, which is said to win it.
    for (check, opening) in [(Check::OnArrival, 0), (Check::AtEnd, 1)] {
        let (folder, mut desk) = begun((5, 5), 5000, check);
        let mut worker = new_worker(levels(), 1);
        for _ in 0..opening {
            let unit = desk.issue(Scope::Claims).unwrap().unwrap();
            assert_eq!(unit.wanted, Wanted::Claims);
            let bytes = opened(&unit, &mut worker).to_bytes();
            desk.deliver("honest", &bytes, false).unwrap();
        }
        let unit = desk.issue(Scope::Claims).unwrap().unwrap();
        let delivery = desk.deliver("liar", &false_claim(&unit), false).unwrap();
        assert!(matches!(delivery, Delivery::Taken { .. }));
        assert_eq!(desk.coordinator().winner(), Some(Player::Vertical));
        desk.flush().unwrap();
        drop(desk);
        let mut desk = Desk::resume(folder.path(), check).unwrap();
        assert!(run_with(&mut desk, 0, Scope::Claims));
        let certificate = finished(&mut desk).unwrap();
        let winner = true_winner(&desk.plan().question);
        assert_eq!(certificate.winner, winner);
        let shut_out: Vec<String> = desk.folder().shut_out().unwrap().into_keys().collect();
        assert_eq!(shut_out, ["liar"]);
        let is_named =
            |remark: &Remark| matches!(remark, Remark::ShutOut(worker, _) if worker == "liar");
        assert!(desk.remarks().iter().any(is_named));
        assert!(
            !desk
                .folder()
                .segments()
                .unwrap()
                .iter()
                .any(|name| name.contains("liar"))
        );
    }
}

/// Proofs are asked for when the winner is known, and only those that the certificate needs.
#[test]
fn claims_are_proven_at_the_end() {
    let (_folder, mut desk) = begun((5, 5), 5000, Check::OnArrival);
    let mut worker = new_worker(levels(), 1);
    let (mut claims, mut proofs) = (0, 0);
    while let Some(unit) = desk.issue(Scope::Claims).unwrap() {
        let is_claim = unit.wanted == Wanted::Claims;
        assert_eq!(is_claim, desk.coordinator().winner().is_none());
        let segment = match claims < 20 {
            true => opened(&unit, &mut worker),
            false => worker.work(&unit, &Stop::new()).unwrap(),
        };
        match is_claim {
            true => {
                claims += 1;
                assert!(segment.pieces.is_empty());
            }
            false => {
                proofs += segment.facts();
                assert_eq!(segment.solved().count(), segment.facts());
            }
        }
        desk.deliver("honest", &segment.to_bytes(), false).unwrap();
    }
    assert!(desk.is_complete().unwrap());
    let facts = desk.coordinator().library().facts();
    assert!(proofs > 0 && proofs < facts, "{proofs} of {facts}");
    assert!(finished(&mut desk).is_some());
}

/// Two claims that contradict each other stop the run, which names both; an audit takes back all claims, because it cannot tell which is
/// false, and the run goes on.
#[test]
fn claims_that_contradict_each_other() {
    let (folder, mut desk) = begun((5, 5), 5000, Check::OnArrival);
    let unit = desk.issue(Scope::Claims).unwrap().unwrap();
    let honest = new_worker(levels(), 1).work(&unit, &Stop::new()).unwrap();
    desk.deliver("honest", &honest.to_bytes(), false).unwrap();
    let stopped = desk.deliver("liar", &false_claim(&unit), false);
    let Err(DeskError::Contradiction(found)) = stopped else {
        panic!("nobody noticed");
    };
    let names = format!("{found}");
    assert!(
        names.contains("honest") && names.contains("liar"),
        "{names}"
    );
    drop(desk);
    let resumed = Desk::resume(folder.path(), Check::OnArrival);
    assert!(matches!(resumed, Err(DeskError::Contradiction(_))));
    let mut desk = Desk::resume_audited(folder.path(), Check::OnArrival).unwrap();
    assert!(desk.remarks().contains(&Remark::TakenBack(2)));
    assert!(run_with(&mut desk, 0, Scope::Claims));
    assert!(finished(&mut desk).is_some());
}

/// A worker that dies keeps its units, and the broker may keep them too. The others are never given a position that is decided already, and
/// find the winner.
fn check_with_dead_workers(deaths: impl Iterator<Item = usize>) {
    for dead in deaths {
        let (_folder, mut desk) = begun((5, 6), 64, Check::AtEnd);
        let mut worker = new_worker(levels(), 1);
        let mut units = 0;
        while desk.coordinator().winner().is_none() {
            let unit = desk.issue(Scope::Claims).unwrap().expect("there is work");
            let library = desk.coordinator().library();
            let is_decided = |at: &Question| library.solved(&at.canonical());
            assert!(unit.positions.iter().any(|at| is_decided(at).is_none()));
            units += 1;
            if units % dead == 0 && units < 40 {
                // Its worker dies.
                continue;
            }
            let segment = match units < 12 {
                true => opened(&unit, &mut worker),
                false => worker.work(&unit, &Stop::new()).unwrap(),
            };
            desk.deliver("honest", &segment.to_bytes(), false).unwrap();
        }
        let winner = true_winner(&desk.plan().question);
        assert_eq!(desk.coordinator().winner(), Some(winner));
    }
}

#[test]
fn no_worker_is_given_what_is_decided() {
    check_with_dead_workers((3..12).step_by(4));
}

#[test]
#[ignore = "some seconds"]
fn no_worker_is_given_what_is_decided_whenever_one_dies() {
    check_with_dead_workers(3..12);
}
