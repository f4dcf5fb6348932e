//! The atlas beside closures computed by another program, cell by cell.

use std::collections::HashMap;

use crosscram_atlas::{Atlas, Level, Size};
use crosscram_papers::bullock2002::FIG_6_5;
use crosscram_rules::{PartialOutcome, Player, Tile};

fn atlas(level: Level, limit: usize) -> Atlas {
    match Atlas::known(level, Tile::DOMINO, limit, &[]) {
        Ok(atlas) => atlas,
        Err(contradiction) => panic!("{contradiction}"),
    }
}

/// Rows of a tab-separated file, without header and remarks.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

fn size(rows: &str, cols: &str) -> Size {
    format!("{rows}x{cols}").parse().unwrap()
}

#[test]
fn published_equals_the_reference_on_all_40x40_boards() {
    let atlas = atlas(Level::Published, 40);
    let mut expected: HashMap<Size, [Option<Player>; 2]> = HashMap::new();
    for row in rows(include_str!("data/closure.tsv")) {
        let winners = [row[3], row[5]].map(|winner| winner.parse().ok());
        expected.insert(size(row[0], row[1]), winners);
    }
    let mut known = 0;
    for size in atlas.sizes(40, 40) {
        let winners = Player::ALL.map(|first| atlas.winner(size, first));
        let reference = expected.get(&size).copied().unwrap_or_default();
        assert_eq!(winners, reference, "{size}");
        known += usize::from(winners != [None, None]);
    }
    assert_eq!(known, 779);
}

#[test]
fn open_boards_equal_the_reference() {
    let mut atlas = atlas(Level::Published, 40);
    let lying = atlas
        .sizes(31, 31)
        .filter(|size| size.rows() <= size.cols());
    let mut open: Vec<_> = lying
        .filter(|size| atlas.outcome(*size).outcome().is_none())
        .collect();
    open.sort_by_key(|size| (size.area(), *size));
    let reference = rows(include_str!("data/unsolved.tsv"));
    let reference = reference.map(|row| size(row[1], row[2]));
    assert_eq!(open, reference.collect::<Vec<_>>());
    for row in rows(include_str!("data/unsolved.tsv")) {
        let expected = match row[3] {
            "none" => "?",
            known => known,
        };
        let size = size(row[1], row[2]);
        assert_eq!(atlas.outcome(size).to_string(), expected, "{size}");
        if row[4].contains("V already excluded") {
            assert_eq!(atlas.possible(size).to_string(), "12h", "{size}");
        }
    }
}

/// Cells in which the closure of the searches that Bullock had differs from the chart, rows up to
/// columns, with what each says. The chart took H on 7x11, 9x23, 9x25, 9x27 over from Lachmann et al.; 8x26
/// is 8x16 + 8x10, 10x11 follows from 10x13 read backwards, and row 13 by the square plus another
/// board, as in row 11 where the chart has it.
const DIFFERENCES: [(&str, &str, &str); 11] = [
    ("7x11", "H", "1h"),
    ("8x26", "?", "H"),
    ("9x23", "H", "1h"),
    ("9x25", "H", "1h"),
    ("9x27", "H", "1h"),
    ("10x11", "?", "1v"),
    ("13x19", "?", "1h"),
    ("13x21", "?", "1h"),
    ("13x23", "?", "1h"),
    ("13x25", "?", "1h"),
    ("13x27", "?", "1h"),
];

#[test]
fn bullock_equals_his_chart_but_for_eleven_boards() {
    let atlas = atlas(Level::Bullock, 40);
    let chart = FIG_6_5.rows().into_iter();
    let chart = chart.map(|row| (Size::new(row.rows, row.cols).unwrap(), row.outcome));
    let chart: HashMap<Size, PartialOutcome> = chart.collect();
    let mut differences = Vec::new();
    for size in atlas.sizes(27, 27) {
        let upright = size.rows() > size.cols();
        let lying = if upright { size.transposed() } else { size };
        let printed = chart.get(&lying).copied().unwrap_or_default();
        let printed = match upright {
            true => printed.transposed(),
            false => printed,
        };
        let ours = atlas.outcome(size);
        if printed != ours {
            differences.push((size, printed.to_string(), ours.to_string()));
        }
    }
    let all = differences.len();
    differences.retain(|(size, ..)| size.rows() <= size.cols());
    let expected = DIFFERENCES
        .map(|(size, chart, ours)| (size.parse::<Size>().unwrap(), chart.into(), ours.into()));
    assert_eq!(differences, expected);
    assert_eq!(all, 2 * expected.len());
}

#[test]
fn the_column_above_27_of_the_chart() {
    let atlas = atlas(Level::Bullock, 60);
    for row in FIG_6_5.rows() {
        if row.cols == 28 {
            for cols in 28..=60 {
                let size = Size::new(row.rows, cols).unwrap();
                // 9xn for odd n needs 9x23, 9x25 or 9x27.
                let expected = match size.rows() == 9 && cols % 2 == 1 {
                    true => "1h".parse().unwrap(),
                    false => row.outcome,
                };
                assert_eq!(atlas.outcome(size), expected, "{size}");
            }
        }
    }
}

#[test]
fn the_corner_move_settles_five_boards() {
    let rules = Level::Bullock.rules();
    let mut with_corner = rules.clone();
    with_corner.push(crosscram_atlas::Rule::Corner);
    let facts = Level::Bullock.facts(Tile::DOMINO, 31);
    let close = |rules: &[_]| {
        let mut atlas = Atlas::new(31, Tile::DOMINO, rules).unwrap();
        atlas.add(&facts).unwrap();
        atlas
    };
    let (without, with) = (close(&rules), close(&with_corner));
    let changed: Vec<_> = with
        .sizes(31, 31)
        .filter(|size| size.rows() <= size.cols() && with.outcome(*size) != without.outcome(*size))
        .map(|size| size.to_string())
        .collect();
    assert_eq!(changed, ["8x16", "10x20", "12x24", "14x28", "15x30"]);
}

#[test]
fn all_contains_published_and_published_contains_bullock() {
    let [lachmann, bullock, published, all, certified] = Level::ALL.map(|level| atlas(level, 40));
    let pairs = [
        [&lachmann, &bullock],
        [&bullock, &published],
        [&published, &all],
        [&certified, &all],
    ];
    for pair in pairs {
        for size in pair[0].sizes(40, 40) {
            for first in Player::ALL {
                if let Some(winner) = pair[0].winner(size, first) {
                    assert_eq!(pair[1].winner(size, first), Some(winner), "{size}");
                }
            }
        }
    }
}

/// Bullock's chart adds one answer to what follows from published searches and theorems; with ours,
/// none.
#[test]
fn what_rests_on_the_chart_alone() {
    let without_chart = |level: Level| {
        let mut atlas = Atlas::new(40, Tile::DOMINO, &level.rules()).unwrap();
        atlas.add(&level.facts(Tile::DOMINO, 40)).unwrap();
        atlas
    };
    let on_his_word = |level| {
        let (all, without) = (atlas(level, 40), without_chart(level));
        let lying = all.sizes(40, 40).filter(|size| size.rows() <= size.cols());
        let differ = lying.filter(|&size| all.outcome(size) != without.outcome(size));
        differ.map(|size| size.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(on_his_word(Level::Published), ["7x11"]);
    assert_eq!(on_his_word(Level::All), [""; 0]);
}
