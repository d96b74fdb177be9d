//! The Kubernetes schema engine: parses and prints OpenAPI schemas with the `x-kubernetes-` extensions, and validates
//! objects with them.
//!
//! Results and messages are those of an API server. This example validates an object with a schema:
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
//! The checks are those of `idlgen-runtime`, which generated validators also call. Tests compare every generated
//! validator with this engine.
//!
//! # Features
//!
//! - `time-zones` (default): the IANA time zone database, for rules such as `self.start.getHours('Europe/Berlin') > 8`.
//!   Without it, such a rule fails with the error that the zone is unknown.
//!
//! # Where to go next
//!
//! - [`Schema`] and [`Definitions`]: plain data, with conversions from and to JSON; [`schema::structural()`] expands
//!   references.
//! - [`Validator`]: verdicts, unknown fields, defaults and pruning; [`ValidatorOptions`] selects the server to emulate.
//! - [`keyword`]: the keywords that restrict values. Each is described by one row of a table.
//! - [`compiled`]: the checks of a schema with their arguments and order, for code generators.
//! - [`cel`]: converts schemas to CEL types, and checks rules.
//! - [`crd`]: parses and validates CRDs, and processes requests for custom resources.
//! - [`kubevirt`]: validates virtual machines with the rules in KubeVirt templates.
//! - [`dual`]: compares two validators and records their differences; see also [`metrics`].
//! - The crate `idlgen-yaml` parses objects with the positions of their values.

pub mod crd;
pub mod dual;
pub mod engine;
pub mod jsonpath;
pub mod kubevirt;
pub mod metrics;

pub use engine::{Validator, ValidatorOptions};
pub use idlgen_schema::{Definitions, Schema, ZeroMode, cel, compiled, keyword, schema};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
