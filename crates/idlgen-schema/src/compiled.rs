//! Compiles schemas: merges all schemas that apply to a value, in the order of the API server's checks.
//!
//! Several schemas often describe the same value: for example, a schema with a reference, and the referenced schema.
//! They are the [`Parts`] of a [`Node`]. The node contains the strictest limits, all enums and patterns, all declared
//! properties, and the [`Check`]s in the order in which an API server reports their errors. This order is only defined
//! here: the schema engine runs the checks of a [`Compiled`] schema, the Rust back end generates code from those of a
//! node, and the CEL value types use its [`Presence`].
//!
//! A new field of [`Schema`](crate::Schema) does not compile until this module handles it, and a new check does not
//! compile until every consumer handles it.

mod additional;
mod arena;
mod below;
mod check;
mod draft4;
mod error;
mod family;
mod formats;
mod message;
mod names;
mod node;
mod number_format;
mod parts;
mod presence;
mod properties;
mod reading;
mod schema_types;
mod settings;

pub use additional::Additional;
pub use arena::{Compiled, NodeId};
pub use below::Below;
pub use check::Check;
pub use draft4::{Dependency, Tuple};
pub use error::SchemaError;
pub use family::Family;
pub use message::Message;
pub use names::Names;
pub use node::{Node, Unfold};
pub use number_format::NumberFormat;
pub use parts::Parts;
pub use presence::Presence;
pub use properties::{Properties, Property};
pub use schema_types::{SchemaTypes, ValueTypes};
pub use settings::Settings;
