//! Kubernetes Go API types in, OpenAPI, Rust types and validators out.
//!
//! Every stage is a function from one plain data type to the next and never looks back:
//! [`source`] (bytes) → [`syntax`] (Go declarations) → [`tags`] (meaning of comments) → [`resolve`] (names to ids) → [`model`] (the
//! intermediate model) → [`check`] (diagnostics) → [`lower`] (schemas) → [`check::cel`] (diagnostics of CEL rules) → [`emit`] (OpenAPI, Rust) → [`out`] (files).
//! [`session`] drives them; a [`tool`] is the decisions that they ask for.

pub mod build;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod diag;
pub mod emit;
pub mod lower;
pub mod model;
pub mod modules;
pub mod objects;
pub mod out;
pub mod resolve;
pub mod session;
pub mod settings;
pub mod source;
pub mod syntax;
pub mod tags;
#[cfg(feature = "cli")]
mod templates;
pub mod tool;

#[cfg(feature = "cli")]
pub use templates::TemplateError;
