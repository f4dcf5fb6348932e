//! The files of `docs/schemas`: each is the schema of the type that is printed, and so cannot differ from it.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p crosscram schemas` writes them anew.

use crate::explain::Inspected;
use crate::value::{answer::ValueReport, unfinished::Unfinished};
use crate::{analyse, bench, compare, moves, pn, show, solve, values};
use crosscram_atlas::{Behind, Charted, OpenQuestion, Winner, families};
use crosscram_pn::Valued;
use crosscram_rules::placements::Placements;
use crosscram_search::analysis::Analysis;
use crosscram_search::explain::Explanation;
use crosscram_values::games::Comparison;
use crosscram_workbench::{Answer, Versioned};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

/// A file's name, its title and the schema of the type that is written; none if it is written by hand.
type File = (&'static str, &'static str, Option<fn() -> Schema>);

/// Makes the list of files.
macro_rules! files {
    ($($name:literal, $title:literal$(: $type:ty)?;)*) => {
        &[$(($name, $title, files!(@ $($type)?))),*]
    };
    (@) => { None };
    (@ $type:ty) => { Some(of::<$type>) };
}

/// Each file with its title and the type that is written, if that derives its schema.
const FILES: &[File] = files! {
    "analyse-player", "crosscram analyse --player NAME --json": analyse::players::Seen;
    "analyse", "crosscram analyse --json": Answer<Analysis>;
    "atlas-board", "crosscram atlas BOARD --json": Versioned<Charted<Behind>>;
    "atlas-families", "crosscram atlas families --json": Versioned<families::Row>;
    "atlas-open", "crosscram atlas open --json": Versioned<OpenQuestion>;
    "atlas", "crosscram atlas --json": Versioned<Charted<Option<Winner>>>;
    "bad-line", "a line of standard input that could not be read": Versioned<crate::json::BadLine<'static>>;
    "bench", "crosscram bench --json": Versioned<bench::Line>;
    "cluster-simulate", "crosscram cluster simulate --json";
    "cluster-status", "crosscram cluster status --json";
    "compare", "crosscram compare --json": Versioned<compare::Row>;
    "comparison", "crosscram value --json, for a comparison": Answer<Comparison>;
    "estimate", "crosscram estimate --json";
    "explain", "crosscram explain --json": Answer<Explanation>;
    "explain-cover", "crosscram explain --cover --json": Answer<Inspected>;
    "moves", "crosscram moves --json": Answer<moves::Listed>;
    "perft", "crosscram moves --perft --json": Answer<moves::Counted>;
    "placements", "crosscram moves --count --json": Answer<Placements>;
    "pn-check", "crosscram pn --check --json": Versioned<pn::Answer<pn::Checked>>;
    "pn-graph", "crosscram pn graph --expand-all --json": Versioned<crosscram_pn::exact::Analysed<'static>>;
    "pn-value", "crosscram pn --value --json": Versioned<pn::Answer<Valued>>;
    "pn", "crosscram pn --json": Versioned<pn::Answer<pn::Searched>>;
    "prove-issue", "crosscram prove --jobs --issue --json, while there is more to do";
    "prove-jobs", "crosscram prove --jobs --json, crosscram cluster coordinate --json";
    "prove", "crosscram prove --json";
    "reproduce-list", "crosscram reproduce --list --json";
    "reproduce", "crosscram reproduce --json";
    "review", "crosscram review --json": Answer<crate::review::Reviewed<'static>>;
    "show", "crosscram show --json": Answer<show::Shown>;
    "solve", "crosscram solve --json": solve::answers::Object;
    "tournament", "crosscram match --json, tournament --json": Versioned<crate::tournament::Line<'static>>;
    "value-interrupted", "crosscram value --json after Ctrl-C": Answer<Unfinished>;
    "value", "crosscram value --json": Answer<ValueReport>;
    "values-list", "crosscram values list, find and export --json": Answer<values::row::Row>;
    "values", "crosscram values build --json, values info --json": Versioned<values::Described>;
    "verify", "crosscram verify --json": Versioned<crate::verify::Timed>;
    "work-unit", "crosscram work --json";
};

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
