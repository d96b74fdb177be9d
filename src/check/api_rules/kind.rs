//! What gengo (`k8s.io/gengo/v2/types`) takes a type for: named types keep their kind apart (a named slice is no
//! slice), but named pointers and aliases are what they stand for.

use crate::model::{Builtin, Field, Model, Type, TypeDefinition, TypeId, TypeKind, json::known_type};

/// Chains of declared types are followed this far.
const LONGEST: usize = 100;

/// The fields of a declared struct, also of one that is declared by way of another.
pub(super) fn struct_fields<'a>(model: &'a Model, definition: &'a TypeDefinition) -> Option<&'a [Field]> {
    let mut target = match &definition.kind {
        TypeKind::Struct(fields) => return Some(fields),
        TypeKind::Alias(_) => return None,
        TypeKind::Named(target) => target,
    };
    for _ in 0..LONGEST {
        target = match target {
            Type::Struct { fields, .. } => return Some(fields),
            Type::Named(id) | Type::Instance { base: id, .. } => match &model.type_definition(*id).kind {
                TypeKind::Struct(fields) => return Some(fields),
                TypeKind::Named(target) | TypeKind::Alias(target) => target,
            },
            _ => return None,
        };
    }
    None
}

/// Whether a type is a struct, or a pointer to one.
pub(super) fn is_struct_or_pointer_to_struct(model: &Model, ty: &Type) -> bool {
    is_struct(model, pointee(model, ty).unwrap_or(ty))
}

/// The elements of an unnamed slice, unless these are bytes. `int8` is a byte for gengo.
pub(super) fn slice_of_other_than_bytes(model: &Model, ty: &Type) -> bool {
    let Type::Slice(element) = without_aliases(model, ty) else { return false };
    !matches!(without_aliases(model, element), Type::Builtin(Builtin::Byte | Builtin::Uint8 | Builtin::Int8))
}

/// Whether a type is an unnamed slice.
pub(super) fn is_slice(model: &Model, ty: &Type) -> bool {
    matches!(without_aliases(model, ty), Type::Slice(_))
}

/// The declared type that this is, not by way of a pointer.
pub(super) fn declared(model: &Model, ty: &Type) -> Option<TypeId> {
    match without_aliases(model, ty) {
        Type::Named(id) => Some(*id),
        _ => None,
    }
}

fn without_aliases<'a>(model: &'a Model, ty: &'a Type) -> &'a Type {
    let mut current = ty;
    for _ in 0..LONGEST {
        let Type::Named(id) = current else { break };
        let TypeKind::Alias(target) = &model.type_definition(*id).kind else { break };
        current = target;
    }
    current
}

fn pointee<'a>(model: &'a Model, ty: &'a Type) -> Option<&'a Type> {
    let mut current = ty;
    for _ in 0..LONGEST {
        current = match without_aliases(model, current) {
            Type::Pointer(target) => return Some(target),
            Type::Named(id) => match &model.type_definition(*id).kind {
                TypeKind::Named(target) => target,
                _ => return None,
            },
            _ => return None,
        };
    }
    None
}

fn is_struct(model: &Model, ty: &Type) -> bool {
    match without_aliases(model, ty) {
        Type::Struct { .. } => true,
        Type::Named(id) | Type::Instance { base: id, .. } => struct_fields(model, model.type_definition(*id)).is_some(),
        Type::External { package, name } => match known_type(package, name) {
            Some(known) => known.is_struct(),
            None => !is_interface(package, name),
        },
        _ => false,
    }
}

/// Interfaces of the standard library that API types use.
fn is_interface(package: &str, name: &str) -> bool {
    matches!(
        (package, name),
        ("encoding/json", "Marshaler" | "Unmarshaler")
            | ("net", "Addr")
            | ("fmt", "Stringer")
            | ("context", "Context")
            | ("io", _)
    )
}
