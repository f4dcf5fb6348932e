//! The documentation of the interface: what requests and answers are is taken from their types.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p crosscram-server --test openapi` writes it anew.

use crosscram_server::OPENAPI;
use crosscram_workbench::schemas::{REQUESTS, components};
use serde_json::{Value, json};

/// Schemas of what the server says of itself.
const BY_HAND: [&str; 4] = ["Error", "Info", "RunAnswer", "RunNode"];

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

#[test]
fn it_is_that_of_the_types() {
    let mut document: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut schemas = components();
    for name in BY_HAND {
        schemas.insert(
            name.to_string(),
            document["components"]["schemas"][name].take(),
        );
    }
    for (ask, request, answers) in REQUESTS {
        let path = &mut document["paths"][format!("/api/v2/{ask}")];
        let answer = match answers {
            [one] => reference(one),
            several => {
                json!({"oneOf": several.iter().map(|name| reference(name)).collect::<Vec<_>>()})
            }
        };
        for method in ["get", "post"] {
            path[method]["responses"]["200"]["content"]["application/json"]["schema"] =
                answer.clone();
        }
        path["post"]["requestBody"]["content"]["application/json"]["schema"] = reference(request);
        let schema = &schemas[request];
        let fields = schema["properties"].as_object().unwrap();
        let parameters = fields.iter().map(|(name, field)| {
            let required = schema["required"].as_array().unwrap();
            let required = required.iter().any(|wanted| wanted == name);
            json!({"name": name, "in": "query", "required": required, "schema": field})
        });
        path["get"]["parameters"] = parameters.collect();
    }
    document["components"]["schemas"] = schemas.into();
    let text = format!("{document:#}\n");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        std::fs::write(file, &text).unwrap();
    } else {
        assert!(
            text == OPENAPI,
            "run with UPDATE_SNAPSHOTS=1 if it should change"
        );
    }
}
