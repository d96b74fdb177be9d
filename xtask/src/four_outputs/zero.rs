//! Structs with only zero values.

use serde_json::Value as Json;

/// Returns `true` for an error inside an empty struct below the root of the object, for an error about the number of
/// fields if such a struct is one of them, or for an error of rules, which are not executed on objects with errors.
pub(super) fn is_of_zero_struct(error: &str, object: &Json) -> bool {
    if error.contains("some validation rules were not checked") {
        return true;
    }
    let path = error.split(": ").next().unwrap_or_default().replace('[', ".").replace(']', "");
    let mut at = object;
    for step in path.split('.') {
        let below = step.parse().ok().and_then(|index: usize| at.get(index)).or_else(|| at.get(step));
        let Some(below) = below else { return false };
        if below.is_object() && is_zero(below) {
            return true;
        }
        at = below;
    }
    let holds_zero_struct =
        || at.as_object().is_some_and(|members| members.values().any(|value| value.is_object() && is_zero(value)));
    error.contains(": must have at most ") && holds_zero_struct()
}

/// Returns `true` if Go writes this value for an unset variable, at any depth.
pub(super) fn is_zero(json: &Json) -> bool {
    match json {
        Json::Null | Json::Bool(false) => true,
        Json::Bool(true) => false,
        Json::Number(number) => number.as_f64() == Some(0.0),
        // Durations and quantities are strings even if they are unset.
        Json::String(text) => matches!(text.as_str(), "" | "0s" | "0"),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.values().all(is_zero),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::is_of_zero_struct;

    #[test]
    fn the_struct_may_be_anywhere_above() {
        let object = json!({"spec": {"a": {"b": {"c": ""}, "d": null}, "l": [{"x": {"y": 0}}, {"x": {"y": 1}}]}});
        for (error, expected) in [
            ("spec.a.b.c: Unsupported value: \"\": supported values: \"x\"", true),
            ("spec.a.d: Required value", true),
            ("spec.l[0].x.z: Required value", true),
            ("spec.l[1].x.z: Required value", false),
            ("spec.z: Required value", false),
            ("spec.a: Too many: 2: must have at most 1 item", true),
            ("spec.l: Too many: 2: must have at most 1 item", false),
        ] {
            assert_eq!(is_of_zero_struct(error, &object), expected, "{error}");
        }
    }
}
