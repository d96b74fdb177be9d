//! Compares two versions of an output without regard to descriptions.

use std::path::Path;

use idlgen_yaml::{Limits, Node, load};
use serde_json::Value as Json;

/// Returns `true` if two versions of a file with that name differ only in descriptions: in schemas in YAML or JSON, and
/// in documentation comments in Rust.
pub fn differ_in_descriptions_alone(name: &str, left: &str, right: &str) -> bool {
    if is_rust(name) {
        return code(left).eq(code(right));
    }
    match (documents(left), documents(right)) {
        (Some(left), Some(right)) => {
            left.into_iter().map(without_descriptions).eq(right.into_iter().map(without_descriptions))
        }
        _ => false,
    }
}

/// Returns `true` if the first of two versions of a file with that name has fewer descriptions.
pub fn has_fewer_descriptions(name: &str, text: &str, than: &str) -> bool {
    let number = |text: &str| {
        if is_rust(name) {
            return text.lines().count() - code(text).count();
        }
        documents(text).map_or(0, |documents| documents.iter().map(descriptions).sum())
    };
    text != than && number(text) < number(than)
}

fn is_rust(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "rs")
}

/// Counts the descriptions in a document.
fn descriptions(json: &Json) -> usize {
    match json {
        Json::Object(members) => {
            let own = usize::from(members.get("description").is_some_and(Json::is_string));
            own + members.values().map(descriptions).sum::<usize>()
        }
        Json::Array(elements) => elements.iter().map(descriptions).sum(),
        _ => 0,
    }
}

fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// Returns the documents of a file. `None` if it is neither YAML nor JSON.
fn documents(text: &str) -> Option<Vec<Json>> {
    let documents = load(text, &Limits::of_this_thread());
    let is_read = documents.iter().all(|document| document.problems.is_empty());
    is_read.then(|| documents.iter().filter_map(|document| document.root.as_ref()).map(Node::to_json).collect())
}

fn without_descriptions(json: Json) -> Json {
    match json {
        Json::Object(members) => {
            let is_kept = |(name, value): &(String, Json)| name != "description" || !value.is_string();
            let members = members.into_iter().filter(is_kept);
            let mut members: serde_json::Map<String, Json> =
                members.map(|(name, value)| (name, without_descriptions(value))).collect();
            // A reference with a description is in a separate branch.
            if let Some(Json::Array(branches)) = members.get_mut("allOf")
                && let [Json::Object(branch)] = branches.as_mut_slice()
                && branch.len() == 1
                && branch.contains_key("$ref")
            {
                let branch = std::mem::take(branch);
                members.remove("allOf");
                members.extend(branch);
            }
            Json::Object(members)
        }
        Json::Array(elements) => elements.into_iter().map(without_descriptions).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_descriptions_may_differ() {
        let with = "---\na:\n  type: object\n  description: |-\n    Long\n    text.\nb: 1\n";
        for (name, left, right, expected) in [
            ("a.yaml", with, "a:\n  type: object\nb: 1\n", true),
            ("a.yaml", with, "a:\n  type: string\nb: 1\n", false),
            ("a.yaml", "a: [", "a: 1\n", false),
            // This is a property named `description`.
            ("a.yaml", "properties:\n  description: {type: string}\n", "properties: {}\n", false),
            (
                "a.json",
                r##"{"a": {"allOf": [{"$ref": "#/x"}], "description": "A"}}"##,
                r##"{"a": {"$ref": "#/x"}}"##,
                true,
            ),
            ("a.rs", "/// A.\npub struct A;\n", "pub struct A;\n", true),
            ("a.rs", "/// A.\npub struct A;\n", "pub struct B;\n", false),
        ] {
            assert_eq!(differ_in_descriptions_alone(name, left, right), expected, "{left} {right}");
        }
    }

    #[test]
    fn descriptions_are_counted() {
        for (name, text, than, expected) in [
            ("a.yaml", "a: {type: object}\n", "a: {type: object, description: A}\n", true),
            ("a.yaml", "a: {description: A}\n", "a: {description: B}\n", false),
            ("a.yaml", "properties: {}\n", "properties: {description: {type: string}}\n", false),
            ("a.yaml", "a: 1\n", "a: [", false),
            ("a.json", "[{}]", r#"[{"description": "A"}]"#, true),
            ("a.rs", "pub struct A;\n", "/// A.\npub struct A;\n", true),
            ("a.rs", "/// A.\npub struct A;\n", "pub struct A;\n", false),
        ] {
            assert_eq!(has_fewer_descriptions(name, text, than), expected, "{text} {than}");
        }
    }
}
