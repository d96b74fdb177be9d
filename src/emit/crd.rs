//! CRDs from lowered schemas: one YAML file each, in the layout of controller-gen
//! (`sigs.k8s.io/controller-tools/pkg/crd`).

mod backend;
mod budget;
mod channel;
pub mod codes;
mod description;
mod embedded;
mod named;
#[doc(hidden)]
pub mod patch;
mod rejected;
mod unchecked_format;
mod unknown_paths;
mod written;

pub use backend::Crd;
pub(crate) use backend::{Writer, kind_definitions, schema_as_lowered};
pub(crate) use budget::{Sizes, check as judge_size};
pub(crate) use description::cut;

pub(crate) use super::openapi::not_structural;
