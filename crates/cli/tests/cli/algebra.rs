//! Sums, differences and comparisons of boards and games in `value` and `solve`; temperature theory.

use crate::run::{good, object, objects, run, run_with, words};
use serde_json::Value;

#[track_caller]
fn value(text: &str) -> String {
    let object = object(&["value", text, "--json"]);
    object["value"].as_str().unwrap().to_string()
}

#[test]
fn boards_and_games_mix() {
    for (text, expected) in [
        ("3x3 - 2x3", "{3/2|-1/2||-1|-3}"),
        ("3.^", "^3"),
        ("4x4 - 4x4 + *", "*"),
        ("2x2 + *", "{1*|-1*}"),
        ("2.(..|.# + 1)", "2"),
        ("{2x3|0}", "{{2|-1/2}|0}"),
        ("-1/2", "-1/2"),
    ] {
        let found = match text.starts_with('-') {
            true => object(&["value", "--json", "--", text])["value"].clone(),
            false => value(text).into(),
        };
        let same = format!("{} = {expected}", text);
        let claim = match text.starts_with('-') {
            true => run(&["value", "--", &same]),
            false => run(&["value", &same]),
        };
        assert_eq!(claim.code, Some(0), "{text} is {found}: {}", claim.stdout);
    }
    assert_eq!(value("3.^"), "^3");
    // The printed form is that of the board, and regions are listed.
    let sum = object(&["value", "2x3 - 1x2", "--json"]);
    assert_eq!(sum["position"], "...|... - ..");
    assert_eq!(sum["regions"].as_array().unwrap().len(), 2);
}

#[test]
fn comparisons_answer_yes_or_no() {
    let yes = run(&["value", "2x3 || 1/2"]);
    assert_eq!(yes.code, Some(0));
    assert_eq!(
        yes.stdout,
        "\
...|... || 1/2: yes, they are confused: whoever moves first wins the difference
  left   {2|-1/2}
  right  1/2
"
    );
    for (claim, holds) in [
        ("2x3 >= 1/2", false),
        ("2x3 < 3", true),
        ("2x3 = {2|-1/2}", true),
        ("2x3 != {2|-1/2}", false),
        ("2x3 <= 2", false),
        ("2x3 <| 2", true),
        ("2x3 |> -1/2", true),
        ("2x3 > -1", true),
    ] {
        let run = run(&["value", claim, "--json"]);
        assert_eq!(run.code, Some(if holds { 0 } else { 1 }), "{claim}");
        assert_eq!(objects(&run.stdout)[0]["holds"], holds, "{claim}");
    }
    let batch = run_with(&["value", "-", "--json"], b"2x2\n2x2 > 0\n^ > 0\n");
    assert_eq!(batch.code, Some(1));
    assert_eq!(objects(&batch.stdout)[2]["holds"], true);
}

#[test]
fn further_forms() {
    let small = object(&["value", "{0,*|0} + {0|*}", "--json"]);
    assert_eq!(small["atomic_weight"], "2");
    assert_eq!(small["reduced"], "0");
    let hot = object(&["value", "{2^|{1*|-1}}", "--json"]);
    assert_eq!(hot["reduced"], "{2|+-1}");
    assert!(hot["atomic_weight"].is_null());
    let text = good(&["value", "{2^|{1*|-1}}"]);
    assert!(text.contains("  reduced      {2|+-1}\n"), "{text}");
    assert!(good(&["value", "^3"]).contains("  atomic weight  3\n"));
}

/// The sums with games have the winners of their values.
#[test]
fn sums_with_games_are_solved() {
    for sum in [
        "4x4 + *",
        "3x3 - 2x3",
        "4x3 + ^",
        "3x3 + +-1",
        "2x4 - 2.* + 1/2",
        "2x3 + {3|1}",
    ] {
        let solved = object(&["solve", sum, "--json"]);
        let valued = object(&["value", sum, "--json"]);
        assert_eq!(solved["outcome"], valued["outcome"], "{sum}");
        assert!(!solved["outcome"].is_null());
    }
    let solved = object(&["solve", "4x4 + *", "--json"]);
    assert_eq!(solved["sum"], "....|....|....|.... + ..|.#");
    // With longer tiles another board has the value.
    let solved = object(&["solve", "4x4 + *", "--tile", "3", "--json"]);
    let valued = object(&["value", "4x4 + *", "--tile", "3", "--json"]);
    assert_eq!(solved["outcome"], valued["outcome"]);
    let batch = run_with(&words("solve - --json"), b"3x3 - 3x3\n2x2 + ^\n");
    assert_eq!(batch.code, Some(0), "{}", batch.stderr);
    assert_eq!(objects(&batch.stdout)[0]["outcome"], "2");
}

#[test]
fn advice_that_loses_says_so() {
    let text = good(&words("value 4x4 --player V"));
    let advice = text.lines().find(|line| line.contains("hotstrat")).unwrap();
    assert!(
        advice.ends_with("V1,2 in region 1, the hottest; but this move loses"),
        "{text}"
    );
    let text = good(&words("value 2x3 --player V"));
    assert!(!text.contains("loses"), "{text}");
    let object = object(&words("value 4x4 --player V --json"));
    let Value::Array(winning) = &object["players"][0]["winning"] else {
        panic!("{object}")
    };
    assert!(!winning.contains(&object["players"][0]["advice"]["hotstrat"]["move"]));
}

#[test]
fn temperature_theory() {
    let position = "..#...#..|..#...###";
    let shown = object(&["value", position, "--ambient", "1/2", "--json"]);
    assert_eq!(shown["regions"][0]["initiative"], "gote");
    assert_eq!(shown["regions"][2]["initiative"], "cold");
    let orthodox = &shown["players"][0]["orthodox"];
    assert_eq!(orthodox["ambient"], "1/2");
    assert!(
        orthodox["moves"]
            .as_array()
            .unwrap()
            .contains(&"V1,5".into())
    );
    let cold = object(&["value", "2x3", "--ambient", "-1", "--json"]);
    assert_eq!(cold["players"][0]["orthodox"]["ambient"], "-1");
    // A sente: {{5|1}|0} in a sum of its own.
    assert_eq!(
        object(&["value", "{5|1||0}", "--json"])["initiative"],
        "V sente"
    );
    let text = good(&words("value 2x3 --player V --coupons 2:1/2"));
    assert!(text.contains("    with coupons: Vertical begins"), "{text}");
    // Coupons of 2, 3/2, 1 and 1/2 alone give the first player 1.
    let played = object(&words("value 2x3 --player V --coupons 2:1/2 --json"));
    assert_eq!(played["players"][0]["coupons"]["coupons_alone"], "1");
}
