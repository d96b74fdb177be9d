//! The schemas of a version by path, like crdify flattens them.

use std::collections::BTreeMap;

use idlgen_validate::crd::document::Version;
use serde_json::Value as Json;

use super::go_value::GoValue;

/// Maximum nesting depth of visited schemas below a version.
const MOST_DEPTH: usize = 200;

/// The schemas of a version by their paths (`^.spec.list.items.name`).
pub(super) struct Flat<'v> {
    schemas: BTreeMap<String, &'v Json>,
}

impl<'v> Flat<'v> {
    pub(super) fn new(version: &'v Version) -> Self {
        let mut flat = Flat { schemas: BTreeMap::new() };
        if let Some(schema) = &version.schema {
            flat.visit(schema, "^".to_owned(), 0);
        }
        flat
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.schemas.keys().map(String::as_str)
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.schemas.contains_key(path)
    }

    /// Returns the paths whose schemas differ, apart from differences inside their properties and items. A schema that
    /// does not exist in `new` is empty.
    pub(super) fn changed(&self, new: &Flat<'_>) -> Vec<(&str, GoValue, GoValue)> {
        let nothing = Json::Null;
        let mut changed = Vec::new();
        for (path, old) in &self.schemas {
            let other = new.schemas.get(path.as_str()).copied();
            if other == Some(*old) {
                continue;
            }
            let before = without_children(old);
            let after = without_children(other.unwrap_or(&nothing));
            if other.is_none() || !before.is_semantically_equal(&after) {
                changed.push((path.as_str(), before, after));
            }
        }
        changed
    }

    fn visit(&mut self, schema: &'v Json, path: String, depth: usize) {
        if schema.is_null() || depth > MOST_DEPTH {
            return;
        }
        match schema.get("items") {
            Some(Json::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    self.visit(item, format!("{path}.items[{index}]"), depth + 1);
                }
            }
            Some(items) => self.visit(items, format!("{path}.items"), depth + 1),
            None => {}
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for (index, branch) in schema.get(keyword).and_then(Json::as_array).into_iter().flatten().enumerate() {
                self.visit(branch, format!("{path}.{keyword}[{index}]"), depth + 1);
            }
        }
        if let Some(not) = schema.get("not") {
            self.visit(not, format!("{path}.not"), depth + 1);
        }
        for (name, property) in entries(schema, "properties") {
            self.visit(property, format!("{path}.{name}"), depth + 1);
        }
        for keyword in ["additionalProperties", "additionalItems"] {
            if let Some(values) = schema.get(keyword).filter(|values| values.is_object()) {
                self.visit(values, format!("{path}.{keyword}"), depth + 1);
            }
        }
        for keyword in ["patternProperties", "definitions"] {
            for (name, property) in entries(schema, keyword) {
                self.visit(property, format!("{path}.{keyword}[{name}]"), depth + 1);
            }
        }
        for (name, dependency) in entries(schema, "dependencies").filter(|(_, dependency)| dependency.is_object()) {
            self.visit(dependency, format!("{path}.dependencies[{name}]"), depth + 1);
        }
        self.schemas.insert(path, schema);
    }
}

fn entries<'v>(schema: &'v Json, keyword: &str) -> impl Iterator<Item = (&'v String, &'v Json)> {
    schema.get(keyword).and_then(Json::as_object).into_iter().flatten()
}

fn without_children(schema: &Json) -> GoValue {
    let mut bare = schema.clone();
    if let Some(fields) = bare.as_object_mut() {
        fields.remove("properties");
        fields.remove("items");
    }
    GoValue::schema(&bare)
}
