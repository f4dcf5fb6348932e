//! Sums, differences and comparisons of boards and games in `value` and `solve`; temperature theory.

use crate::run::object;
use crate::session::session;
use serde_json::Value;

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
        session(&format!("$ value -- '{text} = {expected}'"));
    }
    session(
        "$ value 3.^ --json => @ /value ^3
         # The printed form is that of the board, and regions are listed.
         $ value '2x3 - 1x2' --json => @ /position ...|... - .. => @ /regions #2",
    );
}

#[test]
fn comparisons_answer_yes_or_no() {
    session(
        r#"$ value '2x3 || 1/2'
           | ...|... || 1/2: yes, they are confused: whoever moves first wins the difference
           |   left   {2|-1/2}
           |   right  1/2
           $ value '2x3 >= 1/2' --json => ? 1 => @ /holds false
           $ value '2x3 < 3' --json => ? 0 => @ /holds true
           $ value '2x3 = {2|-1/2}' --json => ? 0 => @ /holds true
           $ value '2x3 != {2|-1/2}' --json => ? 1 => @ /holds false
           $ value '2x3 <= 2' --json => ? 1 => @ /holds false
           $ value '2x3 <| 2' --json => ? 0 => @ /holds true
           $ value '2x3 |> -1/2' --json => ? 0 => @ /holds true
           $ value '2x3 > -1' --json => ? 0 => @ /holds true
           $ value - --json => ? 1 => @ /2/holds true
           < 2x2\n2x2 > 0\n^ > 0"#,
    );
}

#[test]
fn further_forms() {
    session(
        r#"$ value '{0,*|0} + {0|*}' --json => @ /atomic_weight "2" => @ /reduced "0"
           $ value {2^|{1*|-1}} --json => @ /reduced {2|+-1} => @ /atomic_weight null
           $ value {2^|{1*|-1}} => +   reduced      {2|+-1}\n
           $ value ^3 => +   atomic weight  3\n"#,
    );
}

/// The sums with games have the winners of their values.
#[test]
fn sums_with_games_are_solved() {
    for sum in [
        "'4x4 + *'",
        "'3x3 - 2x3'",
        "'4x3 + ^'",
        "'3x3 + +-1'",
        "'2x4 - 2.* + 1/2'",
        "'2x3 + {3|1}'",
        // With longer tiles another board has the value.
        "'4x4 + *' --tile 3",
    ] {
        let solved = object(&format!("solve {sum} --json"));
        let valued = object(&format!("value {sum} --json"));
        assert_eq!(solved["outcome"], valued["outcome"], "{sum}");
        assert!(!solved["outcome"].is_null());
    }
    session(
        r#"$ solve '4x4 + *' --json => @ /sum ....|....|....|.... + ..|.#
           $ solve - --json => @ /0/outcome "2"
           < 3x3 - 3x3\n2x2 + ^"#,
    );
}

#[test]
fn advice_that_loses_says_so() {
    session(
        "$ value 4x4 --player V
         = hotstrat
         = V1,2 in region 1, the hottest; but this move loses\\n
         $ value 2x3 --player V => - loses",
    );
    let object = object("value 4x4 --player V --json");
    let Value::Array(winning) = &object["players"][0]["winning"] else {
        panic!("{object}")
    };
    assert!(!winning.contains(&object["players"][0]["advice"]["hotstrat"]["move"]));
}

#[test]
fn temperature_theory() {
    let shown = object("value ..#...#..|..#...### --ambient 1/2 --json");
    assert_eq!(shown["regions"][0]["initiative"], "gote");
    assert_eq!(shown["regions"][2]["initiative"], "cold");
    let orthodox = &shown["players"][0]["orthodox"];
    assert_eq!(orthodox["ambient"], "1/2");
    let moves = orthodox["moves"].as_array().unwrap();
    assert!(moves.contains(&"V1,5".into()));
    session(
        r#"$ value 2x3 --ambient -1 --json => @ /players/0/orthodox/ambient "-1"
           # A sente: {{5|1}|0} in a sum of its own.
           $ value {5|1||0} --json => @ /initiative V sente
           $ value 2x3 --player V --coupons 2:1/2 => +     with coupons: Vertical begins
           # Coupons of 2, 3/2, 1 and 1/2 alone give the first player 1.
           $ value 2x3 --player V --coupons 2:1/2 --json => @ /players/0/coupons/coupons_alone "1""#,
    );
}
