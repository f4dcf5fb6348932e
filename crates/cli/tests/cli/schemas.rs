//! The JSON Schema files of `docs/schemas/`, against what the program really prints.

use crate::run::{objects, run, run_with, words};
use crate::scratch::Scratch;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

fn schema(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The keywords of JSON Schema (draft 2020-12) that the files use, and nothing else.
const KEYWORDS: &[&str] = &[
    "$schema",
    "title",
    "description",
    "$defs",
    "$ref",
    "anyOf",
    "const",
    "enum",
    "type",
    "pattern",
    "minimum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
];

/// Checks a value against a schema. `strict`: keys of objects that the schema does not name are errors.
struct Validator<'a> {
    root: &'a Value,
    strict: bool,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
        let Some(keywords) = schema.as_object() else {
            return Err(format!("{place}: the schema is not an object"));
        };
        for (keyword, argument) in keywords {
            self.keyword(keyword, argument, keywords, value, place)?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        keyword: &str,
        argument: &Value,
        all: &Map<String, Value>,
        value: &Value,
        place: &str,
    ) -> Result<(), String> {
        let fail = |what: &str| Err(format!("{place}: {value} {what} {argument}"));
        let require = |holds: bool, what: &str| if holds { Ok(()) } else { fail(what) };
        match keyword {
            "$schema" | "title" | "description" | "$defs" => Ok(()),
            "$ref" => {
                let name = argument.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                self.check(&self.root["$defs"][name], value, place)
            }
            "anyOf" => {
                let mut errors = Vec::new();
                for option in argument.as_array().unwrap() {
                    match self.check(option, value, place) {
                        Ok(()) => return Ok(()),
                        Err(error) => errors.push(error),
                    }
                }
                Err(errors.join("; or "))
            }
            "const" => require(value == argument, "is not"),
            "enum" => require(argument.as_array().unwrap().contains(value), "is none of"),
            "type" => {
                let names: Vec<&str> = match argument {
                    Value::String(name) => vec![name],
                    list => list
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|n| n.as_str().unwrap())
                        .collect(),
                };
                require(
                    names.iter().any(|name| is_of_type(value, name)),
                    "is not of type",
                )
            }
            "pattern" => match value.as_str() {
                Some(text) => require(matches(argument.as_str().unwrap(), text), "does not match"),
                None => Ok(()),
            },
            "minimum" => match value.as_f64() {
                Some(number) => require(number >= argument.as_f64().unwrap(), "is less than"),
                None => Ok(()),
            },
            "minItems" | "maxItems" => match value.as_array() {
                Some(list) => {
                    let (found, limit) = (list.len() as u64, argument.as_u64().unwrap());
                    let holds = if keyword == "minItems" {
                        found >= limit
                    } else {
                        found <= limit
                    };
                    require(holds, "has another number of items than")
                }
                None => Ok(()),
            },
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(argument, item, &format!("{place}[{i}]"))?;
                }
                Ok(())
            }
            "required" => {
                let Some(object) = value.as_object() else {
                    return Ok(());
                };
                for key in argument.as_array().unwrap() {
                    require(object.contains_key(key.as_str().unwrap()), "lacks one of")?;
                }
                Ok(())
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    match argument.get(key) {
                        Some(schema) => self.check(schema, inner, &format!("{place}.{key}"))?,
                        None if self.strict && !all.contains_key("additionalProperties") => {
                            return Err(format!("{place}.{key} is not described"));
                        }
                        None => {}
                    }
                }
                Ok(())
            }
            "additionalProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if all
                        .get("properties")
                        .is_none_or(|known| known.get(key).is_none())
                    {
                        self.check(argument, inner, &format!("{place}.{key}"))?;
                    }
                }
                Ok(())
            }
            other => Err(format!("{place}: the keyword {other} is not known here")),
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("{name}"),
    }
}

/// Matches the whole text with a pattern of characters, classes, `+`, `*`, `?`, `{n}` and one optional group.
fn matches(pattern: &str, text: &str) -> bool {
    let pattern = pattern
        .strip_prefix('^')
        .and_then(|p| p.strip_suffix('$'))
        .unwrap();
    if let Some((before, rest)) = pattern.split_once('(') {
        let (group, after) = rest.split_once(")?").unwrap();
        let with = format!("^{before}{group}{after}$");
        let without = format!("^{before}{after}$");
        return matches(&with, text) || matches(&without, text);
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    match_here(&pattern, &text)
}

fn match_here(pattern: &[char], text: &[char]) -> bool {
    let Some(first) = pattern.first() else {
        return text.is_empty();
    };
    let (class, rest): (Vec<char>, &[char]) = match first {
        '[' => {
            let end = pattern.iter().position(|&c| c == ']').unwrap();
            (pattern[1..end].to_vec(), &pattern[end + 1..])
        }
        c => (vec![*c], &pattern[1..]),
    };
    let belongs = |c: char| {
        class.contains(&c)
            || class
                .windows(3)
                .any(|w| w[1] == '-' && w[0] <= c && c <= w[2])
    };
    let run = text.iter().take_while(|&&c| belongs(c)).count();
    let (least, most, rest) = match rest.first() {
        Some('+') => (1, run, &rest[1..]),
        Some('*') => (0, run, &rest[1..]),
        Some('?') => (0, run.min(1), &rest[1..]),
        Some('{') => {
            let end = rest.iter().position(|&c| c == '}').unwrap();
            let count: usize = rest[1..end].iter().collect::<String>().parse().unwrap();
            (count, count, &rest[end + 1..])
        }
        _ => (1, 1, rest),
    };
    (least..=most.min(run))
        .rev()
        .any(|n| match_here(rest, &text[n..]))
}

#[track_caller]
pub(crate) fn check(name: &str, text: &str, strict: bool) {
    let root = schema(name);
    let validator = Validator {
        root: &root,
        strict,
    };
    let lines = objects(text);
    assert!(!lines.is_empty(), "{name}");
    for line in lines {
        if let Err(error) = validator.check(&root, &line, name) {
            panic!("{error}");
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
        ("atlas", "atlas 6x21 --json".to_string()),
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
    let root = schema("show");
    let good = objects(&run(&words("show 2x2 --json")).stdout).remove(0);
    let validator = Validator {
        root: &root,
        strict: true,
    };
    assert_eq!(validator.check(&root, &good, "show"), Ok(()));
    let mut wrong = Vec::new();
    for (key, value) in [
        ("schema", Value::from(2)),
        ("rows", Value::from("2")),
        ("free", Value::from(-1)),
        ("position", Value::from("..o")),
        ("to_move", Value::from("W")),
        ("symmetries", Value::from(vec!["sideways"])),
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
        assert!(validator.check(&root, &object, "show").is_err(), "{object}");
    }
}

#[test]
fn patterns() {
    for (pattern, text, expected) in [
        ("^-?[0-9]+(/[0-9]+)?$", "-3/4", true),
        ("^-?[0-9]+(/[0-9]+)?$", "12", true),
        ("^-?[0-9]+(/[0-9]+)?$", "1/", false),
        ("^[VH][0-9]+,[0-9]+$", "V2,13", true),
        ("^[VH][0-9]+,[0-9]+$", "2,13", false),
        ("^[.#|]+$", "..|#.", true),
        ("^[0-9a-f]{4}$", "09af", true),
        ("^[0-9a-f]{4}$", "09afa", false),
    ] {
        assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
    }
}

/// Every file uses known keywords only, refers to its own definitions and is named on the page.
#[test]
fn the_page_names_every_file() {
    fn walk(schema: &Value, defs: &Value, names: bool) {
        match schema {
            Value::Object(map) => {
                for (key, value) in map {
                    assert!(names || KEYWORDS.contains(&key.as_str()), "{key}");
                    if key == "$ref" && !names {
                        let name = value.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                        assert!(defs.get(name).is_some(), "{name}");
                    }
                    let data = ["enum", "const", "required"].contains(&key.as_str()) && !names;
                    if !data {
                        walk(
                            value,
                            defs,
                            !names && ["properties", "$defs"].contains(&key.as_str()),
                        );
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|item| walk(item, defs, false)),
            _ => {}
        }
    }
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = name.strip_suffix(".json") {
            let schema = schema(name);
            walk(&schema, &schema["$defs"], false);
            assert!(page.contains(&format!("({name}.json)")), "{name}");
            files.insert(name.to_string());
        }
    }
    assert_eq!(page.matches(".json)").count(), files.len());
}
