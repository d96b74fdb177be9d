//! Codes 0751-0799: what Rust cannot say.

use crate::diag::{Code, explained};

/// A type of Go that no Rust type stands for is free JSON.
pub const RUST_FREE_JSON: Code =
    explained!(751, "rust-free-json", Warning, "A Go type without a matching Rust type becomes untyped JSON.");

/// A field that holds no data is left out of the Rust type.
pub const RUST_NO_DATA: Code =
    explained!(752, "rust-no-data", Warning, "A field without data is omitted from the Rust type.");

/// A type with JSON methods of its own.
pub const RUST_OWN_JSON: Code =
    explained!(753, "rust-own-json", Info, "A type has its own method to read or write JSON.");

/// A type parameter that no field uses.
pub const RUST_TYPE_PARAMETER: Code =
    explained!(754, "rust-type-parameter", Warning, "A generic type has an unused type parameter.");

/// A schema that does not describe the JSON of its Go type.
pub const RUST_SCHEMA_MISMATCH: Code =
    explained!(755, "rust-schema-mismatch", Warning, "A schema does not match the JSON of the Go type.");

/// A default that its own schema does not accept.
pub const RUST_INVALID_DEFAULT: Code = explained!(756, "rust-invalid-default", Warning, "A default is invalid.");

/// A setting that is no Rust.
pub const RUST_SETTING: Code =
    explained!(757, "rust-setting", Error, "A setting for the Rust output is not valid Rust.");

/// A rule that looks into a type of another crate.
pub const RUST_FOREIGN_RULE: Code =
    explained!(758, "rust-foreign-rule", Error, "A rule reads a type of another crate.");

/// An import path with more parts than modules are written for.
pub const RUST_MODULE_DEPTH: Code =
    explained!(759, "rust-module-depth", Error, "The import path of a Go package has too many parts for Rust modules.");

/// Rust that cannot be printed.
pub const RUST_INTERNAL: Code = explained!(799, "rust-internal", Error, "The generated code is not valid Rust.");

/// All of them.
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
    RUST_INTERNAL,
];
