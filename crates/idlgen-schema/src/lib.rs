//! OpenAPI schemas with the `x-kubernetes-` extensions, as data.
//!
//! - [`Schema`] and [`Definitions`]: plain data, with conversions from and to JSON; [`schema::structural()`] expands
//!   references.
//! - [`keyword`]: the keywords that restrict values. Each is described by one row of a table.
//! - [`compiled`]: the checks of a schema with their arguments and order, for engines and code generators.
//! - [`cel`]: converts schemas to CEL types, and checks rules.
//!
//! The crate `idlgen-validate` validates objects with these schemas, and re-exports the modules above.
//!
//! # Features
//!
//! None.

pub mod cel;
pub mod compiled;
#[doc(hidden)]
pub mod kept;
pub mod keyword;
mod merge;
#[doc(hidden)]
pub mod rejection_rows;
pub mod schema;

pub use schema::{Definitions, Schema, ZeroMode};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
