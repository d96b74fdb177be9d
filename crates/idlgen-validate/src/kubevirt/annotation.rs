//! Annotations of VMs.

use serde_json::Value as Json;

/// The annotation of a VirtualMachine that contains its rules. They replace the rules of its template.
pub const VALIDATIONS: &str = "vm.kubevirt.io/validations";

/// The annotation that disables the validation of a VM. Its value is irrelevant.
pub const SKIP: &str = "vm.kubevirt.io/skip-validations";

/// Returns the rules in the annotation of a VirtualMachine. Returns `None` for other objects, for a VM that is excluded
/// from validation, and for a VM that is being deleted (`getValidationRulesForVM`).
pub fn annotated(object: &Json) -> Option<&str> {
    let text = |name: &str| object.get(name).and_then(Json::as_str);
    if text("kind") != Some("VirtualMachine") || !text("apiVersion")?.starts_with("kubevirt.io/") {
        return None;
    }
    let metadata = object.get("metadata")?;
    let annotations = metadata.get("annotations")?;
    let is_deleted = metadata.get("deletionTimestamp").is_some_and(|time| !time.is_null());
    if is_deleted || annotations.get(SKIP).is_some() {
        return None;
    }
    annotations.get(VALIDATIONS)?.as_str().filter(|rules| !rules.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn machines_carry_their_rules_unless_they_are_skipped() {
        let mut machine = json!({"apiVersion": "kubevirt.io/v1", "kind": "VirtualMachine", "metadata": {"annotations": {
            VALIDATIONS: "[]"}}});
        assert_eq!(annotated(&machine), Some("[]"));
        machine["metadata"]["deletionTimestamp"] = json!("2024-05-01T12:00:00Z");
        assert_eq!(annotated(&machine), None);
        machine["metadata"]["deletionTimestamp"] = json!(null);
        machine["metadata"]["annotations"][SKIP] = json!("");
        assert_eq!(annotated(&machine), None);
        assert_eq!(annotated(&json!({"apiVersion": "v1", "kind": "Pod"})), None);
    }
}
