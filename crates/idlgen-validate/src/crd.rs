//! Custom resources as an API server with CustomResourceDefinitions has them
//! (`k8s.io/apiextensions-apiserver`).
//!
//! [`CustomResourceDefinition`] is a definition as data, and [`ResourceType`] is what it says of one version of a kind.
//! [`CustomResource`] judges objects of it: from what a client sends to what is stored, with all that is refused and
//! warned of on the way.

pub mod columns;
pub mod definition;
pub mod document;
mod go_print;
pub mod object_meta;
mod resource;
mod resource_type;
mod selected_fields;

pub use document::CustomResourceDefinition;
pub use resource::{Admission, CustomResource, DecodeError, FieldValidation, Requests, Warning};
pub use resource_type::{ResourceType, Scale, Scope};
pub use selected_fields::selected_fields;
