//! `crosscram analyse` and `crosscram explain`.

use crate::run::{good, object};
use crate::scratch::Scratch;
use crate::session::session;
use serde_json::{Value, json};

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
    let text = good("explain ...#|....|#... --first V");
    let (before, legend) = text.split_once("Numbers are").unwrap();
    assert_eq!(before, expected);
    assert!(legend.contains("∗ is {0|0}"));
}

#[test]
fn explanations_that_fail_say_by_how_much() {
    session(
        r"$ explain 8x8
          ^ 8x8; Vertical first: not decided without search; Horizontal
          + nothing proven, search is needed.
          + it misses by 5/4.
          + \nThe same cut:\s
          $ explain #.#|.#. => + Neither player can move",
    );
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
    for line in [
        "explain 6x7 --json",
        "explain ....|.##.|....|.... --json --cells 5",
        "explain 5x7 --json --tile 3",
    ] {
        let explained = object(line);
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
    session(
        "$ explain 6x7 --json --first H
         { schema tile rows cols position vertical_first horizontal_first uncut switches cuts
         @ /vertical_first null
         @ /horizontal_first V",
    );
}

#[test]
fn explanations_are_drawn() {
    let scratch = Scratch::new();
    scratch.good("explain 6x7 --svg cuts.svg");
    let svg = scratch.read("cuts.svg");
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

/// Bad lines of a batch are named, and the others are answered.
#[test]
fn many_positions() {
    session(
        "$ explain - --json
         < 3x3\\n; comment\\n3y3\\n2x2 V
         ? 2
         @ /1/line 3
         @ /2/cuts #2
         @ . #3
         $ analyse - --json
         < 2x2\\n2y2\\n3x3 V
         ? 2
         @ /1/line 2
         @ . #3
         $ analyse -
         < 2x2\\n3x3 V
         =  searched\\n
         =  searched\\n",
    );
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
    let analysed = object("analyse 7x7 --first V --json");
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
    session(
        "$ analyse '4x4 H' --json
         { schema tile rows cols position outcome vertical_first horizontal_first nodes stopped
         @ /vertical_first null
         @ /horizontal_first/winner H",
    );
}

/// What the budget does not allow is unknown; a budget is not an error.
#[test]
fn analysis_within_a_budget() {
    for (limit, stopped) in [("--budget 0", false), ("--seconds 0", true)] {
        let analysed = object(&format!("analyse 8x8 --json {limit}"));
        let side = &analysed["vertical_first"];
        assert_eq!(
            (&side["winner"], &side["line"]),
            (&Value::Null, &Value::Null)
        );
        for entry in side["moves"].as_array().unwrap() {
            assert_eq!(entry["result"], "unknown");
        }
        assert_eq!(analysed["nodes"], 0);
        assert_eq!(analysed["stopped"], stopped);
    }
    session(
        r"$ analyse 8x8 --budget 0 --first V
          + not decided; 56 moves: 0 win, 0 lose, 56 unknown
          + \n  1 ? ? ? ? ? ? ? ?\n
          $ analyse 6x7 --budget 0 --first H --json => @ /horizontal_first/winner V
          # Longer tiles.
          $ analyse 4x5 --tile 3
          ^ 4x5, tiles of 3:\s
          + 0 unknown",
    );
}

#[cfg(unix)]
#[test]
fn interrupted_analysis_says_what_is_known() {
    let line = "analyse 9x9 --budget 1000G --json";
    let mut session = crate::terminal::Session::start(line, "");
    session.until(&["9x9 analysis"]);
    let analysed: Value = serde_json::from_str(&session.interrupted()).unwrap();
    assert_eq!(analysed["stopped"], true);
    let moves = analysed["vertical_first"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 72);
}

/// On 15x15 no strip of two rows fits into the tables: the sum says nothing, and says so.
#[test]
fn a_cut_that_says_nothing_says_so() {
    let given_up = "No cut was looked for: Vertical moves in strips of 2 lines, here of 30 cells, and strips are \
                    computed up to 28 cells.";
    let looked_for = "Looked for were cuts into strips of 2 lines and regions of up to 16 cells; --cells takes larger";
    session(&format!(
        "$ explain 15x15 --first V
         + {given_up}
         - The best cut found
         $ explain 14x14 --first V
         + The best cut found
         + {looked_for}
         - No cut was looked for
         $ explain 15x15 --first V --json => @ /cuts/0/tried false
         $ explain 14x14 --first V --json => @ /cuts/0/tried true
         # Horizontal's strips are as long as the board is high.
         $ explain 15x4 --first V
         + No cut was looked for: Horizontal moves
         - Vertical moves in strips"
    ));
}

#[test]
fn an_analysis_keeps_its_budget() {
    for (board, budget) in [("8x8", 1000), ("10x10", 37), ("9x9", 1)] {
        let line = format!("analyse {board} --budget {budget} --json -q");
        let nodes = object(&line)["nodes"].as_u64().unwrap();
        assert!(nodes <= budget, "{board}: {nodes} of {budget}");
    }
}

/// The paper's Figure 1: its five subgames with their values, and the bots' values of the position.
#[test]
fn subgames_and_scores_of_players() {
    let figure = "##....|##....|......|......|....##|......";
    let bots = "--player TotalVoteBot --player proportional-absolute:gamma=3";
    let text = good(&format!("analyse {figure} {bots}"));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("{figure}: 5 subgames"));
    let subgame = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(subgame(lines[2]), "4x4 1-4 3-6 1");
    assert_eq!(subgame(lines[6]), "1x6 6 1-6 H");
    let now: Vec<&&str> = lines.iter().filter(|line| line.contains("now ")).collect();
    assert_eq!(subgame(now[0]), "now 50 15.333", "{text}");
    assert_eq!(subgame(now[1]), "now 62 37.333", "{text}");
    let json = object(&format!("analyse {figure} --json --first H {bots}"));
    assert_eq!(json["vertical_first"], Value::Null);
    assert_eq!(json["subgames"][0]["rows"], json!([1, 4]));
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
    session(
        r"$ analyse ..-.. --first V --player ordering:depth=2
          + V1,1             wins*
          $ analyse # --player majority => ^ #: 0 subgames\n
          $ analyse - --player ordering
          < 2x2\n2y2
          ^ 2x2: 1 subgame\n
          ! line 2",
    );
}
