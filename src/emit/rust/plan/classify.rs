//! What kind of thing a declared Go type is, before its parts are looked at.

use super::{Known, Plan};
use crate::{
    model::{Builtin, Field, Type, TypeId, TypeKind},
    tags::Meaning,
};

/// Chains of names longer than this are taken for a cycle.
const CHAIN_LIMIT: usize = 64;

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
        self.class_within(id, CHAIN_LIMIT)
    }

    fn class_within(&self, id: TypeId, limit: usize) -> Class {
        let definition = self.model.type_definition(id);
        let import_path = &self.model.package(definition.package).import_path;
        if self.options.extern_packages.contains_key(import_path) {
            return Class::Extern;
        }
        if let Some(known) = Known::of_declared(import_path, &definition.name) {
            return Class::Known(known);
        }
        if let TypeKind::Alias(target) = &definition.kind {
            return match self.underlying(target) {
                Type::Interface { .. } | Type::Function | Type::Channel | Type::Invalid => Class::Nothing,
                _ if definition.type_parameters.is_empty() => Class::Alias,
                _ => Class::Template,
            };
        }
        // What reads in a way of its own and writes as its fields are, may take more than it gives; what it gives is its JSON.
        if definition.has_method("MarshalJSON") {
            return Class::OwnJson;
        }
        if definition.has_method("MarshalText") {
            return Class::OwnText;
        }
        match &definition.kind {
            TypeKind::Struct(fields) => self.class_of_struct(fields, limit),
            TypeKind::Named(target) | TypeKind::Alias(target) => match self.underlying(target) {
                Type::Interface { .. } | Type::Function | Type::Channel | Type::Invalid => Class::Nothing,
                Type::Builtin(Builtin::Any | Builtin::Error | Builtin::Complex64 | Builtin::Complex128) => {
                    Class::Nothing
                }
                _ if !definition.type_parameters.is_empty() => Class::Template,
                Type::Struct(fields) => self.class_of_struct(fields, limit),
                Type::Named(other) => match self.class_within(*other, limit.saturating_sub(1)) {
                    Class::Known(known) => Class::Known(known),
                    _ => {
                        self.fields_of(*other).map_or(Class::Nothing, |(fields, _)| self.class_of_struct(fields, limit))
                    }
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

    /// A struct's class: if a type that it embeds marshals itself, so does the struct.
    fn class_of_struct(&self, fields: &[Field], limit: usize) -> Class {
        if limit == 0 {
            return Class::Struct;
        }
        let embedded = fields.iter().filter(|field| field.is_embedded);
        let inherited = embedded.map(|field| match strip_pointers(&field.ty) {
            Type::Named(id) => self.class_within(*id, limit - 1),
            Type::External { package, name } => match (package.as_str(), name.as_str()) {
                ("time", "Time") | ("net/netip", "Addr" | "AddrPort" | "Prefix") => Class::OwnText,
                ("math/big", "Int" | "Float" | "Rat") => Class::OwnJson,
                _ => Class::Struct,
            },
            _ => Class::Struct,
        });
        inherited
            .into_iter()
            .find(|class| matches!(class, Class::Known(_) | Class::OwnJson | Class::OwnText))
            .unwrap_or(Class::Struct)
    }

    /// The type behind names: a struct's fields for a named struct.
    pub(super) fn underlying<'t>(&'t self, ty: &'t Type) -> &'t Type {
        let mut ty = ty;
        for _ in 0..CHAIN_LIMIT {
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
        for _ in 0..CHAIN_LIMIT {
            let Type::Named(id) = ty else { return ty };
            match &self.model.type_definition(*id).kind {
                TypeKind::Alias(target) => ty = target,
                TypeKind::Named(_) | TypeKind::Struct(_) => return ty,
            }
        }
        &Type::Invalid
    }

    /// The fields of the struct that a type is underneath, if it is one, and the names of its type parameters.
    pub(super) fn fields_of(&self, id: TypeId) -> Option<(&[Field], &[String])> {
        let definition = self.model.type_definition(id);
        match &definition.kind {
            TypeKind::Struct(fields) => Some((fields, &definition.type_parameters)),
            TypeKind::Named(target) | TypeKind::Alias(target) => match self.underlying(target) {
                Type::Struct(fields) => Some((fields, &[])),
                Type::Named(id) => match &self.model.type_definition(*id).kind {
                    TypeKind::Struct(fields) => Some((fields, &[])),
                    TypeKind::Named(_) | TypeKind::Alias(_) => None,
                },
                _ => None,
            },
        }
    }
}

pub(super) fn strip_pointers(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Type::Pointer(inner) = ty {
        ty = inner;
    }
    ty
}
