//! Go's predeclared types (`k8s.io/kube-openapi/pkg/common.OpenAPITypeFormat`).

use idlgen_schema::schema::SchemaType;
use serde_json::{Value as Json, json};

use crate::model::Builtin;

/// The type, format and zero value of a predeclared type.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) struct BuiltinSchema {
    pub(in crate::lower) schema_type: SchemaType,
    pub(in crate::lower) format: Option<&'static str>,
    /// Go's zero value.
    pub(in crate::lower) zero: Json,
}

/// Returns the schema of a predeclared type, or `None` if the type has no JSON encoding, or one that a schema cannot
/// represent.
pub(in crate::lower) fn schema(builtin: Builtin) -> Option<BuiltinSchema> {
    let integer = |format| Some((SchemaType::Integer, Some(format), json!(0)));
    let number = |format| Some((SchemaType::Number, Some(format), json!(0)));
    let (schema_type, format, zero) = match builtin {
        Builtin::Bool => Some((SchemaType::Boolean, None, json!(false))),
        Builtin::String => Some((SchemaType::String, None, json!(""))),
        Builtin::Int | Builtin::Uint | Builtin::Int16 | Builtin::Uint16 | Builtin::Int32 => integer("int32"),
        Builtin::Uint32 | Builtin::Int64 | Builtin::Uint64 => integer("int64"),
        Builtin::Int8 | Builtin::Uint8 | Builtin::Byte => integer("byte"),
        Builtin::Float32 => number("float"),
        Builtin::Float64 => number("double"),
        Builtin::Uintptr | Builtin::Rune | Builtin::Complex64 | Builtin::Complex128 | Builtin::Error | Builtin::Any => {
            None
        }
    }?;
    Some(BuiltinSchema { schema_type, format, zero })
}

/// Returns the format of an integer with 32 or 64 bits in its name, signed or unsigned
/// (`sigs.k8s.io/controller-tools/pkg/crd`, `builtinToType`).
pub(in crate::lower) fn exact_format(builtin: Builtin) -> Option<&'static str> {
    match builtin {
        Builtin::Int32 | Builtin::Uint32 => Some("int32"),
        Builtin::Int64 | Builtin::Uint64 => Some("int64"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::{Validator, ValidatorOptions};

    use super::*;
    use crate::lower::testing::lower_go;

    #[test]
    fn integers_have_the_bits_that_go_reads() {
        let text = "type T struct {\n\tA int `json:\"a\"`\n\tB int32 `json:\"b\"`\n\tC []uint `json:\"c\"`\n}\n";
        let lowered = lower_go(text).lowered;
        let validator =
            Validator::for_definition(&lowered.definitions, "example.com/api/v1.T", ValidatorOptions::default())
                .unwrap();
        let wide = json!({"a": 3_000_000_000_i64, "b": 3_000_000_000_i64, "c": [3_000_000_000_i64]});
        let errors = validator.validate(&wide, None).errors;
        assert_eq!(errors.iter().map(|error| error.path.to_string()).collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn every_predeclared_type_is_as_openapi_gen_has_it() {
        let cases = [
            (Builtin::Bool, Some(("boolean", "", "false"))),
            (Builtin::String, Some(("string", "", "\"\""))),
            (Builtin::Int, Some(("integer", "int32", "0"))),
            (Builtin::Int8, Some(("integer", "byte", "0"))),
            (Builtin::Int16, Some(("integer", "int32", "0"))),
            (Builtin::Int32, Some(("integer", "int32", "0"))),
            (Builtin::Int64, Some(("integer", "int64", "0"))),
            (Builtin::Uint, Some(("integer", "int32", "0"))),
            (Builtin::Uint8, Some(("integer", "byte", "0"))),
            (Builtin::Uint16, Some(("integer", "int32", "0"))),
            (Builtin::Uint32, Some(("integer", "int64", "0"))),
            (Builtin::Uint64, Some(("integer", "int64", "0"))),
            (Builtin::Byte, Some(("integer", "byte", "0"))),
            (Builtin::Float32, Some(("number", "float", "0"))),
            (Builtin::Float64, Some(("number", "double", "0"))),
            (Builtin::Uintptr, None),
            (Builtin::Rune, None),
            (Builtin::Complex64, None),
            (Builtin::Complex128, None),
            (Builtin::Error, None),
            (Builtin::Any, None),
        ];
        for (builtin, expected) in cases {
            let found = schema(builtin);
            let found = found
                .as_ref()
                .map(|found| (found.schema_type.name(), found.format.unwrap_or(""), found.zero.to_string()));
            let expected = expected.map(|(kind, format, zero)| (kind, format, zero.to_owned()));
            assert_eq!(found, expected, "{}", builtin.name());
        }
    }
}
