//! Reads and writes YAML as Kubernetes does, with the position of each value and within limits.
//!
//! Scalars are resolved as in `sigs.k8s.io/yaml` (goyaml.v2, YAML 1.1: `yes`, `0755`, `1_000`), so a manifest means
//! the same as for `kubectl`. The same function also parses JSON. Every value has a position, so that errors can refer
//! to it:
//!
//! ```
//! use idlgen_runtime::field::Path;
//! use idlgen_yaml::{Limits, load};
//!
//! let text = "debug: yes\nmode: 0755\n---\nports: [80, http]\n";
//! let documents = load(text, &Limits::default());
//! assert_eq!(documents.len(), 2);
//! assert!(documents.iter().all(|document| document.problems.is_empty()));
//!
//! let first = documents[0].root.as_ref().expect("a value");
//! assert_eq!(first.to_json().to_string(), r#"{"debug":true,"mode":493}"#);
//!
//! let second = documents[1].root.as_ref().expect("a value");
//! let place = second.find(&Path::root().field("ports").index(1).to_path_buf());
//! assert_eq!(&text[place.span], "http");
//!
//! // A problem has a location; the rest is parsed.
//! let twice = load("a: 1\na: 2\n", &Limits::default());
//! assert_eq!(twice[0].problems[0].message, r#"key "a" already set in map"#);
//! assert_eq!(twice[0].problems[0].span, 5..6);
//! ```
//!
//! # Where to go next
//!
//! - [`load`]: parses the documents of a file, within [`Limits`] on work and memory.
//! - [`run_deep`]: supports values that nest as deep as in API servers.
//! - [`Node`]: a value with its position; [`Node::find`] resolves error paths.
//! - [`to_string()`]: formats a value like `sigs.k8s.io/yaml`.
//! - `idlgen_validate::Validator` can validate a [`Node`] directly.
//!
//! # Features
//!
//! None.

mod block;
mod deep;
mod find;
mod json;
mod limits;
mod load;
mod mapping;
mod node;
mod number;
mod parse;
mod positions;
#[cfg(test)]
mod recorded;
mod scalar;
mod source_positions;
mod stream;
#[cfg(test)]
mod testing;
mod timestamp;
mod tree;
mod value;
mod write;
mod yaml;

pub use deep::{run_deep, spawn_deep};
pub use find::Found;
pub use limits::Limits;
pub use load::{load, load_following};
pub use node::{Content, Document, Entry, Mapping, Node, Problem, ProblemKind};
pub use positions::Positions;
pub use source_positions::SourcePositions;
pub use write::{Entries, Numbered, Part, Writer, key_order, to_string};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
