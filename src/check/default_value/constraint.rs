//! Whether a value satisfies the constraint of one tag, in the words of the validators that it would meet.

use idlgen_runtime::{
    Context, Mode, Options, check,
    field::Path,
    regex::LazyPattern,
    value::{Number, Value, ValueRef},
};
use serde_json::Value as Json;

use crate::{
    check::declaration::Layer,
    model::Model,
    tags::{Constraint, Exclusive, Meaning, Tag},
};

/// The values that `+enum` on a type allows.
fn enum_values(model: &Model, layer: &Layer<'_>) -> Option<Vec<Json>> {
    let definition = model.type_definition(layer.of?);
    Some(definition.constants.iter().map(|constant| constant.value.clone()).collect())
}

/// What a tag of the layer has against the value.
pub(super) fn problems(model: &Model, layer: &Layer<'_>, tag: &Tag, value: &Json, path: &Path<'_>) -> Vec<String> {
    let mut context = Context::new(Mode::AllErrors, Options::default());
    let view = value.as_value();
    match &tag.meaning {
        Meaning::Enum => {
            if let Some(values) = enum_values(model, layer) {
                check::enumeration(&view, &values, path, &mut context);
            }
        }
        Meaning::Constraint(constraint) => apply(layer, constraint, value, &view, path, &mut context),
        _ => {}
    }
    context.errors().iter().map(|error| error.detail.clone()).collect()
}

fn apply(
    layer: &Layer<'_>,
    constraint: &Constraint,
    value: &Json,
    view: &ValueRef<'_>,
    path: &Path<'_>,
    context: &mut Context,
) {
    let has_flag = |flag: Constraint| layer.meanings().any(|(_, other)| *other == Meaning::Constraint(flag.clone()));
    let number = match value {
        Json::Number(number) => Some(Number::from_json(number)),
        _ => None,
    };
    match (constraint, value) {
        (Constraint::Minimum(limit), _) => {
            let is_exclusive = has_flag(Constraint::ExclusiveMinimum(Exclusive::Flag(true)));
            number.map(|number| check::minimum(number, *limit, is_exclusive, path, context));
        }
        (Constraint::Maximum(limit), _) => {
            let is_exclusive = has_flag(Constraint::ExclusiveMaximum(Exclusive::Flag(true)));
            number.map(|number| check::maximum(number, *limit, is_exclusive, path, context));
        }
        (Constraint::ExclusiveMinimum(Exclusive::Limit(limit)), _) => {
            number.map(|number| check::minimum(number, *limit, true, path, context));
        }
        (Constraint::ExclusiveMaximum(Exclusive::Limit(limit)), _) => {
            number.map(|number| check::maximum(number, *limit, true, path, context));
        }
        (Constraint::MultipleOf(factor), _) => {
            number.map(|number| check::multiple_of(number, *factor, path, context));
        }
        (Constraint::MinLength(limit), Json::String(text)) => {
            check::min_length(text, *limit, path, context);
        }
        (Constraint::MaxLength(limit), Json::String(text)) => {
            check::max_length(text, *limit, path, context);
        }
        (Constraint::Pattern(pattern), Json::String(text)) => {
            let pattern = LazyPattern::owned(pattern.clone());
            // A pattern that is none has been said.
            if pattern.compiled().is_ok() {
                check::pattern(text, &pattern, path, context);
            }
        }
        (Constraint::MinItems(limit), Json::Array(items)) => {
            check::min_items(items.len(), *limit, path, context);
        }
        (Constraint::MaxItems(limit), Json::Array(items)) => {
            check::max_items(items.len(), *limit, path, context);
        }
        (Constraint::MinProperties(limit), Json::Object(entries)) => {
            check::min_properties(entries.len(), *limit, path, context);
        }
        (Constraint::MaxProperties(limit), Json::Object(entries)) => {
            check::max_properties(entries.len(), *limit, path, context);
        }
        (Constraint::Enum(values), _) => {
            check::enumeration(view, values, path, context);
        }
        _ => {}
    }
}
