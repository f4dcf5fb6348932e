//! As much of JSON Schema as the OpenAPI file uses. A keyword that is not known here is a failure.

use serde_json::Value;

/// Panics unless `value` is what `schema` says.
#[track_caller]
pub(crate) fn check(document: &Value, schema: &Value, value: &Value) {
    if let Err(problem) = matches(document, schema, value, "") {
        panic!("{problem}\n{value}");
    }
}

fn matches(document: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{place}: {what} of {schema}"));
    for (keyword, wanted) in schema.as_object().expect("schemas are objects") {
        match keyword.as_str() {
            "$ref" => {
                let pointer = wanted.as_str().and_then(|text| text.strip_prefix('#'));
                let target = document.pointer(pointer.unwrap_or_default());
                let target = target.ok_or_else(|| format!("{place}: no {wanted}"))?;
                matches(document, target, value, place)?;
            }
            "type" => {
                let is = match wanted.as_str().unwrap_or_default() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                };
                if !is {
                    return wrong("type");
                }
            }
            "enum" => {
                if !wanted.as_array().is_some_and(|list| list.contains(value)) {
                    return wrong("enum");
                }
            }
            "const" => {
                if wanted != value {
                    return wrong("const");
                }
            }
            "anyOf" | "oneOf" => {
                let list = wanted.as_array().expect("a list");
                let fit = list
                    .iter()
                    .filter(|one| matches(document, one, value, place).is_ok());
                let count = fit.count();
                if count == 0 || keyword == "oneOf" && count > 1 {
                    return wrong(keyword);
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    matches(document, wanted, item, &format!("{place}[{index}]"))?;
                }
            }
            "properties" => {
                let known = wanted.as_object().expect("an object");
                for (name, field) in value.as_object().into_iter().flatten() {
                    match known.get(name) {
                        Some(schema) => {
                            matches(document, schema, field, &format!("{place}.{name}"))?;
                        }
                        None => return Err(format!("{place}: {name} is not documented")),
                    }
                }
            }
            "required" => {
                for name in wanted.as_array().into_iter().flatten() {
                    if value.get(name.as_str().unwrap_or_default()).is_none() {
                        return Err(format!("{place}: {name} is missing"));
                    }
                }
            }
            "minItems" | "maxItems" => {
                let length = value.as_array().map_or(0, Vec::len) as u64;
                let bound = wanted.as_u64().unwrap_or_default();
                if keyword == "minItems" && length < bound
                    || keyword == "maxItems" && length > bound
                {
                    return wrong(keyword);
                }
            }
            // Unknown fields are an error with `properties` above; the rest says nothing of values
            // that a server made itself.
            "additionalProperties"
            | "description"
            | "default"
            | "examples"
            | "pattern"
            | "minimum"
            | "maximum"
            | "exclusiveMinimum" => {}
            other => panic!("keyword {other}"),
        }
    }
    Ok(())
}
