//! The Kubernetes schema engine: OpenAPI schemas with the `x-kubernetes-` extensions, read, printed and executed on
//! objects.
//!
//! Verdicts and texts are those of an API server. From a schema to what is wrong with an object:
//!
//! ```
//! use idlgen_validate::{Schema, Validator};
//! use serde_json::json;
//!
//! let (schema, problems) = Schema::from_json(&json!({
//!     "type": "object",
//!     "required": ["replicas"],
//!     "properties": {
//!         "replicas": {"type": "integer", "minimum": 1},
//!         "zones": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}
//!     },
//!     "x-kubernetes-validations": [{"rule": "!has(self.zones) || size(self.zones) <= self.replicas"}]
//! }));
//! assert!(problems.is_empty());
//! let validator = Validator::new(&schema)?;
//!
//! let errors = |object| validator.validate(&object, None).errors.to_string();
//! assert_eq!(
//!     errors(json!({"replicas": 0})),
//!     "replicas: Invalid value: 0: replicas in body should be greater than or equal to 1"
//! );
//! assert_eq!(errors(json!({"replicas": 2, "zones": ["a", "a"]})), r#"zones[1]: Duplicate value: "a""#);
//! assert_eq!(
//!     errors(json!({"replicas": 1, "zones": ["a", "b"]})),
//!     "<nil>: Invalid value: failed rule: !has(self.zones) || size(self.zones) <= self.replicas"
//! );
//! # Ok::<(), Vec<idlgen_validate::engine::SchemaError>>(())
//! ```
//!
//! It is the reference that every generated validator is tested against: both call the same checks in `idlgen-runtime`.
//!
//! # Where to go next
//!
//! - [`Schema`] and [`Definitions`]: plain data, with [`Schema::from_json`] and the way back; [`schema::structural()`]
//!   writes out references.
//! - [`Validator`]: verdicts, unknown fields, defaults and pruning; [`ValidatorOptions`] decides what kind of server
//!   judges.
//! - [`keyword`]: the keywords that limit values, a row each.
//! - [`compiled`]: what is checked of a schema, with what bounds and in what order, for any other executor.
//! - [`cel`]: the types that rules see, and the judgement of rules.
//! - [`crd`]: custom resource definitions.
//! - [`kubevirt`]: rules about virtual machines, from KubeVirt's templates.
//! - [`dual`]: two validations side by side, what they say differently, and its [`metrics`].
//! - The crate `idlgen-yaml` reads objects with the places of their values.
//!
//! # Features
//!
//! None.

pub mod cel;
pub mod compiled;
pub mod crd;
pub mod dual;
pub mod engine;
pub mod jsonpath;
mod kept;
pub mod keyword;
pub mod kubevirt;
mod merge;
pub mod metrics;
mod refusal;
pub mod schema;

pub use engine::{Validator, ValidatorOptions, ZeroMode};
pub use schema::{Definitions, Schema};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
