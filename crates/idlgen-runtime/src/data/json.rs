//! Decodes JSON that is in memory, without serde.

use serde_json::{Map, Value as Json};

use super::{
    Data, DecodeError, Entries, FieldMut, Input, Likeness, Object, Sequence,
    object::{self, Field},
};
use crate::go::json_integer;

/// Maximum nesting depth of a value to decode, which is more than serde_json reads.
pub(super) const MAX_DEPTH: usize = 200;

/// Returns `true` if a value is nested more than 200 levels deep, so that it cannot be decoded.
pub fn is_too_deep(json: &Json) -> bool {
    is_deeper(json, MAX_DEPTH)
}

pub(super) fn is_deeper(json: &Json, limit: usize) -> bool {
    match (json, limit.checked_sub(1)) {
        (Json::Array(items), Some(limit)) => items.iter().any(|item| is_deeper(item, limit)),
        (Json::Object(members), Some(limit)) => members.values().any(|member| is_deeper(member, limit)),
        (Json::Array(_) | Json::Object(_), None) => true,
        _ => false,
    }
}

/// Returns `true` if a server stores a value as it is written. It stores floats without a fraction as integers, and
/// integers beyond 64 bits as floats.
pub(super) fn is_stored_as_written(json: &Json) -> bool {
    match json {
        Json::Number(number) if number.is_f64() => number.as_f64().is_none_or(|float| json_integer(float).is_none()),
        Json::Number(number) => number.is_i64(),
        Json::Array(items) => items.iter().all(is_stored_as_written),
        Json::Object(members) => members.values().all(is_stored_as_written),
        _ => true,
    }
}

/// Decodes a JSON value into a field.
///
/// # Errors
/// Returns an error if the type of the field cannot represent the value, or if the value is
/// [nested too deeply](is_too_deep). The error has no path.
#[inline]
pub fn decode_json(field: FieldMut<'_>, json: &Json) -> Result<(), DecodeError> {
    if is_too_deep(json) {
        return Err(DecodeError::invalid(format_args!("the value is nested more than {MAX_DEPTH} levels deep")));
    }
    decode(field, json)
}

fn decode(field: FieldMut<'_>, json: &Json) -> Result<(), DecodeError> {
    let mut field = Some(field);
    with_input(json, &mut |input| field.take().map_or(Ok(()), |field| field.decode(input)))
}

/// Calls `decode` with a JSON value as input.
pub(super) fn with_input(
    json: &Json,
    decode: &mut dyn FnMut(Input<'_>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    match json {
        Json::Null => decode(Input::Null),
        Json::Bool(value) => decode(Input::Bool(*value)),
        Json::Number(number) => decode(match (number.as_i64(), number.as_u64()) {
            (Some(value), _) => Input::Int(value),
            (None, Some(value)) => Input::Uint(value),
            (None, None) => Input::Float(number.as_f64().unwrap_or_default()),
        }),
        Json::String(text) => decode(Input::String(text)),
        Json::Array(items) => decode(Input::List(&mut Items(items.iter()))),
        Json::Object(members) => decode(Input::Map(&mut Members { left: members.iter(), current: None })),
    }
}

/// Decodes the members of a JSON object into the fields that `is_wanted` selects, and skips unknown members.
///
/// # Errors
/// Returns an error if a field cannot represent the value of its member. The error has no path.
pub fn decode_members(
    object: &mut dyn Object,
    members: &Map<String, Json>,
    is_wanted: impl Fn(&Field) -> bool,
) -> Result<(), DecodeError> {
    for (index, field) in object.fields().iter().enumerate() {
        let Some(json) = is_wanted(field).then(|| members.get(field.name)).flatten() else { continue };
        object.place(index).map_or(Ok(()), |place| decode_json(place, json))?;
    }
    Ok(())
}

/// Replaces a field of an object with a JSON value. Does nothing if the object has no field of this name.
///
/// # Errors
/// Returns an error if the field cannot represent the value. The error has no path.
#[inline]
pub fn set_member(object: &mut dyn Object, name: &str, json: &Json) -> Result<(), DecodeError> {
    let index = object.fields().iter().position(|field| field.name == name);
    let Some(mut place) = index.and_then(|index| object.place(index)) else { return Ok(()) };
    // Decoding an object keeps the fields that it does not contain.
    place.reborrow().decode(Input::Null)?;
    decode_json(place, json)
}

/// Sets a zero field of an object to a JSON value, like [`set_member`]. Fields of the value that are missing and have a
/// default may get it.
///
/// # Errors
/// Returns an error if the field cannot represent the value. The error has no path.
#[inline]
pub fn set_zero_member(object: &mut dyn Object, name: &str, json: &Json) -> Result<(), DecodeError> {
    let Some(index) = object.fields().iter().position(|field| field.name == name) else { return Ok(()) };
    // The code that reads the other fields is already in memory. What it cannot read is in doubt or an error.
    if object.read_field(index, json, MAX_DEPTH) != Likeness::Unlike {
        return Ok(());
    }
    set_member(object, name, json)
}

/// Applies the defaults of missing fields to a value and everything in it, like an API server that reads an object.
///
/// A field whose zero value means that it is missing gets its default if it is zero. Parts that are missing and have no
/// default stay missing.
pub fn fill_in_defaults(object: &mut dyn Object) {
    object::fill_in_defaults(object);
}

/// Gives the quantities and durations in an object the text that they have in the JSON that it was decoded from, in
/// place of the text that Go writes.
#[doc(hidden)]
pub fn restore_texts(object: &mut dyn Object, json: &Json) {
    object::restore_texts(object, json);
}

/// Returns a copy of a value with the defaults of missing fields. See [`fill_in_defaults`].
#[doc(hidden)]
pub fn with_defaults<T: Data + Clone>(value: &T) -> T {
    let mut copy = value.clone();
    copy.fill_in_defaults();
    copy
}

struct Items<'a>(std::slice::Iter<'a, Json>);

impl Sequence for Items<'_> {
    fn next(&mut self, slot: FieldMut<'_>) -> Result<bool, DecodeError> {
        match self.0.next() {
            Some(item) => decode(slot, item).map(|()| true),
            None => Ok(false),
        }
    }
}

struct Members<'a> {
    left: serde_json::map::Iter<'a>,
    current: Option<(&'a String, &'a Json)>,
}

impl Entries for Members<'_> {
    fn advance(&mut self) -> Result<bool, DecodeError> {
        self.current = self.left.next();
        Ok(self.current.is_some())
    }

    fn key(&self) -> &str {
        self.current.map(|(key, _)| key.as_str()).unwrap_or_default()
    }

    fn value(&mut self, slot: Option<FieldMut<'_>>) -> Result<(), DecodeError> {
        match (slot, self.current) {
            (Some(slot), Some((_, json))) => decode(slot, json),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::{data::Data, types::Quantity};

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Inner {
        mode: String,
        count: Option<i32>,
    }
    crate::object! { Inner { mode: "mode" omitempty = "\"fast\"", count: "count" omitempty = "2" } }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Outer {
        name: String,
        list: Vec<Inner>,
        map: BTreeMap<String, Option<Inner>>,
        missing: Option<Box<Inner>>,
        given: Option<Inner>,
        zero: Inner,
        size: Quantity,
    }
    crate::object! {
        Outer {
            name: "name",
            list: "list" omitempty,
            map: "map" omitempty,
            missing: "missing" omitempty,
            given: "given" omitempty = "{\"mode\": \"slow\"}",
            zero: "zero" omitempty unless_zero,
            size: "size",
        }
    }

    #[test]
    fn memory_is_decoded_like_text() {
        let cases = [
            json!({"name": "a", "list": [{"mode": "x"}, {}], "map": {"k": {"count": 3}, "n": null}, "size": "1Gi"}),
            json!({"name": null, "list": null, "unknown": {"deep": [1]}, "missing": {"count": 1}}),
            json!({"name": 1}),
            json!({"list": [{"count": 1.5}]}),
            json!({"size": "x"}),
            json!([]),
        ];
        for case in cases {
            let by_serde = serde_json::from_value::<Outer>(case.clone());
            let mut outer = Outer::default();
            let decoded = decode_json(FieldMut::Data(&mut outer), &case);
            assert_eq!(decoded.is_ok(), by_serde.is_ok(), "{case}");
            if let Ok(by_serde) = by_serde {
                assert_eq!(outer, by_serde);
            }
        }
    }

    #[test]
    fn deep_values_are_errors() {
        let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!([inner]));
        let mut decoded = Json::Null;
        decode_json(FieldMut::Data(&mut decoded), &nested(200)).unwrap();
        assert_eq!(decoded, nested(200));
        assert!(!is_too_deep(&decoded) && is_too_deep(&nested(201)));
        assert!(decode_json(FieldMut::Data(&mut decoded), &nested(201)).is_err());
    }

    #[test]
    fn wanted_members_are_decoded() {
        let document = json!({"name": "a", "size": "1", "unknown": 1});
        let mut outer = Outer::default();
        let members = document.as_object().unwrap();
        decode_members(&mut outer, members, |field| field.name != "size").unwrap();
        assert_eq!(outer, Outer { name: "a".to_owned(), ..Outer::default() });
        set_member(&mut outer, "name", &json!("b")).unwrap();
        set_member(&mut outer, "unknown", &json!("b")).unwrap();
        assert_eq!(outer.name, "b");
        set_member(&mut outer, "given", &json!({"mode": "a", "count": 1})).unwrap();
        set_member(&mut outer, "given", &json!({"count": 2})).unwrap();
        assert_eq!(outer.given, Some(Inner { mode: String::new(), count: Some(2) }));
        assert!(set_member(&mut outer, "name", &json!(1)).is_err());
    }

    #[test]
    fn zero_members_are_set_like_others() {
        let values =
            [json!({"mode": "a", "count": 1}), json!({"mode": null, "count": 0}), json!({"unknown": 1}), json!(null)];
        for value in values {
            let (mut one, mut other) = (Outer::default(), Outer::default());
            set_zero_member(&mut one, "zero", &value).unwrap();
            set_member(&mut other, "zero", &value).unwrap();
            // Defaults are the only difference.
            fill_in_defaults(&mut one);
            fill_in_defaults(&mut other);
            assert_eq!(one, other, "{value}");
        }
        let mut outer = Outer::default();
        set_zero_member(&mut outer, "size", &json!("1Gi")).unwrap();
        assert_eq!(outer, Outer { size: "1Gi".parse().unwrap(), ..Outer::default() });
        assert!(set_zero_member(&mut Outer::default(), "zero", &json!({"mode": "a", "count": "b"})).is_err());
        assert!(set_zero_member(&mut Outer::default(), "unknown", &json!(1)).is_ok());
    }

    #[test]
    fn defaults_replace_what_is_missing() {
        let document = json!({"name": "a", "list": [{"mode": "x"}, {"count": 0}], "map": {"k": {}}});
        let mut outer: Outer = serde_json::from_value(document).unwrap();
        fill_in_defaults(&mut outer);
        let written = serde_json::to_value(&outer).unwrap();
        let expected = json!({
            "name": "a", "list": [{"mode": "x", "count": 2}, {"mode": "fast", "count": 0}],
            "map": {"k": {"mode": "fast", "count": 2}}, "given": {"mode": "slow", "count": 2}, "zero": {}, "size": "0"
        });
        assert_eq!(written, expected);
        let mut list = vec![Inner::default()];
        list.fill_in_defaults();
        assert_eq!(list, [Inner { mode: "fast".to_owned(), count: Some(2) }]);
    }
}
