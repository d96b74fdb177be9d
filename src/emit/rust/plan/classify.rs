//! What kind of thing a declared Go type is, before its parts are looked at.

use super::{Known, Plan};
use crate::{
    model::{
        Builtin, Type, TypeId, TypeKind, View,
        json::{Kind, Written},
    },
    tags::Meaning,
};

/// What kind of thing a declared Go type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Class {
    /// A crate that exists has it.
    Extern,
    /// The runtime has it.
    Known(Known),
    /// It reads and writes JSON by its own methods, which say nothing to a reader of its fields.
    OwnJson,
    /// As [`OwnJson`](Class::OwnJson), and its JSON is text.
    OwnText,
    /// A struct.
    Struct,
    /// A text with known values.
    Enumeration,
    /// Another named type.
    Newtype,
    /// Another name.
    Alias,
    /// A generic type that is no struct: written out where it is used.
    Template,
    /// No data: an interface, a function, a channel.
    Nothing,
}

impl Plan<'_> {
    /// What kind of thing a declared type is.
    pub(in super::super) fn class(&self, id: TypeId) -> Class {
        let definition = self.model.type_definition(id);
        let import_path = &self.model.package(definition.package).import_path;
        if self.options.extern_packages.contains_key(import_path) {
            return Class::Extern;
        }
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
        // What reads in a way of its own and writes as its fields are, may take more than it gives; what it gives is
        // its JSON.
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
                    if definition.tags.iter().any(|tag| tag.meaning == Meaning::Enum)
                        && !definition.constants.is_empty() =>
                {
                    Class::Enumeration
                }
                _ => Class::Newtype,
            },
        }
    }

    /// The class of what methods write: if the type that has them is the runtime's, it is that.
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

    /// The runtime's type for a declared Go type, if it has one.
    fn known(&self, id: TypeId) -> Option<Known> {
        self.model.known_declared(id).and_then(|row| Known::of(row.rust))
    }

    /// Whether a declared type is a struct underneath.
    fn is_struct_type(&self, id: TypeId) -> bool {
        matches!(self.model.kind(&Type::Named(id), View::Underlying), Kind::Struct(_))
    }

    /// The type behind names: a struct's fields for a named struct.
    pub(super) fn underlying<'t>(&'t self, ty: &'t Type) -> &'t Type {
        let mut ty = ty;
        // No chain of names is longer than there are types.
        for _ in 0..=self.model.types.len() {
            let Type::Named(id) = ty else { return ty };
            match &self.model.type_definition(*id).kind {
                TypeKind::Named(target) | TypeKind::Alias(target) => ty = target,
                TypeKind::Struct(_) => return ty,
            }
        }
        &Type::Invalid
    }

    /// The type behind aliases.
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
