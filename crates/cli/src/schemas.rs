//! The files of `docs/schemas`: each is the schema of the type that is printed, and so cannot differ from it.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p crosscram schemas` writes them anew.

use crate::explain::Inspected;
use crate::value::{answer::ValueReport, unfinished::Unfinished};
use crate::{bench, compare, moves, show, values};
use crosscram_atlas::{Behind, Charted, OpenQuestion, Winner, families};
use crosscram_rules::placements::Placements;
use crosscram_search::explain::Explanation;
use crosscram_values::games::Comparison;
use crosscram_workbench::{Answer, Versioned};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

/// A file that is written by hand, because its type does not derive its schema.
const BY_HAND: Option<fn() -> Schema> = None;

/// Each file with its title and the schema of its type.
const FILES: &[(&str, &str, Option<fn() -> Schema>)] = &[
    (
        "analyse-player",
        "crosscram analyse --player NAME --json",
        BY_HAND,
    ),
    ("analyse", "crosscram analyse --json", BY_HAND),
    (
        "atlas-board",
        "crosscram atlas BOARD --json",
        Some(of::<Versioned<Charted<Behind>>>),
    ),
    (
        "atlas-families",
        "crosscram atlas families --json",
        Some(of::<Versioned<families::Row>>),
    ),
    (
        "atlas-open",
        "crosscram atlas open --json",
        Some(of::<Versioned<OpenQuestion>>),
    ),
    (
        "atlas",
        "crosscram atlas --json",
        Some(of::<Versioned<Charted<Option<Winner>>>>),
    ),
    (
        "bad-line",
        "a line of standard input that could not be read",
        Some(of::<Versioned<crate::json::BadLine<'static>>>),
    ),
    (
        "bench",
        "crosscram bench --json",
        Some(of::<Versioned<bench::Line>>),
    ),
    (
        "cluster-simulate",
        "crosscram cluster simulate --json",
        BY_HAND,
    ),
    ("cluster-status", "crosscram cluster status --json", BY_HAND),
    (
        "compare",
        "crosscram compare --json",
        Some(of::<Versioned<compare::Row>>),
    ),
    (
        "comparison",
        "crosscram value --json, for a comparison",
        Some(of::<Answer<Comparison>>),
    ),
    ("estimate", "crosscram estimate --json", BY_HAND),
    (
        "explain",
        "crosscram explain --json",
        Some(of::<Answer<Explanation>>),
    ),
    (
        "explain-cover",
        "crosscram explain --cover --json",
        Some(of::<Answer<Inspected>>),
    ),
    (
        "moves",
        "crosscram moves --json",
        Some(of::<Answer<moves::Listed>>),
    ),
    (
        "perft",
        "crosscram moves --perft --json",
        Some(of::<Answer<moves::Counted>>),
    ),
    (
        "placements",
        "crosscram moves --count --json",
        Some(of::<Answer<Placements>>),
    ),
    ("pn", "crosscram pn --json", BY_HAND),
    (
        "prove-issue",
        "crosscram prove --jobs --issue --json, while there is more to do",
        BY_HAND,
    ),
    (
        "prove-jobs",
        "crosscram prove --jobs --json, crosscram cluster coordinate --json",
        BY_HAND,
    ),
    ("prove", "crosscram prove --json", BY_HAND),
    (
        "reproduce-list",
        "crosscram reproduce --list --json",
        BY_HAND,
    ),
    ("reproduce", "crosscram reproduce --json", BY_HAND),
    ("review", "crosscram review --json", BY_HAND),
    (
        "show",
        "crosscram show --json",
        Some(of::<Answer<show::Shown>>),
    ),
    ("solve", "crosscram solve --json", BY_HAND),
    ("split", "crosscram split --json", BY_HAND),
    (
        "tournament",
        "crosscram match --json, tournament --json",
        BY_HAND,
    ),
    (
        "value-interrupted",
        "crosscram value --json after Ctrl-C",
        Some(of::<Answer<Unfinished>>),
    ),
    (
        "value",
        "crosscram value --json",
        Some(of::<Answer<ValueReport>>),
    ),
    (
        "values-list",
        "crosscram values list, find and export --json",
        Some(of::<Answer<values::row::Row>>),
    ),
    (
        "values",
        "crosscram values build --json, values info --json",
        Some(of::<Versioned<values::Described>>),
    ),
    (
        "verify",
        "crosscram verify --json",
        Some(of::<Versioned<crate::verify::Timed>>),
    ),
    ("work-unit", "crosscram work --json", BY_HAND),
    ("work", "crosscram solve --from --json", BY_HAND),
];

/// The schema of what is written of a type, which has every key that is not left out on purpose.
fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}

#[test]
fn schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    for (name, title, schema) in FILES {
        let Some(schema) = schema else { continue };
        let mut schema = schema();
        schema.insert("title".into(), (*title).into());
        let text = format!("{:#}\n", schema.as_value());
        let file = folder.join(format!("{name}.json"));
        if env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&file, &text).unwrap();
        }
        let is_same = fs::read_to_string(&file).is_ok_and(|found| found == text);
        assert!(
            is_same,
            "{name}: run with UPDATE_SNAPSHOTS=1 if it should change:\n{text}"
        );
    }
    let page = fs::read_to_string(folder.join("README.md")).unwrap();
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.filter(|name| name.ends_with(".json")).collect();
    let listed: BTreeSet<String> = FILES
        .iter()
        .map(|(name, ..)| format!("{name}.json"))
        .collect();
    assert_eq!(files, listed);
    assert!(
        files
            .iter()
            .all(|file| page.contains(&format!("]({file})")))
    );
    assert_eq!(page.matches(".json)").count(), files.len());
}
