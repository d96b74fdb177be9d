//! A CRD or a built-in kind that suites test.

use serde_json::Value as Json;

use super::built_in_name::BuiltInName;

/// A CRD, or a built-in kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Definition {
    /// The displayed name of its file.
    pub path: String,
    /// The CRD as in the file.
    pub document: Json,
    /// The built-in kind that it describes. `None` for a CRD.
    pub built_in: Option<BuiltInName>,
}

impl Definition {
    /// Returns `metadata.name`.
    pub fn name(&self) -> &str {
        self.document.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default()
    }

    /// Returns `spec.names.kind`.
    pub fn kind(&self) -> &str {
        self.document.pointer("/spec/names/kind").and_then(Json::as_str).unwrap_or_default()
    }

    /// Returns the value of an annotation.
    pub(super) fn annotation(&self, name: &str) -> Option<&str> {
        self.document.pointer("/metadata/annotations")?.get(name)?.as_str()
    }

    /// Returns the annotations, sorted by name.
    pub(super) fn annotations(&self) -> Vec<(&str, &str)> {
        let annotations = self.document.pointer("/metadata/annotations").and_then(Json::as_object);
        let mut annotations: Vec<(&str, &str)> = annotations
            .into_iter()
            .flatten()
            .filter_map(|(name, text)| Some((name.as_str(), text.as_str()?)))
            .collect();
        annotations.sort_unstable();
        annotations
    }
}
