//! Random edits of schemas.

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use crate::crd_cases::{NAMES, SchemaLocation, schema};

/// Keywords that [`take_keyword`] does not copy.
const STRUCTURE: [&str; 4] = ["type", "properties", "items", "additionalProperties"];

/// The maximum number of random schemas that are generated to find one of the same type.
const TRIES: usize = 20;

/// Edits a random subschema of a schema, and returns the edited schema.
pub(super) fn edited(random: &mut Random, mut root: Json) -> Json {
    let mut pointers = Vec::new();
    collect(&root, String::new(), &mut pointers);
    let pointer = random.one_of(&pointers);
    let Some(node) = root.pointer_mut(&pointer) else { return root };
    match random.below(10) {
        0 if !pointer.is_empty() => *node = schema(random, 1, SchemaLocation::Property),
        0..=2 => properties(random, node),
        3 => remove_keyword(random, node),
        _ => take_keyword(random, node, pointer.is_empty()),
    }
    root
}

/// Collects the JSON pointers of all nested schemas.
fn collect(node: &Json, pointer: String, pointers: &mut Vec<String>) {
    for (name, property) in node["properties"].as_object().into_iter().flatten() {
        if name != "metadata" {
            let name = name.replace('~', "~0").replace('/', "~1");
            collect(property, format!("{pointer}/properties/{name}"), pointers);
        }
    }
    for keyword in ["items", "additionalProperties"] {
        if node[keyword].is_object() {
            collect(&node[keyword], format!("{pointer}/{keyword}"), pointers);
        }
    }
    pointers.push(pointer);
}

/// Adds or removes a property, or requires one.
fn properties(random: &mut Random, node: &mut Json) {
    if node["type"] != "object" || node.get("additionalProperties").is_some() {
        return take_keyword(random, node, false);
    }
    let name = random.one_of(NAMES);
    if ["metadata", "kind"].contains(&name) {
        return;
    }
    let added = schema(random, 1, SchemaLocation::Property);
    if !node["properties"].is_object() {
        node["properties"] = json!({});
    }
    let Some(properties) = node["properties"].as_object_mut() else { return };
    if properties.remove(name).is_none() {
        properties.insert(name.to_owned(), added);
    }
    if random.percent(20) {
        node["required"] = json!([name]);
    }
}

fn remove_keyword(random: &mut Random, node: &mut Json) {
    let Some(keywords) = node.as_object_mut() else { return };
    let names: Vec<String> = keywords.keys().filter(|name| !STRUCTURE.contains(&name.as_str())).cloned().collect();
    if !names.is_empty() {
        keywords.remove(&random.one_of(&names));
    }
}

/// Copies a keyword from another random schema of the same type.
fn take_keyword(random: &mut Random, node: &mut Json, is_root: bool) {
    let place = if is_root { SchemaLocation::Root } else { SchemaLocation::Property };
    for _ in 0..TRIES {
        let other = schema(random, 1, place);
        if other["type"] != node["type"] {
            continue;
        }
        let keywords = other.as_object().into_iter().flatten();
        let keywords: Vec<(String, Json)> = keywords
            .filter(|(name, _)| !STRUCTURE.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        if keywords.is_empty() {
            continue;
        }
        let (name, value) = random.one_of(&keywords);
        if let Some(bound) = name.strip_prefix("exclusive") {
            let bound = bound.to_lowercase();
            if node.get(&bound).is_none() {
                node[&bound] = other[&bound].clone();
            }
        }
        node[&name] = value;
        return;
    }
}
