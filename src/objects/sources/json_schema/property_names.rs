//! Translates `propertyNames` to the property keywords of draft 4.

use idlgen_runtime::go;
use serde_json::{Map, Value as Json, json};

use super::{null::never, translation::Translation};

/// Maximum number of consecutive references and branches.
const MAX_DEPTH: usize = 16;

/// The maximum repetition count of a Go regular expression.
const MAX_COUNT: u64 = 1000;

/// Returns schemas for an object that, in combination, apply `names` to the names of its properties.
pub(super) fn schemas(at: &mut Translation<'_>, names: &Json) -> Vec<Json> {
    let mut found = Vec::new();
    add(at, names, 0, &mut found);
    found
}

fn add(at: &mut Translation<'_>, names: &Json, depth: usize, found: &mut Vec<Json>) {
    let object = match names {
        Json::Bool(true) => return,
        Json::Bool(false) => {
            found.push(without_properties());
            return;
        }
        Json::Object(object) if depth < MAX_DEPTH => object,
        _ => {
            at.record_untranslatable("must be a schema with only a few keywords");
            return;
        }
    };
    for (name, value) in go::sorted_members(object) {
        at.at(name, |at| keyword(at, name, value, depth, found));
    }
}

fn keyword(at: &mut Translation<'_>, name: &str, value: &Json, depth: usize, found: &mut Vec<Json>) {
    let text = || value.as_str().unwrap_or_default();
    match name {
        "title" | "description" | "$comment" | "examples" | "default" => {}
        "type" => {
            let is_string = |one: &Json| one == "string";
            if !is_string(value) && !value.as_array().is_some_and(|types| types.iter().any(is_string)) {
                found.push(without_properties());
            }
        }
        "pattern" => found.push(only_matching(text())),
        "minLength" | "maxLength" => match value.as_u64() {
            Some(count) if count <= MAX_COUNT && name == "maxLength" => {
                found.push(only_matching(&format!("^(?s:.{{0,{count}}})$")));
            }
            Some(count) if count <= MAX_COUNT => found.push(only_matching(&format!("^(?s:.{{{count},}})$"))),
            _ => at.record_untranslatable(&format!("must be a number from 0 to {MAX_COUNT} in `propertyNames`")),
        },
        "const" => found.push(only_named(&[value])),
        "enum" => found.push(only_named(&value.as_array().into_iter().flatten().collect::<Vec<_>>())),
        "allOf" => {
            for (index, branch) in value.as_array().into_iter().flatten().enumerate() {
                at.at(&index.to_string(), |at| add(at, branch, depth + 1, found));
            }
        }
        "not" => match value.as_object().map(|object| (object, object.len())) {
            Some((object, 1)) if object.contains_key("pattern") => {
                let pattern = object.get("pattern").and_then(Json::as_str).unwrap_or_default();
                found.push(json!({"patternProperties": {pattern: never()}}));
            }
            Some((object, 1)) if object.contains_key("enum") => {
                let names = object.get("enum").and_then(Json::as_array).into_iter().flatten();
                let entries: Map<String, Json> =
                    names.filter_map(Json::as_str).map(|name| (name.to_owned(), never())).collect();
                found.push(json!({"properties": entries}));
            }
            _ => unsupported(at, name),
        },
        "$ref" => match at.document.resolve(text()) {
            Ok(place) => {
                let document = at.document;
                if let Some(target) = document.json.pointer(&place) {
                    add(at, target, depth + 1, found);
                }
            }
            Err(reason) => at.record_untranslatable(&reason),
        },
        _ => unsupported(at, name),
    }
}

fn unsupported(at: &mut Translation<'_>, name: &str) {
    at.record_untranslatable(&format!(
        "`{name}` is not supported in `propertyNames`; write `pattern`, `enum`, `minLength` or `maxLength`"
    ));
}

fn without_properties() -> Json {
    json!({"maxProperties": 0})
}

/// Returns a schema for objects that only allows property names that match a pattern.
fn only_matching(pattern: &str) -> Json {
    json!({"patternProperties": {pattern: {}}, "additionalProperties": false})
}

/// Returns a schema for objects that only allows properties with these names.
fn only_named(names: &[&Json]) -> Json {
    let entries: Map<String, Json> =
        names.iter().filter_map(|name| name.as_str()).map(|name| (name.to_owned(), json!({}))).collect();
    json!({"properties": entries, "additionalProperties": false})
}
