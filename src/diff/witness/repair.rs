//! Changes objects until the old CRD accepts them.

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::{Schema, crd::CustomResource};
use serde_json::Value as Json;

use super::{
    Search, candidates, combinations,
    confirm::{is_on, old_response},
    embed::values_of,
};
use crate::{
    diff::{SchemaPath, Step},
    parallel,
};

/// Maximum number of repair rounds per object.
const MAX_ROUNDS: usize = 6;
/// Maximum number of objects to try per round.
const MAX_NEAR: usize = 120;

/// Maximum number of values to try that combine the fields of rules.
const MAX_COMBINED: usize = 48;

/// Maximum number of objects to try in parallel.
const MAX_AT_ONCE: usize = 6;

/// Changes an object at the locations of its errors until the old CRD accepts it. Returns `None` if that does not
/// succeed.
pub(super) fn repair(mut object: Json, search: &Search, path: &SchemaPath) -> Option<Json> {
    let old = &search.old;
    search.count_try();
    let mut errors = errors(old, &object, path)?;
    for _ in 0..MAX_ROUNDS {
        let place = errors.first()?.clone();
        let mut edits = Edits { search, path, found: Vec::new(), place: Vec::new() };
        edits.near(&object, &search.schemas.old, &place.elements);
        edits.found.retain(|edit| !edit.loses(path));
        let mut best: Option<(Json, Vec<PathBuf>)> = None;
        for edits in edits.found.chunks(MAX_AT_ONCE) {
            // The results are used in the order of the edits.
            let tried = parallel::map(edits, |edit| {
                let near = edit.apply(&object)?;
                let left = self::errors(old, &near, path);
                Some((near, left))
            });
            for (near, left) in tried.into_iter().flatten() {
                if search.tries.get() == 0 {
                    return None;
                }
                search.count_try();
                let Some(left) = left else { continue };
                if left.is_empty() {
                    return Some(near);
                }
                if left.len() < best.as_ref().map_or(errors.len(), |(_, left)| left.len()) {
                    best = Some((near, left));
                }
            }
        }
        (object, errors) = best?;
    }
    None
}

/// Returns the locations of the errors that the old CRD reports.
fn errors(old: &CustomResource, object: &Json, path: &SchemaPath) -> Option<Vec<PathBuf>> {
    let response = old_response(old, object, path)?;
    if response.decode_error.is_some() {
        return None;
    }
    let errors = response.errors.iter().map(|error| error.path.clone());
    Some(errors.chain(response.unknown.iter().cloned()).collect())
}

/// A change to an object at one location.
struct Edit {
    place: Vec<Element<String>>,
    /// The new value. `None` removes the location.
    value: Option<Json>,
    /// `true` if the new value contains the value for which the search has built the object.
    keeps: bool,
}

impl Edit {
    /// Returns `true` if the edit removes the value at a path, for which the search has built it.
    fn loses(&self, path: &SchemaPath) -> bool {
        if self.keeps {
            return false;
        }
        let steps = path.steps();
        // The search builds the first item of a list.
        let is_other = |element: &Element<String>| matches!(element, Element::Index(index) if *index > 0);
        if self.place.iter().any(is_other) {
            return false;
        }
        let is_above = self.place.len() < steps.len();
        let is_at = self.place.len() == steps.len() && !steps.is_empty();
        (is_above || (is_at && self.value.is_none())) && is_on(&self.place, steps)
    }

    /// Returns the changed object.
    fn apply(&self, object: &Json) -> Option<Json> {
        let Some((last, parents)) = self.place.split_last() else { return self.value.clone() };
        let mut object = object.clone();
        let parent = parents.iter().try_fold(&mut object, |value, element| match element {
            Element::Field(name) | Element::Key(name) => value.get_mut(name),
            Element::Index(index) => value.get_mut(index),
        })?;
        match (last, self.value.clone()) {
            (Element::Field(name) | Element::Key(name), Some(value)) => {
                parent.as_object_mut()?.insert(name.clone(), value);
            }
            (Element::Field(name) | Element::Key(name), None) => drop(parent.as_object_mut()?.remove(name)?),
            (Element::Index(index), Some(value)) => *parent.get_mut(index)? = value,
            (Element::Index(index), None) => {
                drop(parent.as_array_mut().filter(|items| *index < items.len())?.remove(*index));
            }
        }
        Some(object)
    }
}

/// Collects the edits of an object at one location, or of a field of the enclosing object.
struct Edits<'s> {
    search: &'s Search,
    /// The location of the value for which the search has built the object.
    path: &'s SchemaPath,
    /// At most [`MAX_NEAR`].
    found: Vec<Edit>,
    /// The location of the current value.
    place: Vec<Element<String>>,
}

impl Edits<'_> {
    /// Adds the edits for an error in a value. `rest` is the path of the error from there.
    fn near(&mut self, value: &Json, schema: &Schema, rest: &[Element<String>]) {
        if let [element, inside @ ..] = rest
            && let Some((inner, inner_schema)) = child(value, schema, element)
        {
            self.place.push(element.clone());
            self.near(inner, inner_schema, inside);
            if inside.is_empty() {
                self.add(None);
            }
            self.place.pop();
        }
        if rest.len() <= 2 {
            self.variations(value, schema);
        }
    }

    /// Adds an edit of the current value.
    fn add(&mut self, value: Option<Json>) {
        if self.found.len() < MAX_NEAR {
            self.found.push(Edit { place: self.place.clone(), value, keeps: false });
        }
    }

    /// Adds an edit of a field of the current value.
    fn add_field(&mut self, name: &str, value: Option<Json>) {
        self.place.push(Element::Field(name.to_owned()));
        self.add(value);
        self.place.pop();
    }

    /// Adds edits of a value, with fields added, removed or changed.
    fn variations(&mut self, value: &Json, schema: &Schema) {
        let sampler = &self.search.sampler;
        let rules: Vec<&str> = schema.extensions.validations.iter().map(|rule| rule.rule.as_str()).collect();
        let rules = rules.join(" ");
        let Json::Object(entries) = value else {
            if !rules.is_empty() {
                for value in combinations::of(schema, &rules, sampler).into_iter().take(MAX_COMBINED) {
                    self.add(Some(value));
                }
            }
            for value in candidates::of_schemas(schema, schema, sampler) {
                self.add(Some(value));
            }
            return;
        };
        if !rules.is_empty() {
            let kept = self.path.steps().get(self.place.len()).filter(|_| is_on(&self.place, self.path.steps()));
            let kept = kept.and_then(|step| if let Step::Field(name) = step { Some(name.as_str()) } else { None });
            let combined = combinations::of_object(schema, entries, &rules, kept, sampler);
            for object in combined.into_iter().take(MAX_COMBINED) {
                let keeps = kept.is_none_or(|name| object.contains_key(name));
                self.found.push(Edit { place: self.place.clone(), value: Some(object.into()), keeps });
            }
        }
        for (name, property) in &schema.properties {
            if self.found.len() >= MAX_NEAR {
                return;
            }
            if entries.contains_key(name) {
                self.add_field(name, None);
            } else {
                for all in [false, true] {
                    self.add_field(name, Some(sampler.sample(property, all, 0)));
                }
            }
            for other in property.enumeration().iter().take(12) {
                self.add_field(name, Some(other.clone()));
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(path: &str) -> Vec<Element<String>> {
        let element = |name: &str| match name.parse() {
            Ok(index) => Element::Index(index),
            Err(_) => Element::Field(name.to_owned()),
        };
        path.split('.').filter(|name| !name.is_empty()).map(element).collect()
    }

    fn edit(path: &str, value: Option<Json>) -> Edit {
        Edit { place: fields(path), value, keeps: false }
    }

    #[test]
    fn edits_keep_the_value_of_the_search() {
        let mut path = SchemaPath::default().field("spec").field("list");
        path.push(Step::Items);
        let path = path.field("a");
        for (place, value, expected) in [
            ("", Some(json!({})), true),
            ("spec", None, true),
            ("spec", Some(json!({})), true),
            ("spec.list.0", None, true),
            // The search builds the first item.
            ("spec.list.1", None, false),
            ("spec.list.0.a", None, true),
            ("spec.list.0.a", Some(json!(1)), false),
            ("spec.list.0.a.b", None, false),
            ("spec.list.0.b", None, false),
            ("spec.other", None, false),
            ("status", None, false),
        ] {
            assert_eq!(edit(place, value.clone()).loses(&path), expected, "{place} {value:?}");
            assert!(!Edit { keeps: true, ..edit(place, value) }.loses(&path), "{place}");
        }
        assert!(!edit("", None).loses(&SchemaPath::default()));
    }

    #[test]
    fn edits_change_one_value() {
        let object = json!({"a": {"b": 1}, "l": [1, 2]});
        for (place, value, expected) in [
            ("", Some(json!(5)), Some(json!(5))),
            ("", None, None),
            ("a.b", Some(json!(2)), Some(json!({"a": {"b": 2}, "l": [1, 2]}))),
            ("a.c", Some(json!(2)), Some(json!({"a": {"b": 1, "c": 2}, "l": [1, 2]}))),
            ("a.b", None, Some(json!({"a": {}, "l": [1, 2]}))),
            ("a.c", None, None),
            ("l.1", Some(json!(3)), Some(json!({"a": {"b": 1}, "l": [1, 3]}))),
            ("l.2", Some(json!(3)), None),
            ("l.1", None, Some(json!({"a": {"b": 1}, "l": [1]}))),
            ("l.2", None, None),
            ("l.b", None, None),
            ("x.y.z", Some(json!(3)), None),
        ] {
            assert_eq!(edit(place, value.clone()).apply(&object), expected, "{place} {value:?}");
        }
    }
}
