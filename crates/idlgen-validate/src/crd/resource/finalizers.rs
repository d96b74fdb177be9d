//! Warnings about added finalizers.

use idlgen_runtime::{format, go};
use serde_json::Value as Json;

use super::Warning;
use crate::crd::object_meta::ObjectMeta;

/// Finalizers of Kubernetes itself.
const STANDARD: [&str; 3] = ["foregroundDeletion", "kubernetes", "orphan"];

/// Returns the warnings of `generateWarningsFromObj` of `k8s.io/apiextensions-apiserver/pkg/registry/customresource`.
pub(super) fn warnings(object: &Json, old: Option<&Json>) -> Vec<Warning> {
    let before = old.map(|old| ObjectMeta::of(old).finalizers()).unwrap_or_default();
    let mut added = ObjectMeta::of(object).finalizers();
    added.retain(|finalizer| !before.contains(finalizer));
    added.sort_unstable();
    added.dedup();
    added.into_iter().flat_map(warnings_of).collect()
}

fn warnings_of(finalizer: &str) -> Vec<Warning> {
    let mut messages = format::find("qualifiedName").map(|format| format.messages(finalizer)).unwrap_or_default();
    if !finalizer.contains('/') && !STANDARD.contains(&finalizer) {
        let path = if finalizer.contains('.') { " including a path (/)" } else { "" };
        messages.push(format!(
            "prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
        ));
    }
    let quoted = go::quote(finalizer);
    messages.into_iter().map(|text| Warning::Finalizer(format!("metadata.finalizers: {quoted}: {text}"))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_new_ones_are_told_of() {
        let with = |finalizers: &[&str]| json!({"metadata": {"finalizers": finalizers}});
        let texts = |object, old: Option<&Json>| -> Vec<String> {
            warnings(&object, old).iter().map(ToString::to_string).collect()
        };
        let tail = "to avoid accidental conflicts with other finalizer writers";
        assert_eq!(
            texts(with(&["b.com", "a", "orphan", "a.com/b"]), None),
            [
                format!("metadata.finalizers: \"a\": prefer a domain-qualified finalizer name {tail}"),
                format!(
                    "metadata.finalizers: \"b.com\": prefer a domain-qualified finalizer name including a path (/) \
                     {tail}"
                ),
            ]
        );
        assert_eq!(texts(with(&["a"]), Some(&with(&["a"]))), [""; 0]);
    }
}
