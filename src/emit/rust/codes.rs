//! Codes 0751-0799: limitations of Rust types.

use crate::diag::{Code, explained};

/// A Go type without a Rust equivalent is represented as arbitrary JSON.
pub const RUST_FREE_JSON: Code =
    explained!(751, "rust-free-json", Warning, "A Go type without a matching Rust type becomes untyped JSON.");

/// A field that contains no data is omitted from the Rust type.
pub const RUST_NO_DATA: Code =
    explained!(752, "rust-no-data", Warning, "A field without data is omitted from the Rust type.");

/// A type with a custom JSON encoding.
pub const RUST_OWN_JSON: Code =
    explained!(753, "rust-own-json", Info, "A type has its own method to read or write JSON.");

/// A type parameter that no field uses.
pub const RUST_TYPE_PARAMETER: Code =
    explained!(754, "rust-type-parameter", Warning, "A generic type has an unused type parameter.");

/// A schema that does not describe the JSON encoding of its Go type.
pub const RUST_SCHEMA_MISMATCH: Code =
    explained!(755, "rust-schema-mismatch", Warning, "A schema does not match the JSON of the Go type.");

/// A default that its own schema rejects.
pub const RUST_INVALID_DEFAULT: Code = explained!(756, "rust-invalid-default", Warning, "A default is invalid.");

/// A setting that is not valid Rust.
pub const RUST_SETTING: Code =
    explained!(757, "rust-setting", Error, "A setting for the Rust output is not valid Rust.");

/// A rule that reads a type of another crate.
pub const RUST_FOREIGN_RULE: Code =
    explained!(758, "rust-foreign-rule", Error, "A rule reads a type of another crate.");

/// An import path with too many parts for modules.
pub const RUST_MODULE_DEPTH: Code =
    explained!(759, "rust-module-depth", Error, "The import path of a Go package has too many parts for Rust modules.");

/// A hand-written function that no generated code calls.
pub const RUST_FUNCTION: Code =
    explained!(769, "rust-function", Error, "A hand-written function has no Go type or rule to validate.");

/// Generated code that cannot be formatted.
pub const RUST_INTERNAL: Code = explained!(799, "rust-internal", Error, "The generated code is not valid Rust.");

/// The codes that only concern generated Rust code. They are irrelevant if Rust is not an output.
pub(crate) const OF_GENERATED_CODE: &[Code] = &[
    RUST_FREE_JSON,
    RUST_NO_DATA,
    RUST_OWN_JSON,
    RUST_TYPE_PARAMETER,
    RUST_SCHEMA_MISMATCH,
    RUST_FOREIGN_RULE,
    RUST_MODULE_DEPTH,
];

/// All codes of this module.
pub const ALL: &[Code] = &[
    RUST_FREE_JSON,
    RUST_NO_DATA,
    RUST_OWN_JSON,
    RUST_TYPE_PARAMETER,
    RUST_SCHEMA_MISMATCH,
    RUST_INVALID_DEFAULT,
    RUST_SETTING,
    RUST_FOREIGN_RULE,
    RUST_MODULE_DEPTH,
    RUST_FUNCTION,
    RUST_INTERNAL,
];
