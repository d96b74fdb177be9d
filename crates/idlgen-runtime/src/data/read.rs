//! Reads JSON that is in memory into a zero value, and compares both on the way.
//!
//! The functions that every request runs are `#[inline]`, so that the code of a crate with types is in few pages of the
//! program: the first request of a process waits for each page.

use serde_json::{Map, Value as Json};

use super::{
    Data, Encoded, Field, FieldMut, Input, Object,
    as_written::{self, Present},
    json,
};

/// How a value represents JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there are no other cases")]
pub enum Likeness {
    /// Checks of the value and of the JSON have the same result.
    Same,
    /// The same, but the value is zero. Go does not distinguish a zero field from a missing one.
    Zero,
    /// In doubt: see [`is_as_written`](super::is_as_written).
    Unlike,
}

impl Likeness {
    /// Returns [`Same`](Self::Same) or [`Zero`](Self::Zero).
    #[inline]
    pub fn of_zero(is_zero: bool) -> Self {
        if is_zero { Likeness::Zero } else { Likeness::Same }
    }
}

/// Reads the members of an object into a zero value, with the defaults of missing fields. `except` is the name of a
/// member to leave out.
///
/// Returns `true` if the object without the defaults represents the members exactly, as
/// [`is_as_written`](super::is_as_written) does. Otherwise, the value is unusable.
#[inline]
pub fn read_members(object: &mut dyn Object, members: &Map<String, Json>, except: Option<&str>) -> bool {
    read_object(object, members, json::MAX_DEPTH, except) != Likeness::Unlike
}

/// Replaces a field with a JSON value, or with its default if there is none. Returns `true` if the field represents it
/// exactly. Otherwise, the value is unusable.
pub fn read_member(object: &mut dyn Object, name: &str, json: Option<&Json>) -> bool {
    let fields = object.fields();
    let Some(index) = fields.iter().position(|field| field.name == name) else { return json.is_none() };
    let (Some(field), Some(FieldMut::Data(data))) = (fields.get(index), object.place(index)) else { return false };
    data.decode(Input::Null).is_ok()
        && match json {
            Some(json) => data.read(json, json::MAX_DEPTH) == Likeness::Same,
            None => read_default(field, data, json::MAX_DEPTH),
        }
}

/// Reads JSON into a zero value that decodes by [`Data::decode`].
pub(super) fn read_scalar(
    json: &Json,
    depth: usize,
    decode: &mut dyn FnMut(Input<'_>) -> Result<(), super::DecodeError>,
) -> bool {
    !json::is_deeper(json, depth) && json::with_input(json, decode).is_ok()
}

/// Reads an object into a zero value.
#[inline]
pub(super) fn read(object: &mut dyn Object, json: &Json, depth: usize) -> Likeness {
    match (json, depth.checked_sub(1)) {
        (Json::Object(members), Some(depth)) => read_object(object, members, depth, None),
        _ => Likeness::Unlike,
    }
}

#[inline]
fn read_object(object: &mut dyn Object, members: &Map<String, Json>, depth: usize, except: Option<&str>) -> Likeness {
    let fields = object.fields();
    let mut present = Present::beside(fields, except);
    for (name, json) in members {
        if except == Some(name.as_str()) {
            continue;
        }
        let Some(index) = present.find(fields, name) else { return Likeness::Unlike };
        if object.read_field(index, json, depth) != Likeness::Same {
            return Likeness::Unlike;
        }
    }
    let Some(zero) = object.zero_fields() else { return Likeness::Unlike };
    if zero.present & !present.found != 0 {
        return Likeness::Unlike;
    }
    let mut with_default = zero.with_default & !present.found;
    while with_default != 0 {
        let index = with_default.trailing_zeros() as usize;
        with_default &= with_default - 1;
        let (Some(field), Some(FieldMut::Data(data))) = (fields.get(index), object.place(index)) else {
            return Likeness::Unlike;
        };
        if !read_default(field, data, depth) {
            return Likeness::Unlike;
        }
    }
    Likeness::of_zero(members.is_empty())
}

/// Sets a zero field to its default, if it has one. Returns `false` if the field cannot represent it exactly.
fn read_default(field: &Field, data: &mut dyn Data, depth: usize) -> bool {
    let Some(text) = field.default else { return true };
    serde_json::from_str(text).is_ok_and(|default| data.read(&default, depth) != Likeness::Unlike)
}

/// Returns how a value represents JSON.
pub(super) fn likeness(data: &dyn Data, json: &Json) -> Likeness {
    likeness_of(&data.encoded(), json, &|| data.is_zero())
}

/// Returns how a value represents JSON, from its encoded form.
pub(super) fn likeness_of(encoded: &Encoded<'_>, json: &Json, is_zero: &dyn Fn() -> bool) -> Likeness {
    if as_written::is_equal(encoded, json) { Likeness::of_zero(is_zero()) } else { Likeness::Unlike }
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "the macro is meant for public types")]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::{
        data::{fill_in_defaults, is_as_written},
        types::{Duration, IntOrString, Quantity, RawExtension, Time},
    };

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Inner {
        name: String,
        mode: String,
        count: Option<i32>,
    }
    crate::object! {
        Inner { name: "name", mode: "mode" omitempty = "\"fast\"", count: "count" omitempty = "2" }
    }

    #[derive(Clone, Debug)]
    enum Phase {
        Done,
        Other(String),
    }
    crate::string_enum! { Phase { Done = "a" } else Other }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Outer {
        text: String,
        phase: Phase,
        small: i8,
        flag: bool,
        number: u64,
        ratio: f64,
        required: Inner,
        optional: Inner,
        list: Vec<Inner>,
        map: BTreeMap<String, Option<Inner>>,
        by_number: BTreeMap<i32, String>,
        given: Option<Box<Inner>>,
        size: Option<Quantity>,
        wait: Option<Duration>,
        at: Time,
        port: Option<IntOrString>,
        raw: RawExtension,
        quoted: i64,
    }
    crate::object! {
        Outer {
            text: "text",
            phase: "phase" omitempty,
            small: "small" omitempty,
            flag: "flag" omitempty,
            number: "number" omitempty,
            ratio: "ratio" omitempty,
            required: "required",
            optional: "optional" omitempty unless_zero = "{\"name\": \"o\"}",
            list: "list" omitempty,
            map: "map" omitempty,
            by_number: "byNumber" omitempty,
            given: "given" omitempty = "{\"name\": \"g\", \"count\": 0}",
            size: "size" omitempty,
            wait: "wait" omitempty,
            at: "at" omitempty,
            port: "port" omitempty,
            raw: "raw",
            quoted: "quoted" omitempty quoted,
        }
    }

    #[test]
    fn reading_is_decoding_with_a_comparison() {
        let values = [
            json!(null),
            json!(""),
            json!("a"),
            json!("1Gi"),
            json!("1h0m0s"),
            json!("2026-01-02T03:04:05Z"),
            json!(0),
            json!(1),
            json!(-1),
            json!(200),
            json!(u64::MAX),
            json!(1.0),
            json!(0.5),
            json!(true),
            json!(false),
            json!([]),
            json!([null]),
            json!([{}]),
            json!([{"name": "x"}, {"name": "", "mode": "a"}]),
            json!([[1]]),
            json!({}),
            json!({"name": "x"}),
            json!({"name": "x", "count": 0, "mode": "slow"}),
            json!({"mode": ""}),
            json!({"name": "x", "other": 1}),
            json!({"a": {"name": "x"}}),
            json!({"a": null}),
            json!({"1": "a"}),
            json!({"01": "a"}),
            json!({"1": ""}),
            json!({"a": {"name": 1}}),
        ];
        let mut alike = 0;
        for field in Outer::default().fields().iter().map(|field| field.name).chain(["other"]) {
            for value in &values {
                let json = json!({"text": "t", "required": {"name": "r", "mode": "m"}, field: value});
                let members = json.as_object().unwrap();
                let decoded = serde_json::from_value::<Outer>(json.clone());
                let is_alike = decoded.as_ref().is_ok_and(|outer| is_as_written(outer, members, None));
                let mut read = Outer::default();
                assert_eq!(read_members(&mut read, members, None), is_alike, "{json}");
                if is_alike {
                    let mut decoded = decoded.unwrap();
                    fill_in_defaults(&mut decoded);
                    assert_eq!(read, decoded, "{json}");
                    alike += 1;
                }
                assert!(read_members(&mut Outer::default(), members, Some(field)), "{json}");
            }
        }
        assert!(alike > 40, "{alike}");
    }

    #[test]
    fn the_text_of_quantities_and_durations_is_kept() {
        let json = json!({"text": "t", "required": {"name": "r"}, "size": "1024Mi", "wait": "90m"});
        let mut read = Outer::default();
        assert!(read_members(&mut read, json.as_object().unwrap(), None));
        let written = serde_json::to_value(&read).unwrap();
        assert_eq!((&written["size"], &written["wait"]), (&json["size"], &json["wait"]));
        assert_eq!(read.size, Some("1Gi".parse().unwrap()));
        for (name, value) in [("size", json!(" 1Gi")), ("size", json!(1)), ("size", json!("x")), ("wait", json!("5"))] {
            let mut json = json.clone();
            json[name] = value;
            assert!(!read_members(&mut Outer::default(), json.as_object().unwrap(), None), "{json}");
        }
    }

    #[test]
    fn a_member_is_replaced() {
        let mut outer = Outer::default();
        assert!(read_member(&mut outer, "given", Some(&json!({"name": "a", "count": 1}))));
        assert!(read_member(&mut outer, "given", Some(&json!({"name": "b"}))));
        assert_eq!(outer.given.as_ref().map(|given| (given.name.as_str(), given.count)), Some(("b", Some(2))));
        assert!(read_member(&mut outer, "given", None));
        assert_eq!(outer.given.map(|given| (given.name, given.count)), Some(("g".to_owned(), Some(0))));
        let mut outer = Outer::default();
        assert!(read_member(&mut outer, "other", None) && !read_member(&mut outer, "other", Some(&json!(1))));
        assert!(!read_member(&mut outer, "size", Some(&json!(null))));
    }

    #[test]
    fn deep_values_are_not_read() {
        let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!([inner]));
        let mut json = json!({"text": "t", "required": {"name": "r"}, "raw": nested(200)});
        assert!(read_members(&mut Outer::default(), json.as_object().unwrap(), None));
        json["raw"] = nested(201);
        assert!(!read_members(&mut Outer::default(), json.as_object().unwrap(), None));
    }
}
