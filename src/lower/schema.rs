//! Conversion of declarations to schemas: structs to definitions, fields to properties, and types to their schemas at
//! the point of use.

mod basis;
pub(in crate::lower) mod definition;
mod inlined;
mod property;
pub(in crate::lower) mod type_schema;
