//! JSON Schemas of what can be asked and what is answered, of which the server's `openapi.json` is made.

use crate::request::{About, AtlasFields, GameFields, PlayFields};
use crate::{Answer, Versioned, analyse, atlas, explain, play, review, solve, value, verify};
use crosscram_search::analysis::JudgedMove;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Each request that is a JSON object: its name, the schema of its fields and that of its answer.
pub const REQUESTS: [(&str, &str, &[&str]); 7] = [
    ("solve", "SolveRequest", &["SolveAnswer"]),
    ("analyse", "AnalyseRequest", &["AnalyseAnswer"]),
    ("review", "ReviewRequest", &["ReviewAnswer"]),
    ("value", "ValueRequest", &["ValueAnswer"]),
    ("explain", "ExplainRequest", &["ExplainAnswer"]),
    ("play", "PlayRequest", &["PlayAnswer"]),
    ("atlas", "AtlasRequest", &["Chart", "AtlasBoard"]),
];

/// All schemas by their names; references are to `#/components/schemas`.
pub fn components() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut all = Map::new();
    let mut add = |name: &str, schema: Schema| drop(all.insert(name.to_string(), schema.into()));
    let mut asked = settings.clone().for_deserialize().into_generator();
    let made = &mut asked;
    add("SolveRequest", object::<()>(made, true));
    add("AnalyseRequest", object::<()>(made, true));
    add("ReviewRequest", object::<GameFields>(made, true));
    add("ValueRequest", object::<()>(made, true));
    add("ExplainRequest", object::<()>(made, true));
    add("PlayRequest", object::<PlayFields>(made, true));
    add("AtlasRequest", object::<AtlasFields>(made, false));
    let mut answered = settings.for_serialize().into_generator();
    let made = &mut answered;
    add("SolveAnswer", solve::Answered::json_schema(made));
    add(
        "AnalyseAnswer",
        Answer::<analyse::Judged>::json_schema(made),
    );
    add(
        "ReviewAnswer",
        Answer::<review::Reviewed>::json_schema(made),
    );
    add("ValueAnswer", Answer::<value::Report>::json_schema(made));
    add(
        "ExplainAnswer",
        Answer::<explain::Explained>::json_schema(made),
    );
    add("PlayAnswer", Versioned::<play::Chosen>::json_schema(made));
    add("Chart", Versioned::<atlas::Chart>::json_schema(made));
    add(
        "AtlasBoard",
        Versioned::<atlas::OneBoard>::json_schema(made),
    );
    add(
        "VerifyAnswer",
        Versioned::<verify::Verified>::json_schema(made),
    );
    // Events before the answer.
    add("SolveWinner", solve::Told::json_schema(made));
    add("AnalyseWinner", analyse::Whole::json_schema(made));
    add("Verdict", JudgedMove::json_schema(made));
    add("Ply", review::Ply::json_schema(made));
    for mut generator in [asked, answered] {
        all.extend(generator.take_definitions(true));
    }
    all
}

/// The fields of a request, with those that say what it is about.
fn object<T: JsonSchema>(made: &mut SchemaGenerator, about: bool) -> Schema {
    let mut whole =
        json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    let parts = [
        about.then(|| About::json_schema(made)),
        Some(T::json_schema(made)),
    ];
    for part in parts.into_iter().flatten() {
        if let Some(Value::Object(fields)) = part.get("properties") {
            let own = whole["properties"].as_object_mut();
            own.expect("an object").extend(fields.clone());
        }
        if let Some(Value::Array(names)) = part.get("required") {
            let own = whole["required"].as_array_mut();
            own.expect("a list").extend(names.clone());
        }
    }
    whole.try_into().expect("an object is a schema")
}
