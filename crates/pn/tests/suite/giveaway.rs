//! Give-away chess: the fast list of moves against one that asks of every pair of squares whether a man may go there.

use crosscram_pn::Game;
use crosscram_pn::games::GiveAway;
use crosscram_support::random::Random;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

/// Row from the eighth rank down, and file.
type Square = (i32, i32);

/// A position by the rules, with nothing that makes it fast. A dot is an empty square.
#[derive(Clone)]
struct Plain {
    squares: [[char; 8]; 8],
    white: bool,
    /// The square that a pawn has just passed with a double step.
    passed: Option<Square>,
}

impl Plain {
    fn new(fen: &str) -> Plain {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut squares = [['.'; 8]; 8];
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        squares[row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let passed = fields[3].as_bytes();
        Plain {
            squares,
            white: fields[1] == "w",
            passed: (passed.len() == 2)
                .then(|| (i32::from(b'8' - passed[1]), i32::from(passed[0] - b'a'))),
        }
    }

    fn at(&self, (row, file): Square) -> char {
        self.squares[row as usize][file as usize]
    }

    fn is_own(&self, square: Square) -> bool {
        let man = self.at(square);
        man != '.' && man.is_ascii_uppercase() == self.white
    }

    fn is_foreign(&self, square: Square) -> bool {
        self.at(square) != '.' && !self.is_own(square)
    }

    /// Returns whether the squares between two on a line are empty.
    fn is_free_between(&self, from: Square, to: Square) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
        (1..length).all(|i| self.at((from.0 + i * step.0, from.1 + i * step.1)) == '.')
    }

    /// Returns whether a pawn takes in passing.
    fn takes_in_passing(&self, from: Square, to: Square) -> bool {
        let forward = if self.white { -1 } else { 1 };
        self.at(from).eq_ignore_ascii_case(&'p')
            && to.0 - from.0 == forward
            && (to.1 - from.1).abs() == 1
            && self.passed == Some(to)
    }

    fn may_go(&self, from: Square, to: Square) -> bool {
        if from == to || !self.is_own(from) || self.is_own(to) {
            return false;
        }
        let (rows, files) = (to.0 - from.0, to.1 - from.1);
        let straight = rows == 0 || files == 0;
        let diagonal = rows.abs() == files.abs();
        match self.at(from).to_ascii_lowercase() {
            'n' => rows * rows + files * files == 5,
            'k' => rows.abs() <= 1 && files.abs() <= 1,
            'r' => straight && self.is_free_between(from, to),
            'b' => diagonal && self.is_free_between(from, to),
            'q' => (straight || diagonal) && self.is_free_between(from, to),
            _ => {
                let (forward, home) = if self.white { (-1, 6) } else { (1, 1) };
                let one = rows == forward;
                let two = rows == 2 * forward && from.0 == home && self.is_free_between(from, to);
                match files {
                    0 => self.at(to) == '.' && (one || two),
                    -1 | 1 => one && (self.is_foreign(to) || self.takes_in_passing(from, to)),
                    _ => false,
                }
            }
        }
    }

    /// The moves by their names, and what they lead to.
    fn moves(&self) -> Vec<(String, Plain)> {
        let all = || (0..8).flat_map(|row| (0..8).map(move |file| (row, file)));
        let pairs = all().flat_map(|from| all().map(move |to| (from, to)));
        let pairs: Vec<(Square, Square)> =
            pairs.filter(|&(from, to)| self.may_go(from, to)).collect();
        let takes =
            |&(from, to): &(Square, Square)| self.is_foreign(to) || self.takes_in_passing(from, to);
        let must_take = pairs.iter().any(takes);
        let legal = pairs.iter().filter(|pair| !must_take || takes(pair));
        legal
            .flat_map(|&(from, to)| {
                let is_pawn = self.at(from).eq_ignore_ascii_case(&'p');
                let becomes = match is_pawn && (to.0 == 0 || to.0 == 7) {
                    true => "qrbnk",
                    false => " ",
                };
                becomes.chars().map(move |man| {
                    let name = format!("{}{}{man}", named(from), named(to));
                    (name.trim_end().to_string(), self.after(from, to, man))
                })
            })
            .collect()
    }

    fn after(&self, from: Square, to: Square, becomes: char) -> Plain {
        let mut next = self.clone();
        let man = match becomes {
            ' ' => self.at(from),
            becomes if self.white => becomes.to_ascii_uppercase(),
            becomes => becomes,
        };
        if self.takes_in_passing(from, to) {
            next.squares[from.0 as usize][to.1 as usize] = '.';
        }
        next.squares[from.0 as usize][from.1 as usize] = '.';
        next.squares[to.0 as usize][to.1 as usize] = man;
        next.white = !self.white;
        let double = man.eq_ignore_ascii_case(&'p') && (to.0 - from.0).abs() == 2;
        next.passed = double.then_some(((from.0 + to.0) / 2, from.1));
        next
    }

    fn men(&self) -> usize {
        let squares = self.squares.iter().flatten();
        squares.filter(|&&man| man != '.').count()
    }

    fn count(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => {
                let moves = self.moves();
                moves.iter().map(|(_, next)| next.count(depth - 1)).sum()
            }
        }
    }
}

fn named((row, file): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), 8 - row)
}

fn count(game: &GiveAway, position: &<GiveAway as Game>::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let below = moves.into_iter().map(|mov| {
        let mut child = *position;
        game.play(&mut child, mov);
        count(game, &child, depth - 1)
    });
    below.sum()
}

/// Random games: wherever they lead, both have the same moves. Pawns are taken in passing and become kings on the way.
#[test]
fn moves_are_those_of_the_rules() {
    let mut random = Random::new(1993);
    let (mut in_passing, mut kings, mut ends) = (0, 0, 0);
    for number in 0..400 {
        let text = match number % 4 {
            0 => "4k3/P2p1p2/8/4P3/4p3/8/p2P1P2/4K3 w - -",
            _ => START,
        };
        let game: GiveAway = text.parse().unwrap();
        let (mut position, mut plain) = (game.root(), Plain::new(text));
        for _ in 0..120 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let names = moves.iter().map(|&mov| game.move_name(&position, mov));
            let mut names: Vec<String> = names.collect();
            let mut expected = plain.moves();
            names.sort();
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            let wanted: Vec<&String> = expected.iter().map(|(name, _)| name).collect();
            assert_eq!(names.iter().collect::<Vec<_>>(), wanted, "{position}");
            if moves.is_empty() {
                ends += 1;
                break;
            }
            let mov = moves[random.index(moves.len())];
            let name = game.move_name(&position, mov);
            kings += u32::from(name.ends_with('k'));
            let place = expected.iter().position(|(other, _)| *other == name);
            let next = expected.swap_remove(place.unwrap()).1;
            // A man less, and none was where the move went.
            let target = plain
                .passed
                .map(named)
                .is_some_and(|square| square == name[2..]);
            in_passing += u32::from(target && next.men() < plain.men());
            plain = next;
            game.play(&mut position, mov);
        }
    }
    assert!(
        in_passing > 3 && kings > 3 && ends > 3,
        "{in_passing} {kings} {ends}"
    );
}

/// Counts of all lines of play from the first position and from two with promotions and pawns taken in passing. They were computed
/// by python-chess 1.11 (`chess.variant.AntichessBoard`, counting the leaves of its `legal_moves`); the shallow ones are computed
/// here by the rules as well.
#[test]
fn counts_of_lines() {
    for (text, counts) in COUNTS {
        let game: GiveAway = text.parse().unwrap();
        for (depth, &lines) in (1..).zip(counts) {
            assert_eq!(
                count(&game, &game.root(), depth),
                lines,
                "{text}, {depth} plies"
            );
            if lines < 20_000 {
                assert_eq!(
                    Plain::new(text).count(depth),
                    lines,
                    "{text}, {depth} plies"
                );
            }
        }
    }
}

const COUNTS: [(&str, &[u64]); 3] = [
    (START, &[20, 400, 8_067, 153_299]),
    (
        "4k3/P2p1p2/8/4P3/4p3/8/p2P1P2/4K3 w - -",
        &[13, 110, 715, 4_828, 33_483],
    ),
    (
        "rnb1kbnr/p1pp1ppp/8/1p1Pp3/4P1q1/8/PPP2PPP/RNBQKBNR w - e6",
        &[3, 35, 111, 850],
    ),
];
