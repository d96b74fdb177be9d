//! Converts declarations to schemas: structs to definitions, fields to properties, and types to inline schemas or
//! references.

mod basis;
pub(in crate::lower) mod definition;
mod inlined;
mod property;
pub(in crate::lower) mod type_schema;
