//! `crosscram analyse` and `crosscram explain`.

use crate::run::{good, keys, object, objects, run, run_with, words};
use crate::scratch::Scratch;
use serde_json::{Value, json};
use std::fs;

#[test]
fn explanation_of_a_win() {
    let expected = "\
...#|....|#...; Vertical first: Horizontal wins

Vertical moving first: nothing proven, rightly, for Horizontal wins. The best cut found, 2 pieces \
(level rows), is greater than or confused with -1/4: it misses by 1/4.
    1 2 3 4
  1 A A A #
  2 B B B B
  3 # B B B
  piece  cells             ∅     ∗     ½    ∗½     1    ∗1    ½1   ∗½1
  A          3  second    -1  -5/4  -7/4  -3/2  -9/4    -2  -3/2  -7/4
                first   -5/4    -1  -1/2  -3/4     0  -1/4  -3/4  -1/2
  B          7  second    -1  -5/4  -3/4  -1/2  -1/4     0  -1/2  -3/4
                first    3/4     1   1/2   1/4     0  -1/4   1/4   1/2
  sum       10  second    -2  -9/4  -7/4  -3/2  -5/4    -1  -3/2  -7/4
                first   -1/4     0  -1/2  -3/4    -1  -5/4  -3/4  -1/2
-1/4 = -1 (A) + 3/4 (B first)

Horizontal wins moving second: 2 pieces (level rows), together at least 0.
    1 2 3 4
  1 A A B #
  2 A A B B
  3 # A B B
  piece  cells             ∅     ∗     ½    ∗½     1    ∗1    ½1   ∗½1
  A          5  second  -5/4    -1  -1/2  -3/4     0  -1/4  -3/4  -1/2
                first      1   3/4   1/4   1/2  -1/4     0   1/2   1/4
  B          5  second  -5/4    -1  -1/2  -3/4     0  -1/4  -3/4  -1/2
                first      1   3/4   1/4   1/2  -1/4     0   1/2   1/4
  sum       10  second     0  -1/4  -3/4  -1/2  -5/4    -1  -1/2  -3/4
                first   -1/4     0   1/2   1/4     1   3/4   1/4   1/2
0 = 0 (A+1) + 0 (B+1)

";
    let text = good(&words("explain ...#|....|#... --first V"));
    let (before, legend) = text.split_once("Numbers are").unwrap();
    assert_eq!(before, expected);
    assert!(legend.contains("∗ is {0|0}"));
}

#[test]
fn explanations_that_fail_say_by_how_much() {
    let text = good(&["explain", "8x8"]);
    assert!(text.starts_with("8x8; Vertical first: not decided without search; Horizontal"));
    assert!(text.contains("nothing proven, search is needed."));
    assert!(text.contains("it misses by 5/4."), "{text}");
    assert!(text.contains("\nThe same cut: "), "{text}");
    // The program is not on a terminal here.
    assert!(!text.contains('\x1b'));
    let text = good(&["explain", "#.#|.#."]);
    assert!(text.contains("Neither player can move"), "{text}");
}

/// A dyadic fraction in sixty-fourths.
fn number(text: &Value) -> i64 {
    let text = text.as_str().unwrap();
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    above.parse::<i64>().unwrap() * 64 / below.parse::<i64>().unwrap()
}

/// What a reader of the JSON needs to check a claim is there and adds up.
#[test]
fn explanations_as_json_add_up() {
    for args in [
        vec!["explain", "6x7", "--json"],
        vec!["explain", "....|.##.|....|....", "--json", "--cells", "5"],
        vec!["explain", "5x7", "--json", "--tile", "3"],
    ] {
        let explained = object(&args);
        let claims = explained["cuts"].as_array().unwrap();
        assert_eq!(claims.len(), 4);
        for claim in claims {
            let pieces = claim["pieces"].as_array().unwrap();
            let sum: i64 = pieces.iter().map(|piece| number(&piece["number"])).sum();
            assert_eq!(sum, number(&claim["bound"]), "{claim}");
            let turn = claim["turn"].as_str().unwrap();
            assert_eq!(claim["sum"][turn][0], claim["bound"]);
            assert_eq!(claim["proves"], sum >= 0);
            assert_eq!(claim["misses_by"].is_null(), sum >= 0);
            for switch in ["∗", "½", "1"] {
                let has = |piece: &&Value| piece["switches"].as_str().unwrap().contains(switch);
                let count = pieces.iter().filter(has).count();
                assert!(count.is_multiple_of(2), "{claim}");
            }
            let cells = |cells: &Value| cells.as_array().unwrap().len();
            let pieces: usize = pieces.iter().map(|piece| cells(&piece["cells"])).sum();
            let all = pieces + cells(&claim["idle"]) + cells(&claim["dead"]);
            let free = explained["position"].as_str().unwrap().matches('.').count();
            assert_eq!(all, free);
        }
    }
    let text = good(&words("explain 6x7 --json --first H"));
    let expected = [
        "schema",
        "tile",
        "rows",
        "cols",
        "position",
        "vertical_first",
        "horizontal_first",
        "uncut",
        "switches",
        "cuts",
    ];
    assert_eq!(keys(&text), expected);
    let explained: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&explained["vertical_first"], &explained["horizontal_first"]),
        (&Value::Null, &json!("V"))
    );
}

#[test]
fn explanations_are_drawn() {
    let scratch = Scratch::new();
    let file = scratch.file("cuts.svg");
    good(&["explain", "6x7", "--svg", &file]);
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for part in [
        "<title>6x7; Vertical first: Vertical wins",
        ">Horizontal, moving second<",
        ">A+1<",
        ">1/4 = 1/2 (A+1) + 1/2 (B+1) - 3/4 (C)<",
    ] {
        assert!(svg.contains(part), "{part} is missing in\n{svg}");
    }
}

#[test]
fn explanations_of_many_positions() {
    let run = run_with(&["explain", "-", "--json"], b"3x3\n; comment\n3y3\n2x2 V\n");
    assert_eq!(run.code, Some(2));
    let lines = objects(&run.stdout);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["line"], 3);
    assert_eq!(lines[2]["cuts"].as_array().unwrap().len(), 2);
}

#[test]
fn analysis_as_text() {
    let expected = "\
..#|...|#..: the first player wins (1)

Vertical first: Vertical wins; 4 moves: 2 win, 2 lose, 0 unknown
    1 2 3
  1 - + #
  2 . + -
  3 # . .
  line: [cover] V1,2 H3,2 V1,1
  move  result  shown by  nodes  answer
  V1,2  wins    counts
  V2,2  wins    counts
  V1,1  loses   cover            H2,2
  V2,3  loses   cover            H2,1

Horizontal first: Horizontal wins; 4 moves: 2 win, 2 lose, 0 unknown
    1 2 3
  1 - . #
  2 + + .
  3 # - .
  line: [cover] H2,1 V2,3 H1,1
  move  result  shown by  nodes  answer
  H2,1  wins    counts
  H2,2  wins    counts
  H1,1  loses   cover            V2,2
  H3,2  loses   cover            V1,2

+ wins, - loses, ? unknown; each move at its upper left cell
0 nodes searched
";
    assert_eq!(good(&["analyse", "..#|...|#.."]), expected);
}

#[test]
fn analysis_by_search() {
    let analysed = object(&words("analyse 7x7 --first V --json"));
    assert_eq!(analysed["horizontal_first"], Value::Null);
    let side = &analysed["vertical_first"];
    assert_eq!(side["winner"], "V");
    let moves = side["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 42);
    let searched = moves.iter().filter(|entry| entry["shown_by"] == "search");
    assert!(searched.clone().count() > 0);
    for entry in searched {
        assert!(entry["nodes"].is_u64(), "{entry}");
    }
    for entry in moves {
        assert_ne!(entry["result"], "unknown");
        assert_eq!(entry["refutation"].is_string(), entry["result"] == "loses");
    }
    // By its symmetry the board looks the same from the left and from the right.
    let result = |mov: &str| {
        let found = moves.iter().find(|entry| entry["move"] == mov).unwrap();
        (found["result"].clone(), found["nodes"].clone())
    };
    assert_eq!(result("V1,2"), result("V6,6"));
    assert_eq!(side["line"]["complete"], true);
}

#[test]
fn analysis_as_json() {
    let text = good(&["analyse", "4x4 H", "--json"]);
    let expected = [
        "schema",
        "tile",
        "rows",
        "cols",
        "position",
        "outcome",
        "vertical_first",
        "horizontal_first",
        "nodes",
        "stopped",
    ];
    assert_eq!(keys(&text), expected);
    let analysed: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(analysed["vertical_first"], Value::Null);
    assert_eq!(analysed["horizontal_first"]["winner"], "H");
}

/// What the budget does not allow is unknown; a budget is not an error.
#[test]
fn analysis_within_a_budget() {
    for args in [["--budget", "0"], ["--seconds", "0"]] {
        let analysed = object(&[&["analyse", "8x8", "--json"][..], &args].concat());
        let side = &analysed["vertical_first"];
        assert_eq!(
            (&side["winner"], &side["line"]),
            (&Value::Null, &Value::Null)
        );
        for entry in side["moves"].as_array().unwrap() {
            assert_eq!(entry["result"], "unknown");
        }
        assert_eq!(analysed["nodes"], 0);
        assert_eq!(analysed["stopped"], args[0] == "--seconds");
    }
    let text = good(&words("analyse 8x8 --budget 0 --first V"));
    assert!(text.contains("not decided; 56 moves: 0 win, 0 lose, 56 unknown"));
    assert!(text.contains("\n  1 ? ? ? ? ? ? ? ?\n"), "{text}");
    let known = object(&words("analyse 6x7 --budget 0 --first H --json"));
    assert_eq!(known["horizontal_first"]["winner"], "V");
}

#[test]
fn analysis_of_many_positions() {
    let run = run_with(&["analyse", "-", "--json"], b"2x2\n2y2\n3x3 V\n");
    assert_eq!(run.code, Some(2));
    let lines = objects(&run.stdout);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["line"], 2);
    let other = run_with(&["analyse", "-"], b"2x2\n3x3 V\n");
    assert_eq!(other.stdout.matches(" searched\n").count(), 2);
}

#[test]
fn analysis_of_longer_tiles() {
    let text = run(&words("analyse 4x5 --tile 3")).stdout;
    assert!(text.starts_with("4x5, tiles of 3: "), "{text}");
    assert!(text.contains("0 unknown"));
}

#[cfg(unix)]
#[test]
fn interrupted_analysis_says_what_is_known() {
    let args = ["analyse", "9x9", "--budget", "1000G", "--json"];
    let mut session = crate::terminal::Session::start(&args, "");
    session.until(&["9x9 analysis"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let analysed: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(analysed["stopped"], true);
    let moves = analysed["vertical_first"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 72);
}

/// On 15x15 no strip of two rows fits into the tables: the sum says nothing, and says so.
#[test]
fn a_cut_that_says_nothing_says_so() {
    let given_up = "No cut was looked for: Vertical moves in strips of 2 lines, here of 30 cells, and strips are \
                    computed up to 28 cells.";
    let best = "The best cut found";
    let large = good(&words("explain 15x15 --first V"));
    assert!(large.contains(given_up) && !large.contains(best), "{large}");
    let smaller = good(&words("explain 14x14 --first V"));
    let looked_for = "Looked for were cuts into strips of 2 lines and regions of up to 16 cells; --cells takes larger";
    assert!(
        smaller.contains(best) && smaller.contains(looked_for),
        "{smaller}"
    );
    assert!(!smaller.contains("No cut was looked for"), "{smaller}");
    for (board, tried) in [("15x15", false), ("14x14", true)] {
        let explained = object(&["explain", board, "--first", "V", "--json"]);
        assert_eq!(explained["cuts"][0]["tried"], tried, "{board}");
    }
    // Horizontal's strips are as long as the board is high.
    let high = good(&words("explain 15x4 --first V"));
    assert!(
        high.contains("No cut was looked for: Horizontal moves"),
        "{high}"
    );
    assert!(!high.contains("Vertical moves in strips"), "{high}");
}

#[test]
fn an_analysis_keeps_its_budget() {
    for (board, budget) in [("8x8", 1000), ("10x10", 37), ("9x9", 1)] {
        let budget_text = budget.to_string();
        let args = ["analyse", board, "--budget", &budget_text, "--json", "-q"];
        let nodes = object(&args)["nodes"].as_u64().unwrap();
        assert!(nodes <= budget, "{board}: {nodes} of {budget}");
    }
}

/// The paper's Figure 1: its five subgames with their values, and the bots' values of the position.
#[test]
fn subgames_and_scores_of_players() {
    let figure = "##....|##....|......|......|....##|......";
    let bots = [
        "--player",
        "TotalVoteBot",
        "--player",
        "proportional-absolute:gamma=3",
    ];
    let text = good(&[&["analyse", figure], &bots[..]].concat());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("{figure}: 5 subgames"));
    let subgame = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(subgame(lines[2]), "4x4 1-4 3-6 1");
    assert_eq!(subgame(lines[6]), "1x6 6 1-6 H");
    let now: Vec<&&str> = lines.iter().filter(|line| line.contains("now ")).collect();
    assert_eq!(subgame(now[0]), "now 50 15.333", "{text}");
    assert_eq!(subgame(now[1]), "now 62 37.333", "{text}");
    let json = object(&[&["analyse", figure, "--json", "--first", "H"], &bots[..]].concat());
    assert_eq!(json["vertical_first"], Value::Null);
    assert_eq!(json["subgames"][0]["rows"], serde_json::json!([1, 4]));
    let view = &json["horizontal_first"][0];
    assert_eq!(
        (&view["player"], &view["score"]),
        (&"total-vote".into(), &62.0.into())
    );
    let moves = view["moves"].as_array().unwrap();
    let best = moves.iter().filter(|one| one["best"] == true).count();
    assert!((1..moves.len()).contains(&best), "{view}");
}

/// A game that ends within the depth has no score; a board without moves has no lines.
#[test]
fn scores_of_positions_near_the_end() {
    let text = good(&words("analyse ..-.. --first V --player ordering:depth=2"));
    assert!(text.contains("V1,1             wins*"), "{text}");
    let text = good(&words("analyse # --player majority"));
    assert!(text.starts_with("#: 0 subgames\n"), "{text}");
    let batch = run_with(&words("analyse - --player ordering"), b"2x2\n2y2\n");
    assert!(batch.stdout.starts_with("2x2: 1 subgame\n"));
    assert_eq!(batch.code, Some(2));
}
