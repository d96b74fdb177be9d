//! The CRDs that suites test.

use idlgen_validate::crd::CustomResourceDefinition;
use serde_json::Value as Json;

use super::{definition::Definition, feature_gates::FeatureGates, read::Suite};
use crate::diag::nearest;

/// CRDs, by the files from which they were read.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    definitions: Vec<Definition>,
}

impl Definitions {
    /// Adds an object if it is a CRD, and returns `true` then. `path` is the displayed name of its file.
    pub fn add(&mut self, path: &str, document: Json) -> bool {
        let is_definition = CustomResourceDefinition::is_kind_of(&document);
        if is_definition {
            self.definitions.push(Definition { path: path.to_owned(), document, built_in: None });
        }
        is_definition
    }

    /// Iterates over all CRDs.
    pub fn iter(&self) -> impl Iterator<Item = &Definition> {
        self.definitions.iter()
    }

    /// Returns the CRDs for a suite: those with the name in the suite, filtered by its feature gates. If several differ
    /// only in descriptions, returns the first one.
    ///
    /// # Errors
    /// Returns an error message if there are none.
    pub fn of(&self, suite: &Suite, gates: &FeatureGates) -> Result<Vec<&Definition>, String> {
        let named: Vec<&Definition> =
            self.definitions.iter().filter(|definition| definition.name() == suite.crd_name).collect();
        if named.is_empty() {
            let known = self.definitions.iter().map(Definition::name);
            let advice = nearest(&suite.crd_name, known).map(|near| format!("; did you mean {near}?"));
            return Err(format!("there is no CRD {}{}", suite.crd_name, advice.unwrap_or_default()));
        }
        let mut found: Vec<&Definition> = Vec::new();
        let mut kept: Vec<Json> = Vec::new();
        for definition in named {
            if !gates.allow(definition, &suite.feature_gates)? {
                continue;
            }
            let mut bare = definition.document.get("spec").cloned().unwrap_or_default();
            drop_descriptions(&mut bare);
            if !kept.contains(&bare) {
                kept.push(bare);
                found.push(definition);
            }
        }
        if found.is_empty() {
            return Err(format!("no CRD {} has the feature gates of the suite", suite.crd_name));
        }
        Ok(found)
    }
}

/// Drops the descriptions of schemas. A `description` that is a string is one; an object is a property with that name.
fn drop_descriptions(value: &mut Json) {
    match value {
        Json::Object(entries) => {
            if entries.get("description").is_some_and(Json::is_string) {
                entries.remove("description");
            }
            entries.values_mut().for_each(drop_descriptions);
        }
        Json::Array(items) => items.iter_mut().for_each(drop_descriptions),
        _ => {}
    }
}
