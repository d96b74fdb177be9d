//! The kind of CRDs.

use serde_json::Value as Json;

use super::CustomResourceDefinition;

impl CustomResourceDefinition {
    /// The API group of CRDs.
    pub const GROUP: &str = "apiextensions.k8s.io";

    /// The kind of CRDs.
    pub const KIND: &str = "CustomResourceDefinition";

    /// Returns `true` for the kind of CRDs, in any version.
    ///
    /// ```
    /// use idlgen_validate::crd::CustomResourceDefinition;
    /// assert!(CustomResourceDefinition::is_kind("apiextensions.k8s.io/v1beta1", "CustomResourceDefinition"));
    /// assert!(!CustomResourceDefinition::is_kind("example.com/v1", "CustomResourceDefinition"));
    /// ```
    pub fn is_kind(api_version: &str, kind: &str) -> bool {
        let group = api_version.split_once('/').map(|(group, _)| group);
        kind == CustomResourceDefinition::KIND && group == Some(CustomResourceDefinition::GROUP)
    }

    /// Returns `true` if an object is a CRD, by its apiVersion and kind.
    ///
    /// ```
    /// use idlgen_validate::crd::CustomResourceDefinition;
    /// let json = serde_json::json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"});
    /// assert!(CustomResourceDefinition::is_kind_of(&json));
    /// assert!(!CustomResourceDefinition::is_kind_of(&serde_json::json!({"kind": "CustomResourceDefinition"})));
    /// ```
    pub fn is_kind_of(object: &Json) -> bool {
        let text = |name: &str| object.get(name).and_then(Json::as_str).unwrap_or_default();
        CustomResourceDefinition::is_kind(text("apiVersion"), text("kind"))
    }
}
