//! Checks a value with the constraint of a tag. The messages are those of the validators.

use idlgen_runtime::{Context, Mode, Options, check, field::Path, value::Value};
use serde_json::Value as Json;

use crate::{
    check::declaration::Layer,
    model::Model,
    tags::{Constraint, Tag, TagKind},
};

/// Returns the values that `+enum` on a type allows.
fn enum_values(model: &Model, layer: &Layer<'_>) -> Option<Vec<Json>> {
    let definition = model.type_definition(layer.of?);
    Some(definition.constants.iter().map(|constant| constant.value.clone()).collect())
}

/// Returns the violations of a tag in the layer by the value.
pub(super) fn problems(model: &Model, layer: &Layer<'_>, tag: &Tag, value: &Json, path: &Path<'_>) -> Vec<String> {
    let mut context = Context::new(Mode::AllErrors, Options::default());
    match &tag.meaning {
        TagKind::Enum => {
            if let Some(values) = enum_values(model, layer) {
                check::enumeration(&value.as_value(), &values, path, &mut context);
            }
        }
        TagKind::Constraint(constraint) => {
            let said = |other: &Constraint| {
                layer.meanings().any(|(_, said)| matches!(said, TagKind::Constraint(said) if said == other))
            };
            constraint.check(value, said, path, &mut context);
        }
        _ => {}
    }
    context.errors().iter().map(|error| error.detail.clone()).collect()
}
