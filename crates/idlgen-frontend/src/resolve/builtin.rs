//! Go's predeclared names.

use crate::model::Builtin;

/// Returns the predeclared type with this name. The caller must check that no declaration shadows it.
pub(super) fn builtin(name: &str) -> Option<Builtin> {
    Some(match name {
        "bool" => Builtin::Bool,
        "string" => Builtin::String,
        "int" => Builtin::Int,
        "int8" => Builtin::Int8,
        "int16" => Builtin::Int16,
        "int32" => Builtin::Int32,
        "int64" => Builtin::Int64,
        "uint" => Builtin::Uint,
        "uint8" => Builtin::Uint8,
        "uint16" => Builtin::Uint16,
        "uint32" => Builtin::Uint32,
        "uint64" => Builtin::Uint64,
        "uintptr" => Builtin::Uintptr,
        "byte" => Builtin::Byte,
        "rune" => Builtin::Rune,
        "float32" => Builtin::Float32,
        "float64" => Builtin::Float64,
        "complex64" => Builtin::Complex64,
        "complex128" => Builtin::Complex128,
        "error" => Builtin::Error,
        "any" => Builtin::Any,
        _ => return None,
    })
}

/// All names supported by [`builtin`], for suggestions.
pub(super) const BUILTINS: [&str; 21] = [
    "bool",
    "string",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintptr",
    "byte",
    "rune",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "error",
    "any",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_known() {
        assert!(BUILTINS.iter().all(|name| builtin(name).is_some()));
        assert_eq!(builtin("comparable"), None);
    }
}
