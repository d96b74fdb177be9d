//! Built-in Kubernetes kinds, validated without Go packages, CRDs or a server: schemas that idlgen has generated from
//! the modules `k8s.io/api` and `k8s.io/kube-aggregator`, by Kubernetes version.
//!
//! [`kind`] finds a kind, and [`BuiltinKind::validate`] validates an object: reports values that a server cannot decode
//! into the Go types ([`DecodingError`]), unknown fields, and values that violate the types, their enums and their
//! tags. `cargo xtask builtin-kinds` generates the data.
//!
//! Excludes checks in the code of servers beyond types and tags: names of undeclared volumes, overlapping ports.

mod bytes;
mod decode;
mod defaults;
mod definitions;
mod go_type;
mod name;
mod parts;
mod removed;
mod table;
pub(crate) mod unknown;
mod versions;

use std::collections::BTreeMap;

use idlgen_runtime::{
    field::{BadValue, Element, Error, ErrorType, PathBuf},
    value::Value,
};
use idlgen_validate::{
    Definitions, Schema,
    crd::object_meta::drop_system_fields,
    engine::{Validator, ValidatorOptions},
};
use serde_json::Value as Json;
use thiserror::Error as ThisError;

pub use decode::DecodingError;
pub use go_type::{EMBEDDED, GO_TYPE, go_text};
pub use table::{KindRow, RemovedRow, Table};
pub use versions::{NEWEST_MINOR, OLDEST_MINOR, known_minor};

use definitions::Store;
use versions::BYTES;

use crate::archive::Archive;

/// The path of the data in the repository.
pub const ARCHIVE_PATH: &str = "src/builtin/kinds.bin";

/// The reason why a kind is not built-in.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum NoSuchKind {
    /// No Kubernetes version has this group and version.
    #[error("Kubernetes has no apiVersion {api_version}")]
    ApiVersion {
        /// The `apiVersion` of the object.
        api_version: String,
    },
    /// Kubernetes has the group and version, but not the kind.
    #[error("apiVersion {api_version} of Kubernetes 1.{minor} has no kind {kind}{}", likely(nearest.as_ref()))]
    Kind {
        /// The `apiVersion` of the object.
        api_version: String,
        /// The `kind` of the object.
        kind: String,
        /// The minor version of Kubernetes.
        minor: u16,
        /// The most similar existing kind.
        nearest: Option<String>,
    },
    /// Kubernetes has removed the kind.
    #[error("{api_version} {kind} was removed in Kubernetes {removed}{}", instead(replacement.as_ref()))]
    Removed {
        /// The `apiVersion` of the object.
        api_version: String,
        /// The `kind` of the object.
        kind: String,
        /// The first version without it.
        removed: String,
        /// The apiVersion that replaces it.
        replacement: Option<String>,
    },
    /// The kind was added in a later version.
    #[error("Kubernetes 1.{minor} has no {api_version} {kind} yet: Kubernetes 1.{since} introduced it")]
    TooNew {
        /// The `apiVersion` of the object.
        api_version: String,
        /// The `kind` of the object.
        kind: String,
        /// The minor version of Kubernetes.
        minor: u16,
        /// The first minor version that has it.
        since: u16,
    },
    /// The data is unreadable, or not part of this build (the feature `builtin-kinds`).
    #[error("the built-in kinds of Kubernetes are not part of this program")]
    Unavailable,
}

fn likely(nearest: Option<&String>) -> String {
    nearest.map_or_else(String::new, |near| format!("; did you mean {near}?"))
}

fn instead(replacement: Option<&String>) -> String {
    replacement.map_or_else(String::new, |api_version| format!("; use {api_version}"))
}

/// Removes requirements that servers of Kubernetes 1.`kubernetes_minor` do not enforce, although the Go types have
/// them, from schemas. The schemas are identified by Go name: `k8s.io/api/core/v1.LimitRangeSpec`.
pub fn drop_unenforced<'s>(kubernetes_minor: u16, schemas: impl IntoIterator<Item = (String, &'s mut Schema)>) {
    let Ok(archive) = Archive::read(BYTES) else { return };
    let Some(table) = Table::of(kubernetes_minor) else { return };
    let mut store = Store::new(&archive, table);
    for (name, schema) in schemas.into_iter().filter(|(_, schema)| !schema.required.is_empty()) {
        let Some(known) = store.one(&name) else { continue };
        let is_asked =
            |property: &String| known.required.contains(property) || !known.properties.contains_key(property);
        schema.required.retain(is_asked);
    }
}

/// Returns the built-in kind with this apiVersion and name in Kubernetes 1.`kubernetes_minor`.
///
/// # Errors
/// Returns the reason if the kind is not built-in.
pub fn kind(api_version: &str, kind: &str, kubernetes_minor: u16) -> Result<BuiltinKind, NoSuchKind> {
    let minor = known_minor(kubernetes_minor);
    let table = Table::of(minor).ok_or(NoSuchKind::Unavailable)?;
    let Some(row) = table.kind(api_version, kind) else {
        return Err(missing(table, api_version, kind, minor));
    };
    let archive = Archive::read(BYTES).map_err(|_| NoSuchKind::Unavailable)?;
    let mut store = Store::new(&archive, table);
    let definitions = store.closure(&row.definition).ok_or(NoSuchKind::Unavailable)?;
    let mut options = ValidatorOptions::default().keeping_broken_rules();
    options.kubernetes_minor = kubernetes_minor;
    let validator =
        Validator::for_definition(&definitions, &row.definition, options).map_err(|_| NoSuchKind::Unavailable)?;
    Ok(BuiltinKind { row: row.clone(), definitions, kubernetes_minor, validator })
}

/// Returns `true` for a former group of built-in kinds, which other kinds must not use: `extensions`.
pub fn had_group(group: &str) -> bool {
    removed::groups().any(|known| known == group)
}

fn missing(table: &Table, api_version: &str, kind: &str, minor: u16) -> NoSuchKind {
    let (api_version, kind) = (api_version.to_owned(), kind.to_owned());
    if let Some((removed, replacement)) = removed::of(table, &api_version, &kind) {
        return NoSuchKind::Removed { api_version, kind, removed, replacement };
    }
    let later = (minor + 1..=NEWEST_MINOR)
        .find(|later| Table::of(*later).is_some_and(|table| table.kind(&api_version, &kind).is_some()));
    if let Some(since) = later {
        return NoSuchKind::TooNew { api_version, kind, minor, since };
    }
    let siblings: Vec<&str> = table.kinds_of(&api_version).map(|row| row.kind.as_str()).collect();
    if siblings.is_empty() {
        return NoSuchKind::ApiVersion { api_version };
    }
    let nearest = crate::diag::nearest(&kind, siblings).map(str::to_owned);
    NoSuchKind::Kind { api_version, kind, minor, nearest }
}

/// A built-in kind that validates objects.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuiltinKind {
    /// The properties of the kind.
    pub row: KindRow,
    /// The definitions that it references, by Go name (`k8s.io/api/apps/v1.Deployment`).
    pub definitions: Definitions,
    kubernetes_minor: u16,
    validator: Validator,
}

/// A server's response to an object of a built-in kind.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ValidationResult {
    /// Values that cannot be decoded into the Go types, in the order of the server's decoder (keys sorted, as clients
    /// send them).
    pub decoding: Vec<DecodingError>,
    /// Unknown fields, in the same order. A server rejects them only in strict mode, which `kubectl` uses.
    pub unknown: Vec<PathBuf>,
    /// Invalid values.
    pub errors: Vec<Error>,
    /// Errors that existed before the update and are ratcheted.
    pub warnings: Vec<Error>,
    /// The complete response of the server if it cannot decode the object: its first decoding error.
    pub answer: Option<String>,
}

impl ValidationResult {
    /// Returns the value of the server's first decoding error.
    pub fn first(&self) -> Option<&DecodingError> {
        decode::first(&self.decoding)
    }
}

impl BuiltinKind {
    /// Validates an object, or the update of `old`.
    pub fn validate(&self, object: &dyn Value, old: Option<&dyn Value>) -> ValidationResult {
        let decoded = decode::decode(&self.definitions, &self.row.definition, object);
        let outcome = match old {
            // Only transition rules depend on the defaults that a server sets in code.
            Some(old) => self.validator.validate(&self.defaulted(object), Some(&self.defaulted(old))),
            None => self.validator.validate(object, None),
        };
        let unread: Vec<&PathBuf> = decoded.errors.iter().map(|error| &error.path).collect();
        let counts = |error: &Error| self.counts(error, old.is_some(), &unread);
        let mut errors: Vec<Error> = outcome.errors.into_iter().filter(counts).collect();
        if old.is_none() {
            let wrong = name::errors(&self.row, self.kubernetes_minor, object, &unread);
            // Servers validate metadata first.
            errors.splice(0..0, wrong);
        }
        let warnings = outcome.warnings.into_iter().filter(counts).collect();
        let answer = decoded.response(&self.row);
        ValidationResult { decoding: decoded.errors, unknown: decoded.unknown, errors, warnings, answer }
    }

    /// Returns an object without unknown fields.
    pub fn pruned(&self, object: &Json) -> Json {
        // Metadata is not pruned, but decoded: its unknown fields are lost then.
        let lost = decode::decode(&self.definitions, &self.row.definition, object).unknown;
        let mut object = object.clone();
        self.validator.prune(&mut object, true);
        unknown::remove(&mut object, &lost);
        object
    }

    /// Returns the object that a server stores on creation, according to the types: without unknown fields and fields
    /// that clients cannot set, and with the defaults of tags and a few of those in the server's code.
    pub fn stored(&self, object: &Json) -> Json {
        let mut object = self.pruned(object);
        if let Json::Object(fields) = &mut object {
            if self.row.drops_status() {
                fields.remove("status");
            }
            if let Some(Json::Object(metadata)) = fields.get_mut("metadata") {
                drop_system_fields(metadata);
                if !self.row.is_namespaced {
                    metadata.remove("namespace");
                }
            }
        }
        self.validator.fill_in_defaults(&mut object);
        defaults::fill_in(&self.definitions, &self.row.definition, &mut object);
        bytes::encode(&self.definitions, &self.row.definition, &mut object);
        object
    }

    fn defaulted(&self, object: &dyn Value) -> Json {
        let mut object = object.as_value().to_json();
        defaults::fill_in(&self.definitions, &self.row.definition, &mut object);
        object
    }

    /// Returns `true` if a server reports an error of the validation engine. Excludes type errors and unreadable
    /// values, which are reported as decoding errors; metadata, which has its own checks; and fields of the status and
    /// `spec` that the server drops or does not change.
    fn counts(&self, error: &Error, is_update: bool, unread: &[&PathBuf]) -> bool {
        let is_below = |above: &PathBuf| error.path.elements.starts_with(&above.elements);
        let Some(first) = error.path.elements.first() else { return false };
        let is_in = |field: &str| matches!(first, Element::Field(name) if name == field);
        let is_status = self.row.has_status && is_in("status");
        let is_kept = is_update && self.row.kind == KEEPS_SPEC && is_in("spec");
        let is_empty = error.error_type == ErrorType::NotSupported && error.bad_value == BadValue::Json("".into());
        let may_be_empty = is_empty && (self.row.kind.as_str(), error.field.as_str()) == MAY_BE_EMPTY;
        !is_status
            && !is_kept
            && !may_be_empty
            && !name::is_metadata(&error.path)
            && error.error_type != ErrorType::TypeInvalid
            && !unread.iter().any(|above| is_below(above))
    }
}

/// The kind whose updates never change the `spec` (`csrStrategy.PrepareForUpdate` of
/// `k8s.io/kubernetes/pkg/registry/certificates/certificates`).
const KEEPS_SPEC: &str = "CertificateSigningRequest";

/// The kind and the enum field that may be empty although it is a pointer (`validateReclaimPolicy` of
/// `k8s.io/kubernetes/pkg/apis/storage/validation`).
const MAY_BE_EMPTY: (&str, &str) = ("StorageClass", "reclaimPolicy");

/// A cache of requested built-in kinds.
#[derive(Debug, Default)]
pub struct BuiltinKinds {
    minor: u16,
    known: BTreeMap<(String, String), Result<BuiltinKind, NoSuchKind>>,
}

impl BuiltinKinds {
    /// Creates a cache for a minor version of Kubernetes 1.x.
    pub fn new(kubernetes_minor: u16) -> Self {
        BuiltinKinds { minor: kubernetes_minor, known: BTreeMap::new() }
    }

    /// Returns a kind like [`kind`].
    ///
    /// # Errors
    /// Returns the reason if the kind is not built-in.
    pub fn kind(&mut self, api_version: &str, name: &str) -> Result<&BuiltinKind, NoSuchKind> {
        let minor = self.minor;
        let made = self.known.entry((api_version.to_owned(), name.to_owned()));
        made.or_insert_with(|| kind(api_version, name, minor)).as_ref().map_err(Clone::clone)
    }
}

#[cfg(all(test, feature = "builtin-kinds"))]
mod tests;
