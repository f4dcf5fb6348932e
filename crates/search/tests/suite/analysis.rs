//! Every mark of an analysis against the plain solver.

use crate::tools::{board, tile};
use crosscram_rules::{Board, Cell, Move, Player, Question, Tile, reference};
use crosscram_search::analysis::{
    Analyser, Analysis, Limits, News, Reason, Side, Wish, analyse, analyse_and_tell,
};
use crosscram_search::explain::Explainer;
use crosscram_search::{Control, EngineName, Solver, TableSize};
use crosscram_support::random::Random;
use std::time::{Duration, Instant};

/// A small board with some cells blocked.
fn random_board(random: &mut Random) -> Board {
    let sizes = [(3, 7), (4, 5), (5, 5), (6, 4), (2, 10), (7, 3)];
    crate::tools::random_board(random, &sizes, (5, 50), 20)
}

fn solver() -> Solver {
    let options = EngineName::Crosscram.options();
    Solver::new(options.with_table(TableSize::Entries(1 << 16)))
}

fn run(board: &Board, tile: Tile, nodes: u64, cells: u32) -> Analysis {
    let (limits, control) = (
        Limits {
            nodes,
            cells,
            time: None,
        },
        Control::new(),
    );
    analyse(board, tile, &Player::ALL, &solver(), limits, &control)
}

/// All that is claimed is true. How many moves are unknown.
#[track_caller]
fn check(board: &Board, tile: Tile, analysis: &Analysis, judge: &mut reference::Solver) -> usize {
    let mut unknown = 0;
    for side in analysis.sides() {
        let place = || format!("{board} tile {tile}: {side:?}");
        let moves: Vec<_> = side.moves.iter().map(|judged| judged.mov).collect();
        assert_eq!(moves, reference::moves(board, side.first, tile));
        let opponent = side.first.opponent();
        let winner = judge.winner(board, side.first);
        let agrees = side.winner.is_none_or(|claim| claim == winner);
        assert!(agrees, "{}", place());
        for judged in &side.moves {
            let next = board.play(judged.mov, tile).expect("a legal move");
            let wins = judge.winner(&next, opponent) == side.first;
            match judged.mark {
                None => unknown += 1,
                Some(mark) => assert_eq!(mark.wins, wins, "{} {}", judged.mov, place()),
            }
            if let Some(reply) = judged.refutation {
                assert_eq!(judged.mark.map(|mark| mark.wins), Some(false));
                assert_eq!(reply.player(), opponent);
                let end = next.play(reply, tile).expect("a legal reply");
                assert_eq!(judge.winner(&end, side.first), opponent, "{}", place());
            }
        }
        let Some(line) = &side.line else {
            assert_eq!(side.winner, None, "{}", place());
            continue;
        };
        let (mut position, mut to_move) = (*board, side.first);
        for &mov in &line.moves {
            assert_eq!(mov.player(), to_move, "{}", place());
            position = position.play(mov, tile).expect("a legal move");
            to_move = to_move.opponent();
            assert_eq!(judge.winner(&position, to_move), winner, "{}", place());
        }
        if line.complete {
            assert!(!position.can_move(to_move, tile) && to_move != winner);
        }
    }
    unknown
}

/// With enough to spend everything is known, and every losing move is refuted.
#[test]
fn everything_is_found_out() {
    let mut random = Random::new(0xa11_0f17);
    let mut searched = 0;
    for length in [2, 2, 2, 3, 4] {
        let tile = tile(length);
        let mut judge = reference::Solver::new(tile);
        for _ in 0..100 {
            let board = random_board(&mut random);
            // Small regions, so that the bounds leave something to search.
            let analysis = run(&board, tile, u64::MAX, 5);
            assert_eq!(check(&board, tile, &analysis, &mut judge), 0);
            assert!(!analysis.stopped);
            for side in analysis.sides() {
                assert!(side.line.as_ref().is_some_and(|line| line.complete));
                for judged in &side.moves {
                    let mark = judged.mark.expect("all is known");
                    assert_eq!(judged.refutation.is_none(), mark.wins, "{board}");
                    searched += usize::from(!mark.reason.is_bound());
                }
            }
        }
    }
    assert!(searched > 500, "{searched}");
}

/// An analysis in slices says the same.
#[test]
fn slices_change_no_verdict() {
    let mut random = Random::new(0x51_1ce5);
    let verdicts = |side: &Side| {
        let moves = side.moves.iter();
        let moves = moves.map(|judged| (judged.mov, judged.wins(), judged.refutation.is_some()));
        (side.first, side.winner, moves.collect::<Vec<_>>())
    };
    let mut slices = 0;
    for length in [2, 2, 3] {
        let tile = Tile::new(length).expect("a valid length");
        let mut judge = reference::Solver::new(tile);
        for _ in 0..40 {
            let board = random_board(&mut random);
            let whole = run(&board, tile, u64::MAX, 5);
            let limits = Limits {
                nodes: u64::MAX,
                cells: 5,
                time: None,
            };
            let solver = solver();
            let mut analyser = Analyser::new(&board, tile, &Player::ALL, &solver, limits);
            for slice in 1.. {
                let control = Control::new();
                control.stop_at(Instant::now() + Duration::from_micros(50 + slice));
                if analyser.go_on(&solver, &control, &mut |_| Wish::Moves) {
                    break;
                }
                slices += 1;
            }
            let sliced = analyser.into_analysis();
            assert!(!sliced.stopped);
            assert_eq!(check(&board, tile, &sliced, &mut judge), 0);
            let [one, other] = [&whole, &sliced]
                .map(|analysis| analysis.sides().map(verdicts).collect::<Vec<_>>());
            assert_eq!(one, other, "{board}");
        }
    }
    assert!(slices > 1_000, "{slices}");
}

/// The winner and the one move that is wished for, in slices of this length.
fn one_move(question: &Question, slice: Option<Duration>) -> (Option<Player>, Move) {
    let Question {
        board, tile, first, ..
    } = *question;
    let limits = Limits {
        nodes: u64::MAX,
        cells: 5,
        time: None,
    };
    let solver = solver();
    let analyser = Analyser::new(&board, tile, &[first], &solver, limits);
    let mut analyser = analyser.wishing(Wish::Move);
    loop {
        let control = Control::new();
        if let Some(slice) = slice {
            control.stop_at(Instant::now() + slice);
        }
        if analyser.go_on(&solver, &control, &mut |_| Wish::Moves) {
            break;
        }
    }
    let side = &analyser.sides()[0];
    (side.winner, side.line.as_ref().expect("a line").moves[0])
}

/// The first of the moves of a lost position that take a search most, and what it takes.
fn hardest(question: &Question) -> (u64, Move) {
    let Question {
        board, tile, first, ..
    } = *question;
    let solver = solver();
    let moves = solver.evaluator(&board, tile).moves(&board, first);
    let mut hardest = None;
    for mov in moves {
        let after = board.play(mov, tile).expect("a legal move");
        let reply = Question::new(after, tile, first.opponent());
        let control = Control::new();
        control.limit_next(2_000);
        let nodes = solver.solve(&reply, &control).nodes;
        if hardest.is_none_or(|(most, _)| nodes > most) {
            hardest = Some((nodes, mov));
        }
    }
    hardest.expect("there are moves")
}

/// If one move is wished for, it wins or it is the first of those that are hardest to refute.
#[test]
fn one_move_is_enough() {
    let mut random = Random::new(0x0e_30fe);
    let (mut won, mut lost) = (0, 0);
    for length in [2, 2, 2, 3] {
        let tile = Tile::new(length).expect("a valid length");
        let mut judge = reference::Solver::new(tile);
        for round in 0..60 {
            let (board, first) = (random_board(&mut random), Player::ALL[round % 2]);
            if !board.can_move(first, tile) {
                continue;
            }
            let question = Question::new(board, tile, first);
            let (winner, mov) = one_move(&question, None);
            assert_eq!(winner, Some(judge.winner(&board, first)));
            let sliced = one_move(&question, Some(Duration::from_micros(300)));
            assert_eq!(sliced.0, winner);
            let wins = winner == Some(first);
            for mov in [mov, sliced.1] {
                let after = board.play(mov, tile).expect("a legal move");
                assert_eq!(judge.winner(&after, first.opponent()) == first, wins);
            }
            if !wins {
                assert_eq!(hardest(&question).1, mov, "{board} {first}");
                lost += 1;
            }
            won += usize::from(wins);
        }
    }
    assert!(won > 50 && lost > 50, "{won} {lost}");
    // Here it takes a search.
    for text in ["8x8", "7x9"] {
        let question = Question::new(board(text), Tile::DOMINO, Player::Vertical);
        let (winner, mov) = one_move(&question, None);
        let after = board(text).play(mov, Tile::DOMINO).expect("a legal move");
        let lost = match winner == Some(Player::Vertical) {
            true => Question::new(after, Tile::DOMINO, Player::Horizontal),
            false => question,
        };
        let (nodes, expected) = hardest(&lost);
        assert!(nodes > 100, "{text}: {nodes}");
        assert_eq!(one_move(&lost, None), (winner, expected), "{text}");
    }
}

/// Without nodes to spend nothing is searched, and what is marked is right.
#[test]
fn nothing_is_guessed() {
    let mut random = Random::new(0xb0d6_e700);
    let (mut marked, mut unknown) = (0, 0);
    for length in [2, 2, 2, 3] {
        let tile = tile(length);
        let mut judge = reference::Solver::new(tile);
        for _ in 0..300 {
            let board = random_board(&mut random);
            let analysis = run(&board, tile, 0, 6);
            unknown += check(&board, tile, &analysis, &mut judge);
            assert_eq!(analysis.nodes, 0);
            let marks = analysis.sides().flat_map(|side| &side.moves);
            for mark in marks.filter_map(|judged| judged.mark) {
                assert!(mark.reason.is_bound());
                marked += 1;
            }
        }
    }
    assert!(marked > 10_000 && unknown > 500, "{marked} {unknown}");
}

/// A budget between nothing and enough is kept but for the interval of looking at it.
#[test]
fn budgets_are_kept() {
    let board = board("9x9");
    for nodes in [1, 5_000, 15_000] {
        let analysis = run(&board, Tile::DOMINO, nodes, 6);
        assert!(analysis.nodes <= nodes + 5_000, "{}", analysis.nodes);
        let unknown = analysis.sides().flat_map(|side| &side.moves);
        assert!(unknown.filter(|judged| judged.mark.is_none()).count() > 0);
    }
}

/// The players of a square board are each other's image, so the second costs nothing.
#[test]
fn images_are_not_searched_again() {
    let board = board("7x7");
    let limits = Limits {
        nodes: u64::MAX,
        cells: 6,
        time: None,
    };
    let nodes = |players: &[Player]| {
        let control = Control::new();
        let solver = solver();
        let analysis = analyse(&board, Tile::DOMINO, players, &solver, limits, &control);
        let reasons = analysis.sides().map(|side| {
            let marks = side.moves.iter().map(|judged| judged.mark);
            let mut marks: Vec<_> = marks.map(|mark| format!("{mark:?}")).collect();
            marks.sort();
            marks
        });
        (reasons.collect::<Vec<_>>(), analysis.nodes)
    };
    let (vertical, one) = nodes(&[Player::Vertical]);
    let (both, two) = nodes(&Player::ALL);
    assert!(one > 0);
    assert_eq!(one, two);
    assert_eq!(both[0], vertical[0]);
    assert_eq!(both[0], both[1]);
}

/// Moves that symmetry makes equal have the same mark, wherever the budget ends.
#[test]
fn images_share_their_marks() {
    let mut marked = 0;
    for (rows, cols, nodes) in [(7, 7, 300), (7, 7, 2_000), (6, 8, 9_000), (8, 8, 120_000)] {
        let board = Board::empty(rows, cols).expect("a board");
        let analysis = run(&board, Tile::DOMINO, nodes, 6);
        for side in analysis.sides() {
            let wins = |mov: Move| {
                let same = side.moves.iter().find(|judged| judged.mov == mov);
                same.expect("a legal move").mark.map(|mark| mark.wins)
            };
            for judged in &side.moves {
                let cells: Vec<Cell> = judged.mov.cells(Tile::DOMINO).collect();
                for (flip_rows, flip_cols) in [(true, false), (false, true), (true, true)] {
                    let image = cells.iter().map(|cell| {
                        let (row, col) = (cell.row(), cell.col());
                        let row = if flip_rows { rows - 1 - row } else { row };
                        Cell::new(row, if flip_cols { cols - 1 - col } else { col })
                    });
                    let image = Move::new(side.first, image.min().expect("a tile has cells"));
                    assert_eq!(wins(judged.mov), wins(image), "{} {image}", judged.mov);
                }
                marked += usize::from(judged.mark.is_some());
            }
        }
    }
    assert!(marked > 100, "{marked}");
}

/// Who wins comes first and is told first; then what is wanted further.
#[test]
fn the_winner_is_told_first() {
    let board = board("8x8");
    let limits = Limits {
        nodes: 2_000_000,
        cells: Explainer::CELLS,
        time: None,
    };
    let (solver, control, mut news) = (solver(), Control::new(), Vec::new());
    let mut tell = |what: News| {
        news.push(what);
        Wish::Nothing
    };
    let players = [Player::Vertical];
    let tile = Tile::DOMINO;
    let analysis = analyse_and_tell(&board, tile, &players, &solver, limits, &control, &mut tell);
    assert_eq!(news.len(), 1);
    let News::Winner {
        winner, best_move, ..
    } = news[0]
    else {
        panic!("{news:?}");
    };
    assert_eq!(winner, Player::Vertical);
    let best_move = best_move.expect("a search names its move");
    let judged = analysis.sides().next().unwrap().moves.iter();
    let won = judged.filter(|judged| judged.mark.is_some_and(|mark| mark.wins));
    let won: Vec<Move> = won.map(|judged| judged.mov).collect();
    // The move and its images.
    assert!(won.contains(&best_move) && won.len() >= 2, "{won:?}");
    assert!(analysis.nodes < 1_000_000 && !analysis.stopped);
}

/// A stopped analysis, or one whose time is over, returns what it has.
#[test]
fn stopping() {
    let board = board("8x8");
    let limits = Limits {
        nodes: u64::MAX,
        cells: Explainer::CELLS,
        time: None,
    };
    for late in [false, true] {
        let control = Control::new();
        match late {
            false => control.stop(),
            true => control.stop_at(Instant::now()),
        }
        let solver = solver();
        let tile = Tile::DOMINO;
        let analysis = analyse(&board, tile, &Player::ALL, &solver, limits, &control);
        assert!(analysis.stopped);
        let moves: Vec<usize> = analysis.sides().map(|side| side.moves.len()).collect();
        assert_eq!(moves, [56, 56]);
    }
}

/// A position that a bound decides before any move: all moves lose by the same bound.
#[test]
fn whole_positions() {
    let board = board("6x7");
    let analysis = run(&board, Tile::DOMINO, 0, Explainer::CELLS);
    let horizontal = analysis.sides().nth(1).unwrap();
    assert_eq!(horizontal.winner, Some(Player::Vertical));
    assert!(matches!(horizontal.bound, Some(Reason::Switches(_))));
    for judged in &horizontal.moves {
        assert!(judged.mark.is_some_and(|mark| !mark.wins));
    }
}
