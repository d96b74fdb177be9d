//! CEL as the Kubernetes API server runs it: checked programs, their evaluation, the function libraries and the cost of running them.
//!
//! A [`program::Program`] is made from source text by the crate `idlgen-cel`; what is here needs no parser and no type checker, so that generated code can
//! carry its rules as data.

pub mod program;
