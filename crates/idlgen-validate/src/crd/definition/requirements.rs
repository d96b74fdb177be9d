//! What is required of a definition (`validationOptions` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation). Of a new one everything; on an update what the
//! old one had wrong already stays allowed.

use std::collections::BTreeSet;

/// What is required of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a requirement of its own")]
#[non_exhaustive]
pub struct Requirements {
    /// Schemas may have defaults.
    pub allow_defaults: bool,
    /// A webhook understands a version of the conversion review that API servers speak.
    pub recognized_review_version: bool,
    /// Scope and kind stay as they are.
    pub immutable_names: bool,
    /// Every version has a schema.
    pub schema: bool,
    /// Types are those of OpenAPI.
    pub valid_types: bool,
    /// Schemas are structural.
    pub structural: bool,
    /// Defaults have no fields that the schema does not know.
    pub pruned_defaults: bool,
    /// Elements of sets are atomic.
    pub atomic_sets: bool,
    /// Elements of sets and maps cannot be null; keys of lists of type `map` are required or have a default.
    pub map_list_keys: bool,
    /// The certificates of a webhook are certificates.
    pub ca_bundle: bool,
    /// No expression costs too much by itself.
    pub expression_costs: bool,
    /// Rules that are stored already: they may use what the version before the server's does not have.
    pub stored_rules: BTreeSet<String>,
    /// The same of `messageExpression`.
    pub stored_message_expressions: BTreeSet<String>,
    /// Versions whose schemas are as they were: their expressions may cost what they do.
    pub unchanged_versions: BTreeSet<String>,
    /// Versions that may have more than eight selectable fields, because they had them before; `None` for those of all
    /// versions.
    pub many_selectable_fields: BTreeSet<Option<String>>,
}

impl Requirements {
    /// What is required of a definition that is created.
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

    /// The same for a version whose schema may be as it was.
    pub(super) fn of_version(&self, name: &str) -> Requirements {
        let mut requirements = self.clone();
        requirements.expression_costs &= !self.unchanged_versions.contains(name);
        requirements
    }
}
