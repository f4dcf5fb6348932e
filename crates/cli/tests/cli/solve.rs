//! `crosscram solve` on one board.

use crate::run::{good, keys, object, run, words};
use crate::scratch::Scratch;
use serde_json::{Value, json};

/// Winner and node count for each first player, and the outcome.
#[track_caller]
fn check(board: &str, vertical: (&str, u64), horizontal: (&str, u64), outcome: &str) {
    let answer = object(&["solve", board, "--engine", "obsequi", "--json"]);
    let side = |key: &str| (answer[key]["winner"].clone(), answer[key]["nodes"].clone());
    assert_eq!(
        side("vertical_first"),
        (json!(vertical.0), json!(vertical.1)),
        "{board}"
    );
    assert_eq!(
        side("horizontal_first"),
        (json!(horizontal.0), json!(horizontal.1)),
        "{board}"
    );
    assert_eq!(answer["outcome"], outcome, "{board}");
    assert_eq!(answer["nodes"], vertical.1 + horizontal.1, "{board}");
}

/// Bullock 2002, Fig. 6.1, with the two searches apart.
#[test]
fn published_node_counts() {
    check("4x4", ("V", 23), ("H", 23), "1");
    check("5x5", ("H", 259), ("V", 259), "2");
    check("6x6", ("V", 908), ("H", 908), "1");
    check("6x7", ("V", 3_787), ("V", 20_440), "V");
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
    let text = good(&words("solve 6x7 --engine obsequi"));
    assert_eq!(untimed(&text), expected);
}

#[test]
fn text_for_one_first_player() {
    let expected = "\
5x5: Horizontal wins moving second (2h)
  Vertical first  Horizontal wins  259 nodes
";
    let text = good(&words("solve 5x5 --first V --engine obsequi"));
    assert_eq!(untimed(&text), expected);
    let headlines = [
        (
            ["solve", "4x4", "--first", "v"],
            "4x4: Vertical wins moving first (1v)",
        ),
        (
            ["solve", "4x4", "--first", "H"],
            "4x4: Horizontal wins moving first (1h)",
        ),
        (
            ["solve", "5x5", "--first", "H"],
            "5x5: Vertical wins moving second (2v)",
        ),
    ];
    for (args, expected) in headlines {
        assert_eq!(good(&args).lines().next(), Some(expected));
    }
}

#[test]
fn text_with_statistics() {
    let text = good(&words("solve 6x6 --first V --stats --engine obsequi"));
    for part in [
        "6x6, Vertical first:",
        "mover cover",
        "interior",
        "move 6 and later",
        "refused",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

const KEYS: [&str; 12] = [
    "schema",
    "tile",
    "rows",
    "cols",
    "position",
    "outcome",
    "vertical_first",
    "horizontal_first",
    "nodes",
    "seconds",
    "engine",
    "options",
];

#[test]
fn json_keys_and_their_order() {
    let text = good(&words("solve ..#|.#. --json"));
    assert_eq!(keys(&text), KEYS);
    let side = |text: &str, key: &str| {
        let start = text.find(&format!("\"{key}\":")).unwrap() + key.len() + 3;
        let end = start + text[start..].find('}').unwrap() + 1;
        keys(&text[start..end])
    };
    let inner = ["winner", "best_move", "nodes", "seconds"];
    assert_eq!(side(&text, "vertical_first"), inner);
    assert_eq!(side(&text, "horizontal_first"), inner);

    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["schema"], 2);
    assert_eq!(answer["position"], "..#|.#.");
    assert_eq!((&answer["rows"], &answer["cols"]), (&json!(2), &json!(3)));
    assert_eq!(answer["engine"], "crosscram");
    assert_eq!(answer["options"]["bounds"], "rows,regions,across,merge");
}

#[test]
fn json_with_unknowns() {
    let text = good(&["solve", "4x4 H", "--json"]);
    assert_eq!(keys(&text), KEYS);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["outcome"], Value::Null);
    assert_eq!(answer["vertical_first"], Value::Null);
    assert_eq!(answer["horizontal_first"]["winner"], "H");
    let best = answer["horizontal_first"]["best_move"].as_str().unwrap();
    assert!(best.starts_with('H'), "{best}");
    assert_eq!(
        object(&words("solve 5x5 --json"))["vertical_first"]["best_move"],
        Value::Null
    );
}

#[test]
fn json_with_statistics() {
    let answer = object(&words(
        "solve 6x6 --first V --json --stats --engine obsequi",
    ));
    let statistics = &answer["vertical_first"]["statistics"];
    let sum = |values: &Value| -> u64 {
        values
            .as_array()
            .unwrap()
            .iter()
            .map(|value| value.as_u64().unwrap())
            .sum()
    };
    assert_eq!(sum(&statistics["nodes_by_depth"]), 908);
    assert!(statistics["leaves"]["table"].is_u64());
}

/// A position's side to move is the first player unless the command line says otherwise.
#[test]
fn who_moves_first() {
    let asked = |args: &[&str]| {
        let answer = object(&[args, &["--json"]].concat());
        (
            answer["vertical_first"].is_object(),
            answer["horizontal_first"].is_object(),
        )
    };
    assert_eq!(asked(&["solve", "3x3"]), (true, true));
    assert_eq!(asked(&["solve", "3x3 V"]), (true, false));
    assert_eq!(asked(&["solve", "3x3 V", "--first", "H"]), (false, true));
    assert_eq!(asked(&["solve", "3x3 V", "--first", "both"]), (true, true));
}

/// Every switch is understood and noted in the options; none changes who wins.
#[test]
fn switches() {
    let classic: [(&[&str], &str, &str); 11] = [
        (&["--no-cover"], "cover", "none"),
        (&["--without", "safe"], "cover", "all without safe"),
        (
            &["--without", "vulnerable,unavailable"],
            "cover",
            "all without vulnerable2,vulnerable1,unavailable",
        ),
        (&["--formula", "thesis"], "formula", "thesis"),
        (&["--second-bound"], "second_upper_bound", "true"),
        (&["--ordering", "dynamic"], "ordering", "dynamic"),
        (&["--generation", "one-stage"], "generation", "one-stage"),
        (&["--root", "score"], "root", "score"),
        (&["--play-safe-moves"], "safe_moves", "played"),
        (&["--replacement", "two-big"], "replacement", "two-big"),
        (&["--table", "1MiB"], "table", "1048576B"),
    ];
    let ours: [(&[&str], &str, &str); 7] = [
        (&["--engine", "domi"], "cover", "none"),
        (&["--engine", "obsequi-2014"], "second_upper_bound", "true"),
        (&["--bounds", "rows"], "bounds", "rows"),
        (
            &["--bounds", "regions:7,merge"],
            "bounds",
            "regions:7,merge",
        ),
        (&["--ordering", "primary"], "ordering", "primary"),
        (&["--no-child-tests"], "test_children", "false"),
        (&["--threads", "2"], "threads", "2"),
    ];
    let obsequi: &[&str] = &["--engine", "obsequi"];
    let classic = classic
        .iter()
        .map(|&(args, option, value)| ([obsequi, args].concat(), option, value));
    let ours = ours
        .iter()
        .map(|&(args, option, value)| (args.to_vec(), option, value));
    for (args, option, value) in classic.chain(ours) {
        let answer = object(&[&["solve", "5x6", "--json"], &args[..]].concat());
        assert_eq!(answer["options"][option], value, "{args:?}");
        assert_eq!(answer["outcome"], "H", "{args:?}");
    }
    // It acts on long lines only.
    let line = "solve 2x15 --engine obsequi --historical-line-count --json";
    let answer = object(&words(line));
    assert_eq!(answer["options"]["line_count"], "unsound-2002");
    assert_eq!(answer["outcome"], "1");
}

/// The techniques of 2016 on any board, each noted in the options; none changes who wins.
#[test]
fn techniques_of_2016() {
    let scratch = Scratch::new();
    let file = scratch.file("three.values");
    good(&[
        "values", "build", "--cells", "6", "--tile", "3", "-o", &file, "-q",
    ]);
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
        let line = line.trim_end().replace("FILE", &file);
        let answer = object(&words(&line));
        assert_eq!(answer["options"][option], value, "{given}");
        assert_eq!(answer["outcome"], "H", "{given}");
        nodes.push(answer["vertical_first"]["nodes"].as_u64().unwrap());
    }
    let (all, others) = nodes.split_first().unwrap();
    let (fewer, more) = others.split_at(5);
    assert!(fewer.iter().all(|nodes| nodes >= all), "{nodes:?}");
    assert!(more.iter().all(|nodes| nodes <= all), "{nodes:?}");
    let line = format!("solve 5x7 --engine triomineering-2016 --database {file}");
    let run = run(&words(&line));
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("tiles of 3 cells"), "{}", run.stderr);
}

/// The published engines begin with the values of a file; what they find is what computing the same values finds.
#[test]
fn databases_under_published_engines() {
    let scratch = Scratch::new();
    let file = scratch.file("two.values");
    good(&["values", "build", "--cells", "6", "-o", &file, "-q"]);
    for engine in ["domi", "obsequi", "obsequi-2014"] {
        let solve = |given: &str| {
            let line = format!("solve 5x6 --engine {engine} --table 2^16 --json {given}");
            object(&words(line.trim_end()))
        };
        let plain = solve("");
        let computed = solve("--values 6");
        let known = solve(&format!("--database {file}"));
        assert_eq!(known["options"]["database"], "all of 6 cells");
        assert_eq!(known["options"]["values"], "6");
        assert_eq!(known["outcome"], plain["outcome"]);
        assert_eq!(known["nodes"], computed["nodes"], "{engine}");
        // Obsequi's cover decides all that these values do here.
        assert!(known["nodes"].as_u64() <= plain["nodes"].as_u64());
        assert_eq!(
            known["nodes"] != plain["nodes"],
            engine == "domi",
            "{engine}"
        );
        let more = solve(&format!("--database {file} --values 8"));
        assert_eq!(more["options"]["values"], "8");
        let line = format!("solve 5x6 --tile 3 --engine {engine} --database {file}");
        let run = run(&words(&line));
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("tiles of 2 cells"), "{}", run.stderr);
    }
}

#[test]
fn sums() {
    let text = good(&["solve", "2x2 + 1x2 + 2x1"]);
    assert!(
        text.starts_with("..|.. + .. + .|.: the first player wins (1)"),
        "{text}"
    );
    assert!(text.contains("in term 1"), "{text}");
    let answer = object(&["solve", "2x2 + 3/2 H", "--json"]);
    assert_eq!(answer["number"], "3/2");
    assert_eq!(answer["horizontal_first"]["winner"], "V");
    assert_eq!(answer["vertical_first"], Value::Null);
    assert_eq!(
        object(&["solve", "3x3 + 4x4", "--json"])["outcome"],
        object(&words("solve ...#....|...#....|...#....|####.... --json"))["outcome"]
    );
}

#[test]
fn longer_tiles() {
    let answer = object(&words("solve 6x6 --tile 3 --json"));
    assert_eq!(
        (&answer["tile"], &answer["outcome"]),
        (&json!(3), &json!("1"))
    );
    assert!(good(&words("solve 3x3 --tile 3")).starts_with("3x3, tiles of 3: "));
}

#[test]
fn threads_change_nothing_but_time() {
    let timeless = |threads: &str| {
        let args = ["solve", "6x8", "--engine", "obsequi", "--threads", threads];
        untimed(&good(&args))
    };
    assert_eq!(timeless("1"), timeless("2"));
    // All on one board: other nodes, the same winners.
    let outcome = |threads: &str| {
        let answer = object(&["solve", "6x8", "--threads", threads, "--json"]);
        answer["outcome"].clone()
    };
    assert_eq!(outcome("1"), outcome("3"));
}

#[test]
fn quiet_is_understood() {
    assert_eq!(run(&words("solve 2x2 --quiet")).code, Some(0));
    assert_eq!(run(&words("solve 2x2 --no-progress")).code, Some(0));
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
