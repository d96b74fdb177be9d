//! The requirements for a definition (`validationOptions` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation). A new definition must meet all of them; in an
//! update, errors of the old definition are still allowed.

use std::collections::BTreeSet;

/// The requirements for a definition.
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
    /// Stored rules, which may use features that the version before the server's lacks.
    pub stored_rules: BTreeSet<String>,
    /// Stored values of `messageExpression`, like `stored_rules`.
    pub stored_message_expressions: BTreeSet<String>,
    /// Versions with unchanged schemas, whose expressions may exceed the cost limit.
    pub unchanged_versions: BTreeSet<String>,
    /// Versions that may have more than eight selectable fields because the old definition has them. `None` refers to
    /// the fields of all versions.
    pub many_selectable_fields: BTreeSet<Option<String>>,
}

impl Requirements {
    /// Returns the requirements for a new definition.
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

    /// Returns the requirements for a version, whose schema may be unchanged.
    pub(super) fn of_version(&self, name: &str) -> Requirements {
        let mut requirements = self.clone();
        requirements.expression_costs &= !self.unchanged_versions.contains(name);
        requirements
    }
}
