//! The errors of API servers for complete CRDs: `apiextensions-apiserver/pkg/apis/apiextensions/validation`,
//! `…/apiserver/schema`.

use std::sync::Arc;

use idlgen_cel::{Environment, Version};
use idlgen_runtime::field::{Error, Path};
use idlgen_validate::{
    Definitions, Schema,
    cel::{RuleCompiler, decl_type},
    crd::{
        CustomResourceDefinition,
        definition::{CrdValidator, Requirements, deprecation_warning, structural_errors},
    },
};
use serde_json::{Value as Json, json};

use super::{
    super::case::Outcome,
    row_value::{KUBERNETES_MINOR, list, text},
};

fn definition(json: &Json) -> CustomResourceDefinition {
    let (mut definition, _) = CustomResourceDefinition::from_json(json);
    // The Go tests also add this version to their CRDs.
    if let Some(conversion) = &mut definition.conversion
        && conversion.strategy == "Webhook"
        && conversion.review_versions.is_empty()
    {
        conversion.review_versions.push("v1beta1".to_owned());
    }
    definition
}

/// Each expected error matches an actual error, and no other errors remain.
fn matches<'e>(expected: &[&Json], found: impl IntoIterator<Item = &'e Error>) -> Outcome {
    let mut found: Vec<&Error> = found.into_iter().collect();
    for wanted in expected {
        let position = found.iter().position(|error| {
            error.error_type.reason() == text(wanted, "errorType")
                && error.field == text(wanted, "path")
                && error.to_string().contains(text(wanted, "containsString"))
        });
        if let Some(position) = position {
            found.remove(position);
        } else {
            let got: Vec<String> = found.iter().map(ToString::to_string).collect();
            return Outcome::Failed { expected: wanted.to_string(), got: format!("{got:#?}") };
        }
    }
    Outcome::compare(&Vec::<String>::new(), &found.iter().map(ToString::to_string).collect())
}

/// `TestValidateCustomResourceDefinition`, `TestValidateCustomResourceDefinitionUpdate` and `TestSelectableFields`.
pub(super) fn whole(case: &Json) -> Outcome {
    let judge = CrdValidator::new(KUBERNETES_MINOR);
    let new = definition(case.get("resource").unwrap_or(&Json::Null));
    let errors = match case.get("old") {
        Some(old) => judge.validate_update(&new, &definition(old)),
        None => judge.validate(&new),
    };
    matches(&list(case, "errors"), errors.iter())
}

/// `TestValidateCustomResourceDefinitionValidation`: a single schema.
pub(super) fn schema(case: &Json) -> Outcome {
    let option = |name: &str| case.pointer(&format!("/opts/{name}")).and_then(Json::as_bool).unwrap_or_default();
    let mut requirements = Requirements::of_new();
    requirements.allow_defaults = option("allowDefaults");
    requirements.valid_types = option("requireValidPropertyType");
    requirements.structural = option("requireStructuralSchema");
    requirements.pruned_defaults = option("requirePrunedDefaults");
    requirements.atomic_sets = option("requireAtomicSetType");
    requirements.map_list_keys = option("requireMapListKeysMapSetValidation");
    requirements.expression_costs = !option("suppressPerExpressionCost");
    let has_status = case.get("statusEnabled") == Some(&Json::Bool(true));
    let schema = case.pointer("/input/OpenAPIV3Schema").unwrap_or(&Json::Null);
    let errors = CrdValidator::new(KUBERNETES_MINOR).validate_schema(schema, has_status, &requirements);
    matches(&list(case, "expectedErrors"), &errors)
}

/// `TestValidateCustomResourceDefinitionValidationRuleCompatibility`. The test has a function `test()` that only stored
/// rules may use. Here, it is a function that the newest version added.
pub(super) fn rule_compatibility(case: &Json) -> Outcome {
    // The other rows are only parts of the expected results of these rows.
    if case.get("storedRule").is_none() {
        return Outcome::Skipped;
    }
    let schema = |rule: &str, message_expression: &str| {
        let expression = |name: &str| text(case, name).replace("test()", "[1].includes(1)");
        let rules = json!([{"rule": expression(rule), "messageExpression": expression(message_expression)}]);
        let element = json!({"type": "string", "x-kubernetes-validations": rules});
        json!({"type": "object", "properties": {
            "x": element,
            "obj": {"type": "object", "properties": {"a": element}, "x-kubernetes-validations": rules},
            "array": {"type": "array", "maxItems": 1, "items": element, "x-kubernetes-validations": rules},
            "map": {"type": "object", "maxProperties": 1, "additionalProperties": element,
                "x-kubernetes-validations": rules},
        }})
    };
    let crd = |schema: Json| {
        definition(&json!({
            "metadata": {"name": "plural.group.com", "resourceVersion": "1"},
            "spec": {"group": "group.com", "scope": "Cluster",
                "names": {"plural": "plural", "singular": "singular", "kind": "Plural", "listKind": "PluralList"},
                "versions": [{"name": "version", "served": true, "storage": true,
                    "schema": {"openAPIV3Schema": schema}}]},
            "status": {"storedVersions": ["version"]}
        }))
    };
    let old = crd(schema("storedRule", "storedMessageExpression"));
    let mut new = crd(schema("updatedRule", "updatedMessageExpression"));
    new.preserve_unknown_fields = false;
    let errors = CrdValidator::new(KUBERNETES_MINOR).validate_update(&new, &old);
    matches(&list(case, "errors"), errors.iter())
}

/// `TestValidateCustomResourceDefinitionStoredVersions`
pub(super) fn stored_versions(case: &Json) -> Outcome {
    let storage = text(case, "storageVersion");
    let version = |name: &&Json| {
        json!({"name": name, "served": true, "storage": name.as_str() == Some(storage),
            "schema": {"openAPIV3Schema": {"type": "object"}}})
    };
    let versions: Vec<Json> = list(case, "versions").iter().map(version).collect();
    let new = definition(&json!({
        "metadata": {"name": "plural.group.com"},
        "spec": {"group": "group.com", "scope": "Cluster", "versions": versions,
            "names": {"plural": "plural", "singular": "singular", "kind": "Plural", "listKind": "PluralList"}},
        "status": {"storedVersions": case.get("storedVersions")}
    }));
    matches(&list(case, "errors"), CrdValidator::new(KUBERNETES_MINOR).validate(&new).iter())
}

/// `Test_validateDeprecationWarning`
pub(super) fn deprecation(case: &Json) -> Outcome {
    let warning = case.get("warning").and_then(Json::as_str);
    // A byte that is not UTF-8 was lost when the row was recorded.
    if warning.is_some_and(|warning| warning.contains(char::REPLACEMENT_CHARACTER)) {
        return Outcome::Skipped;
    }
    let expected = list(case, "want").into_iter().filter_map(Json::as_str).map(str::to_owned).collect();
    let is_deprecated = case.get("deprecated") == Some(&Json::Bool(true));
    Outcome::compare_sorted(expected, deprecation_warning(is_deprecated, warning))
}

/// `TestValidateStructuralCompleteness`, with the options for CRDs. Other rows are not structural schemas.
pub(super) fn completeness(case: &Json) -> Outcome {
    let options = case.get("options").and_then(Json::as_object);
    if options.into_iter().flatten().any(|(_, value)| value == &Json::Bool(true)) {
        return Outcome::Skipped;
    }
    let found = structural_errors(case.get("schema").unwrap_or(&Json::Null), &Path::root()).unwrap_or_default();
    let found = found.iter().map(ToString::to_string).filter(|text| text.contains("because it is defined in"));
    let expected = Some(text(case, "error").to_owned()).filter(|text| !text.is_empty());
    Outcome::compare_sorted(expected.into_iter().collect(), found.collect())
}

/// `TestCelCompilation`: the rules that compile. Rows with functions of the test do not apply.
pub(super) fn compilation(case: &Json) -> Outcome {
    let (schema, _) = Schema::from_json(case.get("input").unwrap_or(&Json::Null));
    let environment = Environment::new(Version::new(KUBERNETES_MINOR as u8));
    let declared = decl_type(&schema, &Definitions::default(), environment.version()).map(Arc::new);
    let compiler = declared.as_ref().map(|declared| RuleCompiler::new(&environment, declared));
    for (rule, expected) in schema.extensions.validations.iter().zip(list(case, "expectedResults")) {
        if rule.rule.contains("fakeFunction") {
            return Outcome::Skipped;
        }
        let got = compiler.as_ref().and_then(|compiler| compiler.compile(rule));
        let expected = if expected.is_array() { expected.clone() } else { json!([expected]) };
        for matcher in expected.as_array().into_iter().flatten() {
            let is_met = match (text(matcher, "$go"), &got) {
                ("cel.noErrorMatcher", Some(Ok(compiled))) => !matches!(compiled.message_expression, Some(Err(_))),
                ("cel.errorMatcher", Some(Err(error))) => error.to_string().contains(text(matcher, "contains")),
                ("cel.errorMatcher", Some(Ok(compiled))) => {
                    let error = compiled.message_expression.as_ref().and_then(|it| it.as_ref().err());
                    error.is_some_and(|error| error.to_string().contains(text(matcher, "contains")))
                }
                ("cel.fnMatcher" | "cel.noErrorMatcher", None) => true,
                ("", Some(Ok(compiled))) => matcher.as_bool() == Some(compiled.uses_old_self),
                _ => false,
            };
            if !is_met {
                return Outcome::Failed { expected: format!("{}: {matcher}", rule.rule), got: format!("{got:?}") };
            }
        }
    }
    Outcome::Passed
}
