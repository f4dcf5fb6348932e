//! Text of values: what is read, what is printed, what is refused.

use crate::random;
use crosscram_support::random::Random;
use crosscram_values::games::Games;

#[track_caller]
fn same(first: &str, second: &str) {
    let mut games = Games::new();
    let (g, h) = (games.parse(first), games.parse(second));
    assert!(g.is_ok(), "{first}: {g:?}");
    assert_eq!(g, h, "{first} and {second}");
}

#[track_caller]
fn prints(text: &str, expected: &str) {
    let mut games = Games::new();
    let game = games.parse(text).unwrap();
    assert_eq!(games.text(game), expected);
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let mut games = Games::new();
    let error = games.parse(text).unwrap_err().to_string();
    assert!(error.contains(expected), "{text}: {error}");
}

#[test]
fn forms_that_mean_the_same() {
    same("{3||2|1}", "{3|{2|1}}");
    same("{3|2||1|||0}", "{{{3|2}|1}|0}");
    same("{0||0|-2}", "tiny(2)");
    same("{2|0||0}", "Miny(2)");
    same("+-1", "{1|-1}");
    same("±(1, 2*)", "{1,2*|-1,-2*}");
    same("+-{2|0}", "{{2|0}|{0|-2}}");
    same("1*", "{1|1}");
    same("-1*", "-1 + *");
    same("-^*", "v*");
    same("^^", "^ + ^");
    same("^3*2", "^+^+^+*2");
    same("3vv*", "3 - ^ - ^ + *");
    same("↑∗", "{0,*|0}");
    same("(1 + *) - (1/2)", "1/2*");
    same("{|}", "0");
    same("{1|}", "2");
    same(" { 0 , * | 0 } ", "^*");
    same("3 + +-1", "{4|2}");
    same("3+-1", "2");
    same("*0", "0");
}

#[test]
fn printed_forms() {
    prints("{1|-1}", "+-1");
    prints("{0|0}", "*");
    prints("{0|*}", "^");
    prints("^ + ^ + *", "^^*");
    prints("v3*5", "v3*5");
    prints("{1/2|1/2}", "1/2*");
    prints("{2,{2|0}|0}", "{2,{2|0}|0}");
    prints("tiny(2)", "{0|{0|-2}}");
    prints("{5|-3}", "{5|-3}");
    prints("-1/2 + v", "-1/2v");
}

#[test]
fn what_is_printed_is_read_back() {
    let mut random = Random::new(11);
    let mut games = Games::new();
    for _ in 0..5000 {
        let game = random::game(&mut random, 4).build(&mut games);
        let text = games.text(game);
        assert_eq!(games.parse(&text), Ok(game), "{text}");
        assert!(games.text_within(game, text.len() as u64 + 200).is_some());
    }
}

/// Longer than any number says, and still not taken for short.
#[test]
fn enormous_texts_are_not_printed() {
    let mut games = Games::new();
    let game = games.parse("*210").unwrap();
    assert_eq!(games.text_within(game, 1_000_000), None);
}

#[test]
fn bad_texts() {
    refused("", "column 1: a value is expected, the text ends");
    refused("{1|{2|0}", "'}' is missing for the one opened in column 1");
    refused("{1|{2|0", "'}' is missing for the one opened in column 4");
    refused("(1", "')' is missing");
    refused("{1}", "a bar");
    refused("{1|2|3}", "exactly one longest run of bars");
    refused("1 2", "column 3: the end or a sign is expected, not '2'");
    refused("1/3", "a power of two below");
    refused("1/0", "a power of two below");
    refused("x", "column 1: 'x' is a board, only values are read here");
    refused("y", "column 1: a value is expected, not 'y'");
    refused("{1|2)", "column 5");
    refused("99999999999999999999", "overflow");
    refused("536870912 + 1", "overflow");
    refused("1/8589934592", "overflow");
    refused("{0|1/4294967296}", "overflow");
    refused("*5000", "overflow");
    refused("^5000", "500");
    refused(&"{".repeat(100_000), "nested");
    refused(&"-".repeat(100_000), "nested");
    refused(&"+-".repeat(100_000), "nested");
}

#[test]
fn the_largest_numbers_are_exact() {
    prints("536870912 - 1", "536870911");
    prints("{0|1/2147483648}", "1/4294967296");
    prints("536870912*", "536870912*");
}
