//! Type kinds of gengo (`k8s.io/gengo/v2/types`): a named type has its own kind (a named slice is not a slice), but
//! named pointers and aliases are resolved.

use crate::model::{Builtin, Field, Model, Type, TypeDefinition, TypeId, TypeKind, json::known_type};

/// Maximum length of a chain of declared types.
const LONGEST: usize = 100;

/// Returns the fields of a declared struct, including one declared through another.
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

/// Returns `true` for a struct or a pointer to one.
pub(super) fn is_struct_or_pointer_to_struct(model: &Model, ty: &Type) -> bool {
    is_struct(model, pointee(model, ty).unwrap_or(ty))
}

/// Returns `true` for an unnamed slice of anything but bytes. gengo treats `int8` as a byte.
pub(super) fn slice_of_other_than_bytes(model: &Model, ty: &Type) -> bool {
    let Type::Slice(element) = without_aliases(model, ty) else { return false };
    !matches!(without_aliases(model, element), Type::Builtin(Builtin::Byte | Builtin::Uint8 | Builtin::Int8))
}

/// Returns `true` for an unnamed slice.
pub(super) fn is_slice(model: &Model, ty: &Type) -> bool {
    matches!(without_aliases(model, ty), Type::Slice(_))
}

/// Returns the declared type, without following pointers.
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

/// Returns `true` for a standard library interface that API types use.
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
