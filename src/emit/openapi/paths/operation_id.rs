//! Operation ids and tags (`k8s.io/apiserver/pkg/endpoints/openapi.GetOperationIDAndTags`).

/// Returns an operation id. Example: `readAppsV1NamespacedDeployment` consists of the verb `read`, the group, the
/// version and the rest.
pub(super) fn operation_id(verb: &str, group: &str, version: &str, rest: &str) -> String {
    let group = if group.is_empty() { "core" } else { group };
    let group = group.strip_suffix(".k8s.io").unwrap_or(group);
    format!("{verb}{}{}{}", identifier(group, true), identifier(version, true), identifier(rest, true))
}

/// Returns the tag of all operations of a group and version: `apps_v1`.
pub(super) fn tag(group: &str, version: &str) -> String {
    let group = if group.is_empty() { "core" } else { group };
    let group = group.strip_suffix(".k8s.io").unwrap_or(group);
    format!("{}_{}", identifier(group, false), identifier(version, false))
}

/// Returns the letters and digits of a string in camel case.
pub(super) fn identifier(text: &str, begins_with_capital: bool) -> String {
    let mut identifier = String::with_capacity(text.len());
    let mut capital = begins_with_capital;
    for (position, character) in text.char_indices() {
        if character.is_alphabetic() || character == '_' || (position > 0 && character.is_ascii_digit()) {
            if capital {
                identifier.extend(character.to_uppercase());
            } else {
                identifier.push(character);
            }
            capital = false;
        } else {
            capital = true;
        }
    }
    identifier
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_tags() {
        for (group, version, id, expected) in [
            ("", "v1", "readCoreV1NamespacedPod", "core_v1"),
            ("apps", "v1beta1", "readAppsV1beta1NamespacedPod", "apps_v1beta1"),
            ("rbac.authorization.k8s.io", "v1", "readRbacAuthorizationV1NamespacedPod", "rbacAuthorization_v1"),
            ("my-group.example.com", "v1", "readMyGroupExampleComV1NamespacedPod", "myGroupExampleCom_v1"),
        ] {
            assert_eq!(operation_id("read", group, version, "NamespacedPod"), id);
            assert_eq!(tag(group, version), expected);
        }
    }
}
