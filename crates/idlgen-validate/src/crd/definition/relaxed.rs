//! Determines the requirements for an update. Errors that the old CRD already has are allowed
//! (`ValidateCustomResourceDefinitionUpdate`).

use idlgen_runtime::field::Path;

use super::{
    certificates, conversion, defaults, found::Found, internal, internal::Internal, keywords::TYPES, lists,
    requirements::Requirements, sound::Sound, structural, view::View,
};
use crate::crd::CustomResourceDefinition;

pub(super) fn of_update(new: &CustomResourceDefinition, old: &CustomResourceDefinition, minor: u16) -> Requirements {
    let old_internal = Internal::new(old);
    let has =
        |is_such: &dyn Fn(View<'_>) -> bool| old_internal.schemas().any(|schema| schema.has(&|schema| is_such(schema)));
    let roots = || old_internal.schemas();
    let review_versions = old.conversion.as_ref().map(|conversion| conversion.review_versions.as_slice());
    let review_versions = review_versions.unwrap_or_default();
    let mut requirements = Requirements {
        allow_defaults: true,
        recognized_review_version: review_versions.is_empty()
            || review_versions.iter().any(|version| conversion::is_recognized(version)),
        immutable_names: old.is_condition_true("Established"),
        schema: old.versions.iter().all(|version| version.schema.is_some()),
        valid_types: !has(&|schema| !schema.type_name().is_empty() && !TYPES.contains(&schema.type_name())),
        structural: !roots().any(is_non_structural),
        pruned_defaults: !roots()
            .any(|schema| !is_non_structural(schema) && defaults::has_unknown_fields(&schema.parsed())),
        atomic_sets: !has(&lists::has_non_atomic_elements),
        map_list_keys: !has(&|schema| {
            let mut found = Found::default();
            lists::elements_and_keys(schema, &Path::root(), &mut found);
            !found.errors.is_empty()
        }),
        ca_bundle: minor >= 31 && requires_certificates(old),
        ..Requirements::of_new()
    };
    for schema in roots() {
        collect_expressions(schema, &mut requirements);
    }
    unchanged(new, old, &mut requirements);
    if minor < 35 {
        requirements.many_selectable_fields.clear();
    }
    requirements
}

/// Returns `true` if a schema is not structural (`schemaIsNonStructural`).
fn is_non_structural(schema: View<'_>) -> bool {
    let mut found = Found::default();
    if structural::unsupported(schema).is_some() {
        return true;
    }
    structural::validate_structural(schema, &Sound::default(), &Path::root(), &mut found);
    !found.errors.is_empty()
}

/// Returns `true` if the new certificates must be valid: the old CRD is established, and has valid certificates or none
/// (`allowInvalidCABundle`).
fn requires_certificates(old: &CustomResourceDefinition) -> bool {
    let config = old.conversion.as_ref().and_then(|conversion| conversion.client_config.as_ref());
    let ca_bundle = config.map(|config| config.ca_bundle.as_str()).unwrap_or_default();
    old.is_condition_true("Established")
        && (ca_bundle.is_empty() || certificates::rejection_reason(ca_bundle).is_none())
}

fn collect_expressions(schema: View<'_>, requirements: &mut Requirements) {
    let rules = match schema {
        View::Source(source) => source.elements("x-kubernetes-validations"),
        // A stored CRD is read from its JSON.
        View::Built(_) => &[],
    };
    for rule in rules {
        let text = |name: &str| rule.get(name).and_then(|text| text.as_str()).unwrap_or_default().to_owned();
        requirements.stored_rules.insert(text("rule"));
        let message_expression = text("messageExpression");
        if !message_expression.is_empty() {
            requirements.stored_message_expressions.insert(message_expression);
        }
    }
    for (_, inside) in schema.inside() {
        collect_expressions(inside, requirements);
    }
}

/// Records schemas and selectable fields that the update does not change.
fn unchanged(new: &CustomResourceDefinition, old: &CustomResourceDefinition, requirements: &mut Requirements) {
    for version in &new.versions {
        let Some(before) = old.version(&version.name) else { continue };
        if internal::is_same_schema(version.schema.as_deref(), before.schema.as_deref()) {
            requirements.unchanged_versions.insert(version.name.clone());
        }
    }
    let (new, old) = (Internal::new(new), Internal::new(old));
    let is_kept = |new: &[_], old: &[_]| old.len() > 8 && new == old;
    if is_kept(new.common_selectable_fields(), old.common_selectable_fields()) {
        requirements.many_selectable_fields.insert(None);
    }
    for version in &new.definition.versions {
        let Some(before) = old.definition.version(&version.name) else { continue };
        if is_kept(new.selectable_fields_of(version), old.selectable_fields_of(before)) {
            requirements.many_selectable_fields.insert(Some(version.name.clone()));
        }
    }
}
