//! Declarations to schemas: a struct to its definition, a field to its property, a type to what it is where it is
//! used.

mod basis;
pub(in crate::lower) mod definition;
mod inlined;
mod property;
pub(in crate::lower) mod type_schema;
