//! Certificates of searches, confirmed by the checker, which shares nothing with them.

use crosscram_certificate::{Form, Reader, Writer};
use crosscram_checker::{Failure, Proven, check};
use crosscram_rules::{Bits, Board, Dyadic, Player, Question, Tile, reference};
use crosscram_search::{Control, CrosscramOptions, Run, Solver, Step};
use crosscram_support::random::Random;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};

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
    let size = format!("{} rows and {} columns", board.rows(), board.cols());
    assert!(text.contains(&size), "{text}, not {size}");
    proven.nodes
}

/// A solver whose pieces are so small that it has to search.
fn solver(cells: u32) -> Solver {
    let levels = format!("rows,regions:{cells},across,merge");
    Solver::new(CrosscramOptions {
        bounds: levels.parse().unwrap(),
        ..CrosscramOptions::default()
    })
}

fn random_board(random: &mut Random, rows: usize, cols: usize, holes: u64) -> Board {
    let board = Board::empty(rows, cols).unwrap();
    board.with_blocked(board.free_cells().filter(|_| random.below(10) < holes))
}

#[test]
fn positions_with_holes_numbers_and_longer_tiles() {
    let mut random = Random::new(15);
    let solvers = [4, 6, 10].map(solver);
    let mut longest = 0;
    for round in 0..1500u32 {
        let tile = Tile::new(2 + (round % 3) as u8).unwrap();
        let (rows, cols) = (1 + random.index(6), 1 + random.index(6));
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

/// Boards so large that cuts of one position serve many others, for all tiles.
#[test]
fn larger_boards_with_holes() {
    let mut random = Random::new(16);
    let mut nodes = 0;
    for round in 0..120u32 {
        let tile = Tile::new(2 + (round % 3) as u8).unwrap();
        let least = 3 + tile.length() as usize;
        let (rows, cols) = (least + random.index(3), least + random.index(4));
        let board = random_board(&mut random, rows, cols, 1 + u64::from(tile.length() == 2));
        let first = Player::ALL[random.below(2) as usize];
        let solver = solver(8 + random.below(8) as u32);
        nodes += check_question(&solver, &Question::new(board, tile, first));
    }
    println!("{nodes} nodes");
    assert!(nodes > 5_000, "{nodes}");
}

/// What a byte of a certificate says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Header,
    Move,
    All,
    Known,
    Reason,
    CutBit,
    Neck,
    End,
}

/// Counts what is read.
struct Counting<'a> {
    rest: &'a [u8],
    read: &'a Cell<usize>,
}

impl Read for Counting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(buffer)?;
        self.read.set(self.read.get() + count);
        Ok(count)
    }
}

impl BufRead for Counting<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.rest)
    }

    fn consume(&mut self, count: usize) {
        self.rest = &self.rest[count..];
        self.read.set(self.read.get() + count);
    }
}

/// What each byte of a certificate says.
fn fields(bytes: &[u8]) -> Vec<Field> {
    let read = Cell::new(0);
    let counting = Counting {
        rest: bytes,
        read: &read,
    };
    let mut reader = Reader::new(counting).unwrap();
    let mut fields = vec![Field::Header; read.get()];
    let board = reader.question().board;
    let lines = match reader.winner() {
        Player::Vertical => board.rows(),
        Player::Horizontal => board.cols(),
    };
    loop {
        let begin = fields.len();
        let node = reader.next_node().unwrap();
        let rest = read.get() - begin - 1;
        let (first, others) = match (bytes[begin], &node) {
            (_, None) => (Field::End, vec![]),
            (0 | 128, _) => (Field::All, vec![]),
            (1 | 129, _) => (Field::Reason, vec![Field::Move; rest]),
            (3, _) => (Field::Known, vec![]),
            (7, _) => {
                // Digits, then a number below 128 and so many cells.
                let Step::Cut(witness) = node.unwrap().step else {
                    unreachable!()
                };
                let necks = rest.min(1 + witness.shared.count() as usize);
                let digits = (2 * (lines - 1)).div_ceil(8).max(rest - necks);
                let necks = vec![Field::Neck; rest - digits];
                (Field::Reason, [vec![Field::CutBit; digits], necks].concat())
            }
            (_, _) => (Field::Reason, vec![Field::CutBit; rest]),
        };
        fields.push(first);
        fields.extend(others);
        assert_eq!(fields.len(), read.get());
        if node.is_none() {
            return fields;
        }
    }
}

/// Other values of a byte: every value of a move, a header field or a neck, every word of the grammar
/// for a word, every bit of a cut.
fn changes(field: Field, byte: u8) -> Vec<u8> {
    let words = (0..=7).chain(16..=31).chain(128..=130).chain([8, 255]);
    let all: Vec<u8> = match field {
        Field::Header | Field::Move | Field::Neck | Field::End => (0..=255).collect(),
        Field::CutBit => (0..8).map(|bit| byte ^ 1 << bit).collect(),
        Field::All | Field::Known | Field::Reason => words.collect(),
    };
    all.into_iter().filter(|&other| other != byte).collect()
}

/// Every single field of a certificate changed to everything else: refused, or it proves the same. Of
/// the large ones only one in so many changes. A changed header may claim something else that is true
/// by the same walk.
#[test]
fn changed_fields_prove_nothing_else() {
    let mut counts: BTreeMap<Field, [u32; 4]> = BTreeMap::new();
    for (size, tile, first, cells, one_in) in [
        ((4, 4), Tile::DOMINO, Player::Vertical, 4, 1),
        ((6, 6), Tile::DOMINO, Player::Vertical, 16, 1),
        ((5, 5), Tile::DOMINO, Player::Horizontal, 8, 2),
        ((5, 9), Tile::TROMINO, Player::Vertical, 8, 1),
        ((7, 7), Tile::DOMINO, Player::Vertical, 12, 40),
    ] {
        let board = Board::empty(size.0, size.1).unwrap();
        let question = Question::new(board, tile, first);
        let (_, bytes) = certificate(&solver(cells), &question, Form::Binary);
        let claims = checked(&bytes).claims;
        let fields = fields(&bytes);
        let mut number = 0u32;
        for (place, &field) in fields.iter().enumerate() {
            for other in changes(field, bytes[place]) {
                number += 1;
                if field != Field::Header && !number.is_multiple_of(one_in) {
                    continue;
                }
                let mut changed = bytes.clone();
                changed[place] = other;
                let outcome = match check(&mut &changed[..]) {
                    Ok(proven) if proven.claims == claims => 0,
                    Ok(proven) => {
                        let header = field == Field::Header && is_true(&proven);
                        assert!(header, "byte {place} = {other}: {:?}", proven.claims);
                        3
                    }
                    Err(Failure(code, _)) => usize::from(code),
                };
                counts.entry(field).or_default()[outcome] += 1;
            }
        }
    }
    for (field, [same, invalid, unreadable, other]) in &counts {
        println!(
            "{field:?}: {same} prove the same, {invalid} are invalid, {unreadable} unreadable, \
             {other} prove another claim, which is true"
        );
    }
    let changed = |field: Field| counts.get(&field).map_or(0, |counts| counts.iter().sum());
    use Field::{All, CutBit, Header, Known, Move, Reason};
    for field in [Header, Move, All, Known, Reason, CutBit] {
        assert!(changed(field) > 20, "{field:?}: {}", changed(field));
    }
    // A move that is not made, a position that is not known: never accepted for nothing.
    assert!(counts[&Field::Move][1] > counts[&Field::Move][0]);
    assert_eq!(counts[&Field::End][0] + counts[&Field::End][3], 0);
}

/// Two pieces that touch, and that no tile of three joins, are a sum, whatever they are worth together. The largest piece of this position was
/// once merged of two such pieces, and the checker refused it.
#[test]
fn pieces_that_no_tile_joins() {
    let rows = [
        "..#####..#..",
        "..#...#..#..",
        "..#...#..#..",
        "............",
        "###.........",
        "......###...",
        "...###......",
        "........###.",
        "..#..#......",
        "..#..#......",
        "..#..#......",
        "............",
    ];
    let board: Board = rows.join("|").parse().unwrap();
    let question = Question::new(board, Tile::new(3).unwrap(), Player::Vertical);
    check_question(&solver(36), &question);
}
