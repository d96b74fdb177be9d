//! Resolves named types, for code that inspects values.

use super::{Class, Float, Form, Integer, ItemId, Known, Plan, Shape};

/// A resolved type.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum RustKind {
    Bool,
    Integer(Integer),
    Float(Float),
    /// `String`.
    Text,
    /// A string enum.
    Enumeration,
    /// A runtime type.
    Known(Known),
    List(Shape),
    Map(Shape, Shape),
    Option(Shape),
    /// A generated struct.
    Struct(ItemId),
    /// A generated generic struct with its type arguments.
    Instance(ItemId, Vec<Shape>),
    /// A type of another crate with the runtime's traits.
    Validated,
    /// An opaque type.
    Opaque,
}

/// A resolved type with its newtypes.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Resolved {
    pub(in super::super) kind: RustKind,
    /// Number of newtypes that wrap it.
    pub(in super::super) wrappers: usize,
}

impl Plan<'_> {
    /// Returns `true` if a named type only consists of pointers to itself, as in `type P *P`.
    pub(in super::super) fn is_endless_pointer(&self, shape: &Shape) -> bool {
        let mut shape = shape.clone();
        // Pointers can only repeat through names, and no chain of names is longer than the number of types.
        for _ in 0..=self.items.len() {
            let RustKind::Option(inner) = self.resolve(&shape).kind else { return false };
            shape = inner;
        }
        true
    }

    /// Resolves a named type.
    pub(in super::super) fn resolve(&self, shape: &Shape) -> Resolved {
        let mut shape = shape.clone();
        let mut wrappers = 0;
        for _ in 0..=self.items.len() {
            let kind = match shape {
                Shape::Bool => RustKind::Bool,
                Shape::Integer(integer) => RustKind::Integer(integer),
                Shape::Float(float) => RustKind::Float(float),
                Shape::Text => RustKind::Text,
                Shape::Known(known) => RustKind::Known(known),
                Shape::List(element) => RustKind::List(*element),
                Shape::Map(key, value) => RustKind::Map(*key, *value),
                Shape::Option(inner) => RustKind::Option(*inner),
                Shape::Anonymous(number, arguments) if arguments.is_empty() => {
                    RustKind::Struct(ItemId::Anonymous(number))
                }
                Shape::Anonymous(number, arguments) => RustKind::Instance(ItemId::Anonymous(number), arguments),
                Shape::Instance(id, arguments) => RustKind::Instance(ItemId::Declared(id), arguments),
                Shape::Parameter(_) => RustKind::Opaque,
                Shape::Named(id) => match self.declared(id).map(|item| &item.form) {
                    None if self.class(id) == Class::Extern => {
                        let is_validated = self.extern_package(id).is_some_and(|package| package.has_runtime_traits);
                        if is_validated { RustKind::Validated } else { RustKind::Opaque }
                    }
                    None => RustKind::Known(Known::RawMessage),
                    Some(Form::Struct { .. }) => RustKind::Struct(ItemId::Declared(id)),
                    Some(Form::Enumeration { .. }) => RustKind::Enumeration,
                    Some(Form::Known(known)) => RustKind::Known(*known),
                    Some(Form::Newtype(inner)) if self.holds_foreign(inner) => RustKind::Opaque,
                    Some(Form::Newtype(inner)) => {
                        wrappers += 1;
                        shape = inner.clone();
                        continue;
                    }
                    Some(Form::Alias(inner)) => {
                        shape = inner.clone();
                        continue;
                    }
                },
            };
            return Resolved { kind, wrappers };
        }
        Resolved { kind: RustKind::Opaque, wrappers: 0 }
    }
}
