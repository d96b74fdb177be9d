//! `%s`: formats any value as a string.

use std::fmt::Write;

use super::clause::Clause;
use crate::{
    cel::{
        ErrorKind, EvaluationError, Value,
        library::conversions,
        value::{List, Map},
    },
    go,
};

/// Maximum nesting depth of formatted lists and maps. Objects that an API server accepts do not nest this deep.
const MAX_DEPTH: u32 = 512;

/// Formats an argument of `format`, or a map key.
pub(super) fn write_text(value: &Value<'_>, depth: u32, to: &mut String) -> Result<(), EvaluationError> {
    match value {
        Value::Null => to.push_str("null"),
        Value::Bool(value) => to.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => to.push_str(&value.to_string()),
        Value::Uint(value) => to.push_str(&value.to_string()),
        Value::Double(value) => to.push_str(&conversions::double_to_string(*value)),
        Value::String(text) | Value::Type(text) => to.push_str(text),
        Value::Bytes(bytes) => to.push_str(bytes_as_text(bytes)?),
        Value::Duration(value) => to.push_str(&conversions::duration_to_string(*value)),
        Value::Timestamp(value) => to.push_str(&conversions::timestamp_to_string(*value)),
        Value::List(list) => write_list(list, depth, to)?,
        Value::Map(map) => write_map(map, depth, to)?,
        _ => return Err(Clause::Text.does_not_take_type(value.type_name())),
    }
    Ok(())
}

fn bytes_as_text(bytes: &[u8]) -> Result<&str, EvaluationError> {
    conversions::bytes_to_string(bytes)
        .map_err(|error| EvaluationError::message(format!("could not convert argument \"{error}\" to string")))
}

/// Formats a value inside a list or map, similar to a literal.
fn write_nested(value: &Value<'_>, depth: u32, to: &mut String) -> Result<(), EvaluationError> {
    match value {
        Value::String(text) => to.push_str(&go::quote(text)),
        Value::Bytes(bytes) => {
            to.push('b');
            to.push_str(&go::quote(bytes_as_text(bytes)?));
        }
        Value::Double(value) if !value.is_finite() => to.push_str(&go::quote(&go::format_float(*value))),
        Value::Double(value) => {
            let _ = write!(to, "{value:.6}");
        }
        Value::Duration(value) => {
            let _ = write!(to, "duration({})", go::quote(&conversions::duration_to_string(*value)));
        }
        Value::Timestamp(value) => {
            let _ = write!(to, "timestamp({})", go::quote(&conversions::timestamp_to_string(*value)));
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Type(_) => write_text(value, depth, to)?,
        Value::List(list) => write_list(list, depth, to)?,
        Value::Map(map) => write_map(map, depth, to)?,
        _ => return Err(no_function_for(value.type_name())),
    }
    Ok(())
}

fn write_list(list: &List<'_>, depth: u32, to: &mut String) -> Result<(), EvaluationError> {
    let depth = deeper(depth)?;
    to.push('[');
    for (index, element) in list.iter().enumerate() {
        if index > 0 {
            to.push_str(", ");
        }
        match element {
            Ok(element) => write_nested(&element, depth, to)?,
            // An element that does not match its schema is a value of type `error` in cel-go.
            Err(_) => return Err(no_function_for("error")),
        }
    }
    to.push(']');
    Ok(())
}

/// Formats entries sorted by their formatted keys.
fn write_map(map: &Map<'_>, depth: u32, to: &mut String) -> Result<(), EvaluationError> {
    let depth = deeper(depth)?;
    let mut entries = Vec::with_capacity(map.len());
    for key in map.keys() {
        if !matches!(key, Value::String(_) | Value::Bool(_) | Value::Int(_) | Value::Uint(_)) {
            let name = key.type_name();
            return Err(EvaluationError::message(format!("no formatting function for map key of type {name}")));
        }
        let (mut printed, mut value) = (String::new(), String::new());
        write_nested(&key, depth, &mut printed)?;
        match map.get(&key) {
            Ok(Some(found)) => write_nested(&found, depth, &mut value)?,
            Ok(None) => {}
            Err(_) => return Err(no_function_for("error")),
        }
        entries.push((printed, value));
    }
    if let Some(name) = map.null_field() {
        return Err(EvaluationError::message(format!("could not find key: {}", go::quote(name))));
    }
    if map.unknown_fields() > 0 {
        // For fields that the schema does not declare, cel-go has no key: it dereferences a nil pointer, and the API
        // server crashes.
        let message = "runtime error: invalid memory address or nil pointer dereference".to_owned();
        return Err(ErrorKind::Internal(message.into()).into());
    }
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    to.push('{');
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            to.push_str(", ");
        }
        to.push_str(key);
        to.push(':');
        to.push_str(value);
    }
    to.push('}');
    Ok(())
}

fn no_function_for(type_name: &str) -> EvaluationError {
    EvaluationError::message(format!("no formatting function for {type_name}"))
}

fn deeper(depth: u32) -> Result<u32, EvaluationError> {
    if depth < MAX_DEPTH { Ok(depth + 1) } else { Err(ErrorKind::TooDeep.into()) }
}
