//! Custom resource definitions as data.
//!
//! - [`CustomResourceDefinition`] is a definition of `apiextensions.k8s.io/v1` or `v1beta1`, in one form for both.
//! - [`ResourceType`] is what one of its versions says of objects.

pub mod document;
mod resource_type;

pub use document::CustomResourceDefinition;
pub use resource_type::{ResourceType, Scale, Scope};
