//! Schemas as they are applied to values: what stands in several places made one, in the order in which it counts.
//!
//! A value is often described by several schemas at once: by one with a reference, by what that refers to, and so on.
//! They are the [`Parts`] of a [`Node`], which holds the tightest bounds, every enumeration and pattern, the properties
//! that any of them declares, and its [`Check`]s in the order in which an API server reports them. This is told here
//! alone: the engine runs the checks of a [`Compiled`] schema, the Rust back end prints those of a node, and the shapes
//! of CEL have their [`Presence`] from here.
//!
//! A field that is added to [`Schema`](crate::Schema) does not compile until it is said here what it means, and a check
//! not until everyone who goes through the checks says what becomes of it.

mod additional;
mod arena;
mod below;
mod check;
mod draft4;
mod error;
mod formats;
mod message;
mod names;
mod node;
mod number_format;
mod parts;
mod presence;
mod reading;
mod schema_types;
mod settings;

pub use additional::Additional;
pub use arena::{Compiled, NodeId};
pub use below::RulesBelow;
pub use check::{Check, Family};
pub use draft4::{Dependency, Tuple};
pub use error::SchemaError;
pub use message::Message;
pub use names::Names;
pub use node::{Node, Properties, Property, Unfold};
pub use number_format::NumberFormat;
pub use parts::Parts;
pub use presence::Presence;
pub use schema_types::{SchemaTypes, ValueTypes};
pub use settings::Settings;
