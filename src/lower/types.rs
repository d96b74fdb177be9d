//! Go types: what each becomes where it is declared, and where it is used.

pub(in crate::lower) mod builtin;
pub(in crate::lower) mod definition;
pub(in crate::lower) mod enumeration;
mod inlined;
pub(in crate::lower) mod json_tag;
pub(in crate::lower) mod member;
pub(in crate::lower) mod method;
pub(in crate::lower) mod property;
pub(in crate::lower) mod selection;
pub(in crate::lower) mod type_schema;
pub(in crate::lower) mod usage;
pub(in crate::lower) mod written_definition;
