//! Builds the smallest resource that contains a value (`SurroundingObjectFunc`).

use idlgen_runtime::field::Element;
use serde_json::{Map, Value as Json};

use crate::Schema;

/// The path from the nearest enclosing resource to a value.
pub(super) struct EnclosingResource<'s> {
    /// The schema of the resource.
    pub(super) root: &'s Schema,
    pub(super) steps: Vec<Element<String>>,
}

impl<'s> EnclosingResource<'s> {
    pub(super) fn of(root: &'s Schema) -> Self {
        EnclosingResource { root, steps: Vec::new() }
    }

    /// Returns an object that only contains `value` at the path.
    pub(super) fn around(&self, value: &Json) -> Json {
        let mut object = value.clone();
        for step in self.steps.iter().rev() {
            object = match step {
                Element::Index(_) => Json::Array(vec![object]),
                Element::Field(name) | Element::Key(name) => {
                    let mut map = Map::new();
                    map.insert(name.clone(), object);
                    Json::Object(map)
                }
            };
        }
        object
    }

    /// Returns a resource that only contains `value` at the path, and the required fields `kind` and `apiVersion`.
    pub(super) fn object_with(&self, value: &Json) -> Json {
        let mut object = self.around(value);
        if let Json::Object(resource) = &mut object {
            for (name, text) in [("kind", "Validation"), ("apiVersion", "validation/v1")] {
                resource.entry(name).or_insert_with(|| text.into());
            }
        }
        object
    }
}
