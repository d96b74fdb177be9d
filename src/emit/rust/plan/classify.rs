//! Classifies declared Go types. This determines how their parts are planned.

use super::{Known, Plan};
use crate::{
    model::{
        Builtin, Type, TypeId, TypeKind, View,
        json::{Kind, Written},
    },
    tags::TagKind,
};

/// The class of a declared Go type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Class {
    /// A type in an existing crate.
    Extern,
    /// A runtime type.
    Known(Known),
    /// A type with a custom JSON encoding, which its fields do not describe.
    OwnJson,
    /// Like [`OwnJson`](Class::OwnJson), with a string encoding.
    OwnText,
    Struct,
    /// A string enum.
    Enumeration,
    Newtype,
    /// A type alias.
    Alias,
    /// A generic type that is not a struct: expanded wherever it is used.
    Template,
    /// A type that contains no data: an interface, a function, a channel.
    Nothing,
}

impl Plan<'_> {
    /// Returns the class of a declared type.
    pub(in super::super) fn class(&self, id: TypeId) -> Class {
        if self.extern_package(id).is_some() {
            return Class::Extern;
        }
        let definition = self.model.type_definition(id);
        if let Some(known) = self.known(id) {
            return Class::Known(known);
        }
        if let TypeKind::Alias(target) = &definition.kind {
            return match self.underlying(target) {
                Type::Interface { .. } | Type::Function | Type::Channel | Type::Invalid => Class::Nothing,
                _ if definition.type_parameters.is_empty() => Class::Alias,
                _ => Class::Template,
            };
        }
        // A type with a custom decoder but the default encoder may accept more than it writes. Its class follows from
        // what it writes.
        if let Some(written) = self.model.written(id) {
            return self.class_of_written(written);
        }
        match &definition.kind {
            TypeKind::Struct(_) => Class::Struct,
            TypeKind::Named(target) | TypeKind::Alias(target) => match self.underlying(target) {
                Type::Interface { .. } | Type::Function | Type::Channel | Type::Invalid => Class::Nothing,
                Type::Builtin(Builtin::Any | Builtin::Error | Builtin::Complex64 | Builtin::Complex128) => {
                    Class::Nothing
                }
                _ if !definition.type_parameters.is_empty() => Class::Template,
                Type::Struct { .. } => Class::Struct,
                Type::Named(other) => match self.class(*other) {
                    Class::Known(known) => Class::Known(known),
                    _ if self.is_struct_type(*other) => Class::Struct,
                    _ => Class::Nothing,
                },
                Type::External { .. } => Class::Newtype,
                Type::Builtin(Builtin::String)
                    if definition.tags.iter().any(|tag| tag.meaning == TagKind::Enum)
                        && !definition.constants.is_empty() =>
                {
                    Class::Enumeration
                }
                _ => Class::Newtype,
            },
        }
    }

    /// Returns the class of a type with a custom encoding. If the encoding methods are those of a runtime type, returns
    /// that type.
    fn class_of_written(&self, written: Written) -> Class {
        if let Written::By(by, _) = written
            && let Some(known) = self.known(by)
        {
            return Class::Known(known);
        }
        match written.kind() {
            Kind::Text { .. } => Class::OwnText,
            _ => Class::OwnJson,
        }
    }

    /// Returns the runtime type of a declared Go type, if there is one.
    fn known(&self, id: TypeId) -> Option<Known> {
        self.model.known_declared(id).and_then(|row| Known::of(row.rust))
    }

    /// Returns `true` if the underlying type is a struct.
    pub(super) fn is_struct_type(&self, id: TypeId) -> bool {
        matches!(self.model.kind(&Type::Named(id), View::Underlying), Kind::Struct(_))
    }

    /// Returns the underlying type. For a named struct, these are its fields.
    pub(super) fn underlying<'t>(&'t self, ty: &'t Type) -> &'t Type {
        let mut ty = ty;
        // No chain of names is longer than the number of types.
        for _ in 0..=self.model.types.len() {
            let Type::Named(id) = ty else { return ty };
            match &self.model.type_definition(*id).kind {
                TypeKind::Named(target) | TypeKind::Alias(target) => ty = target,
                TypeKind::Struct(_) => return ty,
            }
        }
        &Type::Invalid
    }

    pub(super) fn without_aliases<'t>(&'t self, ty: &'t Type) -> &'t Type {
        let mut ty = ty;
        for _ in 0..=self.model.types.len() {
            let Type::Named(id) = ty else { return ty };
            match &self.model.type_definition(*id).kind {
                TypeKind::Alias(target) => ty = target,
                TypeKind::Named(_) | TypeKind::Struct(_) => return ty,
            }
        }
        &Type::Invalid
    }
}
