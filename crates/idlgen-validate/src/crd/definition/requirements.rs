//! The requirements for a CRD (`validationOptions` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation). A new CRD must meet all of them. In an update,
//! errors that the old CRD already has are allowed.

use std::collections::BTreeSet;

/// The requirements for a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a requirement of its own")]
#[non_exhaustive]
pub struct Requirements {
    /// Schemas may have defaults.
    pub allow_defaults: bool,
    /// A webhook must support a version of the conversion review that API servers support.
    pub recognized_review_version: bool,
    /// Scope and kind must not change.
    pub immutable_names: bool,
    /// Every version must have a schema.
    pub schema: bool,
    /// Types must be those of OpenAPI.
    pub valid_types: bool,
    /// Schemas must be structural.
    pub structural: bool,
    /// Defaults must not contain fields that are unknown to the schema.
    pub pruned_defaults: bool,
    /// Elements of sets must be atomic.
    pub atomic_sets: bool,
    /// Elements of sets and maps must not be nullable; keys of lists of type `map` must be required or have a default.
    pub map_list_keys: bool,
    /// The certificates of a webhook must be valid.
    pub ca_bundle: bool,
    /// No single expression may exceed the cost limit.
    pub expression_costs: bool,
    /// The stored rules. They may use all features of the server's version; new rules only those of the previous
    /// version.
    pub stored_rules: BTreeSet<String>,
    /// The stored `messageExpression`s, which may use the same features as `stored_rules`.
    pub stored_message_expressions: BTreeSet<String>,
    /// Versions whose schemas are unchanged. Their expressions may exceed the cost limit.
    pub unchanged_versions: BTreeSet<String>,
    /// Versions that may have more than eight selectable fields because they do in the old CRD. `None` represents the
    /// fields that all versions have in common.
    pub many_selectable_fields: BTreeSet<Option<String>>,
}

impl Requirements {
    /// Returns the requirements for a new CRD.
    pub fn of_new() -> Self {
        Requirements {
            allow_defaults: true,
            recognized_review_version: true,
            immutable_names: false,
            schema: true,
            valid_types: true,
            structural: true,
            pruned_defaults: true,
            atomic_sets: true,
            map_list_keys: true,
            ca_bundle: false,
            expression_costs: true,
            stored_rules: BTreeSet::new(),
            stored_message_expressions: BTreeSet::new(),
            unchanged_versions: BTreeSet::new(),
            many_selectable_fields: BTreeSet::new(),
        }
    }

    /// Returns the requirements for a version. They are relaxed if its schema is unchanged.
    pub(super) fn of_version(&self, name: &str) -> Requirements {
        let mut requirements = self.clone();
        requirements.expression_costs &= !self.unchanged_versions.contains(name);
        requirements
    }
}
