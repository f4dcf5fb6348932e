//! What is known of rectangles.

use crate::run::{good, object, objects, run_with};
use crate::scratch::Scratch;
use crate::session::session;
use serde_json::Value;
use std::collections::HashMap;

#[test]
fn chart_as_text() {
    let expected = "\
Who wins on rectangles: Domineering, known: published
     1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
  1  2  H  H  H  H  H  H  H  H  H  H  H  H  H  H
  2  V  1  1  H  V  1  1  H  V  1  1  H  2  1  1
  3  V  1  1  H  H  H  H  H  H  H  H  H  H  H  H
  4  V  V  V  1  V  1  V  H  V  H  V  H  2  H  H
  5  V  H  V  H  2  H  H  H  H  H  H  H  H  H  H
  6  V  1  V  1  V  1  V  H  V  1  1  H  V  H 1v
";
    let chart = good("atlas --size 6x15 --known published");
    assert!(chart.starts_with(expected), "{chart}");
    let summary = "90 boards: 89 solved, 1 in part, 0 open; certified: 89 solved, 0 in part";
    assert_eq!(chart.lines().nth(9), Some(summary));
    let coloured = good("atlas --size 2x2 --colour always");
    let blue = "\u{1b}[1;34;4mV\u{1b}[0m";
    assert!(coloured.contains(blue), "{coloured:?}");
}

#[test]
fn sizes_are_written_as_everywhere() {
    let lines = good("atlas 4x6");
    for size in ["4×6", "4X6", " 4x6 "] {
        assert_eq!(good(&["atlas", size]), lines);
    }
}

#[test]
fn levels_differ() {
    for (board, codes) in [
        ("8x16", ["2h", "H", "H"]),
        ("6x17", ["?", "H", "H"]),
        ("7x11", ["1h", "H", "H"]),
        ("11x13", ["?", "12h", "12h"]),
        ("13x13", ["12", "12", "12"]),
    ] {
        let found = ["bullock", "published", "all"].map(|level| {
            let board = object(&["atlas", board, "--known", level, "--json"]);
            board["possible"].as_str().unwrap().to_owned()
        });
        assert_eq!(found, codes, "{board}");
    }
}

#[test]
fn files() {
    let scratch = Scratch::new();
    let printed =
        scratch.good("atlas --size 12x20 --svg a.svg --html a.html --latex a.tex --csv a.csv");
    assert_eq!(printed, "");
    let [svg, html, latex, csv] =
        ["a.svg", "a.html", "a.tex", "a.csv"].map(|name| scratch.read(name));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // 240 boards, of 15 of which nothing is known; seven squares in the legend, one behind it all.
    for (part, count) in [("<g>", 225), ("</g>", 225), ("<rect ", 240 + 8)] {
        assert_eq!(svg.matches(part).count(), count, "{part}");
    }
    assert!(html.contains("id=\"b6x20\"") && html.ends_with("</html>\n"));
    assert_eq!(html.matches("<td").count(), html.matches("</td>").count());
    assert!(latex.contains("\\cellcolor{atlashorizontal}H"));
    let rows = latex.lines().filter(|line| line.ends_with("\\\\"));
    assert_eq!(rows.count(), 12);
    let head = "rows,cols,outcome,v_first,v_first_reason,h_first,h_first_reason,certified";
    let (first, lines) = csv.split_once('\n').unwrap();
    assert_eq!((first, lines.lines().count()), (head, 240));
    for line in [
        "6,20,H,H,cut 6x20 = 6x8 + 6x12,H,cut 6x20 = 6x12 + 6x8,yes",
        "10,12,?,?,-,?,-,no",
        "11,11,1,V,UIT16,H,UIT16,no",
    ] {
        assert!(lines.lines().any(|own| own == line), "{line}: {csv}");
    }
    assert_eq!(good("atlas --size 12x20 --csv -"), csv);
}

#[test]
fn one_board() {
    session(
        r"$ atlas 6x21 --known published
          + 6x21: Horizontal wins, whoever begins, or the first player wins (1h)\n
          + Vertical first: open\n
          + if V wins 6x35 moving first, then V wins 6x21 moving first\n
          + H wins 6x21 moving first: cut 6x21 = 6x17 + 6x4\n├─ H wins 6x17 moving second: UIT16\n
          +   UIT16: Uiterwijk, 11x11 Domineering Is Solved
          $ atlas 6x21
          + if H moving second wins 6x17 + x for some number x > 0, then H wins 6x21 moving second
          # Open in the literature.
          $ atlas 6x18 => ^ 6x18: Horizontal wins, whoever begins (H), certified\n
          $ atlas 6x18 --known published => + Vertical first: open\n
          $ atlas 11x17 --json
          @ /horizontal_first/derivation/statement H wins 11x17 moving first
          @ /horizontal_first/derivation/premises/0/statement a contradiction",
    );
}

#[test]
fn open_questions() {
    session("$ atlas open --known published\n^ 430 open questions about 241 boards up to 31x31");
    let found = objects(&good("atlas open --known published --json"));
    assert_eq!(found.len(), 430);
    assert_eq!(
        (&found[0]["rows"], &found[0]["cols"]),
        (&6.into(), &15.into())
    );
    let settled = found[0]["if_loses"]["settled"].as_array().unwrap();
    assert_eq!(settled.len(), 4);
    let by = objects(&good("atlas open --by settles --json"));
    let least = |question: &Value| {
        let count = |key: &str| question[key]["settled"].as_array().unwrap().len();
        count("if_wins").min(count("if_loses"))
    };
    assert!(by.windows(2).all(|pair| least(&pair[0]) >= least(&pair[1])));
}

#[test]
fn families_and_rules() {
    session(
        r"$ atlas families --known bullock
          + \n  6xn is H for every even n >= 20: 6x20 to 6x26 are known
          - nx2n
          $ atlas families => ^ nx2n is H for every n (corner move
          $ atlas rules --tile 3 => + corner move (does not hold",
    );
    assert_eq!(objects(&good("atlas families --json")).len(), 13);
}

#[test]
fn results_are_recorded_once() {
    let scratch = Scratch::new();
    let solved = good("solve 6x8 --tile 5 --json");
    scratch.write("r.json", &solved);
    scratch.session(
        "$ atlas 6x8 --tile 5 --json => @ /outcome null
         $ atlas add r.json --date 2026-01-02 => + 6x8, V first:\\s",
    );
    let file = "crosscram-atlas.tsv";
    let text = scratch.read(file);
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.contains("\n5\t6x8\tV\t"), "{text}");
    assert!(text.contains("\t2026-01-02\t-\n"), "{text}");

    // A remark of a reviewer stays, and nothing is written twice.
    let remarked = text + "# looked at\n";
    scratch.write(file, &remarked);
    let outcome = &objects(&solved)[0]["outcome"];
    scratch.session(&format!(
        "$ atlas add r.json --date 2026-01-02 => + recorded already
         $ atlas 6x8 --tile 5 --json => @ /outcome {outcome}
         $ atlas 6x8 --tile 5 => + solved here (crosscram,\\s"
    ));
    assert_eq!(scratch.read(file), remarked);
    assert_eq!(scratch.entries(), 2);
}

#[test]
fn contradictions_are_refused() {
    let scratch = Scratch::new();
    let solved = good("solve 4x4 --json");
    let wrong = solved.replace("\"winner\":\"V\"", "\"winner\":\"H\"");
    assert_ne!(solved, wrong);
    scratch.write("r.json", &wrong);
    scratch.session(
        r"$ atlas add r.json
          ? 1
          ! contradiction:\n
          ! V wins 4x4 moving first: BUH00  |\s\s",
    );
    assert_eq!(scratch.entries(), 1);
}

#[test]
fn what_is_no_result_is_refused() {
    let solved = good("solve 3x3 --json");
    let unsound = "solve 2x15 --engine obsequi --historical-line-count --json";
    for (input, part) in [
        (String::new(), "there is no answer in it"),
        ("a certificate".into(), "--certificate takes certificates"),
        ("{}".into(), "\"schema\": 2"),
        (good("solve 5x5 --atlas --json"), "looked up in the atlas"),
        (good("solve ..|.# --json"), "empty rectangles only"),
        (good(unsound), "unsound"),
        (good("solve '2x2 + 2x2' --json"), "empty rectangles only"),
        (
            solved.replace("\"winner\":\"V\"", "\"winner\":\"X\""),
            "neither V nor H",
        ),
        (solved + "{", "line 2"),
    ] {
        let typed = input.trim_end().replace('\n', "\\n");
        session(&format!(
            "$ atlas add - --file own.tsv => ! {part}\n< {typed}"
        ));
    }
}

#[test]
fn a_damaged_file_is_named_and_kept() {
    let scratch = Scratch::new();
    let text = "tile\tboard\tfirst\twinner\tengine\tnodes\tseconds\tdate\tcertificate\n\
                # crosscram atlas results, format 1\n\
                2\t6x99\tV\tH\tx\t1\t1\t2026-01-01\t-\n2\t6x98\tV\n";
    scratch.write("own.tsv", text);
    let solved = good("solve 3x3 --json");
    scratch.session(&format!(
        "$ atlas --file own.tsv => ! own.tsv: line 4: 3 fields, not 9
         $ atlas add - --file own.tsv => ! own.tsv: line 4: 3 fields, not 9
         < {solved}"
    ));
    assert_eq!(scratch.read("own.tsv"), text);
}

#[test]
fn solve_looks_up_or_searches_but_not_both() {
    session(
        "$ solve 6x20 --atlas
         + looked up in the atlas, not searched
         - nodes
         $ solve 6x21 --first H --atlas --json
         @ /lookup true
         @ /horizontal_first/winner H
         @ /vertical_first null
         @ /nodes null
         $ solve 6x8 --tile 5 --atlas
         ? 0
         + nodes
         - atlas
         ! not settled in the atlas",
    );
}

/// Every board of up to 30 squares: nothing that the atlas says is contradicted by a search, and for
/// dominoes and tiles of three it says everything.
#[test]
fn agrees_with_the_solver_up_to_30_squares() {
    for tile in ["2", "3", "4"] {
        let mut boards = Vec::new();
        for rows in 1..=30usize {
            for cols in 1..=30 / rows {
                boards.push(format!("{rows}x{cols}"));
            }
        }
        let atlas = good(&["atlas", "--size", "30x30", "--tile", tile, "--json"]);
        let atlas: HashMap<String, Value> = objects(&atlas)
            .into_iter()
            .map(|board| (format!("{}x{}", board["rows"], board["cols"]), board))
            .collect();
        let line = ["solve", "-", "--tile", tile, "--json", "-q"];
        let solved = run_with(&line, boards.join("\n").as_bytes());
        let solved = solved.ended_well(&line);
        let mut compared = 0;
        for (board, solved) in boards.iter().zip(objects(&solved)) {
            for key in ["vertical_first", "horizontal_first"] {
                let known = &atlas[board][key];
                if !known.is_null() {
                    compared += 1;
                    let winners = (&known["winner"], &solved[key]["winner"]);
                    assert_eq!(winners.0, winners.1, "{board}, tiles of {tile}");
                }
            }
        }
        let all = 2 * boards.len();
        let is_enough = compared == all || tile == "4" && compared > all / 2;
        assert!(is_enough, "{compared} of {all}");
    }
}

/// A square has one boolean for both questions, but each answer names its own players.
#[test]
fn squares_name_the_player_who_moves_first() {
    session(
        r"$ solve 10x10 --atlas
          . \nV wins 10x10 moving first: BUL02\nH wins 10x10 moving first: BUL02\n
          # Horizontal wins the whole by winning its parts.
          $ atlas 6x18 --known bullock
          + H wins 6x18 moving first: cut 6x18
          + H wins 6x6 moving first: BUH00
          - V wins 6x6",
    );
    assert_eq!(good("solve 10x10 --atlas").lines().count(), 3);
}

#[test]
fn a_source_is_not_its_own_confirmation() {
    session(
        "$ atlas 4x19 --known bullock
         + moving first: BUL02
         - also stated by
         # DOMI had solved 6x6 before Obsequi did.
         $ atlas 6x6 --known bullock => + also stated by BUL02",
    );
}

/// What rests on certificates alone: 6x12 on its own, 11x11 on none but the published search.
#[test]
fn certified_boards() {
    session(
        r"$ atlas 6x12 => ^ 6x12: Horizontal wins, whoever begins (H), certified\n
          $ atlas 11x11
          ^ 11x11: the first player wins (1)\n
          + rests on 1 published
          $ atlas 11x11 --known certified => + Vertical first: open
          $ atlas 6x20 --known certified => - BUH00",
    );
    // Whatever is certified is known.
    let known = objects(&good("atlas --size 31x31 --json"));
    let certified = objects(&good("atlas --size 31x31 --known certified --json"));
    let mut count = 0;
    for (known, certified) in known.iter().zip(&certified) {
        for side in ["vertical_first", "horizontal_first"] {
            let certified = &certified[side]["winner"];
            let agrees = certified.is_null() || *certified == known[side]["winner"];
            assert!(agrees, "{known}");
        }
        count += u32::from(known["certified"] == true);
    }
    assert!(count > 300, "{count}");
}
