//! Validates custom resources and CRDs like an API server (`k8s.io/apiextensions-apiserver`).
//!
//! [`CustomResourceDefinition`] is a CRD as data, and [`ResourceType`] is one version of its kind. [`CustomResource`]
//! processes requests for objects of that version up to the stored object, and returns all errors and warnings.

pub mod columns;
pub mod definition;
pub mod document;
mod go_print;
pub mod object_meta;
mod resource;
mod resource_type;
mod selected_fields;

#[doc(hidden)]
pub use resource::{harness, typed_object};

pub use document::{CustomResourceDefinition, Stage, compare_versions};
pub use resource::{
    Admission, Admit, CustomResource, DecodeError, FieldValidation, Kind, NoObject, PathStep, Requests, TypedAdmission,
    TypedResource, UndeclaredFields, Warning,
};
pub use resource_type::{ResourceType, Scale, Scope};
pub use selected_fields::selected_fields;
