//! The errors of an API server for a schema or a CRD.

use idlgen_runtime::field::{Error, Path};
use idlgen_validate::crd::{
    CustomResourceDefinition,
    definition::{CrdValidator, structural_errors},
};
use idlgen_yaml::Limits;
use serde_json::{Value as Json, json};

use super::{super::case::Outcome, mask};

/// The minor version of Kubernetes that the results were recorded from.
const KUBERNETES_MINOR: u16 = 35;

/// A case with a schema or a CRD.
pub(super) struct Definition {
    structural: Option<Result<Vec<String>, String>>,
    errors: Option<Vec<String>>,
}

impl Definition {
    pub(super) fn new(case: &Json) -> Self {
        let definition = of(case);
        let schema = schema(case);
        let structural = schema.as_ref().map(|schema| structural_errors(schema, &Path::root()));
        let definition = definition.or_else(|| schema.as_ref().map(around));
        let errors = definition.map(|definition| {
            let definition = definition.with_defaults();
            CrdValidator::new(KUBERNETES_MINOR).validate(&definition).iter().map(text).collect()
        });
        Definition { structural: structural.map(|it| it.map(|errors| errors.iter().map(text).collect())), errors }
    }

    /// Returns the result for a key about CRDs.
    pub(super) fn outcome(&self, key: &str, expected: &Json) -> Option<Outcome> {
        let compare = |got: &[String]| {
            let masked = |texts: Vec<String>| texts.iter().map(|text| mask(text)).collect();
            Outcome::compare_sorted(masked(strings(expected)), masked(got.to_vec()))
        };
        match (key, &self.structural, &self.errors) {
            ("structuralErrors", Some(Ok(errors)), _) | ("crdErrors", _, Some(errors)) => Some(compare(errors)),
            ("structuralConvertError", Some(Err(error)), _) => {
                Some(Outcome::compare(&expected.as_str(), &Some(error.as_str())))
            }
            ("structuralErrors" | "structuralConvertError", Some(other), _) => {
                Some(Outcome::Failed { expected: expected.to_string(), got: format!("{other:?}") })
            }
            _ => None,
        }
    }
}

/// Returns the schema of a case, or of the first version of its CRD.
pub(super) fn schema(case: &Json) -> Option<Json> {
    let of_definition = || of(case)?.versions.first()?.schema.as_deref().cloned();
    case.get("schema").cloned().or_else(of_definition)
}

/// Returns the CRD of a case.
fn of(case: &Json) -> Option<CustomResourceDefinition> {
    case.get("crd").and_then(Json::as_str).and_then(definition)
}

/// Parses a CRD.
fn definition(text: &str) -> Option<CustomResourceDefinition> {
    let document = idlgen_yaml::load(text, &Limits::default()).into_iter().next()?;
    Some(CustomResourceDefinition::from_json(&document.root?.to_json()).0)
}

/// Returns a CRD with this schema.
fn around(schema: &Json) -> CustomResourceDefinition {
    let json = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "metadata": {"name": "foos.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "foos", "kind": "Foo"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}]}
    });
    CustomResourceDefinition::from_json(&json).0
}

fn text(error: &Error) -> String {
    format!("{} | {error}", error.error_type.reason())
}

pub(super) fn strings(json: &Json) -> Vec<String> {
    json.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
}
