//! Infers a schema from a value, for expressions about a value without a schema.

use serde_json::{Map, Value as Json, json};

/// Maximum nesting depth of a value.
const MAX_DEPTH: usize = 64;

/// Returns a CRD schema for which the value is valid, with a type for each of its parts. Returns `None` if a part has
/// no unique type: null, an empty list, or a list of different types.
pub(super) fn schema(value: &Json) -> Option<Json> {
    of_value(value, 0)
}

fn of_value(value: &Json, depth: usize) -> Option<Json> {
    if depth > MAX_DEPTH {
        return None;
    }
    Some(match value {
        Json::Null => return None,
        Json::Bool(_) => json!({"type": "boolean"}),
        Json::Number(number) if number.is_i64() => json!({"type": "integer"}),
        Json::Number(_) => json!({"type": "number"}),
        Json::String(_) => json!({"type": "string"}),
        Json::Array(items) => {
            let mut schemas = items.iter().map(|item| of_value(item, depth + 1));
            let first = schemas.next()??;
            let merged = schemas.try_fold(first, |merged, schema| merge(merged, &schema?))?;
            json!({"type": "array", "items": merged})
        }
        Json::Object(entries) => {
            let typed = |(name, value): (&String, &Json)| Some((name.clone(), of_value(value, depth + 1)?));
            let properties: Option<Map<String, Json>> = entries.iter().map(typed).collect();
            json!({"type": "object", "properties": properties?})
        }
    })
}

/// Merges the schemas of two values.
fn merge(mut left: Json, right: &Json) -> Option<Json> {
    if left == *right {
        return Some(left);
    }
    if left.get("type") != right.get("type") {
        return None;
    }
    if let (Some(left), Some(right)) = (left.get_mut("items"), right.get("items")) {
        *left = merge(left.take(), right)?;
    }
    if let Some(Json::Object(properties)) = left.get_mut("properties") {
        for (name, schema) in right.get("properties").and_then(Json::as_object)? {
            let merged = match properties.remove(name) {
                Some(known) => merge(known, schema)?,
                None => schema.clone(),
            };
            properties.insert(name.clone(), merged);
        }
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::schema;

    #[test]
    fn each_part_has_the_type_of_its_value() {
        assert_eq!(
            schema(&json!({"a": 1, "b": [{"c": "x"}, {"d": true}], "e": 0.5})),
            Some(json!({"type": "object", "properties": {
                "a": {"type": "integer"},
                "b": {"type": "array", "items": {
                    "type": "object", "properties": {"c": {"type": "string"}, "d": {"type": "boolean"}}
                }},
                "e": {"type": "number"},
            }}))
        );
        for untyped in [json!(null), json!({"a": []}), json!([1, "a"]), json!([{"a": 1}, {"a": "b"}])] {
            assert_eq!(schema(&untyped), None, "{untyped}");
        }
    }
}
