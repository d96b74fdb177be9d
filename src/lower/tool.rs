//! What differs between the tools that are imitated.

pub(in crate::lower) mod openapi_gen;
pub(in crate::lower) mod rule_set;
