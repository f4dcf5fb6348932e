//! Runs on small boards, against the rules; faults and lies.

use super::segment::{ChildState, Outcome, Solved};
use super::*;
use crosscram_certificate::{Form, Uncompressed, Writer};
use crosscram_rules::{Bits, Bits256, Board, Dyadic, Player, Question, Tile, reference};
use crosscram_search::session::Session;
use crosscram_search::{Control, CrosscramOptions, Levels, ProofSink, Solver, Step, TableSize};
use crosscram_support::random::Random;
use crosscram_support::stop::Stop;
use std::collections::HashMap;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use tempfile::TempDir;

mod claims;
mod parts;

/// Weak bounds, so that small boards take some search.
pub(super) fn levels() -> Levels {
    "rows".parse().unwrap()
}

/// A worker with a small table and so many threads.
pub(super) fn new_worker(bounds: Levels, threads: usize) -> Worker {
    Worker::new(Session::passing(CrosscramOptions {
        bounds,
        threads,
        table: TableSize::Bytes(1 << 20),
        ..CrosscramOptions::default()
    }))
}

pub(super) fn plan(board: Board, first: Player, nodes: u64) -> Plan {
    Plan {
        question: Question::new(board, Tile::DOMINO, first),
        bounds: levels(),
        nodes,
    }
}

/// A run about an empty board, Vertical first, in a folder of its own.
pub(super) fn begun((rows, cols): (usize, usize), nodes: u64, check: Check) -> (TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::empty(rows, cols).unwrap();
    let desk = Desk::create(folder.path(), plan(board, Player::Vertical, nodes), check);
    (folder, desk.unwrap())
}

/// The certificate, if it holds.
pub(super) fn finished(desk: &mut Desk) -> Option<Certificate> {
    let path = desk.folder().path().join("proof");
    desk.finish(&path, Form::Binary).unwrap()
}

/// A board with some cells blocked.
fn random_board(random: &mut Random, rows: usize, cols: usize) -> Board {
    let mut free = Bits256::below((rows * cols) as u32);
    for _ in 0..random.below(6) {
        free &= !Bits256::single(random.below((rows * cols) as u64) as u32);
    }
    Board::from_free_bits(rows, cols, free).unwrap()
}

/// Claims of a certificate, as the checker prints them.
pub(super) fn claims(path: &Path) -> String {
    let file = BufReader::new(fs::File::open(path).unwrap());
    let mut file = BufReader::new(Uncompressed::new(file));
    let proven = crosscram_checker::check(&mut file).unwrap();
    assert!(proven.rests.is_empty() && proven.claims.len() == 1);
    proven.claims[0].to_string()
}

/// A unit whose outcome is opened on purpose: as if its nodes had been spent at once, so that small boards
/// have a top of several plies. Moves get no proof but those that are decided at sight.
pub(super) fn opened(unit: &Unit, worker: &mut Worker) -> Segment {
    let mut segment = worker.work(unit, &Stop::new()).unwrap();
    for found in &mut segment.results {
        let is_solved = matches!(found.outcome, Outcome::Solved(_));
        let moves: Vec<_> = found.position.moves().map(|(mov, _)| mov).collect();
        if is_solved && !moves.is_empty() {
            let open = ChildState::Open {
                win: 64,
                refute: 16,
            };
            let children = moves.into_iter().map(|mov| segment::ChildFinding {
                mov,
                state: open.clone(),
            });
            found.outcome = Outcome::Open(children.collect());
        }
    }
    // A position without moves stays solved, and keeps its proof.
    let is_open = |found: &segment::Finding| matches!(found.outcome, Outcome::Open(_));
    if segment.results.iter().all(is_open) {
        segment.pieces.clear();
    }
    segment
}

/// Runs to the end with one worker; the first `opening` units are opened. Returns the desk.
fn run(desk: &mut Desk, opening: usize) -> bool {
    run_with(desk, opening, Scope::Leaf)
}

pub(super) fn run_with(desk: &mut Desk, opening: usize, scope: Scope) -> bool {
    let mut worker = new_worker(desk.plan().bounds, 1);
    let mut number = 0;
    while let Some(unit) = desk.issue(scope).unwrap() {
        number += 1;
        let bytes = match number <= opening && unit.positions.len() == 1 {
            true => opened(&unit, &mut worker).to_bytes(),
            false => worker.work(&unit, &Stop::new()).unwrap().to_bytes(),
        };
        desk.deliver("honest", &bytes, false).unwrap();
        desk.flush().unwrap();
    }
    desk.is_complete().unwrap()
}

#[test]
fn small_boards_against_the_rules() {
    let mut random = Random::new(19);
    for number in 0..60 {
        let (rows, cols) = [(4, 5), (5, 4), (4, 4), (3, 6), (5, 5)][number % 5];
        let board = random_board(&mut random, rows, cols);
        let first = Player::ALL[number / 5 % 2];
        against_the_rules(plan(board, first, 5000), number, Check::OnArrival);
    }
}

/// The same with a number beside the board, in which both may move; also if its proof is written in parts.
#[test]
fn small_sums_against_the_rules() {
    let mut random = Random::new(23);
    for number in 0..60 {
        let (rows, cols) = [(3, 4), (4, 4), (4, 3), (3, 5)][number % 4];
        let board = random_board(&mut random, rows, cols);
        let beside = ["1/4", "-1/2", "1", "3/8", "-2", "-5/4"][number % 6];
        let mut plan = plan(board, Player::ALL[number / 4 % 2], 5000);
        plan.question.number = beside.parse().unwrap();
        against_the_rules(
            plan,
            number,
            [Check::OnArrival, Check::AtEnd][number / 20 % 2],
        );
    }
}

fn against_the_rules(plan: Plan, number: usize, check: Check) {
    let Question {
        board,
        number: beside,
        first,
        ..
    } = plan.question;
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::create(folder.path(), plan, check).unwrap();
    let scope = [Scope::Leaf, Scope::Claims][number / 10 % 2];
    assert!(run_with(&mut desk, 1 + number % 25, scope), "{board}");
    let winner = true_winner(&plan.question);
    assert_eq!(desk.coordinator().winner(), Some(winner), "{board}");
    let path = folder.path().join("proof");
    let certificate = desk.finish(&path, Form::Binary).unwrap().unwrap();
    assert_eq!(certificate.winner, winner);
    let claim = claims(&path);
    let expected = format!("if {first} moves first, {winner} wins.");
    assert!(claim.contains(&expected), "{claim}");
    assert!(
        claim.contains(&format!("plus the number {},", beside.to_f64())),
        "{claim}"
    );
    assert_eq!(desk.remarks(), []);
    drop(desk);
    // It goes on with what is in the folder, and has nothing to do.
    let mut desk = Desk::resume(folder.path(), check).unwrap();
    assert_eq!(
        (desk.plan(), desk.coordinator().winner()),
        (&plan, Some(winner))
    );
    assert!(desk.is_complete().unwrap() || check == Check::AtEnd);
}

/// The graph depends on which segments are there, not on their order; what is missing is done again.
#[test]
fn a_run_goes_on_from_any_part_of_its_segments() {
    let (folder, mut desk) = begun((5, 5), 5000, Check::OnArrival);
    let plan = *desk.plan();
    assert!(run(&mut desk, 30));
    let names = desk.folder().segments().unwrap();
    assert!(names.len() > 10, "{}", names.len());
    assert!(
        matches!(
            Desk::resume(folder.path(), Check::OnArrival),
            Err(DeskError::File(_))
        ),
        "locked"
    );
    drop(desk);
    let mut random = Random::new(7);
    for _ in 0..10 {
        let mut desk = Desk::resume(folder.path(), Check::OnArrival).unwrap();
        assert_eq!(*desk.plan(), plan);
        assert!(run(&mut desk, 0));
        assert!(finished(&mut desk).is_some());
        let names = desk.folder().segments().unwrap();
        drop(desk);
        for name in names {
            if random.below(3) == 0 {
                fs::remove_file(folder.path().join("segments").join(name)).unwrap();
            }
        }
    }
}

#[test]
fn units_and_segments_survive_writing() {
    for number in ["0", "-3/4"] {
        survive_writing(number.parse().unwrap());
    }
}

fn survive_writing(number: Dyadic) {
    let board = Board::empty(4, 5).unwrap();
    let question = Question::new(board, Tile::DOMINO, Player::Vertical).plus(number);
    let known = Fact {
        position: question.after(Some("V1,1".parse().unwrap())).unwrap(),
        winner: Player::Vertical,
        nodes: 77,
    };
    let flipped = Question {
        board: board.flip_rows(),
        ..question
    };
    let unit = Unit {
        lost: vec![3, u64::MAX],
        known: vec![known],
        ..Unit::new(number, levels(), 1 << 14, vec![question, flipped])
    };
    let bytes = unit.to_bytes();
    let path = Path::new("the unit");
    assert_eq!(Unit::read(&bytes, path).unwrap(), unit);
    for place in 0..bytes.len() {
        assert!(Unit::read(&bytes[..place], path).is_err());
        let mut changed = bytes.clone();
        changed[place] ^= 2;
        let error = Unit::read(&changed, path);
        assert!(error.is_err(), "{}", String::from_utf8_lossy(&changed));
    }
    // The same bytes from every new worker.
    let work = || new_worker(levels(), 1).work(&unit, &Stop::new()).unwrap();
    let segment = work();
    let bytes = segment.to_bytes();
    assert_eq!(bytes, work().to_bytes());
    assert_eq!(Segment::read(&bytes, path).unwrap(), segment);
    assert_eq!(check_segment(&segment), Ok(()));
    for place in 0..bytes.len() {
        assert!(Segment::read(&bytes[..place], path).is_err());
        let mut changed = bytes.clone();
        changed[place] ^= 16;
        let read = Segment::read(&changed, path);
        assert!(read.is_err() || read.is_ok_and(|read| read == segment));
    }
    let opened = opened(&unit, &mut new_worker(levels(), 1));
    assert_eq!(Segment::read(&opened.to_bytes(), path).unwrap(), opened);
}

/// A segment that names the wrong winner, with a proof that is none.
fn lie(unit: &Unit) -> Vec<u8> {
    let mut segment = new_worker(unit.bounds, 1).work(unit, &Stop::new()).unwrap();
    for found in &mut segment.results {
        let question = found.position;
        let winner = true_winner(&question).opponent();
        let mut writer = Writer::new(Vec::new(), Form::Binary, &question);
        writer.begin(winner, 16).unwrap();
        writer.step(&Step::Count).unwrap();
        let begin = segment.pieces.len();
        segment.pieces.extend(writer.finish().unwrap());
        found.outcome = Outcome::Solved(Solved {
            winner,
            piece: begin..segment.pieces.len(),
        });
    }
    // Nothing but the lies.
    let mut pieces = Vec::new();
    for found in &mut segment.results {
        if let Outcome::Solved(solved) = &mut found.outcome {
            let begin = pieces.len();
            pieces.extend_from_slice(&segment.pieces[solved.piece.clone()]);
            solved.piece = begin..pieces.len();
        }
    }
    segment.pieces = pieces;
    segment.to_bytes()
}

#[test]
fn a_lie_is_caught_when_it_arrives() {
    let (folder, mut desk) = begun((4, 5), 5000, Check::OnArrival);
    let unit = desk.issue(Scope::Leaf).unwrap().unwrap();
    let false_one = desk.deliver("liar", &lie(&unit), false).unwrap();
    assert!(
        matches!(&false_one, Delivery::False(reason) if reason.contains("invalid")),
        "{false_one:?}"
    );
    assert!(matches!(&desk.remarks()[..], [Remark::ShutOut(worker, _)] if worker == "liar"));
    assert_eq!(desk.tally().segments, 0);
    // The same unit is to be done again, and not by that worker.
    let again = desk.issue(Scope::Leaf).unwrap().unwrap();
    assert_eq!(again, unit);
    let honest = new_worker(levels(), 1)
        .work(&unit, &Stop::new())
        .unwrap()
        .to_bytes();
    let brought = desk.deliver("liar", &honest, false).unwrap();
    assert!(matches!(brought, Delivery::ShutOut(_)), "{brought:?}");
    // It does not keep a unit from the others.
    assert_eq!(desk.issue(Scope::Leaf).unwrap(), Some(unit.clone()));
    assert!(matches!(
        desk.deliver("honest", &honest, false).unwrap(),
        Delivery::Taken { .. }
    ));
    assert_eq!(
        desk.deliver("other", &honest, false).unwrap(),
        Delivery::Repeated(None)
    );
    drop(desk);
    let mut desk = Desk::resume(folder.path(), Check::OnArrival).unwrap();
    let brought = desk.deliver("liar", &honest, false).unwrap();
    assert!(matches!(brought, Delivery::ShutOut(_)), "{brought:?}");
    assert!(run(&mut desk, 0));
}

/// With the check at the end a lie is believed, until the certificate does not hold: then it is found, and
/// what followed from it is taken back.
#[test]
fn what_followed_from_a_lie_is_taken_back() {
    let mut found = 0;
    let sizes = [(4, 5), (5, 4), (5, 5)];
    for ((rows, cols), liar_at) in sizes
        .iter()
        .flat_map(|size| (1..12).map(move |at| (*size, at)))
    {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::empty(rows, cols).unwrap();
        let first = Player::Vertical;
        let mut desk = Desk::create(folder.path(), plan(board, first, 5000), Check::AtEnd).unwrap();
        let mut worker = new_worker(levels(), 1);
        let path = folder.path().join("proof");
        let (mut number, mut remarks) = (0, Vec::new());
        let certificate = 'run: loop {
            while let Some(unit) = desk.issue(Scope::Leaf).unwrap() {
                number += 1;
                let (name, bytes) = match number {
                    n if n == liar_at => ("liar", lie(&unit)),
                    n if n < liar_at.max(6) => ("honest", opened(&unit, &mut worker).to_bytes()),
                    _ => (
                        "honest",
                        worker.work(&unit, &Stop::new()).unwrap().to_bytes(),
                    ),
                };
                match desk.deliver(name, &bytes, false) {
                    Ok(_) => {}
                    // A lie that somebody else's truth contradicts stops the run; an audit finds it.
                    Err(DeskError::Contradiction(contradiction)) => {
                        assert!(
                            contradiction.to_string().contains("liar"),
                            "{contradiction}"
                        );
                        remarks.push(Remark::TakenBack(0));
                        assert!(desk.audit().unwrap() > 0);
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            if let Some(certificate) = desk.finish(&path, Form::Binary).unwrap() {
                break 'run certificate;
            }
        };
        remarks.extend(desk.remarks());
        assert_eq!(
            certificate.winner,
            reference::winner(&board, Tile::DOMINO, first)
        );
        claims(&path);
        let is_named =
            |remark: &Remark| matches!(remark, Remark::ShutOut(name, _) if name == "liar");
        if remarks.iter().any(is_named) {
            found += 1;
            assert!(
                remarks
                    .iter()
                    .any(|remark| matches!(remark, Remark::TakenBack(_)))
            );
            assert!(desk.folder().shut_out().unwrap().contains_key("liar"));
            assert!(
                desk.folder()
                    .segments()
                    .unwrap()
                    .iter()
                    .all(|name| !name.contains("liar"))
            );
        }
    }
    // A lie that nothing needed is never looked at.
    assert!(found >= 2, "{found}");
}

#[test]
fn contradictions_name_both() {
    let (folder, mut desk) = begun((4, 4), 5000, Check::AtEnd);
    let unit = desk.issue(Scope::Leaf).unwrap().unwrap();
    let honest = new_worker(levels(), 1)
        .work(&unit, &Stop::new())
        .unwrap()
        .to_bytes();
    desk.deliver("honest", &honest, false).unwrap();
    let error = desk
        .deliver("liar", &lie(&unit), false)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("-liar.segment") && error.contains("-honest.segment"),
        "{error}"
    );
    assert!(error.contains("contradict each other"), "{error}");
    drop(desk);
    // It does not go away by itself. An audit tells who it was.
    let again = Desk::resume(folder.path(), Check::OnArrival);
    assert!(matches!(again, Err(DeskError::Contradiction(_))));
    drop(again);
    let mut desk = Desk::resume_audited(folder.path(), Check::OnArrival).unwrap();
    let remarks = desk.remarks();
    assert!(
        matches!(&remarks[..], [Remark::PutAside(..), Remark::ShutOut(name, _), Remark::TakenBack(1)] if name == "liar"),
        "{remarks:?}"
    );
    assert!(run(&mut desk, 0));
}

#[test]
fn damaged_and_foreign_segments_are_put_aside() {
    let (folder, mut desk) = begun((5, 5), 5000, Check::OnArrival);
    run(&mut desk, 3);
    let names = desk.folder().segments().unwrap();
    let [cut, other, ..] = &names[..] else {
        panic!("{names:?}");
    };
    let file = desk.folder().file(cut);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    // Under another name than its content has.
    let misnamed = desk.folder().file("0123-honest.segment");
    fs::copy(desk.folder().file(other), misnamed).unwrap();
    let torn = desk.deliver("honest", &bytes[..40], false).unwrap();
    assert!(matches!(torn, Delivery::Unusable(_)), "{torn:?}");
    drop(desk);
    let mut desk = Desk::resume(folder.path(), Check::OnArrival).unwrap();
    let remarks = desk.remarks();
    assert_eq!(remarks.len(), 2, "{remarks:?}");
    assert!(remarks[0].to_string().contains("put aside"), "{remarks:?}");
    assert!(run(&mut desk, 0));
    assert!(
        desk.finish(&folder.path().join("proof"), Form::Text)
            .unwrap()
            .is_some()
    );
    let text = fs::read_to_string(folder.path().join("proof")).unwrap();
    assert!(
        text.starts_with("certificate 1\nclaim rows 5 columns 5"),
        "{text}"
    );
    // Of another game.
    let unit = unit_of(Board::empty(4, 4).unwrap(), Player::Vertical, 5000);
    let foreign = new_worker(levels(), 1).work(&unit, &Stop::new()).unwrap();
    let delivery = desk.deliver("honest", &foreign.to_bytes(), false).unwrap();
    assert!(
        matches!(&delivery, Delivery::Unusable(reason) if reason.contains("does not come up")),
        "{delivery:?}"
    );
}

/// Hints that are false do no harm.
#[test]
fn false_hints_do_no_harm() {
    let board = Board::empty(4, 5).unwrap();
    let question = Question::new(board, Tile::DOMINO, Player::Vertical);
    let lie = |(_, after): (_, Question)| Fact {
        position: after,
        winner: true_winner(&after).opponent(),
        nodes: 1000,
    };
    let unit = Unit {
        known: question.moves().map(lie).collect(),
        ..unit_of(board, Player::Vertical, 50_000)
    };
    let segment = new_worker(levels(), 1).work(&unit, &Stop::new()).unwrap();
    assert_eq!(check_segment(&segment), Ok(()));
    let Outcome::Solved(solved) = &segment.results[0].outcome else {
        panic!("{:?}", segment.results[0].outcome);
    };
    assert_eq!(
        solved.winner,
        reference::winner(&board, Tile::DOMINO, Player::Vertical)
    );
}

/// Units in one process search what a search of the whole board does, where they were.
#[test]
fn units_in_one_process_take_the_nodes_of_one_search() {
    for (rows, cols, first) in [(6, 8, Player::Vertical), (7, 7, Player::Vertical)] {
        let board = Board::empty(rows, cols).unwrap();
        let plan = plan(board, first, 512);
        let solver = Solver::new(CrosscramOptions {
            bounds: plan.bounds,
            threads: 1,
            ..CrosscramOptions::default()
        });
        let direct = solver.solve(&plan.question, &Control::new()).nodes;
        let folder = tempfile::tempdir().unwrap();
        let mut desk = Desk::create(folder.path(), plan, Check::OnArrival).unwrap();
        let worker = new_worker(plan.bounds, 1);
        assert!(run_here(&mut desk, worker, &Stop::new(), |_, _| ()).unwrap());
        let Tally {
            nodes, segments, ..
        } = desk.tally();
        assert!(
            direct > 4 * plan.nodes && segments > 2,
            "{direct}, {segments}"
        );
        assert!(10 * nodes < 13 * direct, "{nodes} instead of {direct}");
    }
}

/// Threads, and another program that brings segments.
#[test]
fn threads_and_waves() {
    for threads in [1, 3] {
        let (_folder, mut desk) = begun((6, 6), 1024, Check::OnArrival);
        let worker = new_worker(levels(), threads);
        let mut looks = 0;
        let done = run_here(&mut desk, worker, &Stop::new(), |_, _| looks += 1);
        assert!(done.unwrap() && looks > 0);
        let winner = finished(&mut desk).unwrap().winner;
        assert_eq!(winner, Player::Vertical);
        assert!(desk.folder().path().join("times.tsv").exists());
    }
    let (folder, mut desk) = begun((6, 6), 1024, Check::OnArrival);
    while !desk.is_complete().unwrap() {
        for file in desk.write_units(3, 100).unwrap() {
            let unit = Unit::read(&fs::read(&file).unwrap(), &file).unwrap();
            let segment = new_worker(unit.bounds, 1)
                .work(&unit, &Stop::new())
                .unwrap();
            let name = format!("{}.elsewhere.segment", unit.id());
            fs::write(folder.path().join(INBOX).join(name), segment.to_bytes()).unwrap();
        }
        assert!(desk.collect().unwrap() > 0);
    }
    assert!(
        desk.folder()
            .segments()
            .unwrap()
            .iter()
            .all(|name| name.ends_with("-elsewhere.segment"))
    );
    assert!(finished(&mut desk).is_some());
}

/// When the nodes are spent, the line that the search was at is opened as far as they were spent there.
#[test]
fn an_open_position_comes_with_the_line_below_it() {
    let board = Board::empty(8, 8).unwrap();
    let unit = unit_of(board, Player::Vertical, 20_000);
    let segment = new_worker(levels(), 1).work(&unit, &Stop::new()).unwrap();
    assert!(segment.results.len() > 1, "{}", segment.results.len());
    assert_eq!(segment.results[0].position, unit.positions[0]);
    for pair in segment.results.windows(2) {
        let Outcome::Open(children) = &pair[0].outcome else {
            panic!("only what is open is followed");
        };
        let first = pair[0].position.after(children[0].mov);
        assert_eq!(Some(pair[1].position), first);
    }
    let bytes = segment.to_bytes();
    assert_eq!(Segment::read(&bytes, Path::new("it")).unwrap(), segment);
    assert_eq!(check_segment(&segment), Ok(()));
}

/// The top of the tree has legal moves, and winners that the rules name.
#[test]
fn the_top_of_the_tree() {
    fn look(node: &TopNode, decided: &mut usize) {
        assert!(node.decided <= node.moves);
        if let Some(winner) = node.winner {
            *decided += 1;
            let position = node.position.unwrap();
            assert_eq!(winner, true_winner(&position), "{position}");
            assert!(node.children.is_empty() && node.units == 0.0);
        }
        for child in &node.children {
            assert_eq!(node.position.unwrap().after(child.mov), child.position);
            assert!(child.at_work <= node.at_work);
            look(child, decided);
        }
    }
    let (_folder, mut desk) = begun((5, 5), 5000, Check::OnArrival);
    let mut worker = new_worker(levels(), 1);
    let mut decided = 0;
    for number in 0..25 {
        let Some(unit) = desk.issue(Scope::Leaf).unwrap() else {
            break;
        };
        let top = desk.coordinator().top(4, 40);
        assert_eq!((top.position, top.mov), (Some(desk.plan().question), None));
        assert!(top.at_work >= 1);
        look(&top, &mut decided);
        let segment = match number % 3 {
            2 => worker.work(&unit, &Stop::new()).unwrap(),
            _ => opened(&unit, &mut worker),
        };
        desk.deliver("honest", &segment.to_bytes(), false).unwrap();
    }
    assert!(decided > 0, "{decided}");
}

/// A worker that is made anew, for other bounds or because something was false, is as large and as fast as before.
#[test]
fn a_worker_keeps_its_table_and_threads() {
    let mut worker = new_worker(levels(), 3);
    let of = |worker: &Worker| {
        let mut options = worker.solver().engine().describe(Tile::DOMINO);
        options.retain(|(name, _)| ["table", "threads"].contains(name));
        options
    };
    let before = of(&worker);
    assert_eq!(before.len(), 2, "{before:?}");
    let unit = Unit {
        bounds: "rows,regions:8".parse().unwrap(),
        ..unit_of(Board::empty(3, 4).unwrap(), Player::Vertical, 1000)
    };
    worker.work(&unit, &Stop::new()).unwrap();
    assert_eq!(of(&worker), before);
    worker.forget();
    assert_eq!(of(&worker), before);
}

/// A unit of a board, and its whole answer.
pub(super) fn unit_of(board: Board, first: Player, nodes: u64) -> Unit {
    let question = Question::new(board, Tile::DOMINO, first);
    Unit::new(0.into(), levels(), nodes, vec![question])
}

/// Who wins by the rules alone.
pub(super) fn true_winner(question: &Question) -> Player {
    fn wins(question: &Question, known: &mut HashMap<Question, bool>) -> bool {
        if let Some(&wins) = known.get(question) {
            return wins;
        }
        let found = question.moves().any(|(_, after)| !wins(&after, known));
        known.insert(*question, found);
        found
    }
    let Question {
        board, tile, first, ..
    } = *question;
    if question.number == 0.into() {
        return reference::winner(&board, tile, first);
    }
    match wins(question, &mut HashMap::new()) {
        true => first,
        false => first.opponent(),
    }
}
