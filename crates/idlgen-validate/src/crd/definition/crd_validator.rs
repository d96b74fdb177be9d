//! A validator of CRDs: the version that it emulates, and its caches.

use idlgen_cel::{Environment, Version};

use super::{defaults::KnownDefaults, sound::Sound};
use crate::{ValidatorOptions, cel::KnownRules};

/// Validates CRDs like the API servers of one Kubernetes version.
///
/// ```
/// use idlgen_validate::crd::{CustomResourceDefinition, definition::CrdValidator};
/// let (definition, _) = CustomResourceDefinition::from_json(&serde_json::json!({
///     "metadata": {"name": "foos.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"plural": "foos", "kind": "Foo"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "array"}}}}
///         }]
///     }
/// }));
/// let validation = CrdValidator::new(35).create(&definition);
/// assert_eq!(
///     validation.errors.to_string(),
///     "spec.validation.openAPIV3Schema.properties[spec].items: Required value: must be specified"
/// );
/// let place = validation.errors.iter().next().map(|error| error.path.to_string());
/// let expected = "spec.versions[0].schema.openAPIV3Schema.properties[spec].items";
/// assert_eq!(place.as_deref(), Some(expected));
/// ```
#[derive(Clone, Debug)]
pub struct CrdValidator {
    pub(super) kubernetes_minor: u16,
    pub(super) environment: Environment,
    pub(super) stored: Environment,
    pub(super) kep4153_functions: bool,
    pub(super) known: KnownRules,
    pub(super) defaults: KnownDefaults,
    pub(super) sound: SoundParts,
}

/// The properties of built schemas without errors, for each check of new CRDs.
#[derive(Clone, Debug, Default)]
pub(super) struct SoundParts {
    pub(super) structural: Sound,
    pub(super) keywords: Sound,
    /// The cost is that of the rules for the defaults.
    pub(super) defaults: Sound,
}

impl CrdValidator {
    /// Creates a validator that emulates API servers of Kubernetes 1.`kubernetes_minor`. New rules may only use
    /// features that the previous version also supports.
    pub fn new(kubernetes_minor: u16) -> Self {
        CrdValidator::with_compatibility(kubernetes_minor, kubernetes_minor.saturating_sub(1))
    }

    /// Creates a validator with a separate version, 1.`compatible_minor`, for new rules.
    pub fn with_compatibility(kubernetes_minor: u16, compatible_minor: u16) -> Self {
        let environment = |minor: u16| Environment::new(Version::new(u8::try_from(minor).unwrap_or(u8::MAX)));
        CrdValidator {
            kubernetes_minor,
            environment: environment(compatible_minor),
            stored: environment(kubernetes_minor),
            kep4153_functions: false,
            known: KnownRules::default(),
            defaults: KnownDefaults::default(),
            sound: SoundParts::default(),
        }
    }

    /// Uses a cache of compiled rules, to which the rules of validated CRDs are added.
    #[must_use]
    pub fn knowing(self, known: &KnownRules) -> Self {
        CrdValidator { known: known.clone(), ..self }
    }

    /// Allows rules to use the functions proposed by KEP-4153
    /// ([`with_proposed_functions`](Environment::with_proposed_functions)), which no API server supports.
    #[must_use]
    pub fn with_proposed_functions(self) -> Self {
        CrdValidator {
            environment: self.environment.with_proposed_functions(),
            stored: self.stored.with_proposed_functions(),
            kep4153_functions: true,
            ..self
        }
    }

    /// Returns the minor version of Kubernetes 1.x.
    pub fn kubernetes_minor(&self) -> u16 {
        self.kubernetes_minor
    }

    pub(super) fn environment(&self) -> &Environment {
        &self.environment
    }

    pub(super) fn stored(&self) -> &Environment {
        &self.stored
    }

    pub(super) fn defaults(&self) -> &KnownDefaults {
        &self.defaults
    }

    pub(super) fn known(&self) -> &KnownRules {
        &self.known
    }

    pub(super) fn validator_options(&self, is_resource: bool) -> ValidatorOptions {
        let mut options = ValidatorOptions::crd().keeping_broken_rules();
        options.kubernetes_minor = self.kubernetes_minor;
        options.is_resource = is_resource;
        options.kep4153_functions = self.kep4153_functions;
        options
    }

    pub(super) fn runtime_options(&self, cost_budget: u64) -> idlgen_runtime::Options {
        let mut options = idlgen_runtime::Options::default();
        options.kubernetes_minor = self.kubernetes_minor;
        options.cost_budget = cost_budget;
        options
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::CrdValidator;
    use crate::crd::CustomResourceDefinition;

    #[test]
    fn proposed_functions_are_accepted_on_request_also_in_stored_crds() {
        let property = json!({"type": "string", "maxLength": 9,
            "x-kubernetes-validations": [{"rule": "self.isFormat('uri')"}]});
        let (definition, _) = CustomResourceDefinition::from_json(&json!({
            "metadata": {"name": "foos.example.com"},
            "spec": {"group": "example.com", "names": {"plural": "foos", "kind": "Foo"}, "scope": "Namespaced",
                "versions": [{"name": "v1", "served": true, "storage": true,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {"a": property}}}}]}
        }));
        let errors = |validator: &CrdValidator| {
            [validator.create(&definition).errors, validator.update(&definition, &definition).errors]
                .map(|errors| errors.to_string())
        };
        let validator = CrdValidator::new(35);
        for errors in errors(&validator) {
            assert!(errors.contains("undeclared reference to 'isFormat'"), "{errors}");
        }
        assert_eq!(errors(&validator.with_proposed_functions()), ["", ""]);
    }
}
