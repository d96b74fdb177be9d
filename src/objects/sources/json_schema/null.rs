//! Determines whether null is valid under a schema. Like the API server, the engine checks only `type` and `enum` for
//! null.

use serde_json::{Value as Json, json};

use super::document::Document;

/// Maximum number of schemas to check for a single null.
const MAX_STEPS: usize = 10_000;

/// Maximum nesting depth of schemas.
const MAX_DEPTH: usize = 64;

/// The types of all values except null.
pub(super) const OTHER_TYPES: [&str; 5] = ["array", "boolean", "number", "object", "string"];

/// Returns a schema that no value matches.
pub(super) fn never() -> Json {
    json!({"not": {}, "type": OTHER_TYPES})
}

/// Returns `true` if null is valid under a schema, or if the schema is too large to determine this.
pub(super) fn accepts(document: &Document<'_>, schema: &Json) -> bool {
    Question { document, steps: 0 }.schema(schema, 0)
}

struct Question<'d> {
    document: &'d Document<'d>,
    steps: usize,
}

impl Question<'_> {
    fn schema(&mut self, schema: &Json, depth: usize) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS || depth > MAX_DEPTH {
            return true;
        }
        let object = match schema {
            Json::Bool(allowed) => return *allowed,
            Json::Object(object) => object,
            _ => return true,
        };
        let depth = depth + 1;
        let list = |name: &str| object.get(name).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let is_null = |one: &Json| one == "null";
        let by_type = match object.get("type") {
            Some(Json::Array(types)) => types.iter().any(is_null),
            Some(one) => is_null(one),
            None => true,
        };
        let by_value = (!object.contains_key("enum") || list("enum").contains(&Json::Null))
            && object.get("const").is_none_or(Json::is_null);
        let nullable = object.get("nullable") == Some(&Json::Bool(true));
        if !(nullable || by_type && by_value) {
            return false;
        }
        let of_reference = |this: &mut Self, name: &str| {
            let place = object.get(name).and_then(Json::as_str).and_then(|text| this.document.resolve(text).ok());
            let target = place.and_then(|place| this.document.json.pointer(&place));
            target.is_none_or(|target| this.schema(target, depth))
        };
        let any = list("anyOf");
        let one = list("oneOf");
        ["$ref", "$recursiveRef", "$dynamicRef"].into_iter().all(|name| of_reference(self, name))
            && list("allOf").iter().all(|branch| self.schema(branch, depth))
            && (any.is_empty() || any.iter().any(|branch| self.schema(branch, depth)))
            && (one.is_empty() || one.iter().filter(|branch| self.schema(branch, depth)).count() == 1)
            && object.get("not").is_none_or(|not| !self.schema(not, depth))
            && object.get("if").is_none_or(|condition| {
                let branch = if self.schema(condition, depth) { "then" } else { "else" };
                object.get(branch).is_none_or(|branch| self.schema(branch, depth))
            })
    }
}
