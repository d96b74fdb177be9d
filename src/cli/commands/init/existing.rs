//! Existing CRDs.

use idlgen_validate::crd::CustomResourceDefinition;
use idlgen_yaml::{Limits, load};
use serde_json::Value as Json;

const TOOL: &str = "/metadata/annotations/controller-gen.kubebuilder.io~1version";

/// A file with a single CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExistingDefinition {
    /// The file name.
    pub(super) file: String,
    pub(super) group: String,
    pub(super) kind: String,
    pub(super) versions: Vec<String>,
    /// The version of controller-gen that generated it: `v0.17.2`.
    pub(super) tool: Option<String>,
    /// `true` if it begins with `---`.
    pub(super) has_document_start: bool,
}

/// Returns `true` if a file has a name like `GROUP_PLURAL.yaml`.
pub(super) fn is_named_as_definition(name: &str) -> bool {
    name.strip_suffix(".yaml")
        .and_then(|stem| stem.split_once('_'))
        .is_some_and(|(group, plural)| group.contains('.') && !plural.is_empty())
}

impl ExistingDefinition {
    /// Parses a file. Returns `None` if it is not a CRD.
    pub(super) fn read(file: &str, text: &str) -> Option<Self> {
        if !text.contains(CustomResourceDefinition::KIND) {
            return None;
        }
        let has_document_start = text.starts_with("---");
        let json = load(text, &Limits::of_this_thread()).into_iter().find_map(|document| document.root)?.into_json();
        if !CustomResourceDefinition::is_kind_of(&json) {
            return None;
        }
        let text = |pointer: &str| json.pointer(pointer).and_then(Json::as_str).map(str::to_owned);
        let versions = json.pointer("/spec/versions").and_then(Json::as_array).into_iter().flatten();
        Some(ExistingDefinition {
            file: file.to_owned(),
            group: text("/spec/group")?,
            kind: text("/spec/names/kind")?,
            versions: versions.filter_map(|version| version["name"].as_str().map(str::to_owned)).collect(),
            tool: text(TOOL),
            has_document_start,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_known_by_name_and_contents() {
        let names = ["example.com_widgets.yaml", "widgets.yaml", "a_b.yaml", "example.com_widgets.json"];
        assert_eq!(names.map(is_named_as_definition), [true, false, false, false]);
        let text = "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  \
                    annotations:\n    controller-gen.kubebuilder.io/version: v0.17.2\nspec:\n  \
                    group: example.com\n  names:\n    kind: Widget\n  versions:\n  - name: v1\n  - name: v2\n";
        let read = ExistingDefinition::read("f", text).unwrap();
        assert_eq!((read.group.as_str(), read.kind.as_str()), ("example.com", "Widget"));
        assert_eq!((read.versions, read.tool.as_deref()), (vec!["v1".to_owned(), "v2".to_owned()], Some("v0.17.2")));
        assert_eq!(ExistingDefinition::read("f", "kind: Kustomization # CustomResourceDefinition\n"), None);
    }
}
