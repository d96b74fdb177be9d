//! Converts branches of combinations. Servers validate them after dropping nulls and applying defaults, but JSON Schema
//! validates the object as written.

use idlgen_validate::{Schema, Validator, schema::json::OrderedJson};

use super::null;

/// Returns `true` if the branch can match an object of the enclosing schema `around` without the property, or with
/// null.
fn holds_without(branch: &Schema, around: &Schema, name: &str) -> bool {
    let filled_in = null::child(around, name).filter(|child| null::is_filled_in(child));
    match filled_in.and_then(|child| child.default.as_ref()) {
        Some(default) => branch.properties.get(name).is_none_or(|said| accepts(said, &default.value)),
        None => !branch.required.iter().any(|required| required == name),
    }
}

fn accepts(schema: &Schema, value: &serde_json::Value) -> bool {
    Validator::new(schema).is_ok_and(|validator| validator.validate(value, None).errors.is_empty())
}

/// Returns the properties that an object must contain for the branch to match, because their defaults do not satisfy
/// it.
pub(super) fn needed<'s>(branch: &'s Schema, around: &Schema) -> Vec<&'s str> {
    let named = branch.required.iter().chain(branch.properties.keys()).map(String::as_str);
    named.filter(|name| !holds_without(branch, around, name)).collect()
}

/// Adapts the schema of a property in a branch so that it handles null like a server.
pub(super) fn of_null(
    said: Vec<(String, OrderedJson)>,
    name: &str,
    branch: &Schema,
    around: &Schema,
) -> Vec<(String, OrderedJson)> {
    // The null of a nullable property is validated as written.
    if !null::child(around, name).is_some_and(null::is_dropped) {
        return said;
    }
    let null = || OrderedJson::Object(vec![("type".to_owned(), OrderedJson::string("null"))]);
    let is_about_null =
        |(name, _): &(String, OrderedJson)| ["type", "enum", "not", "allOf", "anyOf", "oneOf"].contains(&name.as_str());
    if !holds_without(branch, around, name) {
        let not_null = ("not".to_owned(), null());
        if said.iter().any(|(name, _)| name == "not") {
            let both = vec![OrderedJson::Object(said), OrderedJson::Object(vec![not_null])];
            return vec![("allOf".to_owned(), OrderedJson::Array(both))];
        }
        return said.into_iter().chain([not_null]).collect();
    }
    if said.iter().any(is_about_null) {
        return vec![("anyOf".to_owned(), OrderedJson::Array(vec![null(), OrderedJson::Object(said)]))];
    }
    said
}
