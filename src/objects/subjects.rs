//! What judges: one file a way of judging.

mod known_fields;
mod resource;
mod value;

use idlgen_validate::ValidatorOptions;

pub(super) use known_fields::nearest as nearest_field;
pub(super) use resource::Resource;
pub(super) use value::{UnknownFields, Values};

/// The settings for custom resources.
pub(super) fn options(kubernetes_minor: u16) -> ValidatorOptions {
    let mut options = ValidatorOptions::crd();
    options.kubernetes_minor = kubernetes_minor;
    options
}
