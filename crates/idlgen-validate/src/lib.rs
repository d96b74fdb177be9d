//! The Kubernetes schema engine: OpenAPI schemas with the `x-kubernetes-` extensions, read, printed and executed on objects.
//!
//! It is the reference that every generated validator is tested against: both call the same checks in `idlgen-runtime`.

pub mod cel;
pub mod compiled;
pub mod engine;
pub mod schema;

pub use engine::{Validator, ValidatorOptions, ZeroMode};
pub use schema::{Definitions, Schema};
