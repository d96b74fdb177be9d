//! Compares a field with its default if it is missing in the other value.

use serde_json::Value as Json;

use crate::{
    check::deep_equal,
    data::{Data, Encoded, Field, FieldRef, elements::equal_elements, object::fields},
    value::Value,
};

/// Returns `true` if the value of a field equals its default.
pub(super) fn holds_default(field: Field, value: &FieldRef<'_>) -> bool {
    default_of(field).is_some_and(|default| holds(value, &default))
}

fn default_of(field: Field) -> Option<Json> {
    serde_json::from_str(field.default?).ok()
}

fn holds(value: &FieldRef<'_>, json: &Json) -> bool {
    match value {
        FieldRef::Data(data) => is_equal(*data, json),
        _ => value.as_value().is_some_and(|value| deep_equal(&value, &json.as_value())),
    }
}

/// Returns `true` if a value equals the decoded JSON.
fn is_equal(data: &dyn Data, json: &Json) -> bool {
    match (data.encoded(), json) {
        (Encoded::Object(object), Json::Object(members)) => fields(object).iter().all(|(field, value)| {
            match members.get(field.name).filter(|member| !member.is_null()) {
                Some(member) if value.is_absent(*field) => {
                    is_zero(member) || default_of(*field).is_some_and(|default| default == *member)
                }
                Some(member) => holds(value, member),
                None => value.is_absent(*field) || value.is_zero() || holds_default(*field, value),
            }
        }),
        (encoded, json) => {
            equal_elements(&encoded, json, is_equal).unwrap_or_else(|| deep_equal(&data.as_value(), &json.as_value()))
        }
    }
}

fn is_zero(json: &Json) -> bool {
    match json {
        Json::Null => true,
        Json::Bool(value) => !value,
        Json::Number(value) => value.as_f64() == Some(0.0),
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.values().all(is_zero),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Compared;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Inner {
        name: String,
        sizes: Vec<i32>,
    }
    crate::object! { Inner { name: "name", sizes: "sizes" omitempty = "[1]" } }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Outer {
        mode: String,
        inner: Option<Inner>,
        held: Inner,
        full: Option<Inner>,
        less: Option<Inner>,
        other: Option<Inner>,
    }
    crate::object! {
        Outer {
            mode: "mode" unless_zero = "\"a\"",
            inner: "inner" omitempty = "{\"name\": \"\"}",
            held: "held" unless_zero,
            full: "full" omitempty = "{\"name\": \"\", \"sizes\": [1]}",
            less: "less" omitempty = "{\"name\": \"\", \"sizes\": []}",
            other: "other" omitempty = "{\"name\": \"\", \"sizes\": [2]}",
        }
    }

    #[test]
    fn what_is_absent_is_its_default() {
        let read = |json| serde_json::from_value::<Outer>(json).unwrap();
        for (one, other, same) in [
            (json!({}), json!({"mode": "a"}), true),
            (json!({"mode": "", "inner": null}), json!({"mode": "a", "inner": {}}), true),
            (json!({}), json!({"mode": "b"}), false),
            (json!({}), json!({"inner": {"sizes": [1]}}), true),
            (json!({}), json!({"inner": {"sizes": [2]}}), false),
            // An element that is missing in one of the values is compared with its own default, or is zero.
            (json!({}), json!({"full": {}}), true),
            (json!({}), json!({"full": {"sizes": [1]}}), true),
            (json!({}), json!({"full": {"sizes": [2]}}), false),
            (json!({}), json!({"less": {}}), true),
            (json!({}), json!({"less": {"sizes": [1]}}), false),
            (json!({}), json!({"other": {}}), false),
            (json!({}), json!({"other": {"sizes": [2]}}), true),
            (json!({}), json!({"full": {"name": "x", "sizes": [1]}}), false),
            // A struct that is not a pointer and is empty equals a missing one.
            (json!({"held": {"name": ""}}), json!({}), true),
            (json!({"held": {"name": "x"}}), json!({}), false),
        ] {
            let (one, other) = (read(one), read(other));
            let keys = std::collections::BTreeMap::new();
            for (new, old) in [(&one, &other), (&other, &one)] {
                assert_eq!(Compared::of(new, old, &keys, &keys).is_unchanged, same, "{new:?} {old:?}");
            }
        }
    }

    #[test]
    fn zero_in_json() {
        for (json, is_zero) in [
            (json!(null), true),
            (json!(false), true),
            (json!(true), false),
            (json!(0), true),
            (json!(0.0), true),
            (json!(1), false),
            (json!(""), true),
            (json!("a"), false),
            (json!([]), true),
            (json!([0]), false),
            (json!({}), true),
            (json!({"a": 0, "b": ""}), true),
            (json!({"a": 0, "b": 1}), false),
        ] {
            assert_eq!(super::is_zero(&json), is_zero, "{json}");
        }
    }
}
