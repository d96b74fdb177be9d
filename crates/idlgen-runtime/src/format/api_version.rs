//! The format `apiVersion`.

use super::{Family, Format};

pub(super) static API_VERSION: Format = Format {
    name: "apiVersion",
    family: Family::Kep4153,
    since: 0,
    doc: "An API version, preceded by its group and a slash unless it is in the core group.",
    source: "k8s.io/apimachinery/pkg/runtime/schema.ParseGroupVersion",
    examples: &["v1", "apps/v1", "example.com/v1alpha1"],
    counterexamples: &["", "a/b/c"],
    accepts: |text| messages(text).is_empty(),
    messages: Some(messages),
};

fn messages(text: &str) -> Vec<String> {
    // The API server parses these two strings as an empty version, which its callers reject.
    if matches!(text, "" | "/") {
        return vec!["must not be empty".to_owned()];
    }
    if text.matches('/').count() > 1 {
        return vec![format!("unexpected GroupVersion string: {text}")];
    }
    Vec::new()
}
