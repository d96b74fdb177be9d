//! Values that do not have the declared type, but that API servers accept. `idlgen diff` does not consider them.

use serde_json::Value as Json;

/// Returns `true` if a value and everything in it has the type that its schema declares. An API server also accepts
/// an integer that is written as `1.0`, which no rule accepts, and a list in place of a string with a format.
pub(super) fn has_declared_types(value: &Json, schema: &Json) -> bool {
    let is_integer = |value: &Json| value.is_i64() || value.is_u64();
    let of = |name: &str| schema.get(name).unwrap_or(&Json::Null);
    if of("x-kubernetes-int-or-string") == true {
        return value.is_null() || value.is_string() || is_integer(value);
    }
    match (value, of("type").as_str()) {
        (Json::Null, _) => true,
        (Json::Object(fields), None | Some("object")) => fields.iter().all(|(name, value)| {
            let schema = of("properties").get(name).unwrap_or(of("additionalProperties"));
            has_declared_types(value, schema)
        }),
        (Json::Array(items), None | Some("array")) => items.iter().all(|item| has_declared_types(item, of("items"))),
        (_, None) => true,
        (_, Some("integer")) => is_integer(value),
        (_, Some("number")) => value.is_number(),
        (_, Some("string")) => value.is_string(),
        (_, Some("boolean")) => value.is_boolean(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::has_declared_types;

    #[test]
    fn servers_accept_values_of_other_types() {
        let of = |of: &str| json!({"type": of});
        let schema = json!({"type": "object", "properties": {
            "integer": of("integer"), "string": of("string"), "list": {"type": "array", "items": of("integer")},
            "either": {"x-kubernetes-int-or-string": true}, "any": {"x-kubernetes-preserve-unknown-fields": true}
        }});
        for good in
            [json!({"integer": 1, "string": "a", "list": [1], "either": "a", "any": [1.0]}), json!({"other": 1})]
        {
            assert!(has_declared_types(&good, &schema), "{good}");
        }
        for bad in [json!({"integer": 1.0}), json!({"string": []}), json!({"list": [1.0]}), json!({"either": 1.0})] {
            assert!(!has_declared_types(&bad, &schema), "{bad}");
        }
    }
}
