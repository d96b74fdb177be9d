//! Embeds values in objects.

use idlgen_validate::{Schema, schema::AdditionalProperties};
use serde_json::Value as Json;

use super::sample::Sampler;
use crate::diff::Step;

/// The key of map entries that are added.
pub(super) const KEY: &str = "key";

pub(super) fn schema_at<'s>(schema: &'s Schema, path: &[Step]) -> Option<&'s Schema> {
    path.iter().try_fold(schema, |schema, step| match step {
        Step::Field(name) => schema.properties.get(name).or_else(|| values_of(schema)),
        Step::Items => schema.items.as_deref(),
        Step::Values => values_of(schema),
    })
}

pub(super) fn schema_at_mut<'s>(schema: &'s mut Schema, path: &[Step]) -> Option<&'s mut Schema> {
    path.iter().try_fold(schema, |schema, step| match step {
        Step::Field(name) => schema.properties.get_mut(name),
        Step::Items => schema.items.as_deref_mut(),
        Step::Values => match schema.additional_properties.as_mut()? {
            AdditionalProperties::Schema(values) => Some(&mut **values),
            AdditionalProperties::Allowed(_) => None,
        },
    })
}

/// Returns the schema of the values of a map.
pub(super) fn values_of(schema: &Schema) -> Option<&Schema> {
    match schema.additional_properties.as_ref()? {
        AdditionalProperties::Schema(values) => Some(values),
        AdditionalProperties::Allowed(_) => None,
    }
}

/// Returns the object with a value at a path. Creates missing parents as their schemas require, with `all` of their
/// fields or only the required ones. Returns `None` if the path does not match.
pub(super) fn embed(
    schema: &Schema,
    object: &Json,
    path: &[Step],
    value: &Json,
    all: bool,
    sampler: &Sampler,
) -> Option<Json> {
    let mut object = object.clone();
    if let ([], Some(entries), Json::Object(values)) = (path, object.as_object_mut(), value) {
        // An entire object keeps its apiVersion, kind and metadata.
        entries.retain(|name, _| ["apiVersion", "kind", "metadata"].contains(&name.as_str()));
        for (name, value) in values {
            entries.entry(name).or_insert_with(|| value.clone());
        }
        return Some(object);
    }
    set(schema, &mut object, path, value, all, sampler)?;
    Some(object)
}

fn set(schema: &Schema, place: &mut Json, path: &[Step], value: &Json, all: bool, sampler: &Sampler) -> Option<()> {
    let Some((step, rest)) = path.split_first() else {
        *place = value.clone();
        return Some(());
    };
    match step {
        Step::Field(name) => {
            let inner = schema.properties.get(name).or_else(|| values_of(schema))?;
            let entries = place.as_object_mut()?;
            let next = entries.entry(name).or_insert_with(|| sampler.sample(inner, all, 0));
            set(inner, next, rest, value, all, sampler)
        }
        Step::Items => {
            let inner = schema.items.as_deref()?;
            let items = place.as_array_mut()?;
            if items.is_empty() {
                items.push(sampler.sample(inner, all, 0));
            }
            set(inner, items.first_mut()?, rest, value, all, sampler)
        }
        Step::Values => {
            let inner = values_of(schema)?;
            let next = place.as_object_mut()?.entry(KEY).or_insert_with(|| sampler.sample(inner, all, 0));
            set(inner, next, rest, value, all, sampler)
        }
    }
}
