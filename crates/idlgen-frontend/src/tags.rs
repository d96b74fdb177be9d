//! Parses comment lines to tags: the source of each tag and its meaning. Independent of Go types.
//!
//! [`parse`] parses a single comment. Every tag has a row in the [`registry`], which defines the syntax of its value
//! and the declarations to which it applies. The grammar is in docs/tag-grammar.md, the tags are in docs/tags.md and
//! docs/tags.

mod arguments;
mod cel_text;
mod chain;
mod client;
pub mod codes;
mod comment;
mod constraint;
mod contextual;
#[doc(hidden)]
pub mod controller_gen;
mod corrected;
mod custom_resource;
mod default_value;
mod dump;
mod enumeration;
mod error_message;
mod format_name;
mod gate;
mod gateway;
mod gengo;
mod go_escape;
mod json_path;
mod lifecycle;
mod marker_arguments;
mod marker_value;
mod markers;
mod named_value;
mod names;
mod number;
mod one_of;
mod openshift;
mod options;
mod override_tag;
mod pairs;
mod prose;
mod publication;
mod quoted;
mod reader;
pub mod registry;
mod schema_type;
mod source_string;
mod tag;
mod tag_line;
#[cfg(test)]
pub(crate) mod testing;
mod text_map;
mod unknown;
mod validation_rule;
mod value;

#[doc(hidden)]
pub use client::{Client, ClientMethod, GoTypeName, Verb};
pub use markers::codes as marker_codes;
pub use validation_rule::codes as rule_codes;

pub(crate) use comment::repetition::between as repetitions_between;
#[doc(hidden)]
pub use comment::{ParsedComment, parse};
#[doc(hidden)]
pub use constraint::{Constraint, Exclusive, ValueFamily};
#[doc(hidden)]
pub use custom_resource::{CustomResource, PrinterColumn, ResourceNames, Scope};
pub(crate) use default_value::{DEFAULT_REFERENCE, default_reference};
#[doc(hidden)]
pub use dump::dump;
#[doc(hidden)]
pub use gate::{GateCondition, Gated, Placement};
#[doc(hidden)]
pub use gateway::{Notations, notations};
pub(crate) use gengo::interpreted as as_go_string;
pub(crate) use go_escape::{known as go_escape, push_character, push_escaped};
#[doc(hidden)]
pub use lifecycle::{KubernetesVersion, Lifecycle};
pub(crate) use marker_value::in_braces as marker_list;
#[doc(hidden)]
pub use options::{Grammar, TagOptions};
#[doc(hidden)]
pub use tag::*;
#[doc(hidden)]
pub use text_map::TextMap;
