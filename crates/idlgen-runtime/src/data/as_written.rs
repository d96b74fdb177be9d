//! Compares a decoded object with the JSON that it was decoded from.

use serde_json::{Map, Number, Value as Json};

use super::{
    Encoded, Field, FieldRef, Object,
    elements::equal_elements,
    json::is_stored_as_written,
    object::{Search, are_missing_beside, bit},
    read::{Likeness, likeness},
};
use crate::go::json_integer;

/// Returns `true` if a decoded object represents these members exactly, so that checks of the object and of the members
/// have the same result. `except` is the name of a member to leave out.
///
/// Returns `false` if in doubt:
/// - A member is unknown, null, or written in another way than Go would write it, such as a time with an offset or the
///   quantity `1024Mi`.
/// - A float has no fraction, such as `1.0`. A server stores it as `1`, which is not equal to it in a list.
/// - A member is zero and its field is not a pointer. Go does not distinguish it from a missing member.
/// - A member is missing, and checks treat the zero value of its field as present.
pub fn is_as_written(object: &dyn Object, members: &Map<String, Json>, except: Option<&str>) -> bool {
    let fields = object.fields();
    let mut present = Present::beside(fields, except);
    for (name, json) in members {
        if except == Some(name.as_str()) {
            continue;
        }
        let Some(index) = present.find(fields, name) else { return false };
        let Some(FieldRef::Data(data)) = object.value(index) else { return false };
        if likeness(data, json) != Likeness::Same {
            return false;
        }
    }
    are_missing_beside(object, present.found)
}

/// Returns `true` if a string, number or boolean of an object that [`is_as_written`] differs from the one that these
/// members contain in its place, or if lists have different lengths. Then the object differs from every object that
/// represents the members. Returns `false` if in doubt.
pub fn differs_from(object: &dyn Object, members: &Map<String, Json>, except: Option<&str>) -> bool {
    let fields = object.fields();
    let mut search = Search::default();
    members.iter().any(|(name, json)| {
        let index = search.find(fields, name).filter(|_| except != Some(name.as_str()));
        match index.and_then(|index| object.value(index)) {
            Some(FieldRef::Data(data)) => differs(&data.encoded(), json),
            _ => false,
        }
    })
}

fn differs(encoded: &Encoded<'_>, json: &Json) -> bool {
    match (encoded, json) {
        (Encoded::Bool(value), Json::Bool(json)) => value != json,
        (Encoded::Int(value), Json::Number(json)) => json.as_i64().is_some_and(|json| json != *value),
        (Encoded::String(value), Json::String(json)) => value != json.as_str(),
        (Encoded::List(items), Json::Array(elements)) if !elements.contains(&Json::Null) => {
            let mut pairs = elements.iter().enumerate().filter_map(|(index, json)| Some((items.item(index)?, json)));
            items.count() != elements.len() || pairs.any(|(item, json)| differs(&item.encoded(), json))
        }
        (Encoded::Map(entries), Json::Object(members)) => {
            let mut entries = members.iter().filter_map(|(key, json)| Some((entries.member(key)?, json)));
            entries.any(|(entry, json)| differs(&entry.encoded(), json))
        }
        (Encoded::Object(object), Json::Object(members)) => differs_from(*object, members, None),
        _ => false,
    }
}

/// The fields of an object that a JSON object contains.
#[derive(Default)]
pub(super) struct Present {
    /// A bit for each field.
    pub(super) found: u128,
    search: Search,
}

impl Present {
    /// Starts with the field with the name `except`.
    #[inline]
    pub(super) fn beside(fields: &[Field], except: Option<&str>) -> Self {
        let mut present = Present::default();
        if let Some(except) = except {
            present.find(fields, except);
            present.search = Search::default();
        }
        present
    }

    /// Adds the field of a member. Returns `None` if there is no such field, or if the object has too many.
    #[inline]
    pub(super) fn find(&mut self, fields: &[Field], name: &str) -> Option<usize> {
        let index = self.search.find(fields, name)?;
        self.found |= bit(index)?;
        Some(index)
    }
}

/// Returns `true` if the encoded form of a value and JSON are the same. Elements may be zero; fields may not.
pub(super) fn is_equal(encoded: &Encoded<'_>, json: &Json) -> bool {
    if let Some(are_equal) = equal_elements(encoded, json, |data, json| is_equal(&data.encoded(), json)) {
        return are_equal;
    }
    match (encoded, json) {
        (Encoded::Bool(value), Json::Bool(json)) => value == json,
        (Encoded::Int(value), Json::Number(json)) => json.as_i64() == Some(*value),
        // For a server, a number above the largest i64 is a float.
        (Encoded::Uint(value), Json::Number(json)) => {
            json.as_i64().is_some_and(|json| u64::try_from(json) == Ok(*value))
        }
        (Encoded::Float(value), Json::Number(json)) => is_same_number(*value, json),
        (Encoded::Float32(value), Json::Number(json)) => {
            value.to_string().parse().is_ok_and(|value| is_same_number(value, json))
        }
        (Encoded::String(value), Json::String(json)) => value == json.as_str(),
        (Encoded::Json(value), json) => !json.is_null() && *value == json && is_stored_as_written(json),
        (Encoded::Object(object), Json::Object(json)) => is_as_written(*object, json, None),
        _ => false,
    }
}

/// Compares a float with a number of a document. The digits of integers beyond 2⁵³ and of a negative zero may differ.
/// For a server, a number with a point or an exponent differs from the integer that Go writes.
fn is_same_number(value: f64, json: &Number) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let is_exact = value != 0.0 && if json.is_f64() { json_integer(value).is_none() } else { value.abs() < LARGEST };
    is_exact && json.as_f64().is_some_and(|json| json.to_bits() == value.to_bits())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::types::{Bytes, IntOrString, Quantity, RawExtension, Time};

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Inner {
        name: String,
        flag: bool,
    }
    crate::object! { Inner { name: "name", flag: "flag" omitempty } }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Outer {
        text: String,
        pointer: Option<i32>,
        ratio: f64,
        number: u64,
        required: Inner,
        optional: Inner,
        list: Vec<Inner>,
        map: BTreeMap<String, Option<Inner>>,
        size: Option<Quantity>,
        at: Time,
        port: Option<IntOrString>,
        bytes: Bytes,
        raw: RawExtension,
        quoted: i64,
    }
    crate::object! {
        Outer {
            text: "text",
            pointer: "pointer" omitempty,
            ratio: "ratio" omitempty,
            number: "number" omitempty,
            required: "required",
            optional: "optional" omitempty unless_zero,
            list: "list" omitempty,
            map: "map",
            size: "size" omitempty,
            at: "at" omitempty,
            port: "port" omitempty,
            bytes: "bytes" omitempty,
            raw: "raw",
            quoted: "quoted" omitempty quoted,
        }
    }

    fn is_kept(json: &Json) -> bool {
        let outer: Outer = serde_json::from_value(json.clone()).unwrap();
        is_as_written(&outer, json.as_object().unwrap(), None)
    }

    #[test]
    fn an_object_that_go_would_write_is_as_written() {
        let base = json!({"text": "a", "required": {"name": "r"}});
        assert!(is_kept(&base));
        let cases = [
            ("pointer", json!(0)),
            ("ratio", json!(0.5)),
            ("ratio", json!(3)),
            ("number", json!(i64::MAX)),
            ("optional", json!({"name": "x", "flag": true})),
            // Elements are never missing.
            ("list", json!([{"name": "x"}, {}])),
            ("map", json!({"a": {"name": "b"}})),
            ("size", json!("1Gi")),
            ("size", json!("0")),
            ("at", json!("2026-01-02T03:04:05Z")),
            ("port", json!("http")),
            ("port", json!(0)),
            ("bytes", json!("YWI=")),
            ("raw", json!({"x": [1, 2.5, null]})),
        ];
        for (name, value) in cases {
            let mut object = base.clone();
            object[name] = value;
            assert!(is_kept(&object), "{object}");
        }
    }

    #[test]
    fn doubtful_members_are_not_as_written() {
        let base = json!({"text": "a", "required": {"name": "r"}});
        let cases = [
            ("text", json!("")),
            ("pointer", json!(null)),
            ("ratio", json!(0)),
            ("ratio", json!(3.0)),
            ("ratio", json!(-0.0)),
            ("ratio", json!(9_007_199_254_740_993_i64)),
            ("number", json!(9_223_372_036_854_775_808_u64)),
            ("required", json!({})),
            ("required", json!({"name": "r", "flag": false})),
            ("required", json!({"name": "r", "more": 1})),
            ("optional", json!({})),
            ("list", json!([])),
            ("list", json!([null])),
            ("list", json!([{"name": ""}])),
            ("map", json!({})),
            ("map", json!({"a": null})),
            ("size", json!("1024Mi")),
            ("at", json!("2026-01-02T03:04:05+01:00")),
            ("at", json!(null)),
            ("raw", json!(null)),
            ("raw", json!({"x": [1.0]})),
            ("raw", json!({"x": u64::MAX})),
            ("quoted", json!("5")),
            ("unknown", json!(1)),
        ];
        for (name, value) in cases {
            let mut object = base.clone();
            object[name] = value;
            assert!(!is_kept(&object), "{object}");
        }
        // A struct that is not a pointer is present even if it was not written.
        assert!(!is_kept(&json!({"text": "a"})));
    }

    #[test]
    fn a_difference_is_certain_or_unknown() {
        let base = json!({
            "text": "a", "required": {"name": "r"}, "pointer": 1, "list": [{"name": "x"}], "map": {"a": {"name": "b"}},
            "size": "1Gi", "at": "2026-01-02T03:04:05Z"
        });
        let outer: Outer = serde_json::from_value(base.clone()).unwrap();
        for (name, value, expected) in [
            ("text", json!("b"), true),
            ("required", json!({"name": "s"}), true),
            ("required", json!({"name": "r", "flag": true}), true),
            ("pointer", json!(2), true),
            ("list", json!([]), true),
            ("list", json!([{"name": "y"}]), true),
            ("map", json!({"a": {"name": "c"}}), true),
            ("size", json!("2Gi"), true),
            ("at", json!("2027-01-02T03:04:05Z"), true),
            ("text", json!("a"), false),
            ("text", json!(1), false),
            ("text", json!(null), false),
            ("required", json!({"name": "r", "flag": false}), false),
            ("list", json!([null]), false),
            ("list", json!([{}]), false),
            ("map", json!({"z": {}}), false),
            ("optional", json!({}), false),
            ("unknown", json!(1), false),
        ] {
            let mut object = base.clone();
            object[name] = value;
            assert_eq!(differs_from(&outer, object.as_object().unwrap(), None), expected, "{object}");
            assert!(!differs_from(&outer, object.as_object().unwrap(), Some(name)), "{object}");
        }
    }

    #[test]
    fn a_member_can_be_left_out() {
        let object = json!({"name": 1, "flag": true});
        let inner = Inner { name: String::new(), flag: true };
        assert!(is_as_written(&inner, object.as_object().unwrap(), Some("name")));
        assert!(!is_as_written(&inner, object.as_object().unwrap(), None));
    }
}
