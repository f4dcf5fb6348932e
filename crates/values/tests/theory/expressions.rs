//! Sums, differences, multiples and comparisons of boards and games.

use crate::naive::Naive;
use crosscram_rules::{Board, Tile};
use crosscram_values::games::{Expression, Game, Relation, Statement};
use crosscram_values::positions::PositionValues;

fn value(values: &mut PositionValues, text: &str) -> Game {
    let expression: Result<Expression, _> = text.parse();
    let expression = expression.unwrap_or_else(|error| panic!("{text}: {error}"));
    values.evaluate(&expression).unwrap()
}

#[track_caller]
fn same(first: &str, second: &str) {
    let mut values = PositionValues::new(Tile::DOMINO);
    let found = value(&mut values, first);
    assert_eq!(found, value(&mut values, second), "{first} and {second}");
}

#[test]
fn boards_and_games_mix() {
    same("2x3", "{2|-1/2}");
    same("3x3 - 2x3", "3x3 + 3x2");
    same("-2x3", "3x2");
    same("3.2x3", "2x3 + 2x3 + 2x3");
    same("-2.2x3", "3x2 + 3x2");
    same("3·^", "^3");
    same("3.^ - 2.(^ + *)", "^");
    same("2.3.^", "^6");
    same("0.{7|3}", "0");
    same("..|.#", "*");
    same("..-.x", "*");
    same("..|.#-1", "-1*");
    same("..-..", "2x2");
    same(".. - ..", "0");
    same("{2x3|1x2}", "{{2|-1/2}|-1}");
    same("{..|..|0}", "{+-1|0}");
    same("+-2x3", "{2x3|3x2}");
    same("tiny(1/2 - 1x2)", "tiny(3/2)");
    same("2x3 + -1/4", "2x3 - 1/4");
    same("1*", "1 + ..|.#");
}

#[test]
fn the_values_are_those_of_the_definition() {
    let mut values = PositionValues::new(Tile::DOMINO);
    let tree = |text: &str| Naive::of_board(&text.parse::<Board>().unwrap(), Tile::DOMINO);
    for (first, second) in [
        ("2x3", "2x2"),
        ("..|.#", "1x3"),
        ("3x2", "..#|..."),
        ("2x4", "#.|.."),
    ] {
        let difference = tree(first).sum(&tree(second).sum(&tree(second)).negative());
        let expected = difference.build(values.games());
        let found = value(&mut values, &format!("{first} - 2.{second}"));
        assert_eq!(found, expected, "{first} {second}");
    }
}

/// What is printed means the same as what was read.
#[test]
fn expressions_print_as_they_are_read() {
    let mut values = PositionValues::new(Tile::DOMINO);
    for text in [
        "2.-^",
        "-2.-^",
        "- -^",
        "--3",
        "-3.2x3",
        "2.3.^ - 2.-3",
        "1 - +-1",
        "-+-{2|1}",
        "..|.# - 2.(1 - 2x2)",
        "-1^ - -1^",
        "0.*",
        "-2x3",
        "2. 5*",
        "-1. 2. 26*2",
    ] {
        let expression: Expression = text.parse().unwrap();
        let printed = expression.to_string();
        let again = value(&mut values, &printed);
        assert_eq!(value(&mut values, text), again, "{text} and {printed}");
    }
}

#[track_caller]
fn claims(text: &str, holds: bool) {
    let mut values = PositionValues::new(Tile::DOMINO);
    let statement: Statement = text.parse().unwrap();
    let (relation, right) = statement.claim.unwrap();
    let left = values.evaluate(&statement.left).unwrap();
    let right = values.evaluate(&right).unwrap();
    let comparison = values.games().compare(left, right);
    assert_eq!(relation.holds(comparison), holds, "{text}");
}

#[test]
fn comparisons() {
    claims("2x3 >= 1/2", false);
    claims("2x3 || 1/2", true);
    claims("2x3 <> 1/2", true);
    claims("2x3 <| 1/2", true);
    claims("2x3|>1/2", true);
    claims("2x3 > -1", true);
    claims("2x3 >= -1/2", false);
    claims("2x3 ≥ -1", true);
    claims("2x2 = {1|-1}", true);
    claims("2x2 == ..|..", true);
    claims("..|..||0", true);
    claims("2x2 != 0", true);
    claims("2x2 + 2x2 ≠ 0", false);
    claims("^ > 0", true);
    claims("^ || *", true);
    claims("^^ > *", true);
    claims("^ < 1/1024", true);
    claims("* <= 0", false);
}

#[test]
fn relations_print_as_they_are_read() {
    for relation in [
        Relation::Less,
        Relation::AtMost,
        Relation::Equal,
        Relation::AtLeast,
        Relation::Greater,
        Relation::Confused,
        Relation::LessOrConfused,
        Relation::GreaterOrConfused,
        Relation::Different,
    ] {
        let text = format!("..|.# {relation} 3.^");
        let statement: Statement = text.parse().unwrap();
        assert_eq!(statement.claim.as_ref().unwrap().0, relation);
        assert_eq!(statement.to_string(), text);
    }
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let mut values = PositionValues::new(Tile::DOMINO).with_limit(12);
    let statement = text.parse::<Statement>();
    let value = statement.and_then(|statement| values.evaluate(&statement.left));
    let error = value.expect_err(text).to_string();
    assert!(error.contains(expected), "{text}: {error}");
}

#[test]
fn errors_name_the_term() {
    refused("2x2 + 1/3", "column 7: '1/3' is not a number");
    refused(
        "2x2 + 17x17",
        "column 7, board '17x17': a board has at most 256 squares",
    );
    refused("* + ..|...", "column 5, board '..|...': row 2 has 3 cells");
    refused("* + 4x4", "column 5, term '4x4': a region of 16 cells");
    refused("1 + 2.4x4", "column 5, term '2.4x4': a region of 16 cells");
    refused("1/2.^", "counts copies of a game");
    refused("3.5", "a fraction is written 7/2");
    refused("2x2 < 1 < 2", "column 9");
    refused("2x2 <", "a value is expected, the text ends");
    refused("9y9", "column 2");
    refused("1 + 536870912", "column 5, term '536870912': overflow");
}
