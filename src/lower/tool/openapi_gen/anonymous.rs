//! Structs without a name: openapi-gen refers to them by how Go spells their type, and defines nothing of that name.

use crate::model::{Field, Model, Type};

/// More levels than anybody writes.
const MAX_DEPTH: usize = 32;

/// The name that stands for a struct without a name; nothing if a field has a struct tag, whose quotes break the Go
/// code.
pub(in crate::lower) fn reference(model: &Model, fields: &[Field]) -> Option<String> {
    structure(model, fields, 0)
}

fn structure(model: &Model, fields: &[Field], depth: usize) -> Option<String> {
    let fields: Option<Vec<String>> = fields
        .iter()
        .map(|field| {
            if !field.struct_tag.is_empty() {
                return None;
            }
            let ty = spelling(model, &field.ty, depth + 1)?;
            Some(if field.is_embedded { ty } else { format!("{} {ty}", field.name) })
        })
        .collect();
    Some(format!("struct{{{}}}", fields?.join("; ")))
}

/// A type as Go's type checker prints it.
fn spelling(model: &Model, ty: &Type, depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    let inner = |ty: &Type| spelling(model, ty, depth + 1);
    Some(match ty {
        Type::Builtin(builtin) => builtin.name().to_owned(),
        Type::Named(id) => model.go_name(*id),
        Type::External { package, name } => format!("{package}.{name}"),
        Type::Parameter(name) => name.clone(),
        Type::Pointer(target) => format!("*{}", inner(target)?),
        Type::Slice(element) => format!("[]{}", inner(element)?),
        Type::Map(key, value) => format!("map[{}]{}", inner(key)?, inner(value)?),
        Type::Interface { is_empty: true } => "interface{}".to_owned(),
        Type::Struct { fields, .. } => structure(model, fields, depth)?,
        Type::Array(_)
        | Type::Instance { .. }
        | Type::Interface { .. }
        | Type::Function
        | Type::Channel
        | Type::Invalid => {
            return None;
        }
    })
}
