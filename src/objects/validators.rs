//! Validators for objects, one file per validation strategy.

mod known_fields;
mod resource;
mod value;

pub(super) use known_fields::nearest as nearest_field;
pub(super) use resource::Resource;
pub(super) use value::{UnknownFields, Values};
