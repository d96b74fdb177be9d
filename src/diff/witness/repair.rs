//! Changes objects until the old CRD accepts them.

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::Schema;
use serde_json::Value as Json;

use super::{Search, candidates, embed::values_of};
use crate::diff::SchemaPath;

/// Maximum number of repair rounds per object.
const MAX_ROUNDS: usize = 6;
/// Maximum number of objects to try per round.
const MAX_NEAR: usize = 120;

/// Changes an object at the locations of its errors until the old CRD accepts it. Returns `None` if that does not
/// succeed.
pub(super) fn repair(mut object: Json, search: &Search, path: &SchemaPath) -> Option<Json> {
    let mut errors = errors(&object, search, path)?;
    for _ in 0..MAX_ROUNDS {
        let place = errors.first()?.clone();
        let mut best: Option<(Json, Vec<PathBuf>)> = None;
        for near in near(&object, &search.schemas.old, &place.elements, search).into_iter().take(MAX_NEAR) {
            if search.tries.get() == 0 {
                return None;
            }
            let Some(left) = self::errors(&near, search, path) else { continue };
            if left.is_empty() {
                return Some(near);
            }
            if left.len() < best.as_ref().map_or(errors.len(), |(_, left)| left.len()) {
                best = Some((near, left));
            }
        }
        (object, errors) = best?;
    }
    None
}

/// Returns the locations of the errors that the old CRD reports.
fn errors(object: &Json, search: &Search, path: &SchemaPath) -> Option<Vec<PathBuf>> {
    let response = search.old_response(object, path)?;
    if response.decode_error.is_some() {
        return None;
    }
    let errors = response.errors.iter().map(|error| error.path.clone());
    Some(errors.chain(response.unknown.iter().cloned()).collect())
}

/// Returns objects that differ from an object at one location, or in a field of the enclosing object.
fn near(object: &Json, schema: &Schema, place: &[Element<String>], search: &Search) -> Vec<Json> {
    let mut found = Vec::new();
    let rest = match place {
        [element, rest @ ..] => child(object, schema, element).map(|(value, inner)| (element, value, inner, rest)),
        [] => None,
    };
    if let Some((element, value, inner, rest)) = rest {
        for changed in near(value, inner, rest, search) {
            found.extend(with(object, element, Some(changed)));
        }
        if rest.is_empty() {
            found.extend(with(object, element, None));
        }
    }
    if place.len() <= 2 {
        found.extend(variations(object, schema, search));
    }
    found
}

/// Returns the nested value and schema for one path element.
fn child<'v, 's>(value: &'v Json, schema: &'s Schema, element: &Element<String>) -> Option<(&'v Json, &'s Schema)> {
    match element {
        Element::Field(name) | Element::Key(name) => {
            Some((value.get(name)?, schema.properties.get(name).or_else(|| values_of(schema))?))
        }
        Element::Index(index) => Some((value.get(index)?, schema.items.as_deref()?)),
    }
}

/// Returns a copy of a value with another value for one path element, or without that element.
fn with(value: &Json, element: &Element<String>, inner: Option<Json>) -> Option<Json> {
    let mut value = value.clone();
    match (element, inner) {
        (Element::Field(name) | Element::Key(name), Some(inner)) => {
            value.as_object_mut()?.insert(name.clone(), inner);
        }
        (Element::Field(name) | Element::Key(name), None) => drop(value.as_object_mut()?.remove(name)?),
        (Element::Index(index), Some(inner)) => *value.get_mut(index)? = inner,
        (Element::Index(index), None) => {
            drop(value.as_array_mut().filter(|items| *index < items.len())?.remove(*index));
        }
    }
    Some(value)
}

/// Returns variations of a value, with fields added, removed or changed.
fn variations(value: &Json, schema: &Schema, search: &Search) -> Vec<Json> {
    let Json::Object(entries) = value else { return candidates::of_schemas(schema, schema, None, &search.sampler) };
    let mut found = Vec::new();
    for (name, property) in &schema.properties {
        let element = Element::Field(name.clone());
        if entries.contains_key(name) {
            found.extend(with(value, &element, None));
        } else {
            found.extend(
                [false, true]
                    .map(|all| with(value, &element, Some(search.sampler.sample(property, all, 0))))
                    .into_iter()
                    .flatten(),
            );
        }
        for other in property.enumeration().iter().take(12) {
            found.extend(with(value, &element, Some(other.clone())));
        }
    }
    found
}
