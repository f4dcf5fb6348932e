//! What is known of rectangles.

use crate::run::{Run, good, object, objects, program, run, run_with, words};
use crate::scratch::Scratch;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

#[test]
fn chart_as_text() {
    let chart = good(&words("atlas --size 6x15 --known published"));
    let lines: Vec<_> = chart.lines().collect();
    assert_eq!(
        lines[..8],
        [
            "Who wins on rectangles: Domineering, known: published",
            "     1  2  3  4  5  6  7  8  9 10 11 12 13 14 15",
            "  1  2  H  H  H  H  H  H  H  H  H  H  H  H  H  H",
            "  2  V  1  1  H  V  1  1  H  V  1  1  H  2  1  1",
            "  3  V  1  1  H  H  H  H  H  H  H  H  H  H  H  H",
            "  4  V  V  V  1  V  1  V  H  V  H  V  H  2  H  H",
            "  5  V  H  V  H  2  H  H  H  H  H  H  H  H  H  H",
            "  6  V  1  V  1  V  1  V  H  V  1  1  H  V  H 1v",
        ]
    );
    assert_eq!(
        lines[9],
        "90 boards: 89 solved, 1 in part, 0 open; certified: 89 solved, 0 in part"
    );
    let coloured = good(&words("atlas --size 2x2 --colour always"));
    assert!(
        coloured.contains("\u{1b}[1;34;4mV\u{1b}[0m"),
        "{coloured:?}"
    );
}

#[test]
fn sizes_are_written_as_everywhere() {
    let lines = good(&["atlas", "4x6"]);
    for size in ["4×6", "4X6", " 4x6 "] {
        assert_eq!(good(&["atlas", size]), lines);
    }
}

#[test]
fn levels_differ() {
    let outcome = |board: &str, level: &str| {
        let board = object(&["atlas", board, "--known", level, "--json"]);
        board["possible"].as_str().unwrap().to_owned()
    };
    for (board, codes) in [
        ("8x16", ["2h", "H", "H"]),
        ("6x17", ["?", "H", "H"]),
        ("7x11", ["1h", "H", "H"]),
        ("11x13", ["?", "12h", "12h"]),
        ("13x13", ["12", "12", "12"]),
    ] {
        let found = ["bullock", "published", "all"].map(|level| outcome(board, level));
        assert_eq!(found, codes, "{board}");
    }
}

#[test]
fn files() {
    let scratch = Scratch::new();
    let names = ["a.svg", "a.html", "a.tex", "a.csv"].map(|name| scratch.file(name));
    let [svg, html, latex, csv] = names.each_ref().map(String::as_str);
    let printed = good(&[
        "atlas", "--size", "12x20", "--svg", svg, "--html", html, "--latex", latex, "--csv", csv,
    ]);
    assert_eq!(printed, "");
    let [svg, html, latex, csv] = names.map(|name| fs::read_to_string(name).unwrap());
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // 240 boards, of 15 of which nothing is known; seven squares in the legend, one behind it all.
    assert_eq!(svg.matches("<g>").count(), 225);
    assert_eq!(svg.matches("</g>").count(), 225);
    assert_eq!(svg.matches("<rect ").count(), 240 + 8);
    assert!(html.contains("id=\"b6x20\"") && html.ends_with("</html>\n"));
    assert_eq!(html.matches("<td").count(), html.matches("</td>").count());
    assert!(latex.contains("\\cellcolor{atlashorizontal}H"));
    assert_eq!(
        latex.lines().filter(|line| line.ends_with("\\\\")).count(),
        12
    );
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("rows,cols,outcome,v_first,v_first_reason,h_first,h_first_reason,certified")
    );
    assert_eq!(lines.count(), 240);
    assert!(
        csv.contains("\n6,20,H,H,cut 6x20 = 6x8 + 6x12,H,cut 6x20 = 6x12 + 6x8,yes\n"),
        "{csv}"
    );
    assert!(csv.contains("\n10,12,?,?,-,?,-,no\n"));
    assert!(csv.contains("\n11,11,1,V,UIT16,H,UIT16,no\n"), "{csv}");
    assert_eq!(good(&words("atlas --size 12x20 --csv -")), csv);
}

#[test]
fn one_board() {
    let text = good(&words("atlas 6x21 --known published"));
    for part in [
        "6x21: Horizontal wins, whoever begins, or the first player wins (1h)\n",
        "Vertical first: open\n",
        "if V wins 6x35 moving first, then V wins 6x21 moving first\n",
        "H wins 6x21 moving first: cut 6x21 = 6x17 + 6x4\n├─ H wins 6x17 moving second: UIT16\n",
        "  UIT16: Uiterwijk, 11x11 Domineering Is Solved",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let hint = good(&["atlas", "6x21"]);
    let part =
        "if H moving second wins 6x17 + x for some number x > 0, then H wins 6x21 moving second";
    assert!(hint.contains(part), "{hint}");
    // Open in the literature.
    let ours = good(&["atlas", "6x18"]);
    assert!(
        ours.starts_with("6x18: Horizontal wins, whoever begins (H), certified\n"),
        "{ours}"
    );
    let published = good(&words("atlas 6x18 --known published"));
    assert!(published.contains("Vertical first: open\n"), "{published}");
    let object = object(&words("atlas 11x17 --json"));
    let tree = &object["horizontal_first"]["derivation"];
    assert_eq!(tree["statement"], "H wins 11x17 moving first");
    assert_eq!(tree["premises"][0]["statement"], "a contradiction");
}

#[test]
fn open_questions() {
    let text = good(&words("atlas open --known published"));
    assert!(
        text.starts_with("430 open questions about 241 boards up to 31x31"),
        "{text}"
    );
    let found = objects(&good(&words("atlas open --known published --json")));
    assert_eq!(found.len(), 430);
    assert_eq!(
        (&found[0]["rows"], &found[0]["cols"]),
        (&6.into(), &15.into())
    );
    let settled = found[0]["if_loses"]["settled"].as_array().unwrap();
    assert_eq!(settled.len(), 4);
    let by = objects(&good(&words("atlas open --by settles --json")));
    let least = |question: &Value| {
        let count = |key: &str| question[key]["settled"].as_array().unwrap().len();
        count("if_wins").min(count("if_loses"))
    };
    assert!(by.windows(2).all(|pair| least(&pair[0]) >= least(&pair[1])));
}

#[test]
fn families_and_rules() {
    let text = good(&words("atlas families --known bullock"));
    assert!(
        text.contains("\n  6xn is H for every even n >= 20: 6x20 to 6x26 are known"),
        "{text}"
    );
    assert!(!text.contains("nx2n"));
    let text = good(&["atlas", "families"]);
    assert!(
        text.starts_with("nx2n is H for every n (corner move"),
        "{text}"
    );
    assert_eq!(objects(&good(&words("atlas families --json"))).len(), 13);
    assert!(good(&words("atlas rules --tile 3")).contains("corner move (does not hold"));
}

/// The program in a directory of its own.
fn run_in(directory: &Path, args: &[&str]) -> Run {
    program(args)
        .current_dir(directory)
        .output()
        .unwrap()
        .into()
}

#[test]
fn results_are_recorded_once() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let solved = good(&words("solve 6x8 --tile 5 --json"));
    fs::write(directory.join("r.json"), &solved).unwrap();
    let before = run_in(directory, &["atlas", "6x8", "--tile", "5", "--json"]);
    assert_eq!(objects(&before.stdout)[0]["outcome"], Value::Null);

    let add = ["atlas", "add", "r.json", "--date", "2026-01-02"];
    let first = run_in(directory, &add);
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""));
    assert!(first.stdout.contains("6x8, V first: "), "{}", first.stdout);
    let file = directory.join("crosscram-atlas.tsv");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(
        text.contains("\n5\t6x8\tV\t") && text.contains("\t2026-01-02\t-\n"),
        "{text}"
    );

    // A remark of a reviewer stays, and nothing is written twice.
    fs::write(&file, text.clone() + "# looked at\n").unwrap();
    let again = run_in(directory, &add);
    assert_eq!(again.code, Some(0));
    assert!(
        again.stdout.contains("recorded already"),
        "{}",
        again.stdout
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), text + "# looked at\n");

    let after = run_in(directory, &["atlas", "6x8", "--tile", "5", "--json"]);
    let expected = &objects(&solved)[0]["outcome"];
    assert_eq!(&objects(&after.stdout)[0]["outcome"], expected);
    let reason = run_in(directory, &["atlas", "6x8", "--tile", "5"]);
    assert!(
        reason.stdout.contains("solved here (crosscram, "),
        "{}",
        reason.stdout
    );
    assert_eq!(fs::read_dir(directory).unwrap().count(), 2);
}

#[test]
fn contradictions_are_refused() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let solved = good(&words("solve 4x4 --json"));
    let wrong = solved.replace("\"winner\":\"V\"", "\"winner\":\"H\"");
    assert_ne!(solved, wrong);
    fs::write(directory.join("r.json"), &wrong).unwrap();
    let refused = run_in(directory, &["atlas", "add", "r.json"]);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("contradiction:\n"),
        "{}",
        refused.stderr
    );
    assert!(
        refused
            .stderr
            .contains("V wins 4x4 moving first: BUH00  |  "),
        "{}",
        refused.stderr
    );
    assert!(!directory.join("crosscram-atlas.tsv").exists());
}

#[test]
fn what_is_no_result_is_refused() {
    let scratch = Scratch::new();
    let file = &scratch.file("own.tsv");
    let refuse = |input: &str, part: &str| {
        let run = run_with(&["atlas", "add", "-", "--file", file], input.as_bytes());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{input}");
        assert!(run.stderr.contains(part), "{input}: {}", run.stderr);
        assert!(!Path::new(file).exists());
    };
    refuse("", "there is no answer in it");
    refuse("a certificate", "--certificate takes certificates");
    refuse("{}", "\"schema\": 2");
    refuse(
        &good(&words("solve 5x5 --atlas --json")),
        "looked up in the atlas",
    );
    refuse(&good(&words("solve ..|.# --json")), "empty rectangles only");
    refuse(
        &good(&words(
            "solve 2x15 --engine obsequi --historical-line-count --json",
        )),
        "unsound",
    );
    refuse(
        &good(&["solve", "2x2 + 2x2", "--json"]),
        "empty rectangles only",
    );
    let solved = good(&words("solve 3x3 --json"));
    refuse(
        &solved.replace("\"winner\":\"V\"", "\"winner\":\"X\""),
        "neither V nor H",
    );
    refuse(&(solved.clone() + "{"), "line 2");
}

#[test]
fn a_damaged_file_is_named_and_kept() {
    let scratch = Scratch::new();
    let file = scratch.file("own.tsv");
    let good_line = "2\t6x99\tV\tH\tx\t1\t1\t2026-01-01\t-\n";
    let text = "tile\tboard\tfirst\twinner\tengine\tnodes\tseconds\tdate\tcertificate\n\
                # crosscram atlas results, format 1\n"
        .to_owned()
        + good_line
        + "2\t6x98\tV\n";
    fs::write(&file, &text).unwrap();
    let solved = good(&words("solve 3x3 --json"));
    let add = ["atlas", "add", "-", "--file", &file];
    for run in [
        run(&["atlas", "--file", &file]),
        run_with(&add, solved.as_bytes()),
    ] {
        assert_eq!(run.code, Some(2));
        assert!(
            run.stderr.contains("own.tsv: line 4: 3 fields, not 9"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn solve_looks_up_or_searches_but_not_both() {
    let text = good(&words("solve 6x20 --atlas"));
    assert!(
        text.contains("looked up in the atlas, not searched"),
        "{text}"
    );
    assert!(!text.contains("nodes"), "{text}");
    let looked = object(&words("solve 6x21 --first H --atlas --json"));
    assert_eq!(looked["lookup"], true);
    assert_eq!(looked["horizontal_first"]["winner"], "H");
    assert_eq!(
        (&looked["vertical_first"], &looked["nodes"]),
        (&Value::Null, &Value::Null)
    );

    let searched = run(&words("solve 6x8 --tile 5 --atlas"));
    assert_eq!(searched.code, Some(0));
    assert!(searched.stdout.contains("nodes"), "{}", searched.stdout);
    assert!(!searched.stdout.contains("atlas"), "{}", searched.stdout);
    assert!(
        searched.stderr.contains("not settled in the atlas"),
        "{}",
        searched.stderr
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
        let input = boards.join("\n");
        let solved = run_with(
            &["solve", "-", "--tile", tile, "--json", "-q"],
            input.as_bytes(),
        );
        assert_eq!(solved.code, Some(0), "{}", solved.stderr);
        let mut compared = 0;
        for (board, solved) in boards.iter().zip(objects(&solved.stdout)) {
            for key in ["vertical_first", "horizontal_first"] {
                let known = &atlas[board][key];
                if !known.is_null() {
                    compared += 1;
                    assert_eq!(
                        known["winner"], solved[key]["winner"],
                        "{board}, tiles of {tile}"
                    );
                }
            }
        }
        let all = 2 * boards.len();
        assert!(
            compared == all || tile == "4" && compared > all / 2,
            "{compared} of {all}"
        );
    }
}

/// A square has one boolean for both questions, but each answer names its own players.
#[test]
fn squares_name_the_player_who_moves_first() {
    let text = good(&words("solve 10x10 --atlas"));
    let winners: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(
        winners,
        [
            "V wins 10x10 moving first: BUL02",
            "H wins 10x10 moving first: BUL02"
        ]
    );
    // Horizontal wins the whole by winning its parts.
    let text = good(&words("atlas 6x18 --known bullock"));
    assert!(
        text.contains("H wins 6x18 moving first: cut 6x18"),
        "{text}"
    );
    assert!(text.contains("H wins 6x6 moving first: BUH00"), "{text}");
    assert!(!text.contains("V wins 6x6"), "{text}");
}

#[test]
fn a_source_is_not_its_own_confirmation() {
    let text = good(&words("atlas 4x19 --known bullock"));
    assert!(text.contains("moving first: BUL02"), "{text}");
    assert!(!text.contains("also stated by"), "{text}");
    // DOMI had solved 6x6 before Obsequi did.
    let text = good(&words("atlas 6x6 --known bullock"));
    assert!(text.contains("also stated by BUL02"), "{text}");
}

/// What rests on certificates alone: 6x12 on its own, 11x11 on nobody's but the published search.
#[test]
fn certified_boards() {
    let text = good(&words("atlas 6x12"));
    assert!(
        text.starts_with("6x12: Horizontal wins, whoever begins (H), certified\n"),
        "{text}"
    );
    let text = good(&words("atlas 11x11"));
    assert!(
        text.starts_with("11x11: the first player wins (1)\n"),
        "{text}"
    );
    assert!(text.contains("rests on 1 published"), "{text}");
    let text = good(&words("atlas 11x11 --known certified"));
    assert!(text.contains("Vertical first: open"), "{text}");
    assert!(!good(&words("atlas 6x20 --known certified")).contains("BUH00"));
    // Whatever is certified is known.
    let known = objects(&good(&words("atlas --size 31x31 --json")));
    let certified = objects(&good(&words("atlas --size 31x31 --known certified --json")));
    let mut count = 0;
    for (known, certified) in known.iter().zip(&certified) {
        for side in ["vertical_first", "horizontal_first"] {
            let certified = &certified[side]["winner"];
            assert!(
                certified.is_null() || *certified == known[side]["winner"],
                "{known}"
            );
        }
        count += u32::from(known["certified"] == true);
    }
    assert!(count > 300, "{count}");
}
