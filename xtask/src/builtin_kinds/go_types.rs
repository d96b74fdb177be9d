//! The Go types of the fields of a definition, if the schema does not determine them.

use std::collections::BTreeMap;

use idlgen::{
    builtin::{EMBEDDED, GO_TYPE, go_text},
    model::{Builtin, Model, Type, TypeId, TypeKind, json::MemberRules},
};
use idlgen_validate::{Schema, schema::AdditionalProperties};

/// The maximum number of types that are declared from one another.
const MAX_NAMES: usize = 32;

/// Records the Go type of each property in a struct's definition. With `names_embedded`, also records the embedded
/// struct that a property is promoted from.
pub(super) fn add_go_types(model: &Model, id: TypeId, names_embedded: bool, schema: &mut Schema) {
    let members = model.members(&Type::Named(id), &MemberRules::GO).settle(|_, _| {});
    let types: BTreeMap<&str, &Type> = members.iter().map(|member| (member.name.as_str(), &member.field.ty)).collect();
    for (name, property) in &mut schema.properties {
        if let Some(ty) = types.get(name.as_str()) {
            say_type(model, ty, property);
        }
    }
    if names_embedded {
        say_embedded(model, &Type::Named(id), &mut Vec::new(), schema);
    }
}

/// Adds the embedded struct that each promoted member belongs to.
fn say_embedded<'a>(model: &'a Model, ty: &'a Type, names: &mut Vec<&'a str>, schema: &mut Schema) {
    let Type::Named(id) = pointee(ty) else { return };
    if names.len() > MAX_NAMES {
        return;
    }
    for field in model.type_definition(*id).fields() {
        if field.is_inline {
            names.push(&field.name);
            say_embedded(model, &field.ty, names, schema);
            names.pop();
        } else if !names.is_empty()
            && let Some(property) = field.json_name().and_then(|name| schema.properties.get_mut(name))
        {
            property.extensions.other.insert(EMBEDDED.to_owned(), names.join(".").into());
        }
    }
}

fn say_type(model: &Model, ty: &Type, schema: &mut Schema) {
    let ty = pointee(ty);
    let text = text(model, ty);
    match (underlying(model, ty), &mut schema.items, &mut schema.additional_properties) {
        (Some(Type::Slice(element) | Type::Array(element)), Some(items), _) => say_type(model, element, items),
        (Some(Type::Map(_, value)), _, Some(AdditionalProperties::Schema(values))) => say_type(model, value, values),
        _ => {}
    }
    if go_text(schema) != text {
        schema.extensions.other.insert(GO_TYPE.to_owned(), text.into());
    }
}

fn pointee(ty: &Type) -> &Type {
    match ty {
        Type::Pointer(target) => pointee(target),
        _ => ty,
    }
}

/// Returns the underlying type of a named type that is not a struct.
fn underlying<'a>(model: &'a Model, ty: &'a Type) -> Option<&'a Type> {
    let mut ty = ty;
    for _ in 0..MAX_NAMES {
        match ty {
            Type::Named(id) => match &model.type_definition(*id).kind {
                TypeKind::Named(target) | TypeKind::Alias(target) => ty = target,
                TypeKind::Struct(_) => return None,
            },
            _ => return Some(ty),
        }
    }
    None
}

/// Formats a type like `reflect.Type.String`.
fn text(model: &Model, ty: &Type) -> String {
    match ty {
        Type::Builtin(builtin) => builtin_text(*builtin).to_owned(),
        Type::Named(id) => {
            let definition = model.type_definition(*id);
            match &definition.kind {
                TypeKind::Alias(target) => text(model, target),
                _ => format!("{}.{}", model.package(definition.package).name, definition.name),
            }
        }
        Type::External { package, name } => format!("{}.{name}", package.rsplit('/').next().unwrap_or(package)),
        Type::Pointer(target) => format!("*{}", text(model, target)),
        Type::Slice(element) | Type::Array(element) => format!("[]{}", text(model, element)),
        Type::Map(key, value) => format!("map[{}]{}", text(model, key), text(model, value)),
        _ => "interface {}".to_owned(),
    }
}

fn builtin_text(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Bool => "bool",
        Builtin::String => "string",
        Builtin::Int => "int",
        Builtin::Int8 => "int8",
        Builtin::Int16 => "int16",
        Builtin::Int32 | Builtin::Rune => "int32",
        Builtin::Int64 => "int64",
        Builtin::Uint => "uint",
        Builtin::Uint8 | Builtin::Byte => "uint8",
        Builtin::Uint16 => "uint16",
        Builtin::Uint32 => "uint32",
        Builtin::Uint64 => "uint64",
        Builtin::Uintptr => "uintptr",
        Builtin::Float32 => "float32",
        Builtin::Float64 => "float64",
        Builtin::Complex64 => "complex64",
        Builtin::Complex128 => "complex128",
        Builtin::Error | Builtin::Any => "interface {}",
    }
}
