//! Certificates of searches, confirmed by the checker, which shares nothing with them.

use crosscram_checker::{Failure, Proven, check};
use crosscram_proof::certificate::{Form, Writer};
use crosscram_rules::{Board, Cell, Dyadic, Player, Question, Tile, reference};
use crosscram_search::{Control, CrosscramOptions, Levels, Run, Solver};
use crosscram_support::random::Random;

fn certificate(solver: &Solver, question: &Question, form: Form) -> (Player, Vec<u8>) {
    let mut writer = Writer::new(Vec::new(), form, question);
    let report = solver.prove(question, &Run::new(&Control::new()), &mut writer);
    let winner = report.unwrap().winner().unwrap();
    (winner, writer.finish().unwrap())
}

/// What the checker says of the question.
fn checked(bytes: &[u8]) -> Proven {
    match check(&mut &bytes[..]) {
        Ok(proven) => proven,
        Err(failure) => panic!("{failure:?}"),
    }
}

/// The words of the claim.
fn claim(question: &Question, winner: Player) -> String {
    let name = |player: Player| match player {
        Player::Vertical => "Vertical",
        Player::Horizontal => "Horizontal",
    };
    format!(
        "with tiles of {} cells, if {} moves first, {} wins.",
        question.tile.length(),
        name(question.first),
        name(winner)
    )
}

fn check_question(solver: &Solver, question: &Question) -> u64 {
    let (winner, bytes) = certificate(solver, question, Form::Binary);
    let proven = checked(&bytes);
    let [statement] = &proven.claims[..] else {
        panic!("{:?}", proven.claims)
    };
    let text = statement.to_string();
    let (board, expected) = (question.board, claim(question, winner));
    assert!(text.contains(&expected), "{text}, not {expected}");
    assert!(text.contains(&format!(
        "{} rows and {} columns",
        board.rows(),
        board.cols()
    )));
    proven.nodes
}

/// A solver whose pieces are so small that it has to search.
fn solver(cells: u32) -> Solver {
    let bounds: Levels = format!("rows,regions:{cells},across,merge")
        .parse()
        .unwrap();
    Solver::new(CrosscramOptions {
        bounds,
        ..CrosscramOptions::default()
    })
}

fn random_board(random: &mut Random, rows: usize, cols: usize, holes: u64) -> Board {
    let mut board = Board::empty(rows, cols).unwrap();
    for row in 0..rows {
        for col in 0..cols {
            if random.below(10) < holes {
                board = board.blocked(Cell::new(row, col));
            }
        }
    }
    board
}

#[test]
fn positions_with_holes_numbers_and_longer_tiles() {
    let mut random = Random::new(15);
    let solvers = [4, 6, 10].map(solver);
    let mut longest = 0;
    for round in 0..1500u32 {
        let tile = Tile::new(2 + (round % 3) as u8).unwrap();
        let (rows, cols) = (1 + random.below(6) as usize, 1 + random.below(6) as usize);
        let holes = random.below(4);
        let board = random_board(&mut random, rows, cols, holes);
        let first = Player::ALL[random.below(2) as usize];
        let mut question = Question::new(board, tile, first);
        if round % 2 == 1 {
            let numerator = random.below(17) as i64 - 8;
            question.number = Dyadic::new(numerator, random.below(4) as u8).unwrap();
        }
        let solver = &solvers[random.below(3) as usize];
        longest = longest.max(check_question(solver, &question));
        if question.number == Dyadic::from(0) && board.free_count() <= 20 {
            let (winner, _) = certificate(solver, &question, Form::Binary);
            assert_eq!(winner, reference::winner(&board, tile, first));
        }
    }
    assert!(longest > 100, "{longest}");
}

/// Every single byte changed in every certificate of a few boards: rejected, or the claim is the
/// same.
#[test]
fn changed_bytes_prove_nothing_else() {
    let (mut same, mut invalid, mut unreadable) = (0, 0, 0);
    for (size, tile, first, cells) in [
        ((4, 4), Tile::DOMINO, Player::Vertical, 4),
        ((5, 5), Tile::DOMINO, Player::Horizontal, 10),
        ((5, 9), Tile::TROMINO, Player::Vertical, 8),
    ] {
        let board = Board::empty(size.0, size.1).unwrap();
        let question = Question::new(board, tile, first);
        let (_, bytes) = certificate(&solver(cells), &question, Form::Binary);
        let claims = checked(&bytes).claims;
        for place in 0..bytes.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128] {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                match check(&mut &changed[..]) {
                    // Another move may win as well, another cut may do.
                    Ok(proven) if proven.claims == claims => same += 1,
                    Ok(proven) => assert!(
                        place < 20 && is_true(&proven),
                        "byte {place} ^ {change} proves {:?}",
                        proven.claims
                    ),
                    Err(Failure(1, _)) => invalid += 1,
                    Err(_) => unreadable += 1,
                }
            }
            assert!(check(&mut &bytes[..place]).is_err());
        }
    }
    println!("{same} still prove the claim, {invalid} are invalid, {unreadable} unreadable");
    assert!(invalid > same && unreadable > 100);
}

/// A changed header may claim something else that the same walk proves; then it has to be true.
fn is_true(proven: &Proven) -> bool {
    let solver = Solver::new(CrosscramOptions::default());
    proven.claims.iter().all(|claim| {
        let text = claim.to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        let after = |word: &str| words[1 + words.iter().position(|&w| w == word).unwrap()];
        let before = |word: &str| words[words.iter().position(|&w| w == word).unwrap() - 1];
        let board = Board::empty(
            before("rows").parse().unwrap(),
            before("columns").parse().unwrap(),
        );
        let tile = Tile::new(before("cells,").parse().unwrap()).unwrap();
        let decimal: f64 = after("number").trim_end_matches(',').parse().unwrap();
        let number = Dyadic::new((decimal * 65536.0) as i64, 16).unwrap();
        Player::ALL.into_iter().any(|first| {
            let question = Question::new(board.unwrap(), tile, first);
            let question = question.plus(number);
            let winner = solver.solve(&question, &Control::new()).winner();
            text.contains(&self::claim(&question, winner.unwrap()))
        })
    })
}
