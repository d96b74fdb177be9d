//! Formats lowered schemas as text, for `idlgen dump schema`. Includes the published parts and the internal ones: zero
//! values that are equivalent to absence, implicit defaults, the tag of each keyword, the expansion of shorter tags.

use std::{collections::BTreeSet, fmt::Write};

use idlgen_schema::{
    Schema,
    schema::{
        AdditionalProperties, Origin,
        json::{Indent, OrderedJson, PrintOptions, StripZero},
    },
};

use super::Lowered;

/// Formats lowered schemas: definitions sorted by name, properties in the order of their fields.
pub fn dump(lowered: &Lowered) -> String {
    let mut text = String::new();
    for (name, schema) in &lowered.definitions.schemas {
        if !text.is_empty() {
            text.push('\n');
        }
        node(&mut text, name, schema, false, 0);
    }
    text
}

fn node(text: &mut String, name: &str, schema: &Schema, is_required: bool, depth: usize) {
    line(text, depth, &heading(name, schema, is_required));
    let depth = depth + 1;
    keywords(text, schema, depth);
    for rule in &schema.extensions.validations {
        // A rule is shown in full, followed by the shorter tag from which it was generated.
        let tags: Vec<&str> = rule.origin.tags.iter().map(|(_, tag)| first_line(tag)).collect();
        let tags: Vec<&str> = tags.into_iter().filter(|tag| !tag.starts_with("+validationRule")).collect();
        line(text, depth, &format!("rule {}{}", rule.rule, behind(&tags)));
        let details = [
            ("message", rule.message.as_deref()),
            ("messageExpression", rule.message_expression.as_deref()),
            ("reason", rule.reason.as_ref().map(idlgen_schema::schema::Reason::name)),
            ("fieldPath", rule.field_path.as_deref()),
        ];
        for (name, value) in details {
            if let Some(value) = value {
                line(text, depth + 1, &format!("{name} {value}"));
            }
        }
        if let Some(value) = rule.optional_old_self {
            line(text, depth + 1, &format!("optionalOldSelf {value}"));
        }
    }
    let required: BTreeSet<&str> = schema.required.iter().map(String::as_str).collect();
    for (name, property) in &schema.properties {
        node(text, &format!(".{name}"), property, required.contains(name.as_str()), depth);
    }
    if let Some(items) = &schema.items {
        element(text, "[]", items, depth);
    }
    if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
        element(text, "{}", values, depth);
    }
    for (name, branches) in [("allOf", &schema.all_of), ("oneOf", &schema.one_of), ("anyOf", &schema.any_of)] {
        for branch in branches {
            node(text, name, branch, false, depth);
        }
    }
    if let Some(not) = &schema.not {
        node(text, "not", not, false, depth);
    }
    if let Some(v2) = &schema.v2 {
        node(text, "in OpenAPI v2", v2, false, depth);
    }
}

/// Formats the schema of elements. Its origin is that of the parent and is not repeated.
fn element(text: &mut String, name: &str, schema: &Schema, depth: usize) {
    let mut schema = schema.clone();
    schema.origin.declaration = None;
    node(text, name, &schema, false, depth);
}

/// Formats the name, the type, and everything that the JSON of a schema does not contain.
fn heading(name: &str, schema: &Schema, is_required: bool) -> String {
    let mut heading = name.to_owned();
    if let Some(schema_type) = schema.schema_type {
        let _ = write!(heading, " {}", schema_type.name());
    }
    if let Some(reference) = &schema.reference {
        let _ = write!(heading, " -> {reference}");
    }
    if is_required {
        heading.push_str(" required");
    }
    let decided = tags(&schema.origin, "required");
    if let (Some(tag), false) = (decided.first(), is_required) {
        let _ = write!(heading, " optional by {tag}");
    }
    if schema.strip_zero {
        heading.push_str(" strip-zero");
    }
    if let Some(declaration) = &schema.origin.declaration {
        let _ = write!(heading, "  ({declaration})");
    }
    heading
}

/// Formats a line for every other keyword.
fn keywords(text: &mut String, schema: &Schema, depth: usize) {
    const SHOWN_OTHERWISE: [&str; 12] = [
        "$ref",
        "type",
        "description",
        "required",
        "items",
        "properties",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "additionalProperties",
        "x-kubernetes-validations",
    ];
    let options = PrintOptions { strip_zero: StripZero::Off, ..PrintOptions::default() };
    let OrderedJson::Object(mut entries) = schema.to_ordered_json(&options) else { return };
    entries.retain(|(keyword, _)| !SHOWN_OTHERWISE.contains(&keyword.as_str()));
    if schema.additional_properties == Some(AdditionalProperties::Allowed(true)) {
        entries.push(("additionalProperties".to_owned(), OrderedJson::Bool(true)));
    }
    if schema.additional_properties == Some(AdditionalProperties::Allowed(false)) {
        entries.push(("additionalProperties".to_owned(), OrderedJson::Bool(false)));
    }
    for (keyword, value) in entries {
        let value = value.to_text(Indent::Compact);
        let implicit = keyword == "default" && schema.default.as_ref().is_some_and(|default| default.implicit);
        let note = if implicit { " (implicit)" } else { "" };
        line(text, depth, &format!("{keyword} {value}{note}{}", behind(&tags(&schema.origin, &keyword))));
    }
}

fn tags<'a>(origin: &'a Origin, keyword: &str) -> Vec<&'a str> {
    origin.tags.iter().filter(|(name, _)| *name == keyword).map(|(_, tag)| first_line(tag)).collect()
}

fn first_line(tag: &str) -> &str {
    tag.lines().next().unwrap_or("")
}

/// Formats the tags that follow a keyword.
fn behind(tags: &[&str]) -> String {
    if tags.is_empty() { String::new() } else { format!("  <- {}", tags.join(", ")) }
}

fn line(text: &mut String, depth: usize, content: &str) {
    text.extend(std::iter::repeat_n("  ", depth));
    text.push_str(content);
    text.push('\n');
}
