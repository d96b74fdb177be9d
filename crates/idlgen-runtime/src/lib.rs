//! Runtime of the code that idlgen generates: Kubernetes values, field errors, checks, formats and CEL.
//!
//! A crate with generated code depends on this one and calls [`Validate`] on the generated types. This example
//! implements such a type by hand and calls its three entry points:
//!
//! ```
//! use idlgen_runtime::{Context, Validate, Verdict, check, field::Path};
//!
//! struct Port {
//!     number: i32,
//! }
//!
//! impl Validate for Port {
//!     fn check(&self, _old: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
//!         // +minimum=1
//!         check::minimum(self.number, 1, false, &path.field("number"), cx);
//!         // +maximum=65535
//!         check::maximum(self.number, 65535, false, &path.field("number"), cx);
//!     }
//! }
//!
//! let port = Port { number: 80_800 };
//! assert_eq!(port.verdict(None), Verdict::Invalid);
//! assert_eq!(
//!     port.all_errors(None).errors.to_string(),
//!     "number: Invalid value: 80800: number in body should be less than or equal to 65535"
//! );
//! // An update: rules may compare with the old object.
//! assert!(Port { number: 8080 }.first_error(Some(&port)).is_none());
//! ```
//!
//! # Where to go next
//!
//! - [`Validate`]: the trait that every generated type implements. [`Options`] selects the Kubernetes version and more.
//! - [`value`]: borrowed views of JSON-like data, implemented by `serde_json::Value` and by generated types.
//! - [`field`]: paths, errors and error lists with the messages of `k8s.io/apimachinery/pkg/util/validation/field`.
//! - [`cel`]: checked CEL programs and their evaluation.
//! - [`check`]: schema keyword checks, called by generated validators and the schema engine.
//! - [`format`](mod@format): the string formats of OpenAPI, Kubernetes and KEP-4153.
//! - [`regex`]: Go regular expressions (RE2) with Go's syntax errors.
//! - [`data`]: reads and writes generated types.
//! - [`types`]: Kubernetes types with a custom JSON representation (Quantity, IntOrString, Time, …).
//!
//! # Features
//!
//! Both features are enabled by default. Without them, the compiler processes half as much code for a crate whose types
//! have no rules.
//!
//! - `cel`: the module [`cel`](mod@cel). Generated code calls it if types have CEL rules.
//! - `time-zones`: the IANA time zone database, for rules such as `self.start.getHours('Europe/Berlin') > 8`. Generated
//!   code with such a rule does not compile without this feature, and the error says so.
//!
//! The crate has no procedural macros in its dependency graph and no `unsafe` code of its own.

// Without the feature `cel`, some items are unused. The default build reports items that nothing uses.
#![cfg_attr(not(feature = "cel"), allow(dead_code))]

#[cfg(feature = "cel")]
pub mod cel;
pub mod check;
pub mod context;
pub mod data;
pub mod field;
pub mod format;
mod generation;
pub mod go;
pub mod regex;
pub mod types;
pub mod validate;
pub mod value;

pub use context::{Context, Mode, Options};
pub use generation::{GENERATION, require_generation, require_time_zones};
#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use serde_json;
#[doc(hidden)]
pub use validate::{Checks, compared_outcome, outcome_of, passes_uncompared};
pub use validate::{Outcome, Validate, Verdict, judge};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
