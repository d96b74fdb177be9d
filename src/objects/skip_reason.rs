//! Reasons to skip documents in a directory of manifests that are not cluster objects.

use idlgen_yaml::{Content, Node};

/// The reason to skip a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SkipReason {
    /// A kustomization.yaml, which lists resources and patches.
    Kustomization,
    /// A `kustomize` patch, which is a part of an object.
    KustomizePatch,
    /// A `kustomize` configuration, or data for a generator.
    KustomizeConfiguration,
    /// A part of an object in a test, which the test compares with an object of the cluster or patches it with.
    TestAssertion,
    /// A Helm chart file that is not an object of the chart.
    HelmChart,
    /// Helm chart values.
    HelmValues,
    /// The index of a Helm repository.
    HelmIndex,
    /// A Helm chart template.
    HelmTemplate,
    /// A template that is not part of a chart.
    Template,
    /// It is JSON without apiVersion and kind.
    Json,
    /// It is YAML without apiVersion and kind.
    Yaml,
    /// It is not readable as YAML, and does not contain CRDs.
    Unreadable,
    /// The user excludes its kind.
    ExcludedKind,
    /// The kind is unknown, and that is not an error.
    UnknownKind,
}

impl SkipReason {
    /// Formats a number of skipped documents: `2 kustomize patches`.
    pub fn count(self, number: usize) -> String {
        let (one, many) = match self {
            SkipReason::Kustomization => ("kustomization", "kustomizations"),
            SkipReason::KustomizePatch => ("kustomize patch", "kustomize patches"),
            SkipReason::KustomizeConfiguration => ("kustomize configuration", "kustomize configurations"),
            SkipReason::TestAssertion => ("assertion or patch of a test", "assertions and patches of tests"),
            SkipReason::HelmChart => ("Helm chart", "Helm charts"),
            SkipReason::HelmValues => ("Helm values file", "Helm values files"),
            SkipReason::HelmIndex => ("Helm repository index", "Helm repository indexes"),
            SkipReason::HelmTemplate => ("Helm template", "Helm templates"),
            SkipReason::Template => ("document of a template", "documents of templates"),
            SkipReason::Json => {
                ("JSON document without apiVersion and kind", "JSON documents without apiVersion and kind")
            }
            SkipReason::Yaml => {
                ("YAML document without apiVersion and kind", "YAML documents without apiVersion and kind")
            }
            SkipReason::Unreadable => ("unreadable file without CRDs", "unreadable files without CRDs"),
            SkipReason::ExcludedKind => ("of an excluded kind", "of excluded kinds"),
            SkipReason::UnknownKind => ("of an unknown kind", "of unknown kinds"),
        };
        format!("{number} {}", if number == 1 { one } else { many })
    }
}

/// Returns the reason to skip a document of a file found in a directory, if any. `name` is the file name.
pub(super) fn of_document(name: &str, root: &Node) -> Option<SkipReason> {
    if is_json_patch(root) {
        return Some(SkipReason::KustomizePatch);
    }
    let has = |key: &str| root.get(key).is_some();
    // The `kind` of an AdmissionRequest is an object.
    if root.get("kind").is_some_and(|kind| has("apiVersion") || !matches!(kind.content, Content::Map(_))) {
        return None;
    }
    if ["Chart.yaml", "requirements.yaml"].contains(&name) && (has("name") || has("dependencies")) {
        return Some(SkipReason::HelmChart);
    }
    if root.get("entries").is_some_and(|entries| has("apiVersion") && matches!(entries.content, Content::Map(_))) {
        return Some(SkipReason::HelmIndex);
    }
    // The `apiVersion` of Grafana's provisioning files is a number.
    if root.get("apiVersion").is_some_and(|version| !matches!(version.content, Content::Int(_))) {
        return None;
    }
    let stem = name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml"));
    if stem.is_some_and(|stem| stem == "values" || stem.starts_with("values-") || stem.starts_with("values.")) {
        return Some(SkipReason::HelmValues);
    }
    if name.rsplit_once('.').is_some_and(|(_, extension)| extension == "json") {
        return Some(SkipReason::Json);
    }
    let is_configuration =
        KUSTOMIZE.iter().any(|key| root.get(key).and_then(Node::as_list).is_some_and(has_field_specs));
    if is_configuration {
        return Some(SkipReason::KustomizeConfiguration);
    }
    is_plainly_not_an_object(root).then_some(SkipReason::Yaml)
}

/// Returns `true` for a document without apiVersion and kind of an object, such as the configuration of a linter, a
/// workflow, or data of a test. A document with metadata or a spec, or a string such as `apiVersion:v1`, is probably an
/// object with an error.
fn is_plainly_not_an_object(root: &Node) -> bool {
    let is_collection = matches!(root.content, Content::Map(_) | Content::List(_));
    is_collection && ["metadata", "spec"].iter().all(|name| root.get(name).is_none())
}

/// The keys of `kustomize` transformer configurations (`sigs.k8s.io/kustomize/api/internal/plugins/builtinconfig`,
/// `TransformerConfig`).
const KUSTOMIZE: [&str; 11] = [
    "commonAnnotations",
    "commonLabels",
    "images",
    "labels",
    "namePrefix",
    "nameReference",
    "nameSuffix",
    "namespace",
    "replicas",
    "templateLabels",
    "varReference",
];

/// Returns `true` if the elements of a list contain field paths: a `path`, or `fieldSpecs` with a `path`.
fn has_field_specs(list: &[Node]) -> bool {
    !list.is_empty() && list.iter().all(|one| one.get("path").is_some() || one.get("fieldSpecs").is_some())
}

/// Returns `true` for a JSON patch (RFC 6902): a list of operations on paths.
fn is_json_patch(root: &Node) -> bool {
    let is_operation = |one: &Node| one.get("op").is_some() && one.get("path").is_some();
    root.as_list().is_some_and(|list| !list.is_empty() && list.iter().all(is_operation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::object_file::ObjectFile;
    use crate::source::FileId;

    #[test]
    fn what_is_no_object_is_known_by_name_and_contents() {
        for (name, text, expected) in [
            ("values.yaml", "replicas: 1\n", Some(SkipReason::HelmValues)),
            ("values-prod.yaml", "replicas: 1\n", Some(SkipReason::HelmValues)),
            ("values.yaml", "apiVersion: v1\nkind: Pod\n", None),
            ("Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n", Some(SkipReason::HelmChart)),
            ("patch.yaml", "- op: add\n  path: /a\n  value: 1\n", Some(SkipReason::KustomizePatch)),
            ("list.yaml", "- op: add\n", Some(SkipReason::Yaml)),
            (".codecov.yml", "coverage: {status: off}\n", Some(SkipReason::Yaml)),
            ("empty.yaml", "{}\n", Some(SkipReason::Yaml)),
            ("part.yaml", "spec: {}\n", None),
            ("null.yaml", "null\n", None),
            ("text.yaml", "apiVersion:v1\n", None),
            ("part.yaml", "apiVersion: v1\n", None),
            ("part.yaml", "kind: Pod\n", None),
            ("index.yaml", "apiVersion: v1\nentries: {}\n", Some(SkipReason::HelmIndex)),
            ("index.json", "{\"apiVersion\": \"v1\", \"entries\": {}}", Some(SkipReason::HelmIndex)),
            ("part.yaml", "apiVersion: v1\nentries: []\n", None),
            ("entries.yaml", "entries: {}\n", Some(SkipReason::Yaml)),
            ("datasources.yaml", "apiVersion: 1\ndatasources: []\n", Some(SkipReason::Yaml)),
            ("part.yaml", "apiVersion: 1\nmetadata: {}\n", None),
            ("part.yaml", "apiVersion: 1\nkind: Pod\n", None),
            ("request.yaml", "kind: {group: apps, version: v1, kind: Pod}\n", Some(SkipReason::Yaml)),
            ("request.json", "{\"kind\": {\"kind\": \"Pod\"}}", Some(SkipReason::Json)),
            ("part.yaml", "apiVersion: v1\nkind: {kind: Pod}\n", None),
            (
                "kustomizeconfig.yaml",
                "nameReference:\n- kind: A\n  fieldSpecs: []\n",
                Some(SkipReason::KustomizeConfiguration),
            ),
            ("varrefs.yaml", "varReference:\n- path: spec/a\n  kind: A\n", Some(SkipReason::KustomizeConfiguration)),
            ("object.yaml", "images: []\nmetadata: {}\nspec: {}\n", None),
            ("object.yaml", "metadata: {}\nspec: {}\n", None),
            ("package.json", "{\"name\": \"p\"}", Some(SkipReason::Json)),
            ("array.json", "[1, 2]", Some(SkipReason::Json)),
            ("object.json", "{\"kind\": \"Pod\"}", None),
            ("object.json", "{\"apiVersion\": \"v1\"}", None),
        ] {
            let file = ObjectFile::new(FileId::from_index(0), text.into(), name);
            let found = file.documents().find_map(|document| of_document(name, document.document.root.as_ref()?));
            assert_eq!(found, expected, "{name} {text}");
        }
    }
}
