//! Encodes values to any serde format.

use std::borrow::Cow;

use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeMap},
};
use serde_json::Value as Json;

use super::{Data, FieldRef, Foreign, Object};

/// The encoded form of a value.
pub enum Encoded<'a> {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An unsigned integer that may exceed [`i64`].
    Uint(u64),
    /// A number.
    Float(f64),
    /// A 32-bit float, written with as few digits as its precision needs.
    Float32(f32),
    /// A JSON string.
    String(Cow<'a, str>),
    /// Arbitrary JSON, written unchanged.
    Json(&'a Json),
    /// A JSON array.
    List(&'a dyn Items),
    /// An object with arbitrary keys.
    Map(&'a dyn Members),
    /// A generated struct.
    Object(&'a dyn Object),
    /// A value of a type that does not implement [`Data`].
    Foreign(&'a dyn Foreign),
}

/// The elements of a list.
pub trait Items {
    /// Returns the number of elements.
    fn count(&self) -> usize;

    /// Returns the element at `index`.
    fn item(&self, index: usize) -> Option<&dyn Data>;
}

/// The entries of an object with arbitrary keys.
pub trait Members {
    /// Returns the value of a key.
    fn member(&self, key: &str) -> Option<&dyn Data>;

    /// Calls `each` for every entry until it returns `false`.
    fn visit_members(&self, each: &mut dyn FnMut(&str, &dyn Data) -> bool);
}

impl Serialize for FieldRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FieldRef::Data(data) => data.encoded().serialize(serializer),
            FieldRef::Quoted(data) => serializer.serialize_str(&super::quoted::quoted_text(*data)),
            FieldRef::Foreign(foreign) => serialize_foreign(*foreign, serializer),
        }
    }
}

impl Serialize for Encoded<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Encoded::Null => serializer.serialize_unit(),
            Encoded::Bool(value) => serializer.serialize_bool(*value),
            Encoded::Int(value) => serializer.serialize_i64(*value),
            Encoded::Uint(value) => serializer.serialize_u64(*value),
            Encoded::Float(value) => match whole(*value, &value.to_string()) {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_f64(*value),
            },
            Encoded::Float32(value) => match whole((*value).into(), &value.to_string()) {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_f32(*value),
            },
            Encoded::String(value) => serializer.serialize_str(value),
            Encoded::Json(value) => value.serialize(serializer),
            Encoded::Foreign(foreign) => serialize_foreign(*foreign, serializer),
            Encoded::List(items) => serialize_list(*items, serializer),
            Encoded::Map(members) => serialize_map(*members, serializer),
            Encoded::Object(object) => serialize_object(*object, serializer),
        }
    }
}

fn serialize_list<S: Serializer>(items: &dyn Items, serializer: S) -> Result<S::Ok, S::Error> {
    let items = (0..items.count()).filter_map(|index| items.item(index));
    serializer.collect_seq(items.map(FieldRef::Data))
}

fn serialize_map<S: Serializer>(members: &dyn Members, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    let mut result = Ok(());
    members.visit_members(&mut |key, value| {
        result = map.serialize_entry(key, &value.encoded());
        result.is_ok()
    });
    result?;
    map.end()
}

fn serialize_object<S: Serializer>(object: &dyn Object, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (index, field) in object.fields().iter().enumerate() {
        object.value(index).map_or(Ok(()), |value| value.write(*field, &mut map))?;
    }
    map.end()
}

/// Returns the integer that Go writes for a float, if it is integral. `text` is the shortest representation without an
/// exponent. -0 is not an integer.
fn whole(value: f64, text: &str) -> Option<i64> {
    if value == 0.0 && value.is_sign_negative() {
        return None;
    }
    text.parse().ok()
}

fn serialize_foreign<S: Serializer>(foreign: &dyn Foreign, serializer: S) -> Result<S::Ok, S::Error> {
    foreign.to_json().map_err(S::Error::custom)?.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use crate::data::FieldRef;

    #[test]
    fn whole_floats_are_written_as_go_writes_them() {
        let written = |value: f64| serde_json::to_string(&FieldRef::Data(&value)).unwrap();
        for (value, expected) in [
            (0.0, "0"),
            (-3.0, "-3"),
            (0.5, "0.5"),
            (1e15, "1000000000000000"),
            (1_234_567_890_123_456_789.0, "1234567890123456800"),
            (-0.0, "-0.0"),
        ] {
            assert_eq!(written(value), expected);
        }
        for (value, expected) in [(123_456_789_f32, "123456790"), (0.1, "0.1"), (1e18, "1000000000000000000")] {
            assert_eq!(serde_json::to_string(&FieldRef::Data(&value)).unwrap(), expected);
        }
        assert!(serde_json::to_string(&FieldRef::Data(&f64::NAN)).is_ok_and(|text| text == "null"));
    }
}
