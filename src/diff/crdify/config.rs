//! The configuration file of crdify.

use std::collections::BTreeMap;

use idlgen_yaml::{Limits, load};
use serde_json::Value as Json;
use thiserror::Error;

/// The checks that can be configured.
const NAMES: [&str; 18] = [
    "existingFieldRemoval",
    "scope",
    "storedVersionRemoval",
    "default",
    "description",
    "enum",
    "maximum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minimum",
    "minItems",
    "minLength",
    "minProperties",
    "nullable",
    "pattern",
    "required",
    "type",
];

/// The severity of a check's findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Enforcement {
    #[default]
    Error,
    Warn,
    None,
}

/// Settings of crdify (`crdify.yaml`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrdifyConfig {
    enforcements: BTreeMap<&'static str, Enforcement>,
    pub(super) unhandled: Enforcement,
    pub(super) ignores_conversion: bool,
    pub(super) allows_added_enum_values: bool,
    pub(super) allows_removed_patterns: bool,
    pub(super) allows_added_nullable: bool,
    pub(super) allows_removed_nullable: bool,
}

/// A problem of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CrdifyConfigError(String);

impl CrdifyConfig {
    /// Reads a configuration file.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not YAML, or if crdify would reject the configuration.
    pub fn read(text: &str) -> Result<Self, CrdifyConfigError> {
        let mut config = CrdifyConfig::default();
        let Some(document) = load(text, &Limits::of_this_thread()).into_iter().next() else { return Ok(config) };
        if let Some(problem) = document.problems.first() {
            return Err(CrdifyConfigError(problem.message.clone()));
        }
        let Some(root) = document.root else { return Ok(config) };
        let json = root.to_json();
        if !json.is_object() {
            return Err(CrdifyConfigError("expected an object with `validations`".to_owned()));
        }
        config.unhandled = match field(&json, "unhandledEnforcement")? {
            "" => Enforcement::Error,
            name => enforcement(name, "unhandledEnforcement")?,
        };
        config.ignores_conversion = match field(&json, "conversion")? {
            "" | "None" => false,
            "Ignore" => true,
            other => return Err(unknown("conversion", other, &["None", "Ignore"])),
        };
        for (index, validation) in json.get("validations").and_then(Json::as_array).into_iter().flatten().enumerate() {
            config.add(validation, &format!("validations[{index}]"))?;
        }
        Ok(config)
    }

    pub(super) fn enforcement(&self, name: &str) -> Enforcement {
        self.enforcements.get(name).copied().unwrap_or_default()
    }

    fn add(&mut self, validation: &Json, place: &str) -> Result<(), CrdifyConfigError> {
        let given = field(validation, "name")?;
        if given.is_empty() {
            return Err(CrdifyConfigError(format!("{place}: `name` is required")));
        }
        let Some(name) = NAMES.into_iter().find(|name| *name == given) else {
            return Err(unknown(&format!("{place}.name"), given, &NAMES));
        };
        let place_of_enforcement = format!("{place}.enforcement");
        let enforcement = enforcement(field(validation, "enforcement")?, &place_of_enforcement)?;
        self.enforcements.insert(name, enforcement);
        let configuration = validation.get("configuration").unwrap_or(&Json::Null);
        let allows = |policy: &str| match field(configuration, policy)? {
            "" | "Disallow" => Ok(false),
            "Allow" => Ok(true),
            other => Err(unknown(&format!("{place}.configuration.{policy}"), other, &["Allow", "Disallow"])),
        };
        match name {
            "enum" => self.allows_added_enum_values = allows("additionPolicy")?,
            "pattern" => self.allows_removed_patterns = allows("removalPolicy")?,
            "nullable" => {
                self.allows_added_nullable = allows("additionPolicy")?;
                self.allows_removed_nullable = allows("removalPolicy")?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn enforcement(name: &str, place: &str) -> Result<Enforcement, CrdifyConfigError> {
    match name {
        "Error" => Ok(Enforcement::Error),
        "Warn" => Ok(Enforcement::Warn),
        "None" => Ok(Enforcement::None),
        "" => Err(CrdifyConfigError(format!("`{place}` is required"))),
        other => Err(unknown(place, other, &["Error", "Warn", "None"])),
    }
}

fn unknown(place: &str, value: &str, known: &[&str]) -> CrdifyConfigError {
    CrdifyConfigError(format!("`{place}`: unknown value `{value}`; use {}", known.join(", ")))
}

/// Returns a string field, which is empty if absent.
fn field<'j>(json: &'j Json, key: &str) -> Result<&'j str, CrdifyConfigError> {
    match json.get(key) {
        None | Some(Json::Null) => Ok(""),
        Some(value) => value.as_str().ok_or_else(|| CrdifyConfigError(format!("`{key}` must be a string"))),
    }
}
