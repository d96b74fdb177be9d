//! The findings of crdify, in its formats and with its settings (sigs.k8s.io/crdify, commit 54162f2).
//!
//! crdify lists removed fields, added required fields and its checks in random order. Here they are sorted.

mod checks;
mod config;
mod go_diff;
mod go_edits;
mod go_report;
mod go_text;
mod go_value;
mod render;
mod schemas;

use std::collections::BTreeSet;

use idlgen_validate::crd::{CustomResourceDefinition, compare_versions, document::Version};

pub use self::config::{CrdifyConfig, CrdifyConfigError};
use self::{config::Enforcement, schemas::Flat};

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Check {
    name: &'static str,
    errors: Vec<String>,
    warnings: Vec<String>,
}

impl Check {
    fn new(name: &'static str, enforcement: Enforcement, messages: Vec<String>) -> Self {
        match enforcement {
            Enforcement::Error => Check { name, errors: messages, warnings: Vec::new() },
            Enforcement::Warn => Check { name, errors: Vec::new(), warnings: messages },
            Enforcement::None => Check { name, ..Check::default() },
        }
    }

    fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.warnings.is_empty()
    }
}

/// The findings on one property.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Property {
    path: String,
    checks: Vec<Check>,
}

/// The findings on one version, or on two versions of the same CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Versions {
    name: String,
    properties: Vec<Property>,
}

/// The findings of crdify for two CRDs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrdifyReport {
    definition: Vec<Check>,
    same_versions: Vec<Versions>,
    served_versions: Vec<Versions>,
}

impl CrdifyReport {
    /// Compares two CRDs with the checks of crdify.
    pub fn new(old: &CustomResourceDefinition, new: &CustomResourceDefinition, config: &CrdifyConfig) -> Self {
        let mut definition =
            vec![removed_fields(old, new, config), scope(old, new, config), removed_stored_versions(old, new, config)];
        definition.retain(|check| !check.is_empty());
        let mut same_versions: Vec<Versions> = old
            .versions
            .iter()
            .filter_map(|version| {
                let other = new.version(&version.name)?;
                Some(Versions { name: version.name.clone(), properties: properties(version, other, config) })
            })
            .filter(|versions| !versions.properties.is_empty())
            .collect();
        same_versions.sort_by(|one, other| one.name.cmp(&other.name));
        CrdifyReport { definition, same_versions, served_versions: served_versions(old, new, config) }
    }

    /// Returns `true` if a finding is an error.
    pub fn has_errors(&self) -> bool {
        let properties =
            self.same_versions.iter().chain(&self.served_versions).flat_map(|versions| &versions.properties);
        let checks = properties.flat_map(|property| &property.checks);
        self.definition.iter().chain(checks).any(|check| !check.errors.is_empty())
    }
}

/// Runs the check `existingFieldRemoval`.
fn removed_fields(old: &CustomResourceDefinition, new: &CustomResourceDefinition, config: &CrdifyConfig) -> Check {
    const NAME: &str = "existingFieldRemoval";
    let mut removed = Vec::new();
    for version in &new.versions {
        let Some(before) = old.version(&version.name) else { continue };
        let (before, after) = (Flat::new(before), Flat::new(version));
        let paths: BTreeSet<&str> = before.paths().filter(|path| !after.has(path)).collect();
        removed.extend(paths.into_iter().map(|path| format!("removed field : {}.{path}", version.name)));
    }
    Check::new(NAME, config.enforcement(NAME), removed)
}

/// Runs the check `scope`.
fn scope(old: &CustomResourceDefinition, new: &CustomResourceDefinition, config: &CrdifyConfig) -> Check {
    const NAME: &str = "scope";
    let quote = idlgen_runtime::go::quote;
    let is_changed = old.scope != new.scope;
    let message = is_changed.then(|| format!("scope changed : {} -> {}", quote(&old.scope), quote(&new.scope)));
    Check::new(NAME, config.enforcement(NAME), message.into_iter().collect())
}

/// Runs the check `storedVersionRemoval`.
fn removed_stored_versions(
    old: &CustomResourceDefinition,
    new: &CustomResourceDefinition,
    config: &CrdifyConfig,
) -> Check {
    const NAME: &str = "storedVersionRemoval";
    let removed = old.stored_versions.iter().filter(|name| new.version(name).is_none());
    let removed: Vec<&str> = removed.map(String::as_str).collect();
    let message = (!removed.is_empty()).then(|| format!("stored versions removed : [{}]", removed.join(" ")));
    Check::new(NAME, config.enforcement(NAME), message.into_iter().collect())
}

/// Returns the findings on the changed properties of two versions.
fn properties(old: &Version, new: &Version, config: &CrdifyConfig) -> Vec<Property> {
    let (old, new) = (Flat::new(old), Flat::new(new));
    let properties = old.changed(&new).into_iter().filter_map(|(path, old, new)| {
        let mut checks = checks::all(old, new, config);
        checks.retain(|check| !check.is_empty());
        checks.sort_by_key(|check| check.name);
        (!checks.is_empty()).then(|| Property { path: path.to_owned(), checks })
    });
    properties.collect()
}

/// Returns the findings on each pair of served versions of the new CRD, without those on the same pair of the old CRD.
fn served_versions(
    old: &CustomResourceDefinition,
    new: &CustomResourceDefinition,
    config: &CrdifyConfig,
) -> Vec<Versions> {
    let has_webhook = new.conversion.as_ref().is_some_and(|conversion| conversion.strategy == "Webhook");
    if config.ignores_conversion && has_webhook {
        return Vec::new();
    }
    let known = version_pairs(old, config);
    let mut found = version_pairs(new, config);
    for versions in &mut found {
        let Some(known) = known.iter().find(|known| known.name == versions.name) else { continue };
        for property in &mut versions.properties {
            let Some(known) = known.properties.iter().find(|known| known.path == property.path) else { continue };
            for check in &mut property.checks {
                let Some(known) = known.checks.iter().find(|known| known.name == check.name) else { continue };
                check.errors.retain(|message| !known.errors.contains(message));
                check.warnings.retain(|message| !known.warnings.contains(message));
            }
            property.checks.retain(|check| !check.is_empty());
        }
        versions.properties.retain(|property| !property.checks.is_empty());
    }
    found.retain(|versions| !versions.properties.is_empty());
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// Returns each pair of served versions, the less stable one first.
fn version_pairs(definition: &CustomResourceDefinition, config: &CrdifyConfig) -> Vec<Versions> {
    let mut served: Vec<&Version> = definition.versions.iter().filter(|version| version.served).collect();
    served.sort_by(|one, other| compare_versions(&one.name, &other.name));
    let pairs =
        served.iter().enumerate().flat_map(|(index, old)| served.iter().skip(index + 1).map(move |new| (old, new)));
    pairs
        .map(|(old, new)| Versions {
            name: format!("{} -> {}", old.name, new.name),
            properties: properties(old, new, config),
        })
        .collect()
}

#[cfg(test)]
mod recorded;
#[cfg(test)]
mod tests;
