//! Determines whether a struct property is required, for lints.

use crate::{
    model::{
        Model,
        json::{Member, Owner},
    },
    tags::TagKind,
};

/// Returns `true` if a property is required: according to `+required` and `+optional`, otherwise the package default,
/// otherwise `true` if zero values are encoded.
pub(super) fn is_required(model: &Model, property: &Member<'_>) -> bool {
    let field = &property.field;
    let said = field.tags.iter().find_map(|tag| match tag.meaning {
        TagKind::Required => Some(true),
        TagKind::Optional => Some(false),
        _ => None,
    });
    let is_optional_by_default = || match property.owner {
        Owner::Declared(id) => model.package(model.type_definition(id).package).optional_tag().is_some(),
        Owner::Anonymous => false,
    };
    said.unwrap_or_else(|| !is_optional_by_default() && !field.is_omitempty() && !field.is_omitzero())
}
