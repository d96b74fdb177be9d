//! Built-in kinds as the subject of suites.

use idlgen_validate::{
    Schema,
    schema::{Recursion, json::PrintOptions, structural},
};
use serde_json::{Value as Json, json};

use super::{built_in_name::BuiltInName, definition::Definition};
use crate::builtin;

/// Removes the patterns of values that can be integers: an API server decodes quantities, but does not match them.
fn drop_patterns(schema: &mut Json) {
    match schema {
        Json::Object(keywords) => {
            if keywords.get("x-kubernetes-int-or-string") == Some(&Json::Bool(true)) {
                keywords.remove("pattern");
            }
            keywords.values_mut().for_each(drop_patterns);
        }
        Json::Array(items) => items.iter_mut().for_each(drop_patterns),
        _ => {}
    }
}

impl Definition {
    /// Returns the definition of a built-in kind in Kubernetes 1.`kubernetes_minor`: a document like that of a CRD,
    /// without the schemas of metadata and status, for which suites have no cases.
    ///
    /// # Errors
    /// Returns an error message if the kind is not built-in.
    pub fn of_built_in(name: &BuiltInName, kubernetes_minor: u16) -> Result<Self, String> {
        let kind = builtin::kind(&name.api_version, &name.kind, kubernetes_minor).map_err(|none| none.to_string())?;
        let reference = Schema { reference: Some(kind.row.definition.clone()), ..Schema::default() };
        // The name decides about types that OpenAPI cannot express, such as int-or-string.
        let mut definitions = kind.definitions.clone();
        for (name, schema) in &mut definitions.schemas {
            schema.origin.declaration = Some(name.clone());
        }
        let schema = structural(&reference, &definitions, Recursion::Cut);
        let mut schema = schema.map(|schema| schema.to_json(&PrintOptions::default())).unwrap_or_default();
        drop_patterns(&mut schema);
        if let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) {
            properties.insert("metadata".to_owned(), json!({"type": "object"}));
            if kind.row.has_status {
                properties.remove("status");
            }
        }
        let (group, version) = name.api_version.split_once('/').unwrap_or(("", &name.api_version));
        let dot = if group.is_empty() { "" } else { "." };
        let document = json!({
            "metadata": {"name": format!("{}{dot}{group}", name.kind)},
            "spec": {
                "group": group,
                "names": {"kind": name.kind},
                "scope": if kind.row.is_namespaced { "Namespaced" } else { "Cluster" },
                "versions": [{
                    "name": version, "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}
                }],
            },
        });
        let path = format!("Kubernetes 1.{}", builtin::known_minor(kubernetes_minor));
        Ok(Definition { path, document, built_in: Some(name.clone()) })
    }
}
