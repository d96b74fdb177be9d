//! Which properties of an object of a Go type count as present, and with what value.
//!
//! A Go field that is no pointer cannot tell zero from absent, so zero counts as absent there, and what is absent is
//! judged as its default or, if it is a struct, as one that holds nothing. The schema engine and the shapes of CEL ask
//! the same question of different data; it is answered here.

use super::{NoEntries, ValueRef};

/// How deep structs may stand in each other for a look whether all is zero. Go cannot nest them without end.
const MAX_DEPTH: usize = 64;

/// Whether a Go field is a struct and no pointer to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Structure {
    /// It is none.
    None,
    /// It is one that may be absent, and is if everything in it is zero.
    Optional,
    /// It is one that is always there.
    Required,
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

    /// Whether a value is of a type that the schema takes. `false` in a field of text is a mistake, not the empty text.
    fn takes(&self, value: &ValueRef<'_>) -> bool;
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
                Structure::Required => false,
            };
            if !is_absent {
                return Some(value);
            }
        }
        default().or_else(|| (self.structure == Structure::Required).then_some(ValueRef::Map(&NoEntries)))
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
                    Structure::None => unless_zero && is_zero(&value) && node.takes(&value),
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
