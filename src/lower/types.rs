//! Go types as a tool sees them: their members, what they are where they are used, and what their methods say.

pub(in crate::lower) mod builtin;
pub(in crate::lower) mod enumeration;
pub(in crate::lower) mod json_tag;
pub(in crate::lower) mod member;
pub(in crate::lower) mod method;
pub(in crate::lower) mod selection;
pub(in crate::lower) mod usage;
mod written_definition;
