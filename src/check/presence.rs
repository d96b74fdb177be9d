//! Whether what a Go field becomes has to be there, for lints that ask it of a struct's properties.

use crate::{
    model::{
        Model,
        json::{Member, Owner},
    },
    tags::Meaning,
};

/// Whether an object must have a property: `+required` and `+optional` decide, then what the package says of all its
/// fields, else whether zero is written.
pub(super) fn is_required(model: &Model, property: &Member<'_>) -> bool {
    let field = &property.field;
    let said = field.tags.iter().find_map(|tag| match tag.meaning {
        Meaning::Required => Some(true),
        Meaning::Optional => Some(false),
        _ => None,
    });
    let is_optional_by_default = || match property.owner {
        Owner::Declared(id) => model.package(model.type_definition(id).package).optional_tag().is_some(),
        Owner::Anonymous => false,
    };
    said.unwrap_or_else(|| !is_optional_by_default() && !field.is_omitempty() && !field.is_omitzero())
}
