//! Number bounds, contradictions, and what would settle a board.

use crosscram_atlas::{
    Atlas, Bound, Claim, Fact, Level, Settling, Size, Source, Statement, families,
};
use crosscram_rules::{Dyadic, Player, Tile};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn fact(statement: Statement) -> Fact {
    Fact {
        statement,
        source: Source::Value("a test".to_owned()),
    }
}

fn exact(text: &str) -> Bound {
    Bound::exact(text.parse::<Dyadic>().unwrap())
}

fn with(fact: Fact) -> Result<Atlas, crosscram_atlas::Contradiction> {
    Atlas::known(Level::All, Tile::DOMINO, 40, &[fact])
}

#[track_caller]
fn settles(statement: Statement, board: &str, expected: &str) {
    let before = Atlas::known(Level::All, Tile::DOMINO, 40, &[]).unwrap();
    assert_ne!(before.outcome(size(board)).to_string(), expected);
    let after = with(fact(statement)).unwrap();
    assert_eq!(after.outcome(size(board)).to_string(), expected);
}

/// 6x4 is infinitesimal, so a little is enough.
#[test]
fn a_little_below_zero_settles_the_board_four_columns_longer() {
    let a_little = Statement::AtMost(size("6x17"), exact("-1/1024"));
    settles(a_little, "6x21", "H");
}

#[test]
fn the_derivation_names_the_numbers() {
    let atlas = with(fact(Statement::AtMost(size("6x14"), exact("-1/2")))).unwrap();
    let derivation = atlas.derivation(size("6x18"), Player::Vertical).unwrap();
    assert_eq!(
        derivation.to_string(),
        "H wins 6x18 moving second: numbers\n\
         └─ 6x18 is at most -1/2 + infinitesimal: cut 6x18 = 6x4 + 6x14\n   \
            ├─ 6x4 is at most 0 + infinitesimal: value of 4x6: mean 0, temperature 0\n   \
            └─ 6x14 is at most -1/2: value a test"
    );
}

/// Recorded is that 6x11 is at least -1/1024.
#[test]
fn bounds_that_exclude_each_other() {
    let contradiction = with(fact(Statement::Beats(size("6x11"), exact("-1/4")))).unwrap_err();
    let text = contradiction.to_string();
    for part in [
        "H moving first wins 6x11 less (-1/4)",
        "11x6 is at most 1/1024",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let both = [
        fact(Statement::AtMost(size("10x12"), exact("-1"))),
        fact(Statement::AtMost(size("12x10"), exact("1/2"))),
    ];
    assert!(Atlas::known(Level::All, Tile::DOMINO, 40, &both).is_err());
}

#[test]
fn a_bound_against_an_outcome() {
    // 6x13 is won by Vertical.
    let contradiction = with(fact(Statement::AtMost(size("6x13"), exact("0")))).unwrap_err();
    let text = contradiction.to_string();
    assert!(text.contains("V wins 6x13"), "{text}");
    assert!(text.contains("6x13 is at most 0"), "{text}");
}

#[test]
fn a_contradiction_shows_both_derivations_side_by_side() {
    let claim = Claim::new(size("6x20"), Player::Vertical, Player::Vertical);
    let wrong = fact(Statement::Wins(claim));
    let mut atlas = Atlas::known(Level::Published, Tile::DOMINO, 40, &[]).unwrap();
    let contradiction = atlas.add(std::slice::from_ref(&wrong)).unwrap_err();
    let text = contradiction.to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "contradiction:",
            "  H wins 6x20 moving second: cut 6x20 = 6x8 + 6x12  |  V wins 6x20 moving first: value a test",
            "  ├─ H wins 6x8 moving second: BUH00                |",
        ]
    );
    // Given together, the clash is found by a clause.
    let facts = [&Level::Published.facts(Tile::DOMINO, 30)[..], &[wrong]].concat();
    let mut atlas = Atlas::new(30, Tile::DOMINO, &Level::Published.rules()).unwrap();
    assert!(atlas.add(&facts).is_err());
}

/// What supposing says is what adding does.
#[test]
fn consequences_are_what_follows() {
    let mut atlas = Atlas::known(Level::Published, Tile::DOMINO, 31, &[]).unwrap();
    let questions = atlas.open_questions(31, 31);
    assert_eq!(questions.len(), 430);
    for question in questions.iter().step_by(23) {
        for (winner, follows) in [
            (question.first, &question.if_wins),
            (question.first.opponent(), &question.if_loses),
        ] {
            let claim = Claim::new(question.size, question.first, winner);
            let mut added = atlas.clone();
            added.add(&[fact(Statement::Wins(claim))]).unwrap();
            for claim in &follows.claims {
                assert_eq!(added.winner(claim.size, claim.first), Some(claim.winner));
                assert_eq!(atlas.winner(claim.size, claim.first), None);
            }
            for &size in &follows.settled {
                assert!(added.outcome(size).outcome().is_some(), "{size}");
            }
        }
        for Settling { answer, settles } in atlas.settled_by(question.size, question.first) {
            let mut added = atlas.clone();
            added.add(&[fact(Statement::Wins(answer))]).unwrap();
            let winner = added.winner(settles.size, settles.first);
            assert_eq!(winner, Some(settles.winner));
        }
    }
}

#[test]
fn families_of_the_thesis() {
    let atlas = Atlas::known(Level::Bullock, Tile::DOMINO, 60, &[]).unwrap();
    let names = |rows| {
        let row = families::row(&atlas, rows);
        let names: Vec<_> = row.families.iter().map(ToString::to_string).collect();
        (names, row.settled_beyond && row.open.is_empty())
    };
    let (four, complete) = names(4);
    assert!(four.contains(&"4xn is H for every n >= 14".to_owned()) && complete);
    let (six, complete) = names(6);
    assert!(six.contains(&"6xn is H for every even n >= 20".to_owned()) && !complete);
}

/// Families found up to 30 hold up to 60.
#[test]
fn families_hold_beyond_the_limit() {
    let [small, large] =
        [30, 60].map(|limit| Atlas::known(Level::Published, Tile::DOMINO, limit, &[]).unwrap());
    let mut found = 0;
    for rows in 1..=30 {
        for family in families::row(&small, rows).families {
            found += 1;
            for cols in (1..=60).filter(|&cols| family.contains(cols)) {
                let size = Size::new(rows, cols).unwrap();
                let wins = |first| large.winner(size, first) == Some(Player::Horizontal);
                let holds = match family.achieved {
                    families::Achieved::Wins => Player::ALL.into_iter().all(wins),
                    families::Achieved::WinsFirst => wins(Player::Horizontal),
                    families::Achieved::WinsSecond => wins(Player::Vertical),
                };
                assert!(holds, "{size}: {family}");
            }
        }
    }
    assert!(found > 15, "{found}");
}
