//! Resolves named types, for code that inspects values.

use super::{Class, Float, Integer, ItemId, ItemKind, Known, Plan, PlannedType};

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
    List(PlannedType),
    Map(PlannedType, PlannedType),
    Option(PlannedType),
    /// A generated struct.
    Struct(ItemId),
    /// A generated generic struct with its type arguments.
    Instance(ItemId, Vec<PlannedType>),
    /// A type of another crate with the runtime's traits.
    Validated,
    /// A type whose contents are unknown: a type parameter, or a type of another crate without the runtime's traits.
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
    pub(in super::super) fn is_endless_pointer(&self, shape: &PlannedType) -> bool {
        let mut shape = shape.clone();
        // Pointers can only repeat through names, and no chain of names is longer than the number of types.
        for _ in 0..=self.items.len() {
            let RustKind::Option(inner) = self.resolve(&shape).kind else { return false };
            shape = inner;
        }
        true
    }

    /// Resolves a named type.
    pub(in super::super) fn resolve(&self, shape: &PlannedType) -> Resolved {
        let mut shape = shape.clone();
        let mut wrappers = 0;
        for _ in 0..=self.items.len() {
            let kind = match shape {
                PlannedType::Bool => RustKind::Bool,
                PlannedType::Integer(integer) => RustKind::Integer(integer),
                PlannedType::Float(float) => RustKind::Float(float),
                PlannedType::Text => RustKind::Text,
                PlannedType::Known(known) => RustKind::Known(known),
                PlannedType::List(element) => RustKind::List(*element),
                PlannedType::Map(key, value) => RustKind::Map(*key, *value),
                PlannedType::Option(inner) => RustKind::Option(*inner),
                PlannedType::Anonymous(number, arguments) if arguments.is_empty() => {
                    RustKind::Struct(ItemId::Anonymous(number))
                }
                PlannedType::Anonymous(number, arguments) => RustKind::Instance(ItemId::Anonymous(number), arguments),
                PlannedType::Instance(id, arguments) => RustKind::Instance(ItemId::Declared(id), arguments),
                PlannedType::Parameter(_) => RustKind::Opaque,
                PlannedType::Named(id) => match self.declared(id).map(|item| &item.form) {
                    None if self.class(id) == Class::Extern => {
                        let is_validated = self.extern_package(id).is_some_and(|package| package.has_runtime_traits);
                        if is_validated { RustKind::Validated } else { RustKind::Opaque }
                    }
                    None => RustKind::Known(Known::RawMessage),
                    Some(ItemKind::Struct { .. }) => RustKind::Struct(ItemId::Declared(id)),
                    Some(ItemKind::Enumeration { .. }) => RustKind::Enumeration,
                    Some(ItemKind::Known(known)) => RustKind::Known(*known),
                    Some(ItemKind::Newtype(inner)) if self.contains_foreign(inner) => RustKind::Opaque,
                    Some(ItemKind::Newtype(inner)) => {
                        wrappers += 1;
                        shape = inner.clone();
                        continue;
                    }
                    Some(ItemKind::Alias(inner)) => {
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
