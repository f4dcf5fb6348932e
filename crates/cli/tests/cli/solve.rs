//! `crosscram solve` on one board.

use crate::run::{good, keys, object};
use crate::scratch::Scratch;
use crate::session::session;
use serde_json::Value;

/// Bullock 2002, Fig. 6.1, with the two searches apart.
#[test]
fn published_node_counts() {
    for (board, vertical, horizontal, outcome) in [
        ("4x4", ("V", 23), ("H", 23), "1"),
        ("5x5", ("H", 259), ("V", 259), "2"),
        ("6x6", ("V", 908), ("H", 908), "1"),
        ("6x7", ("V", 3_787), ("V", 20_440), "V"),
    ] {
        session(&format!(
            "$ solve {board} --engine obsequi --json
             @ /vertical_first/winner {}
             @ /vertical_first/nodes {}
             @ /horizontal_first/winner {}
             @ /horizontal_first/nodes {}
             @ /outcome \"{outcome}\"
             @ /nodes {}",
            vertical.0,
            vertical.1,
            horizontal.0,
            horizontal.1,
            vertical.1 + horizontal.1
        ));
    }
}

/// The text without what differs from run to run: seconds and nodes per second.
fn untimed(text: &str) -> String {
    let cut = |line: &str| match line.find(" nodes  ") {
        Some(at) => line[..at + " nodes".len()].to_string(),
        None => line.to_string(),
    };
    text.lines().map(|line| cut(line) + "\n").collect()
}

#[test]
fn text_for_both_first_players() {
    let expected = "\
6x7: Vertical wins, whoever begins (V)
  Vertical first    Vertical wins with V1,2   3,787 nodes
  Horizontal first  Vertical wins            20,440 nodes
  total                                      24,227 nodes
";
    assert_eq!(untimed(&good("solve 6x7 --engine obsequi")), expected);
}

#[test]
fn text_for_one_first_player() {
    let expected = "\
5x5: Horizontal wins moving second (2h)
  Vertical first  Horizontal wins  259 nodes
";
    let text = good("solve 5x5 --first V --engine obsequi");
    assert_eq!(untimed(&text), expected);
    session(
        r"$ solve 4x4 --first v => ^ 4x4: Vertical wins moving first (1v)\n
          $ solve 4x4 --first H => ^ 4x4: Horizontal wins moving first (1h)\n
          $ solve 5x5 --first H => ^ 5x5: Vertical wins moving second (2v)\n",
    );
}

#[test]
fn text_with_statistics() {
    session(
        "$ solve 6x6 --first V --stats --engine obsequi
         + 6x6, Vertical first:
         + mover cover
         + interior
         + move 6 and later
         + refused",
    );
}

#[test]
fn json_keys_and_their_order() {
    let text = good("solve ..#|.#. --json");
    let side = |text: &str, key: &str| {
        let start = text.find(&format!("\"{key}\":")).unwrap() + key.len() + 3;
        let end = start + text[start..].find('}').unwrap() + 1;
        keys(&text[start..end])
    };
    let inner = ["winner", "best_move", "nodes", "seconds"];
    assert_eq!(side(&text, "vertical_first"), inner);
    assert_eq!(side(&text, "horizontal_first"), inner);
    session(
        "$ solve ..#|.#. --json
         { schema tile rows cols position outcome vertical_first horizontal_first nodes seconds engine options
         @ /schema 2
         @ /position ..#|.#.
         @ /rows 2
         @ /cols 3
         @ /engine crosscram
         @ /options/bounds rows,regions,across,merge
         # What is not known, or not asked for.
         $ solve '4x4 H' --json
         { schema tile rows cols position outcome vertical_first horizontal_first nodes seconds engine options
         @ /outcome null
         @ /vertical_first null
         @ /horizontal_first/winner H
         + \"best_move\":\"H
         $ solve 5x5 --json => @ /vertical_first/best_move null",
    );
}

#[test]
fn json_with_statistics() {
    let answer = object("solve 6x6 --first V --json --stats --engine obsequi");
    let statistics = &answer["vertical_first"]["statistics"];
    let nodes = statistics["nodes_by_depth"].as_array().unwrap();
    let sum: u64 = nodes.iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(sum, 908);
    assert!(statistics["leaves"]["table"].is_u64());
}

/// A position's side to move is the first player unless the command line says otherwise.
#[test]
fn who_moves_first() {
    for (line, asked) in [
        ("solve 3x3", (true, true)),
        ("solve '3x3 V'", (true, false)),
        ("solve '3x3 V' --first H", (false, true)),
        ("solve '3x3 V' --first both", (true, true)),
    ] {
        let answer = object(&format!("{line} --json"));
        let is_asked = |key: &str| answer[key].is_object();
        let found = (is_asked("vertical_first"), is_asked("horizontal_first"));
        assert_eq!(found, asked, "{line}");
    }
}

/// Every switch is understood and noted in the options; none changes who wins.
#[test]
fn switches() {
    let noted = |board: &str, line: &str, option: &str, value: &str, outcome: &str| {
        session(&format!(
            "$ solve {board} --json {line}
             @ /options/{option} \"{value}\"
             @ /outcome \"{outcome}\""
        ));
    };
    for (given, option, value) in [
        ("--no-cover", "cover", "none"),
        ("--without safe", "cover", "all without safe"),
        (
            "--without vulnerable,unavailable",
            "cover",
            "all without vulnerable2,vulnerable1,unavailable",
        ),
        ("--formula thesis", "formula", "thesis"),
        ("--second-bound", "second_upper_bound", "true"),
        ("--ordering dynamic", "ordering", "dynamic"),
        ("--generation one-stage", "generation", "one-stage"),
        ("--root score", "root", "score"),
        ("--play-safe-moves", "safe_moves", "played"),
        ("--replacement two-big", "replacement", "two-big"),
        ("--table 1MiB", "table", "1048576B"),
    ] {
        noted(
            "5x6",
            &format!("--engine obsequi {given}"),
            option,
            value,
            "H",
        );
    }
    for (given, option, value) in [
        ("--engine domi", "cover", "none"),
        ("--engine obsequi-2014", "second_upper_bound", "true"),
        ("--bounds rows", "bounds", "rows"),
        ("--bounds regions:7,merge", "bounds", "regions:7,merge"),
        ("--ordering primary", "ordering", "primary"),
        ("--no-child-tests", "test_children", "false"),
        ("--threads 2", "threads", "2"),
    ] {
        noted("5x6", given, option, value, "H");
    }
    // It acts on long lines only.
    let line = "--engine obsequi --historical-line-count";
    noted("2x15", line, "line_count", "unsound-2002", "1");
}

/// The techniques of 2016 on any board, each noted in the options; none changes who wins.
#[test]
fn techniques_of_2016() {
    let scratch = Scratch::new();
    scratch.good("values build --cells 6 --tile 3 -o FILE -q");
    let mut nodes = Vec::new();
    for (given, option, value) in [
        ("", "ordering", "primary"),
        ("--ordering none", "ordering", "none"),
        ("--no-cutoffs", "cutoffs", "off"),
        ("--no-symmetry", "symmetry", "off"),
        ("--no-table", "table", "none"),
        ("--replacement two-big --table 64", "replacement", "two-big"),
        ("--values 8", "values", "8"),
        ("--database FILE", "values", "6"),
        ("--database FILE --values 8", "database", "all of 6 cells"),
    ] {
        let line = format!("solve 5x7 --tile 3 --engine triomineering-2016 --json {given}");
        let answer = scratch.object(line.trim_end());
        assert_eq!(answer["options"][option], value, "{given}");
        assert_eq!(answer["outcome"], "H", "{given}");
        nodes.push(answer["vertical_first"]["nodes"].as_u64().unwrap());
    }
    let (all, others) = nodes.split_first().unwrap();
    let (fewer, more) = others.split_at(5);
    assert!(fewer.iter().all(|nodes| nodes >= all), "{nodes:?}");
    assert!(more.iter().all(|nodes| nodes <= all), "{nodes:?}");
    scratch
        .session("$ solve 5x7 --engine triomineering-2016 --database FILE => ! tiles of 3 cells");
}

/// The published engines begin with the values of a file; what they find is what computing the same values finds.
#[test]
fn databases_under_published_engines() {
    let scratch = Scratch::new();
    scratch.good("values build --cells 6 -o FILE -q");
    for engine in ["domi", "obsequi", "obsequi-2014"] {
        let solve = |given: &str| {
            let line = format!("solve 5x6 --engine {engine} --table 2^16 --json {given}");
            scratch.object(line.trim_end())
        };
        let plain = solve("");
        let computed = solve("--values 6");
        let known = solve("--database FILE");
        assert_eq!(known["options"]["database"], "all of 6 cells");
        assert_eq!(known["options"]["values"], "6");
        assert_eq!(known["outcome"], plain["outcome"]);
        assert_eq!(known["nodes"], computed["nodes"], "{engine}");
        // Obsequi's cover decides all that these values do here.
        assert!(known["nodes"].as_u64() <= plain["nodes"].as_u64());
        let differs = known["nodes"] != plain["nodes"];
        assert_eq!(differs, engine == "domi", "{engine}");
        let more = solve("--database FILE --values 8");
        assert_eq!(more["options"]["values"], "8");
        scratch.session(&format!(
            "$ solve 5x6 --tile 3 --engine {engine} --database FILE => ! tiles of 2 cells"
        ));
    }
}

#[test]
fn sums() {
    session(
        "$ solve '2x2 + 1x2 + 2x1'
         ^ ..|.. + .. + .|.: the first player wins (1)
         + in term 1
         $ solve '2x2 + 3/2 H' --json
         @ /number \"3/2\"
         @ /horizontal_first/winner V
         @ /vertical_first null",
    );
    let one_board = "solve ...#....|...#....|...#....|####.... --json";
    let sum = object("solve '3x3 + 4x4' --json");
    assert_eq!(sum["outcome"], object(one_board)["outcome"]);
}

#[test]
fn longer_tiles() {
    session(
        "$ solve 6x6 --tile 3 --json
         @ /tile 3
         @ /outcome \"1\"
         $ solve 3x3 --tile 3 => ^ 3x3, tiles of 3:\\s",
    );
}

#[test]
fn threads_change_nothing_but_time() {
    let timeless = |threads: &str| {
        untimed(&good(&format!(
            "solve 6x8 --engine obsequi --threads {threads}"
        )))
    };
    assert_eq!(timeless("1"), timeless("2"));
    // All on one board: other nodes, the same winners.
    let outcome = |threads: &str| {
        object(&["solve", "6x8", "--threads", threads, "--json"])["outcome"].clone()
    };
    assert_eq!(outcome("1"), outcome("3"));
}

#[test]
fn quiet_is_understood() {
    session("$ solve 2x2 --quiet\n$ solve 2x2 --no-progress");
}

/// Without a table every engine finds the same winner, with more nodes, and stores nothing.
#[test]
fn a_search_without_table() {
    for (engine, board) in [
        ("domi", "5x5"),
        ("obsequi", "6x6"),
        ("obsequi-2014", "6x6"),
        ("triomineering-2016", "5x5"),
        ("crosscram", "7x9"),
    ] {
        let args = ["solve", board, "--engine", engine, "--json", "--stats"];
        let with = object(&args);
        let without = object(&[&args[..], &["--no-table"]].concat());
        assert_eq!(with["outcome"], without["outcome"], "{engine}");
        assert_eq!(without["options"]["table"], "none", "{engine}");
        let nodes = |answer: &Value| answer["nodes"].as_u64().unwrap();
        assert!(nodes(&without) > nodes(&with), "{engine}");
        let statistics = &without["vertical_first"]["statistics"];
        for count in [
            "stores",
            "replaced",
            "refused",
            "table_entries",
            "table_bytes",
        ] {
            assert_eq!(statistics[count], 0, "{engine}, {count}");
        }
        assert_eq!(statistics["leaves"]["table"], 0, "{engine}");
    }
}
