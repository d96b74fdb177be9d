//! Presence and value of properties in objects of Go types.
//!
//! A Go field that is not a pointer cannot distinguish zero from missing, so zero is treated as missing. A missing
//! property is validated as its default or, if it is a struct, as an empty struct. This module is shared because the
//! schema engine and the CEL value types need the same rule for different data.

use super::{List, NoElements, NoEntries, ValueRef};
use crate::check::deep_equal;

/// Maximum nesting depth of inspected values. It exceeds the default limit of parsers (200).
const MAX_DEPTH: usize = 512;

/// Whether the Go field is a struct and not a pointer, so that it may always be present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Structure {
    /// The field is not a struct.
    None,
    /// The field is a struct that is treated as missing if all of its content is zero.
    Optional,
    /// The field is a struct that is always present, so its required fields are always required.
    Required,
    /// The field is the `items` list of a list object, which is always present: API servers return lists without items,
    /// and do not validate list objects.
    Objects,
}

/// The declaration of a property. `N` is the schema of its value.
#[derive(Clone, Copy, Debug)]
pub struct Declared<N> {
    /// `true` if zero is treated as missing.
    pub unless_zero: bool,
    /// Whether the Go field is a struct and not a pointer, so that it may always be present.
    pub structure: Structure,
    /// The schema of the value.
    pub node: N,
}

/// A schema, reduced to the information that determines the presence of properties.
pub trait Described: Sized {
    /// Returns the declaration of a property.
    fn property(&self, name: &str) -> Option<Declared<Self>>;

    /// Returns the default of a property.
    fn default(&self, name: &str) -> Option<ValueRef<'_>>;

    /// Returns `true` if the schema accepts the type of a value. For example, `false` in a string field is an error and
    /// not an empty string.
    fn takes(&self, value: &ValueRef<'_>) -> bool;

    /// Returns the schema of the content of a value.
    fn content(&self) -> Content<Self>;
}

/// The schema of the content of a value.
#[derive(Clone, Copy, Debug)]
pub enum Content<N> {
    /// An object with declared properties. A Go struct has no others.
    Properties,
    /// A list or a map. Its elements or values have this schema.
    Elements(N),
    /// The value has no content, or the schema of its content is unknown.
    Unknown,
}

/// Returns `true` if two values are equal after decoding into the Go type of the schema. Zero values that are treated
/// as missing equal unset ones, unset ones equal their defaults, and undeclared properties are dropped. The order of
/// all lists matters.
pub fn equal<N: Described>(left: &ValueRef<'_>, right: &ValueRef<'_>, node: &N) -> bool {
    equal_below(left, right, node, MAX_DEPTH)
}

fn equal_below<N: Described>(left: &ValueRef<'_>, right: &ValueRef<'_>, node: &N, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return deep_equal(left, right) };
    match (left, right, node.content()) {
        (ValueRef::List(left), ValueRef::List(right), Content::Elements(element)) => {
            equal_lists(*left, *right, &element, depth)
        }
        (ValueRef::Map(left), ValueRef::Map(right), Content::Elements(element)) => {
            let mut same = left.len() == right.len();
            if same {
                left.visit(&mut |key, value| {
                    same = right.get(key).is_some_and(|right| equal_below(&value, &right, &element, depth));
                    same
                });
            }
            same
        }
        (ValueRef::Map(left), ValueRef::Map(right), Content::Properties) => {
            let compare = |key: &str, left: Option<ValueRef<'_>>, right: Option<ValueRef<'_>>| {
                node.property(key).is_none_or(|declared| {
                    let default = || node.default(key);
                    match (declared.counted(left, default), declared.counted(right, default)) {
                        (Some(left), Some(right)) => equal_below(&left, &right, &declared.node, depth),
                        (left, right) => left.is_none() && right.is_none(),
                    }
                })
            };
            let mut all = true;
            left.visit(&mut |key, value| {
                all = compare(key, Some(value), right.get(key));
                all
            });
            if all {
                // Compares the keys that only the right object has.
                right.visit(&mut |key, value| {
                    all = left.contains_key(key) || compare(key, None, Some(value));
                    all
                });
            }
            all
        }
        _ => deep_equal(left, right),
    }
}

fn equal_lists<N: Described>(left: &dyn List, right: &dyn List, element: &N, depth: usize) -> bool {
    left.len() == right.len()
        && (0..left.len()).all(|index| match (left.get(index), right.get(index)) {
            (Some(left), Some(right)) => equal_below(&left, &right, element, depth),
            _ => false,
        })
}

impl<N: Described> Declared<N> {
    /// Returns the effective value: the written value, or the default if it is missing. Returns `None` if neither
    /// exists.
    #[inline]
    pub fn counted<'v>(
        &self,
        written: Option<ValueRef<'v>>,
        default: impl FnOnce() -> Option<ValueRef<'v>>,
    ) -> Option<ValueRef<'v>> {
        if let Some(value) = written.filter(|value| !value.is_null()) {
            let is_absent = match self.structure {
                Structure::None => self.unless_zero && is_zero(&value) && self.node.takes(&value),
                Structure::Optional => is_zero_struct(&value, &self.node, 0),
                Structure::Required | Structure::Objects => false,
            };
            if !is_absent {
                return Some(value);
            }
        }
        default().or(match self.structure {
            Structure::None | Structure::Optional => None,
            Structure::Required => Some(ValueRef::Map(&NoEntries)),
            Structure::Objects => Some(ValueRef::List(&NoElements)),
        })
    }
}

/// Returns `true` if a struct and everything in it is zero.
fn is_zero_struct<N: Described>(value: &ValueRef<'_>, node: &N, depth: usize) -> bool {
    let ValueRef::Map(map) = value else { return false };
    if depth > MAX_DEPTH {
        return false;
    }
    let mut all_zero = true;
    map.visit(&mut |name, value| {
        if let Some(Declared { unless_zero, structure, node }) = node.property(name) {
            all_zero = value.is_null()
                || match structure {
                    Structure::None | Structure::Objects => unless_zero && is_zero(&value) && node.takes(&value),
                    Structure::Optional | Structure::Required => is_zero_struct(&value, &node, depth + 1),
                };
        }
        all_zero
    });
    all_zero
}

/// Returns `true` for the zero value of a Go field that is neither a pointer nor a struct.
pub(crate) fn is_zero(value: &ValueRef<'_>) -> bool {
    match value {
        ValueRef::Null => true,
        ValueRef::Bool(value) => !value,
        ValueRef::Int(value) => *value == 0,
        ValueRef::Float(value) => *value == 0.0,
        ValueRef::String(value) => value.is_empty(),
        ValueRef::List(list) => list.is_empty(),
        ValueRef::Map(map) => map.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::value::Value as _;

    /// A Go struct that is nested this many times. The innermost struct contains a number.
    struct Nested(usize);

    impl Described for Nested {
        fn property(&self, name: &str) -> Option<Declared<Self>> {
            let below = self.0.checked_sub(1).filter(|_| name == "a")?;
            let structure = if below == 0 { Structure::None } else { Structure::Optional };
            Some(Declared { unless_zero: true, structure, node: Nested(below) })
        }

        fn default(&self, _: &str) -> Option<ValueRef<'_>> {
            None
        }

        fn takes(&self, _: &ValueRef<'_>) -> bool {
            true
        }

        fn content(&self) -> Content<Self> {
            Content::Properties
        }
    }

    #[test]
    fn zero_is_found_as_deep_as_objects_go() {
        for depth in [1, 63, 64, 65, 66, 200] {
            let object = |number: i64| (0..depth).fold(json!(number), |inner, _| json!({ "a": inner }));
            let (zero, one): (Json, Json) = (object(0), object(1));
            let declared = || Declared { unless_zero: false, structure: Structure::Optional, node: Nested(depth) };
            assert!(declared().counted(Some(zero.as_value()), || None).is_none(), "{depth}");
            assert!(declared().counted(Some(one.as_value()), || None).is_some(), "{depth}");
            assert!(equal(&zero.as_value(), &json!({}).as_value(), &Nested(depth)), "{depth}");
            assert!(!equal(&one.as_value(), &json!({}).as_value(), &Nested(depth)), "{depth}");
        }
    }

    #[test]
    fn zero_of_every_type() {
        for (value, zero) in [
            (json!(null), true),
            (json!(false), true),
            (json!(true), false),
            (json!(0), true),
            (json!(1), false),
            (json!(0.0), true),
            (json!(0.5), false),
            (json!(""), true),
            (json!("a"), false),
            (json!([]), true),
            (json!([0]), false),
            (json!({}), true),
            (json!({"a": 0}), false),
        ] {
            assert_eq!(is_zero(&value.as_value()), zero, "{value}");
        }
    }

    #[test]
    fn deeper_structs_are_not_zero() {
        for (depth, is_zero) in [(MAX_DEPTH + 1, true), (MAX_DEPTH + 2, false)] {
            let zero = (0..depth).fold(json!(0), |inner, _| json!({ "a": inner }));
            let declared = Declared { unless_zero: false, structure: Structure::Optional, node: Nested(depth) };
            assert_eq!(declared.counted(Some(zero.as_value()), || None).is_none(), is_zero, "{depth}");
        }
    }
}
