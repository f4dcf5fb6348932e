//! What the program really prints, against the JSON Schema files of `docs/schemas/`.

use crate::run::{objects, run, run_with, words};
use crate::scratch::Scratch;
use jsonschema::{Validator, validator_for};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn schema(name: &str) -> Value {
    let file = format!("../../docs/schemas/{name}.json");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A validator of these objects. `strict`: keys that the schema does not name are errors.
fn validator(name: &str, strict: bool) -> Validator {
    let mut schema = schema(name);
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    if strict {
        close(&mut schema, true);
    }
    validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Refuses other keys wherever the schema describes a whole value, and not only some of its keys, as the parts of `allOf` do.
fn close(schema: &mut Value, is_whole: bool) {
    let Some(keywords) = schema.as_object_mut() else {
        return;
    };
    for (keyword, argument) in keywords.iter_mut() {
        match (keyword.as_str(), argument) {
            ("properties", Value::Object(of)) => of.values_mut().for_each(|part| close(part, true)),
            ("$defs", Value::Object(of)) => of.values_mut().for_each(|part| close(part, false)),
            ("anyOf" | "allOf" | "oneOf", Value::Array(of)) => {
                of.iter_mut().for_each(|part| close(part, false))
            }
            ("prefixItems", Value::Array(of)) => of.iter_mut().for_each(|part| close(part, true)),
            ("items" | "additionalProperties", of) => close(of, true),
            _ => {}
        }
    }
    if is_whole {
        keywords
            .entry("unevaluatedProperties")
            .or_insert(false.into());
    }
}

#[track_caller]
pub(crate) fn check(name: &str, text: &str, strict: bool) {
    let validator = validator(name, strict);
    let lines = objects(text);
    assert!(!lines.is_empty(), "{name}");
    for line in lines {
        if let Err(error) = validator.validate(&line) {
            panic!("{name}{}: {error}", error.instance_path());
        }
    }
}

/// The program's output for a line of words must fit the schema and name no key that it does not describe.
#[track_caller]
fn fits(name: &str, args: &[&str]) {
    let run = run(args);
    assert!(matches!(run.code, Some(0 | 1)), "{args:?}: {}", run.stderr);
    check(name, &run.stdout, true);
}

#[test]
fn what_is_printed_is_described() {
    fits("show", &["show", "..#|.#. V", "--json"]);
    fits("moves", &words("moves 3x3 --json"));
    fits("moves", &words("moves 1x2 --player V --json"));
    fits("perft", &words("moves 3x3 --perft 3 --json"));
    fits("placements", &words("moves 3x3 --count --json"));
    fits("solve", &words("solve 4x4 --json"));
    fits(
        "solve",
        &words("solve 5x5 --engine obsequi --first V --stats --json"),
    );
    fits("solve", &["solve", "3x3 + 1/4 - *", "--json"]);
    fits("analyse", &words("analyse 4x4 --json -q"));
    fits(
        "analyse",
        &words("analyse 6x6 --budget 10 --first H --json -q"),
    );
    fits(
        "analyse-player",
        &words("analyse 3x4 --player ordering:depth=3 --player values --json"),
    );
    fits("explain", &words("explain 4x5 --json"));
    fits("explain", &words("explain 7x7 --json"));
    fits("explain-cover", &words("explain 4x5 --cover --json"));
    fits("value", &words("value 3x4 --coupons 2:1/2 --json"));
    fits("value", &words("value 4x6 --longest 50 --json"));
    fits("value", &["value", "2x3 - ^ + *2", "--json"]);
    fits("value", &words("value 1x1 --json"));
    fits("comparison", &["value", "2x3 >= 1/2", "--json"]);
    fits("values-list", &words("values list --cells 4 --json"));
    fits("values-list", &["values", "find", "^", "--json"]);
    fits("compare", &words("compare 3x3 --json -q"));
    fits(
        "bench",
        &words("bench --suite classic --engine domi --json -q"),
    );
    let bad = run_with(&["show", "-", "--json"], b"9y9\n");
    check("bad-line", &bad.stdout, true);
    let scratch = Scratch::new();
    let file = scratch.file("d.values");
    fits(
        "values",
        &["values", "build", "--cells", "5", "-o", &file, "--json"],
    );
    fits("values", &["values", "info", &file, "--json"]);
    fits("values-list", &["values", "export", &file, "--json"]);
    let game = scratch.file("a.game");
    std::fs::write(&game, crate::review::GAME).unwrap();
    fits("review", &["review", &game, "--json"]);
    fits("review", &["review", &game, "--json", "--budget", "0"]);
}

/// A proof in units of work, by this program and by others, and how it is doing.
#[test]
fn proofs_in_units_are_described() {
    let scratch = Scratch::new();
    let [run, proof, segment] = ["run", "proof", "segment"].map(|name| scratch.file(name));
    let jobs = format!("prove 6x8 --regions 6 --jobs {run} -o {proof} -q --json");
    fits(
        "prove-issue",
        &words(&format!("{jobs} --unit-nodes 1024 --issue 3")),
    );
    let unit = fs::read_dir(format!("{run}/units"))
        .unwrap()
        .next()
        .unwrap();
    let unit = unit.unwrap().path();
    let unit = unit.to_str().unwrap();
    fits("work-unit", &["work", unit, "-o", &segment, "--json"]);
    fits("prove-jobs", &words(&format!("{jobs} --resume")));
    fits(
        "cluster-status",
        &words(&format!("cluster status --jobs {run} --json")),
    );
    let times = format!("{run}/times.tsv");
    fits(
        "cluster-simulate",
        &["cluster", "simulate", &times, "--json"],
    );
}

/// Outputs of commands that describe more than the schema names: every key that it names must fit.
#[test]
fn what_is_described_is_printed() {
    let scratch = Scratch::new();
    let [certificate, work] = ["c.cert", "w.work"].map(|name| scratch.file(name));
    for (name, line) in [
        ("estimate", "estimate 6x6 --json -q".to_string()),
        ("atlas-board", "atlas 6x21 --json".to_string()),
        ("atlas", "atlas --size 6x6 --json".to_string()),
        ("atlas-open", "atlas open --json".to_string()),
        ("atlas-families", "atlas families --json".to_string()),
        (
            "tournament",
            "match ordering random --board 4x4 --games 8 --json -q".to_string(),
        ),
        ("prove", format!("prove 4x4 -o {certificate} --json -q")),
        ("verify", format!("verify {certificate} --json")),
        ("pn", "pn domineering 4x4 --json -q".to_string()),
        ("split", format!("split 7x7 --plies 1 -o {work} --json")),
        (
            "reproduce",
            "reproduce bullock 1.2 --up-to 10 --json -q".to_string(),
        ),
        ("reproduce-list", "reproduce --list --json".to_string()),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let run = run(&args);
        assert!(matches!(run.code, Some(0 | 1)), "{line}: {}", run.stderr);
        check(name, &run.stdout, false);
    }
}

/// What does not fit is found: the validator can fail.
#[test]
fn other_objects_do_not_fit() {
    let validator = validator("show", true);
    let good = objects(&run(&words("show 2x2 --json")).stdout).remove(0);
    assert!(validator.is_valid(&good));
    let mut wrong = Vec::new();
    for (key, value) in [
        ("schema", Value::from(1)),
        ("rows", Value::from("2")),
        ("free", Value::from(-1)),
        ("canonical", Value::from("..o")),
        ("to_move", Value::from("W")),
        ("symmetries", Value::from(vec!["sideways"])),
        ("moves", serde_json::json!({"V": 1, "H": 1, "W": 1})),
        ("more", Value::from(1)),
    ] {
        let mut object = good.clone();
        object[key] = value;
        wrong.push(object);
    }
    let mut lacking = good.clone();
    lacking.as_object_mut().unwrap().remove("url");
    wrong.push(lacking);
    for object in wrong {
        assert!(!validator.is_valid(&object), "{object}");
    }
}

/// Every file is a schema.
#[test]
fn files_are_schemas() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = name.strip_suffix(".json") {
            validator(name, false);
        }
    }
}
