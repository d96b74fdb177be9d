//! The names of definitions (`k8s.io/kube-openapi/pkg/generators/model_names.go`).

use serde_json::Value as Json;

use super::rule_set::RuleSet;
use crate::{
    model::{Model, TypeDefinition, TypeId},
    tags::{Meaning, Tag},
};

/// The definition name of a type: what its method `OpenAPIModelName` returns, else its own or its package's `+k8s:openapi-model-package` with
/// the Go name, else import path and Go name.
pub(super) fn definition_name(model: &Model, rules: &RuleSet, id: TypeId) -> String {
    let definition = model.type_definition(id);
    if let Some(name) = from_method(definition) {
        return name.to_owned();
    }
    let package = model.package(definition.package);
    if rules.sees_types_of(model, definition.package) {
        let prefix = model_package(&definition.tags).or_else(|| model_package(&package.tags));
        if let Some(prefix) = prefix {
            return format!("{prefix}.{}", definition.name);
        }
    }
    model.go_name(id)
}

fn from_method(definition: &TypeDefinition) -> Option<&str> {
    let method =
        definition.methods.iter().find(|method| method.name == "OpenAPIModelName" && method.parameters == 0)?;
    match &method.returns {
        Some(Json::String(name)) => Some(name),
        _ => None,
    }
}

/// The first `+k8s:openapi-model-package` that is not empty: an empty one on a type does not opt out of the package's.
fn model_package(tags: &[Tag]) -> Option<&str> {
    let first = tags.iter().find_map(|tag| match &tag.meaning {
        Meaning::ModelPackage(prefix) => Some(prefix.as_str()),
        _ => None,
    })?;
    Some(first).filter(|prefix| !prefix.is_empty())
}
