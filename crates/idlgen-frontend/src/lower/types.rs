//! Go types as a tool interprets them: members, resolved types, and the results of methods.

pub(in crate::lower) mod builtin;
pub(in crate::lower) mod enumeration;
pub(in crate::lower) mod json_tag;
pub(in crate::lower) mod member;
pub(in crate::lower) mod method;
pub(in crate::lower) mod selection;
pub(in crate::lower) mod usage;
mod written_definition;
