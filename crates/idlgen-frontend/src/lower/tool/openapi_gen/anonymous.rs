//! Anonymous structs: openapi-gen references them by their type in Go syntax. There is no definition with that name.

use crate::model::{Field, Seen, Type};

/// The reason why an anonymous struct whose fields have struct tags has no such name.
const QUOTES: &str = "openapi-gen copies the type with its struct tags into a Go string, whose quotes make the \
                      generated Go code invalid";
/// The reason why a type that the model represents incompletely has no such name.
const NOT_SPELT: &str = "openapi-gen references the type by its Go spelling, which it does not preserve for \
                         arrays, functions, channels, generic types and interfaces with methods";

/// Returns the string that represents an anonymous struct, or the reason why there is none. The Go parser limits the
/// nesting depth.
pub(in crate::lower) fn reference(model: &Seen<'_>, fields: &[Field]) -> Result<String, &'static str> {
    let fields: Result<Vec<String>, &str> = fields
        .iter()
        .map(|field| {
            if !field.struct_tag.is_empty() {
                return Err(QUOTES);
            }
            let ty = spelling(model, &field.ty)?;
            Ok(if field.is_embedded { ty } else { format!("{} {ty}", field.name) })
        })
        .collect();
    Ok(format!("struct{{{}}}", fields?.join("; ")))
}

/// Formats a type like Go's type checker.
fn spelling(model: &Seen<'_>, ty: &Type) -> Result<String, &'static str> {
    Ok(match ty {
        Type::Builtin(builtin) => builtin.name().to_owned(),
        Type::Named(id) => model.go_name(*id),
        Type::External { package, name } => format!("{package}.{name}"),
        Type::Parameter(name) => name.clone(),
        Type::Pointer(target) => format!("*{}", spelling(model, target)?),
        Type::Slice(element) => format!("[]{}", spelling(model, element)?),
        Type::Map(key, value) => format!("map[{}]{}", spelling(model, key)?, spelling(model, value)?),
        Type::Interface { is_empty: true } => "interface{}".to_owned(),
        Type::Struct { fields, .. } => reference(model, fields)?,
        Type::Array(_)
        | Type::Instance { .. }
        | Type::Interface { .. }
        | Type::Function
        | Type::Channel
        | Type::Invalid => return Err(NOT_SPELT),
    })
}
