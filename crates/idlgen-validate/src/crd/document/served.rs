//! Prepares a CRD like an API server does before validation.

use super::{Conversion, CustomResourceDefinition, Names};

impl CustomResourceDefinition {
    /// Applies the defaults of an API server (`SetDefaults_CustomResourceDefinitionSpec` of
    /// k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1).
    #[must_use]
    pub fn with_defaults(mut self) -> Self {
        let names = &mut self.names;
        if names.singular.is_empty() {
            names.singular = names.kind.to_lowercase();
        }
        if names.list_kind.is_empty() && !names.kind.is_empty() {
            names.list_kind = format!("{}List", names.kind);
        }
        let none = || Conversion { strategy: "None".to_owned(), ..Conversion::default() };
        let conversion = self.conversion.get_or_insert_with(none);
        let service = conversion.client_config.as_mut().and_then(|config| config.service.as_mut());
        if let Some(service) = service {
            service.port.get_or_insert(443);
        }
        self.with_stored_version(false)
    }

    /// Replaces the status with that of the old CRD. The status of a new CRD only contains the storage version
    /// (`PrepareForCreate` and `PrepareForUpdate` of
    /// k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition).
    #[must_use]
    pub fn with_status_of(mut self, old: Option<&Self>) -> Self {
        // A server sets these fields if a client does not.
        for field in ["uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds"] {
            if let Some(value) = old.and_then(|old| old.metadata.get(field)) {
                self.metadata.entry(field).or_insert_with(|| value.clone());
            }
        }
        self.conditions = old.map(|old| old.conditions.clone()).unwrap_or_default();
        self.accepted_names = old.map_or_else(Names::default, |old| old.accepted_names.clone());
        self.stored_versions = old.map(|old| old.stored_versions.clone()).unwrap_or_default();
        self.with_stored_version(true)
    }

    /// Adds the storage version to the stored versions, if there are none or if `added` is `true`.
    fn with_stored_version(mut self, added: bool) -> Self {
        let storage = self.versions.iter().find(|version| version.storage).map(|version| version.name.clone());
        if let Some(name) = storage.filter(|name| !self.stored_versions.contains(name))
            && (added || self.stored_versions.is_empty())
        {
            self.stored_versions.push(name);
        }
        self
    }
}
