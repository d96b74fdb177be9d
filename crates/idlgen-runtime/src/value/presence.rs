//! Which properties of an object of a Go type count as present, and with what value.
//!
//! A Go field that is no pointer cannot tell zero from absent, so zero counts as absent there, and what is absent is
//! judged as its default or, if it is a struct, as one that holds nothing. The schema engine and the shapes of CEL ask
//! the same question of different data; it is answered here.

use super::{List, NoElements, NoEntries, ValueRef};
use crate::check::deep_equal;

/// How deep values are looked into: deeper than readers of objects go by default (200).
const MAX_DEPTH: usize = 512;

/// Whether a Go field is a struct and no pointer to one, or for another reason always there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Structure {
    /// It is none.
    None,
    /// It is one that may be absent, and is if everything in it is zero.
    Optional,
    /// It is one that is always there: what is required in it is, whatever was written.
    Required,
    /// It is none, but the objects of a list of objects: API servers hand out lists of none, and judge no list.
    Objects,
}

/// What a schema says of a property. `N` is what it says of its value.
#[derive(Clone, Copy, Debug)]
pub struct Declared<N> {
    /// Zero counts as absent.
    pub unless_zero: bool,
    /// Whether the Go field is a struct and no pointer to one.
    pub structure: Structure,
    /// What the schema says of the value.
    pub node: N,
}

/// A schema, as far as the presence of properties goes.
pub trait Described: Sized {
    /// What is declared of the property of that name in objects of this schema.
    fn property(&self, name: &str) -> Option<Declared<Self>>;

    /// What stands for the property of that name in objects of this schema where it is absent.
    fn default(&self, name: &str) -> Option<ValueRef<'_>>;

    /// Whether a value is of a type that the schema takes. `false` in a field of text is a mistake, not the empty text.
    fn takes(&self, value: &ValueRef<'_>) -> bool;

    /// What it says of what is in a value.
    fn content(&self) -> Content<Self>;
}

/// What a schema says of what is in a value.
#[derive(Clone, Copy, Debug)]
pub enum Content<N> {
    /// Properties are declared, and a Go struct holds no others.
    Properties,
    /// All elements or entries are of this schema.
    Elements(N),
    /// Nothing, or there is nothing in it.
    Unknown,
}

/// Whether two values are equal once decoded into the Go type that the schema was made from: what counts as absent
/// equals what is not written, what is not written equals its default, and what is not declared is dropped. Order
/// counts in all lists.
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
                // Those that both have were compared above.
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
    /// The value that counts, of the one that was written and the default; none if the property is absent.
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

/// Whether a struct holds nothing but zeros, all the way down.
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

/// Whether this is the zero value of a Go field that is no pointer and no struct.
fn is_zero(value: &ValueRef<'_>) -> bool {
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

    /// A Go struct that holds one, and so on, so many times; the last holds a number.
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
}
