//! What the program really prints, against the JSON Schema files of `docs/schemas/`.

use crate::run::{document, object, objects, repository};
use crate::scratch::Scratch;
use jsonschema::{Validator, validator_for};
use serde_json::Value;
use std::fs;

fn schema(name: &str) -> Value {
    let text = document(&format!("docs/schemas/{name}.json"));
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

/// Runs these command lines in a directory; what they print must fit the schemas. `strict`: and name no key that they do not describe.
#[track_caller]
fn fit(scratch: &Scratch, strict: bool, lines: &[(&str, &str)]) {
    for (name, line) in lines {
        let run = scratch.run(*line);
        assert!(matches!(run.code, Some(0 | 1)), "{line}: {}", run.stderr);
        check(name, &run.stdout, strict);
    }
}

#[test]
fn what_is_printed_is_described() {
    let scratch = Scratch::new();
    scratch.write("a.game", crate::review::GAME);
    let lines = [
        ("show", "show '..#|.#. V' --json"),
        ("moves", "moves 3x3 --json"),
        ("moves", "moves 1x2 --player V --json"),
        ("perft", "moves 3x3 --perft 3 --json"),
        ("placements", "moves 3x3 --count --json"),
        ("solve", "solve 4x4 --json"),
        (
            "solve",
            "solve 5x5 --engine obsequi --first V --stats --json",
        ),
        ("solve", "solve '3x3 + 1/4 - *' --json"),
        ("analyse", "analyse 4x4 --json -q"),
        ("analyse", "analyse 6x6 --budget 10 --first H --json -q"),
        (
            "analyse-player",
            "analyse 3x4 --player ordering:depth=3 --player values --json",
        ),
        ("explain", "explain 4x5 --json"),
        ("explain", "explain 7x7 --json"),
        ("explain-cover", "explain 4x5 --cover --json"),
        ("value", "value 3x4 --coupons 2:1/2 --json"),
        ("value", "value 4x6 --longest 50 --json"),
        ("value", "value '2x3 - ^ + *2' --json"),
        ("value", "value 1x1 --json"),
        ("comparison", "value '2x3 >= 1/2' --json"),
        ("values-list", "values list --cells 4 --json"),
        ("values-list", "values find ^ --json"),
        ("compare", "compare 3x3 --json -q"),
        ("bench", "bench --suite classic --engine domi --json -q"),
        ("values", "values build --cells 5 -o d.values --json"),
        ("values", "values info d.values --json"),
        ("values-list", "values export d.values --json"),
        ("review", "review a.game --json"),
        ("review", "review a.game --json --budget 0"),
    ];
    fit(&scratch, true, &lines);
    scratch.session("$ show - --json => ? 2 => : bad-line\n< 9y9");
}

/// A proof in units of work, by this program and by others, and how it is doing.
#[test]
fn proofs_in_units_are_described() {
    let scratch = Scratch::new();
    let jobs = "prove 6x8 --regions 6 --jobs run -o proof -q --json";
    let issue = format!("{jobs} --unit-nodes 1024 --issue 3");
    fit(&scratch, true, &[("prove-issue", &issue)]);
    let mut units = fs::read_dir(scratch.path("run/units")).unwrap();
    let unit = units.next().unwrap().unwrap().path();
    let lines = [
        (
            "work-unit",
            &*format!("work {} -o segment --json", unit.display()),
        ),
        ("prove-jobs", &format!("{jobs} --resume")),
        ("cluster-status", "cluster status --jobs run --json"),
        ("cluster-simulate", "cluster simulate run/times.tsv --json"),
    ];
    fit(&scratch, true, &lines);
}

/// Outputs of commands that describe more than the schema names: every key that it names must fit.
#[test]
fn what_is_described_is_printed() {
    let lines = [
        ("estimate", "estimate 6x6 --json -q"),
        ("atlas-board", "atlas 6x21 --json"),
        ("atlas", "atlas --size 6x6 --json"),
        ("atlas-open", "atlas open --json"),
        ("atlas-families", "atlas families --json"),
        (
            "tournament",
            "match ordering random --board 4x4 --games 8 --json -q",
        ),
        ("prove", "prove 4x4 -o c.cert --json -q"),
        ("verify", "verify c.cert --json"),
        ("pn", "pn domineering 4x4 --json -q"),
        ("reproduce", "reproduce bullock 1.2 --up-to 10 --json -q"),
        ("reproduce-list", "reproduce --list --json"),
    ];
    fit(&Scratch::new(), false, &lines);
}

/// What does not fit is found: the validator can fail.
#[test]
fn other_objects_do_not_fit() {
    let validator = validator("show", true);
    let good = object("show 2x2 --json");
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
    for entry in fs::read_dir(repository("docs/schemas")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = name.strip_suffix(".json") {
            validator(name, false);
        }
    }
}
