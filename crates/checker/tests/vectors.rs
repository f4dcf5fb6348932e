//! The checker's vectors against the solver's and against canonical forms.

use crosscram_checker::{Set, Vector, Vectors, View};
use crosscram_rules::{Bits, Bits128, Board, Cell, Dyadic, Tile};
use crosscram_values::games::{Game, Games};
use crosscram_values::positions::PositionValues;
use crosscram_values::tables::{Grid, RegionTable, StripTable};
use std::collections::HashSet;

/// All connected regions of up to 12 cells that fit into a box of these sizes, or of any size up to
/// 8x8 with at most 8 cells.
#[test]
fn vectors_are_those_of_the_solver_and_bound_canonical_forms() {
    for tile in 2..=4 {
        let mut forms = Forms::new(tile);
        for (lines, length, most) in
            [(3, 4, 12), (4, 3, 12), (2, 6, 12), (6, 2, 12), (4, 4, 12), (8, 8, 8)]
        {
            compare(lines, length, tile, most, &mut forms);
        }
        forms.print(tile);
    }
}

/// All strips, connected or not. The table of strips once valued those that fall apart as a whole, which is sound but more than the
/// sum of their pieces, and certificates were refused.
#[test]
fn vectors_of_strips_are_those_of_the_solver() {
    for (tile, width) in [(2, 9), (3, 5), (4, 4)] {
        let table = StripTable::new(tile, width).expect("a narrow strip");
        let mut vectors = Vectors::<1>::new(View::new(tile, width, tile), 40);
        for strip in 0..1u32 << (tile * width) {
            let mut sum = Vector::ZERO;
            vectors.add(Set([strip.into()]), &mut sum).expect("small");
            let theirs = table.get(strip);
            for x in 0..8 {
                let (second, first) = (theirs.second(x), theirs.first(x));
                assert_eq!((sum.second[x], sum.first[x]), (second, first), "{strip:b} {x}");
            }
        }
    }
}

fn compare(lines: u32, length: u32, tile: u32, most: u32, forms: &mut Forms) {
    let mut vectors = Vectors::<2>::new(View::new(lines, length, tile), 40);
    let table = RegionTable::new(Grid::<Bits128>::new(lines, length, tile), 28, u64::MAX);
    let mut level: HashSet<u128> = (0..lines * length).map(|cell| 1 << cell).collect();
    let mut regions = 0;
    for _ in 1..most {
        let mut next = HashSet::new();
        for &region in &level {
            for cell in 0..lines * length {
                let (line, offset) = (cell / length, cell % length);
                let near = |line: u32, offset: u32| {
                    line < lines && offset < length && region >> (line * length + offset) & 1 == 1
                };
                let touches = near(line.wrapping_sub(1), offset)
                    || near(line + 1, offset)
                    || near(line, offset.wrapping_sub(1))
                    || near(line, offset + 1);
                if touches && region >> cell & 1 == 0 {
                    next.insert(region | 1 << cell);
                }
            }
        }
        // One of each class of translations.
        let cornered = |region: u128| {
            let heads = (0..lines).fold(0, |set, line| set | 1u128 << (line * length));
            region & ((1 << length) - 1) != 0 && region & heads != 0
        };
        for &region in next.iter().filter(|&&region| cornered(region)) {
            let mut sum = Vector::ZERO;
            vectors.add(Set([region as u64, (region >> 64) as u64]), &mut sum).expect("small");
            let words = [region as u64, (region >> 64) as u64];
            let theirs =
                table.sum(Bits128::from_words(words), table.limits(u32::MAX)).expect("small");
            for x in 0..8 {
                let (second, first) = (theirs.second(x), theirs.first(x));
                assert_eq!(
                    (sum.second[x], sum.first[x]),
                    (second, first),
                    "{lines}x{length} {region:x} {x}"
                );
            }
            let free = |cell: u32| region >> cell & 1 == 1;
            forms.compare(&board(lines, length, free), &sum);
            regions += 1;
        }
        level = next;
    }
    println!("{lines}x{length}, tiles of {tile}: {regions} regions");
}

/// The board of a region: Vertical is Left.
fn board(lines: u32, length: u32, free: impl Fn(u32) -> bool) -> Board {
    let board = Board::empty(lines as usize, length as usize).expect("a small board");
    let blocked = (0..lines * length).filter(|&cell| !free(cell));
    let place = |cell: u32| Cell::new((cell / length) as usize, (cell % length) as usize);
    board.with_blocked(blocked.map(place))
}

/// What vectors claim, held against canonical forms.
struct Forms {
    values: PositionValues,
    /// Sums of switches by the number of their set.
    switches: Vec<Game>,
    compared: HashSet<(Game, [i16; 8], [i16; 8])>,
    /// How many numbers cannot be a quarter larger, and how many can.
    tight: u64,
    loose: u64,
}

impl Forms {
    fn new(tile: u32) -> Forms {
        let tile = Tile::new(tile as u8).expect("a tile");
        let mut values = PositionValues::new(tile);
        let games = values.games();
        // ∗, {½|−½}, {1|−1}.
        let single = [(0, 0), (1, 1), (1, 0)].map(|(numerator, log2)| {
            let half = Dyadic::new(numerator, log2).expect("a number");
            let number = games.number(half).expect("a number");
            games.plus_minus(&[number]).expect("a switch")
        });
        let sum = |games: &mut Games, set: usize| {
            let members = (0..3).filter(|i| set >> i & 1 == 1).map(|i| single[i]);
            games.total(members.collect::<Vec<_>>()).expect("a sum of switches")
        };
        let switches = (0..8).map(|set| sum(games, set)).collect();
        Forms { values, switches, compared: HashSet::new(), tight: 0, loose: 0 }
    }

    fn compare(&mut self, board: &Board, vector: &Vector) {
        let value = self.values.value(board).expect("a small region");
        if !self.compared.insert((value, vector.second, vector.first)) {
            return;
        }
        let games = self.values.games();
        for (x, &switches) in self.switches.iter().enumerate() {
            let game = games.sum(value, switches).expect("a sum");
            let mut is_at_least = |quarters: i16| {
                let number = Dyadic::new(quarters.into(), 2).expect("quarters");
                let number = games.number(number).expect("a number");
                (games.le(number, game), !games.le(game, number))
            };
            let (second, first) = (vector.second[x], vector.first[x]);
            assert!(is_at_least(second).0, "{board:?} plus set {x} is not at least {second}/4");
            assert!(is_at_least(first).1, "{board:?} plus set {x} does not beat {first}/4");
            for larger in [is_at_least(second + 1).0, is_at_least(first + 1).1] {
                *if larger { &mut self.loose } else { &mut self.tight } += 1;
            }
        }
    }

    fn print(&self, tile: u32) {
        let Forms { compared, tight, loose, .. } = self;
        println!(
            "tiles of {tile}: {} pairs of canonical form and vector, {tight} numbers as large as \
             quarters can be, {loose} not",
            compared.len()
        );
        assert!(compared.len() > 10 && *tight > 20 * loose);
    }
}
