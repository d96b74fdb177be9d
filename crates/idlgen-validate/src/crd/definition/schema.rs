//! Validates the schema of a version (`validateCustomResourceDefinitionValidation`).

use idlgen_runtime::field::Path;

use super::{
    CrdValidator, defaults, expressions, found::Found, keywords, requirements::Requirements, root, structural,
    view::View,
};

/// Checks a schema. `path` is the path of `validation` or `schema`, the parent of `openAPIV3Schema`.
pub(super) fn validate(
    view: View<'_>,
    has_status: bool,
    requirements: &Requirements,
    judge: &CrdValidator,
    path: &Path<'_>,
    all: &mut Found,
) {
    let path = path.field("openAPIV3Schema");
    let mut found = Found::default();
    if has_status {
        root::validate(view, &path, &mut found);
    }
    if view.is_nullable() {
        found.forbidden(&path.field("nullable"), "nullable cannot be true at the root");
    }
    // This error is only reported if there are no others, because it is usually a duplicate.
    let mut unsupported = None;
    let mut with_rules = None;
    if requirements.structural {
        unsupported = structural::unsupported(view);
        if unsupported.is_none() {
            let before = found.errors.len();
            structural::validate_structural(view, &judge.sound.structural, &path, &mut found);
            if found.errors.len() == before {
                let schema = view.parsed();
                defaults::validate(&schema, view, requirements, judge, &path, &mut found);
                with_rules = (found.errors.len() == before).then_some(schema);
            }
        }
    }
    let faulty = keywords::validate(view, requirements, &judge.sound.keywords, &path, &mut found);
    if let Some(schema) = with_rules {
        expressions::validate(&schema, &faulty, requirements, judge, &path, &mut found);
    }
    if let Some(detail) = unsupported.filter(|_| found.errors.is_empty()) {
        found.invalid(&path, "", detail);
    }
    all.append(found);
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use crate::{
        Schema,
        crd::{CustomResourceDefinition, definition::CrdValidator},
    };

    #[test]
    fn built_schemas_are_validated_instead_of_those_in_the_document() {
        let version = |name: &str, schema: &Json| {
            let schema = json!({"openAPIV3Schema": schema});
            json!({"name": name, "served": true, "storage": name == "v1", "schema": schema})
        };
        let schema = |default| json!({"type": "object", "properties": {"a": {"type": "string", "default": default}}});
        let versions = [[1.into(), 2.into()], [1.into(), "b".into()], [1.into(), 1.into()]];
        for [one, other] in versions.map(|defaults: [Json; 2]| defaults.map(schema)) {
            let (definition, _) = CustomResourceDefinition::from_json(&json!({
                "metadata": {"name": "as.b.c"},
                "spec": {"group": "b.c", "names": {"kind": "A", "plural": "as"}, "scope": "Cluster",
                    "versions": [version("v1", &one), version("v2", &other)]},
            }));
            let judge = CrdValidator::new(35);
            let built = [one, other].map(|schema| Schema::from_json(&schema).0);
            let errors = judge.validate_new(&definition);
            assert!(!errors.is_empty());
            assert_eq!(judge.validate_new_built(&definition, &built).to_string(), errors.to_string());
            let without = built.map(|mut schema| {
                schema.properties["a"].default = None;
                schema
            });
            assert_eq!(judge.validate_new_built(&definition, &without).to_string(), "");
        }
    }
}
