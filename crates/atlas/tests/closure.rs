//! Properties of the closure: sound, complete, the same in any order, and its derivations are proofs.

mod plain;

use crosscram_atlas::{Atlas, Claim, Derivation, Fact, Level, Reason, Rule, Size, Statement};
use crosscram_rules::{Board, Player, Tile, reference};
use plain::{Literal, Theory, literal, question};
use proptest::prelude::*;

fn published(limit: usize) -> Atlas {
    Atlas::known(Level::Published, Tile::DOMINO, limit, &[]).expect("no contradiction")
}

/// Every known answer, as a literal.
fn known(atlas: &Atlas) -> Vec<Literal> {
    let limit = atlas.limit();
    let sizes = atlas.sizes(limit, limit);
    sizes
        .filter_map(|size| {
            let winner = atlas.winner(size, Player::Vertical)?;
            Some((size.rows(), size.cols(), winner == Player::Vertical))
        })
        .collect()
}

fn claim(fact: &Fact) -> Claim {
    match fact.statement {
        Statement::Wins(claim) => claim,
        _ => panic!("{fact:?} is about a number"),
    }
}

/// Both answers to every open question occur in a model of everything that is known: nothing follows
/// that was not found.
#[test]
fn nothing_is_missing_up_to_40x40() {
    let atlas = published(40);
    let theory = Theory::new(40, Tile::DOMINO, true);
    let given = known(&atlas);
    let is_open = |m, n| {
        let size = Size::new(m, n).unwrap();
        atlas.winner(size, Player::Vertical).is_none()
    };
    // Which values have been seen.
    let mut seen = vec![[false; 2]; 1600];
    let mut models = 0;
    for m in 1..=40 {
        for n in 1..=40 {
            for value in [false, true] {
                let place = (m - 1) * 40 + n - 1;
                if !is_open(m, n) || seen[place][usize::from(value)] {
                    continue;
                }
                let mut assumed = given.clone();
                assumed.push((m, n, value));
                // Prefer what no model has shown yet.
                let mut wish = |m: usize, n: usize| !seen[(m - 1) * 40 + n - 1][1];
                let model = theory.model(&assumed, &mut wish);
                let model = model.unwrap_or_else(|| panic!("{m}x{n} is never {value}"));
                models += 1;
                for (seen, value) in seen.iter_mut().zip(model) {
                    seen[usize::from(value)] = true;
                }
            }
        }
    }
    assert!(models > 1);
}

/// Every step of every derivation follows from its premises by the rules alone.
#[test]
fn derivations_are_proofs() {
    let atlas = published(24);
    let theory = Theory::new(24, Tile::DOMINO, true);
    let mut steps = 0;
    for size in atlas.sizes(24, 24) {
        for first in Player::ALL {
            if let Some(derivation) = atlas.derivation(size, first) {
                let winner = atlas.winner(size, first).unwrap();
                let asked = Claim::new(size, first, winner);
                assert_eq!(derivation.statement, Statement::Wins(asked));
                check(&atlas, &theory, &derivation, None, &mut steps);
            }
        }
    }
    assert!(steps > 100, "{steps}");
}

fn wins(derivation: &Derivation) -> Literal {
    match derivation.statement {
        Statement::Wins(claim) => literal(claim),
        other => panic!("{other} where a claim belongs"),
    }
}

fn check(
    atlas: &Atlas,
    theory: &Theory,
    derivation: &Derivation,
    supposed: Option<Literal>,
    steps: &mut usize,
) {
    let premises = || derivation.premises.iter().map(wins).collect::<Vec<_>>();
    let mut inside = supposed;
    match &derivation.reason {
        Reason::Source(_) => {
            let said = wins(derivation);
            let mut facts = atlas.facts().iter();
            assert!(facts.any(|fact| literal(claim(fact)) == said));
        }
        Reason::Supposed => assert_eq!(Some(wins(derivation)), supposed),
        Reason::Above => {}
        Reason::Rule(Rule::CaseSplit, _) => {
            let (m, n, value) = wins(derivation);
            inside = Some((m, n, !value));
            assert_eq!(derivation.premises.len(), 1);
            assert_eq!(derivation.premises[0].statement, Statement::Contradiction);
        }
        Reason::Rule(..) if derivation.statement == Statement::Contradiction => {
            *steps += 1;
            assert!(theory.model(&premises(), &mut |_, _| true).is_none());
        }
        Reason::Rule(..) => {
            *steps += 1;
            let follows = theory.entails(&premises(), wins(derivation));
            assert!(follows, "{derivation}");
        }
    }
    for premise in &derivation.premises {
        check(atlas, theory, premise, inside, steps);
    }
}

#[test]
fn without_any_one_fact_nothing_contradicts() {
    let limit = 28;
    let rules = Level::Published.rules();
    let facts = Level::Published.facts(Tile::DOMINO, limit);
    let all = published(limit);
    for left_out in &facts {
        let left_out = literal(claim(left_out));
        let others = facts.iter().filter(|fact| literal(claim(fact)) != left_out);
        let others: Vec<_> = others.cloned().collect();
        let mut atlas = Atlas::new(limit, Tile::DOMINO, &rules).expect("the rules agree");
        atlas.add(&others).expect("facts that agree");
        for answer in known(&atlas) {
            let (size, first, value) = question(answer);
            let winner = if value { first } else { first.opponent() };
            assert_eq!(all.winner(size, first), Some(winner), "{size}");
        }
    }
}

#[test]
fn the_same_one_by_one() {
    let limit = 20;
    let mut facts = Level::Published.facts(Tile::DOMINO, limit);
    facts.reverse();
    let rules = Level::Published.rules();
    let mut atlas = Atlas::new(limit, Tile::DOMINO, &rules).expect("the rules agree");
    let mut at_once = atlas.clone();
    for fact in &facts {
        atlas.add(std::slice::from_ref(fact)).expect("they agree");
    }
    at_once.add(&facts).expect("they agree");
    assert_eq!(known(&atlas), known(&at_once));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// From any part of the facts, only what holds in every model is derived, and it is true.
    #[test]
    fn only_what_follows(chosen in proptest::collection::vec(any::<bool>(), 400), tile in 2u8..=4) {
        let tile = Tile::new(tile).unwrap();
        let limit = 11;
        let rules = Level::Published.rules();
        let facts: Vec<_> = match tile.length() {
            2 | 3 => Level::Published.facts(tile, limit),
            _ => Vec::new(),
        };
        let facts = facts.into_iter().zip(chosen.iter().cycle());
        let facts: Vec<_> = facts.filter_map(|(fact, &is_in)| is_in.then_some(fact)).collect();
        let mut atlas = Atlas::new(limit, tile, &rules).expect("the rules agree");
        atlas.add(&facts).expect("facts that agree");
        let theory = Theory::new(limit, tile, tile == Tile::DOMINO);
        let given: Vec<_> = facts.iter().map(|fact| literal(claim(fact))).collect();
        let all = Atlas::known(Level::Published, tile, limit, &[]).expect("no contradiction");
        for answer in known(&atlas) {
            prop_assert!(theory.entails(&given, answer), "{:?}", answer);
            let (size, first, value) = question(answer);
            let winner = if value { first } else { first.opponent() };
            prop_assert_eq!(all.winner(size, first), Some(winner));
        }
    }
}

/// The rules, given all boards of up to 12 squares, say nothing false of those up to 20, for tiles of
/// two, three and four.
#[test]
fn rules_agree_with_the_rules_of_the_game() {
    for length in 2..=4 {
        let tile = Tile::new(length).unwrap();
        let mut atlas = Atlas::new(20, tile, Rule::ALL).expect("the rules agree");
        let mut solver = reference::Solver::new(tile);
        let mut winner = |size: Size, first| {
            let board = Board::empty(size.rows(), size.cols()).unwrap();
            solver.winner(&board, first)
        };
        let mut facts = Vec::new();
        for size in atlas.sizes(12, 12).filter(|size| size.area() <= 12) {
            for first in Player::ALL {
                let claim = Claim::new(size, first, winner(size, first));
                let source = crosscram_atlas::Source::Published("BUL02");
                facts.push(Fact::wins(claim, source));
            }
        }
        atlas.add(&facts).expect("the rules are true");
        let mut inferred = 0;
        for size in atlas.sizes(20, 20).filter(|size| size.area() <= 20) {
            for first in Player::ALL {
                if let Some(known) = atlas.winner(size, first) {
                    assert_eq!(known, winner(size, first), "{size}, tiles of {length}");
                    inferred += usize::from(size.area() > 12);
                }
            }
        }
        assert!(inferred > 20, "{inferred}");
    }
}
