//! The front end of [idlgen](https://docs.rs/idlgen): reads Kubernetes Go API types and the validation tags in their
//! comments, without Go.
//!
//! Every stage is a function from one plain data type to the next: [`source`] (bytes) → `syntax` (Go declarations) →
//! [`tags`] (parsed comments) → `resolve` (names to ids) → `model` (the intermediate model) → `check` (diagnostics) →
//! `lower` (schemas) → `check::cel` (diagnostics of CEL rules). [`modules`] finds packages, and [`diag`] has the
//! diagnostics of all stages. The crate `idlgen` runs the stages, and its back ends write the outputs.
//!
//! Use this crate through `idlgen`, which exports its public modules. The stages without a link are not part of the
//! API: they are public for `idlgen` only, and can change in any version.

#[doc(hidden)]
pub mod archive;
#[doc(hidden)]
pub mod audience;
#[doc(hidden)]
pub mod channel;
#[doc(hidden)]
pub mod check;
pub mod diag;
#[doc(hidden)]
pub mod lower;
#[doc(hidden)]
pub mod model;
pub mod modules;
#[doc(hidden)]
pub mod resolve;
pub mod source;
#[doc(hidden)]
pub mod syntax;
pub mod tags;
#[doc(hidden)]
pub mod tool;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Returns the codes of all stages in this crate.
#[doc(hidden)]
pub fn codes() -> impl Iterator<Item = diag::Code> {
    let tables = [
        modules::codes::ALL,
        syntax::codes::ALL,
        tags::codes::ALL,
        tags::rule_codes::ALL,
        tags::marker_codes::ALL,
        resolve::codes::ALL,
        channel::codes::ALL,
        lower::codes::ALL,
    ];
    tables.into_iter().flatten().copied().chain(check::codes()).chain(check::cel::codes())
}
