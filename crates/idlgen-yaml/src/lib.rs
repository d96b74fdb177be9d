//! YAML as Kubernetes reads it, with positions and hard limits.
//!
//! Scalars are resolved as `sigs.k8s.io/yaml` resolves them (goyaml.v2, YAML 1.1: `yes`, `0755`, `1_000`), so that a manifest means here what it means to
//! `kubectl`. JSON is read by the same function.
//!
//! ```
//! use idlgen_yaml::{Limits, load};
//! let documents = load("a: yes\n---\nb: [1, 2.5]\n", &Limits::default());
//! assert_eq!(documents.len(), 2);
//! let root = documents[0].root.as_ref().expect("a value");
//! assert_eq!(root.to_json().to_string(), r#"{"a":true}"#);
//! ```

mod base64;
mod find;
mod indented;
mod json;
mod limits;
mod load;
mod node;
mod number;
mod scalar;
#[cfg(test)]
mod testing;
mod tree;
mod value;
mod yaml;

pub use find::Found;
pub use limits::Limits;
pub use load::load;
pub use node::{Content, Document, Entry, Node, Problem, ProblemKind};
