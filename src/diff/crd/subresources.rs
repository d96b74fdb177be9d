//! Subresources and selectable fields of a version.

use idlgen_validate::crd::{Scale, document::Version};
use serde_json::Value as Json;

use super::{Definition, VersionPair};
use crate::diff::{Verdict, Verdicts};

/// Writers are affected.
const WRITERS: Verdicts = Verdicts::new(Verdict::Breaking, Verdict::Ok, Verdict::Ok);
/// Clients of the scale subresource are affected.
const SCALE: Verdicts = Verdicts::new(Verdict::Breaking, Verdict::Breaking, Verdict::Ok);

/// Compares the subresources. `preserves` is `true` if the old CRD preserves all unknown fields.
pub(super) fn compare(old: &Version, new: &Version, place: VersionPair<'_>, preserves: bool, found: &mut Definition) {
    let status = |version: &Version| version.subresources.as_ref().is_some_and(|subresources| subresources.status);
    match (status(old), status(new)) {
        (false, true) if !preserves && !stores_status(old) => {
            let text = "status subresource added: before, the server dropped `status`, which was not declared";
            found.add_at("status-subresource-added", place, &["subresources"], Verdicts::OK, text);
        }
        (false, true) => {
            let text = "status subresource added: requests to the resource itself no longer write `status`";
            found.add_at("status-subresource-added", place, &["subresources"], WRITERS, text);
        }
        (true, false) => {
            let text = "status subresource removed: requests to `/status` fail";
            found.add_at("status-subresource-removed", place, &["subresources"], WRITERS, text);
        }
        _ => {}
    }
    let scale = |version: &'_ Version| version.subresources.as_ref().and_then(|one| one.scale.clone());
    match (scale(old), scale(new)) {
        (None, Some(_)) => {
            found.add_at("scale-added", place, &["subresources"], Verdicts::OK, "scale subresource added");
        }
        (Some(scale), None) if !preserves && !has_replicas(old, &scale.spec_replicas_path) => {
            let path = scale.spec_replicas_path;
            let text =
                format!("scale subresource removed: before, its requests failed, because `{path}` was not declared");
            found.add_at("scale-removed", place, &["subresources"], Verdicts::OK, text);
        }
        (Some(_), None) => {
            let text = "scale subresource removed: autoscalers and `kubectl scale` fail";
            found.add_at("scale-removed", place, &["subresources"], SCALE, text);
        }
        (Some(old), Some(new)) if is_selectable_now(&old, &new) => {
            let text = "label selector added to the scale subresource";
            found.add_at("scale-selector-added", place, &["subresources", "scale"], Verdicts::OK, text);
        }
        (Some(old), Some(new)) if old != new => {
            let text = "the paths of the scale subresource changed: autoscalers read and write other fields";
            found.add_at("scale-changed", place, &["subresources", "scale"], SCALE, text);
        }
        _ => {}
    }
    selectable_fields(old, new, place, found);
}

/// Returns `true` if only a label selector was added, which autoscalers require.
fn is_selectable_now(old: &Scale, new: &Scale) -> bool {
    let has_selector = |scale: &Scale| scale.label_selector_path.as_deref().is_some_and(|path| !path.is_empty());
    let with_selector = Scale { label_selector_path: new.label_selector_path.clone(), ..old.clone() };
    !has_selector(old) && has_selector(new) && with_selector == *new
}

/// Returns `true` if the schema of a version keeps the field `status`.
fn stores_status(version: &Version) -> bool {
    let Some(schema) = &version.schema else { return true };
    let keeps = schema.get("x-kubernetes-preserve-unknown-fields").and_then(Json::as_bool) == Some(true);
    keeps || schema.get("additionalProperties").is_some() || schema.pointer("/properties/status").is_some()
}

/// Returns `true` if the schema of a version keeps the field at a path, such as `.spec.replicas`.
fn has_replicas(version: &Version, path: &str) -> bool {
    let Some(mut schema) = version.schema.as_deref() else { return true };
    for name in path.split('.').filter(|name| !name.is_empty()) {
        let keeps = schema.get("x-kubernetes-preserve-unknown-fields").and_then(Json::as_bool) == Some(true);
        if keeps || schema.get("additionalProperties").is_some() {
            return true;
        }
        let Some(property) = schema.get("properties").and_then(|properties| properties.get(name)) else { return false };
        schema = property;
    }
    true
}

fn selectable_fields(old: &Version, new: &Version, place: VersionPair<'_>, found: &mut Definition) {
    let field = &["selectableFields"];
    for path in old.selectable_fields.iter().filter(|path| !new.selectable_fields.contains(path)) {
        let text = format!("selectable field `{}` removed: requests that select by it fail", path.json_path);
        found.add_at("selectable-field-removed", place, field, Verdicts::WIDER_TYPE, text);
    }
    for path in new.selectable_fields.iter().filter(|path| !old.selectable_fields.contains(path)) {
        let text = format!("selectable field `{}` added", path.json_path);
        found.add_at("selectable-field-added", place, field, Verdicts::OK, text);
    }
}
