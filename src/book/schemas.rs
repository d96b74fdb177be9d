//! The schemas of JSON documents: the files in docs/schemas, and the tables of docs/formats.md.

use serde::Serialize;
use serde_json::Value as Json;

use super::page::Page;

/// A schema in templates/schemas, and the command that writes the document.
pub(super) struct Schema {
    /// Its file name without `.schema.json`.
    name: &'static str,
    command: &'static str,
    text: &'static str,
}

macro_rules! schema {
    ($name:literal, $command:literal) => {
        Schema {
            name: $name,
            command: $command,
            text: include_str!(concat!("../../templates/schemas/", $name, ".schema.json")),
        }
    };
}

const SCHEMAS: &[Schema] = &[
    schema!("findings", "COMMAND --message-format json"),
    schema!("diff", "diff --report json"),
    schema!("history", "diff --history RANGE --report json"),
    schema!("test-results", "test --report json"),
    schema!("rust-rules", "rust --report json"),
    schema!("cel", "cel check|cost|eval --message-format json"),
];

/// Returns the files in docs/schemas.
pub(super) fn files() -> impl Iterator<Item = Page> {
    SCHEMAS
        .iter()
        .map(|schema| Page { path: format!("schemas/{}.schema.json", schema.name), text: schema.text.to_owned() })
}

/// A document, as docs/formats.md describes it.
#[derive(Serialize)]
pub(super) struct Document {
    title: String,
    file: &'static str,
    command: &'static str,
    description: String,
    tables: Vec<Table>,
}

/// The properties of an object.
#[derive(Serialize)]
struct Table {
    /// `Location`. Empty for the document.
    name: String,
    description: String,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    /// Markdown.
    value: String,
    is_required: bool,
    description: String,
}

/// Returns all documents. A definition that an earlier document describes is not repeated.
pub(super) fn documents() -> Vec<Document> {
    let mut described = Vec::new();
    SCHEMAS.iter().map(|schema| document(schema, &mut described)).collect()
}

fn document(schema: &Schema, described: &mut Vec<(String, Json)>) -> Document {
    let json: Json = serde_json::from_str(schema.text).unwrap_or_default();
    let mut tables = Vec::new();
    if json.get("properties").is_some() {
        tables.push(table(String::new(), &json));
    }
    let mut definitions: Vec<(&String, &Json)> =
        json.get("$defs").and_then(Json::as_object).into_iter().flatten().collect();
    // The items of a list come first.
    let items = json.get("items").map(value).unwrap_or_default();
    definitions.sort_by_key(|(name, _)| **name != items);
    for (name, definition) in definitions {
        let entry = (name.clone(), definition.clone());
        if !described.contains(&entry) {
            tables.push(table(name.clone(), definition));
            described.push(entry);
        }
    }
    Document {
        title: string(&json, "title"),
        file: schema.name,
        command: schema.command,
        description: string(&json, "description"),
        tables,
    }
}

fn table(name: String, schema: &Json) -> Table {
    let required: Vec<&str> =
        schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect();
    let properties = schema.get("properties").and_then(Json::as_object).into_iter().flatten();
    let rows = properties
        .map(|(name, property)| Row {
            name: name.clone(),
            value: value(property),
            is_required: required.contains(&name.as_str()),
            description: string(property, "description"),
        })
        .collect();
    Table { name, description: string(schema, "description"), rows }
}

/// Describes the values of a property: `string`, `list of Location`, `"safe"`, `"unsafe"`.
fn value(property: &Json) -> String {
    if let Some(values) = property.get("enum").and_then(Json::as_array) {
        return values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
    }
    if let Some(only) = property.get("const") {
        return format!("`{only}`");
    }
    if let Some(reference) = property.get("$ref").and_then(Json::as_str) {
        return reference.trim_start_matches("#/$defs/").to_owned();
    }
    match property.get("type") {
        Some(Json::String(list)) if list == "array" => {
            format!("list of {}", property.get("items").map(value).unwrap_or_default())
        }
        Some(Json::String(name)) => name.clone(),
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" or "),
        _ => "any JSON value".to_owned(),
    }
}

fn string(json: &Json, key: &str) -> String {
    json.get(key).and_then(Json::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_has_a_description() {
        for Document { title, tables, description, .. } in documents() {
            assert!(!title.is_empty() && !description.is_empty(), "{title}");
            for row in tables.iter().flat_map(|table| &table.rows) {
                assert!(row.description.ends_with('.') && !row.value.is_empty(), "{title}: {}", row.name);
            }
        }
    }

    #[test]
    fn values() {
        let described = |text: &str| value(&serde_json::from_str(text).unwrap());
        assert_eq!(described(r##"{"type": "array", "items": {"$ref": "#/$defs/A"}}"##), "list of A");
        assert_eq!(described(r#"{"enum": ["a", "b"]}"#), "`\"a\"`, `\"b\"`");
        assert_eq!(described(r#"{"type": ["string", "null"]}"#), "string or null");
        assert_eq!(described("{}"), "any JSON value");
    }
}
