//! Reads, writes and inspects generated types.
//!
//! A generated struct lists its members once, in [`object!`](crate::object). The macro implements `serde::Serialize`,
//! `serde::Deserialize`, [`Value`] and [`Zero`] from that list. The list contains only names; the shared code in this
//! module uses trait objects and is compiled once for all types and formats. Serde's derive macros generate separate
//! code for every type; with them, a crate of 150 Kubernetes structs takes five times as long to compile. Only
//! `Serialize` has separate code for every type, because it is then several times faster. It is compiled for the
//! formats that a program writes.
//!
//! As in Go, a field is not written if it has `omitempty` and is empty, or has `omitzero` and is zero. Otherwise a
//! nil pointer, list or map is written as `null`. Structs are never empty.
//!
//! As in Go, `null` is read as the zero value, a missing member is zero, an unknown member is skipped, and the last
//! of two members with the same name wins. A decoding error contains the path: `spec.replicas: invalid type: string
//! "3", expected a 32-bit integer`.

mod as_written;
mod decode;
mod default_value;
pub(crate) mod elements;
mod encode;
mod foreign;
mod foreign_value;
mod input;
mod json;
mod known;
mod list;
mod macros;
mod map;
#[doc(hidden)]
pub mod object;
#[doc(hidden)]
pub mod object_type;
mod option;
mod quoted;
mod read;
mod scalar;

#[doc(hidden)]
pub use as_written::differs_from;
pub use as_written::is_as_written;
pub use decode::deserialize;
pub use default_value::DefaultValue;
pub use encode::{Encoded, Items, Members};
pub use foreign::Foreign;
pub use foreign_value::ForeignValue;
pub use input::{DecodeError, Entries, Input, Sequence};
pub use json::{decode_json, decode_members, fill_in_defaults, is_too_deep, set_member};
#[doc(hidden)]
pub use json::{restore_texts, set_zero_member, with_defaults};
pub use map::MapKey;
pub use object::{Field, FieldMut, FieldRef, Object, ZeroFields};
pub use quoted::quoted_text;
pub use read::{Likeness, read_member, read_members};
#[doc(hidden)]
pub use serde_json::Value as Json;

use serde::{Serialize, Serializer};

use crate::{types::Zero, value::Value};

/// A value in a generated struct.
pub trait Data: Value + Zero {
    /// Decodes the input into this value. `null` sets the zero value.
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError>;

    /// Returns the encoded form of the value.
    fn encoded(&self) -> Encoded<'_>;

    /// Serializes the [encoded form](Self::encoded) of the value, without dynamic calls for parts of known types.
    fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>
    where
        Self: Sized,
    {
        self.encoded().serialize(serializer)
    }

    /// Returns `true` if the encoded form is `null`.
    #[inline]
    fn is_null(&self) -> bool {
        false
    }

    /// Returns `true` if Go writes this value as `null` because it is nil. An empty list or map is treated as nil, like
    /// one that was never set in Go.
    #[inline]
    fn is_nil(&self) -> bool {
        self.is_null()
    }

    /// Returns the result of Go's `IsZero` method, if the Go type or a pointer to it has one. `omitzero` uses this
    /// method.
    #[inline]
    fn is_zero_by_method(&self) -> Option<bool> {
        None
    }

    /// Returns `true` if Go's `omitempty` omits this value: `false`, 0, an empty string, list or map, a nil pointer.
    /// Structs are never empty.
    #[inline]
    fn is_empty(&self) -> bool {
        self.is_zero()
    }

    /// Returns `true` if a zero value of this type is [empty](Self::is_empty) or [null](Self::is_null), so that checks
    /// treat it as missing. `false` is always safe, but then objects without such a field are read twice.
    #[inline]
    fn is_zero_missing() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Applies the defaults of missing fields of structs in this value.
    fn fill_in_defaults(&mut self) {}

    /// Gives the quantities and durations in this value the text that they have in the JSON that it was decoded from.
    #[doc(hidden)]
    fn restore_texts(&mut self, _json: &Json) {}

    /// Reads JSON that is nested at most `depth` levels deep into this zero value, with the defaults of missing fields.
    /// Returns whether the value without the defaults represents the JSON exactly, as [`is_as_written`] does. If not,
    /// the value is unusable.
    fn read(&mut self, json: &Json, depth: usize) -> Likeness {
        if !read::read_scalar(json, depth, &mut |input| self.decode(input)) {
            return Likeness::Unlike;
        }
        read::likeness_of(&self.encoded(), json, &|| self.is_zero())
    }
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "the macros are meant for public types")]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use crate::{
        types::{IntOrString, Quantity, RawExtension, Zero},
        value::Value,
    };

    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Name(String);
    crate::newtype!(Name(String) text);

    #[derive(Clone, Debug)]
    enum Phase {
        Running,
        Other(String),
    }
    crate::string_enum! { Phase { Running = "Running" } else Other }

    /// A type that another crate defines.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Elsewhere(BTreeMap<String, i32>);

    impl serde::Serialize for Elsewhere {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.serialize(serializer)
        }
    }

    impl<'de> serde::Deserialize<'de> for Elsewhere {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            serde::Deserialize::deserialize(deserializer).map(Elsewhere)
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Inner {
        flag: bool,
        count: Option<i64>,
    }
    crate::object! { Inner { flag: "flag" omitempty, count: "count" omitempty } }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Outer {
        name: Name,
        r#type: Phase,
        port: Option<IntOrString>,
        limits: BTreeMap<Name, Quantity>,
        inner: Inner,
        boxed: Option<Box<Outer>>,
        list: Vec<Inner>,
        each: Vec<Option<Quantity>>,
        size: u64,
        ratio: f32,
        wide: i64,
        raw: RawExtension,
        foreign: Option<Elsewhere>,
        by_number: BTreeMap<i32, String>,
    }
    crate::object! {
        Outer {
            name: "name",
            r#type: "type" omitempty,
            port: "port" omitempty,
            limits: "limits" omitempty,
            inner: "inner" omitzero,
            boxed: "boxed" omitempty,
            list: "list" omitempty,
            each: "each" omitempty,
            size: "size" omitempty,
            ratio: "ratio" omitempty,
            wide: "wide" omitempty quoted,
            raw: "raw" omitzero,
            foreign: "foreign" omitempty foreign,
            by_number: "byNumber" omitempty,
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Pair<T> {
        left: T,
        right: Vec<T>,
    }
    crate::object! { Pair<T> { left: "left", right: "right" omitempty } }

    #[test]
    fn texts_of_quantities_are_restored() {
        let document = json!({"name": "1000m", "limits": {"cpu": "1000m", "memory": "1024Ki"}, "each": [null, "2000m"],
            "boxed": {"name": "a", "limits": {"b": "0.5"}}});
        let mut outer: Outer = serde_json::from_value(document.clone()).unwrap();
        assert_eq!(serde_json::to_value(&outer.limits).unwrap(), json!({"cpu": "1", "memory": "1Mi"}));
        crate::data::restore_texts(&mut outer, &document);
        assert_eq!(serde_json::to_value(&outer).unwrap(), document);
        let mut outer: Outer = serde_json::from_value(document.clone()).unwrap();
        let other = json!({"limits": {"cpu": 1, "memory": "a"}, "each": [null], "boxed": []});
        crate::data::restore_texts(&mut outer, &other);
        assert_eq!(outer, serde_json::from_value::<Outer>(document).unwrap());
    }

    #[test]
    fn what_is_read_is_written_again() {
        let cases = [
            json!({"name": ""}),
            json!({"name": "a", "type": "Running", "port": 80, "limits": {"cpu": "1"}, "inner": {"flag": true}}),
            json!({"name": "a", "type": "Odd", "port": "http", "list": [{}, {"count": 0}], "size": u64::MAX}),
            json!({"name": "a", "boxed": {"name": "b", "boxed": {"name": "c"}}, "ratio": 0.1_f32, "wide": "-5"}),
            json!({"name": "a", "raw": {"x": [1, 2.5, null, u64::MAX, "t"]}, "foreign": {"x": 1},
                "byNumber": {"-3": "x"}}),
        ];
        for case in cases {
            let outer: Outer = serde_json::from_value(case.clone()).unwrap();
            assert_eq!(serde_json::to_value(&outer).unwrap(), case);
            let through_text: Outer = serde_json::from_str(&case.to_string()).unwrap();
            assert_eq!(through_text, outer);
            assert_eq!(outer.is_zero(), case == json!({"name": ""}));
        }
        let pair: Pair<Inner> = serde_json::from_value(json!({"left": {}, "right": [{"count": 1}]})).unwrap();
        assert_eq!(serde_json::to_value(&pair).unwrap(), json!({"left": {}, "right": [{"count": 1}]}));
    }

    #[test]
    fn null_is_zero_and_the_unknown_is_skipped() {
        let nulls = json!({
            "name": null, "type": null, "port": null, "limits": null, "inner": null, "boxed": null, "list": null,
            "size": null,
            "ratio": null, "wide": null, "raw": null, "foreign": null, "byNumber": null, "unknown": {"deep": [1]},
        });
        assert_eq!(serde_json::from_value::<Outer>(nulls).unwrap(), Outer::default());
        assert_eq!(serde_json::from_value::<Outer>(json!(null)).unwrap(), Outer::default());
        let list: Outer = serde_json::from_value(json!({"list": [null, {"flag": null}]})).unwrap();
        assert_eq!(list.list, [Inner::default(), Inner::default()]);
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
            (json!(1), "invalid type: integer `1`, expected an object"),
            (json!({"name": 1}), "name: invalid type: integer `1`, expected a string"),
            (json!({"list": [{}, {"flag": "x"}]}), "list[1].flag: invalid type: string \"x\", expected a boolean"),
            (json!({"boxed": {"inner": []}}), "boxed.inner: invalid type: sequence, expected an object"),
            (
                json!({"inner": {"count": 1.5}}),
                "inner.count: invalid type: floating point `1.5`, expected a 64-bit integer",
            ),
            (json!({"size": -1}), "size: invalid value: integer `-1`, expected an unsigned 64-bit integer"),
            (json!({"wide": 5}), "wide: invalid type: integer `5`, expected a quoted value"),
            (json!({"wide": "x"}), "wide: the text \"x\" does not contain a value of this field's type"),
            (json!({"byNumber": {"x": "y"}}), "byNumber: invalid key \"x\""),
        ];
        for (document, expected) in cases {
            assert_eq!(serde_json::from_value::<Outer>(document.clone()).unwrap_err().to_string(), expected);
            let error = serde_json::from_str::<Outer>(&document.to_string()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        let error = serde_json::from_str::<Outer>("{\"list\": [{\"flag\": tru").unwrap_err().to_string();
        assert_eq!(error, "EOF while parsing a value at line 1 column 22");
    }

    #[test]
    fn rules_see_what_is_written() {
        let document = json!({"name": "a", "port": "http", "wide": "7", "list": [{"flag": true}]});
        let outer: Outer = serde_json::from_value(document.clone()).unwrap();
        assert_eq!(outer.as_value().to_json(), document);
    }

    #[test]
    fn a_box_and_a_pointer_are_what_they_contain() {
        use super::Data;
        use crate::types::{RawMessage, Time};
        let epoch: Time = serde_json::from_value(json!("1970-01-01T00:00:00Z")).unwrap();
        for (time, by_method) in [(Time::default(), true), (epoch, false)] {
            assert_eq!(time.is_zero_by_method(), Some(by_method));
            assert_eq!(Some(time).is_zero_by_method(), Some(by_method));
            let boxed = Box::new(time);
            assert_eq!(boxed.is_zero_by_method(), Some(by_method));
            assert_eq!((boxed.is_null(), boxed.is_nil()), (by_method, by_method));
        }
        assert_eq!(None::<Time>.is_zero_by_method(), None);
        assert_eq!(Box::new(1).is_zero_by_method(), None);
        let (empty, full) = (Box::<Vec<i32>>::default(), Box::new(vec![1]));
        assert_eq!((empty.is_null(), empty.is_nil(), empty.is_empty()), (false, true, true));
        assert_eq!((full.is_null(), full.is_nil(), full.is_empty()), (false, false, false));
        assert!(!Box::new(Inner::default()).is_empty(), "a struct is never empty");
        for (raw, is_null) in [(json!(null), true), (json!(0), false)] {
            assert_eq!((raw.is_null(), Data::is_null(&raw)), (is_null, is_null));
            assert_eq!(Data::is_null(&RawMessage(raw)), is_null);
        }
    }

    #[test]
    fn quoted_values_have_the_type_of_the_field() {
        #[derive(Clone, Debug, Default, PartialEq)]
        struct Quoted {
            flag: bool,
            text: String,
            count: i64,
            size: u64,
            ratio: f64,
        }
        crate::object! {
            Quoted {
                flag: "flag" omitempty quoted,
                text: "text" omitempty quoted,
                count: "count" omitempty quoted,
                size: "size" omitempty quoted,
                ratio: "ratio" omitempty quoted,
            }
        }
        let document = json!({"flag": "true", "text": "\"a\"", "count": "-5", "size": "18446744073709551615",
            "ratio": "0.5"});
        let quoted: Quoted = serde_json::from_value(document.clone()).unwrap();
        let expected = Quoted { flag: true, text: "a".into(), count: -5, size: u64::MAX, ratio: 0.5 };
        assert_eq!(quoted, expected);
        assert_eq!(serde_json::to_value(&quoted).unwrap(), document);
        for wrong in [json!({"flag": "1"}), json!({"text": "a"}), json!({"count": "true"}), json!({"count": "[]"})] {
            assert!(serde_json::from_value::<Quoted>(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
