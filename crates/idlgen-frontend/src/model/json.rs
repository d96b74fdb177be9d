//! The JSON encoding of Go types, shared by lowering, checks and back ends.

mod embedded;
mod generics;
mod json_type;
mod kind;
mod many_embedded;
mod member;
mod methods;
mod standard_library;

pub(crate) use embedded::EmbeddedFields;
pub use generics::{bindings, substitute};
pub use json_type::{JsonType, ResolvedJsonType};
pub(crate) use kind::is_of_standard_library;
pub use kind::{Kind, StructType, Used, View};
pub(crate) use member::DEEPEST;
pub(crate) use member::json_tag_value;
pub use member::{Embedding, Inlined, JsonTags, Member, MemberRules, Members, Owner};
pub use methods::{Writer, Written};
pub use standard_library::{KnownKind, KnownType, RustType, known_type};
