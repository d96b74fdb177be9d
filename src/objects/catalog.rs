//! The kinds of a run, from all sources.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use thiserror::Error;

use super::{
    codes::{KIND_TWICE, NOT_JUDGED, UNKNOWN_KIND, UNREAD_SCHEMA},
    kinds::KnownKind,
    source::{Found, NoValidator, Source},
    validator::KindValidator,
};
use crate::diag::{Diagnostic, Severity, nearest};

/// The sources of kinds. If two define the same kind, the one added first wins.
#[derive(Debug, Default)]
pub struct Catalog<'a> {
    sources: Vec<Box<dyn Source + 'a>>,
}

/// No source has a type with this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} type {name}{}", if *is_go { "the Go packages have no" } else { "no specified source has a" },
    nearest.as_ref().map(|near| format!("; did you mean {near}?")).unwrap_or_default())]
#[non_exhaustive]
pub struct UnknownType {
    /// The requested name.
    pub name: String,
    /// The most similar existing name, if any.
    pub nearest: Option<String>,
    /// `true` if only Go packages were searched.
    pub is_go: bool,
}

impl<'a> Catalog<'a> {
    /// Adds a source. Sources that were added before take precedence.
    pub fn add(&mut self, source: impl Source + 'a) {
        self.sources.push(Box::new(source));
    }

    /// Returns the kinds of all sources, in the order of the sources.
    pub(super) fn kinds(&self) -> Vec<KnownKind<'_>> {
        let given = self.sources.iter().filter(|source| !source.is_built_in());
        let own = self.sources.iter().filter(|source| source.is_built_in());
        given.chain(own).flat_map(|source| source.kinds()).collect()
    }

    /// Returns the apiVersions of the sources that the user specified, in order, without duplicates.
    pub(super) fn user_api_versions(&self) -> Vec<String> {
        let mut api_versions: Vec<String> = Vec::new();
        for kind in self.sources.iter().filter(|source| !source.is_built_in()).flat_map(|source| source.kinds()) {
            let api_version = kind.api_version();
            if !api_versions.contains(&api_version) {
                api_versions.push(api_version);
            }
        }
        api_versions
    }

    /// Returns `true` if a kind is known.
    pub(super) fn has(&self, api_version: &str, kind: &str) -> bool {
        self.sources.iter().any(|source| source.find(api_version, kind).is_some())
    }

    /// Returns `true` if all kinds of an apiVersion are known.
    pub(super) fn has_all_of(&self, api_version: &str) -> bool {
        self.sources.iter().any(|source| source.has_all_of(api_version))
    }

    /// Returns `true` if an unknown kind belongs to a group of Kubernetes, whose kinds are all built in, or was removed
    /// from one.
    pub(super) fn is_missing_in_kubernetes(&self, api_version: &str, kind: &str) -> bool {
        let mut own = self.sources.iter().filter(|source| source.is_built_in());
        own.any(|source| source.has_all_of(api_version) || source.why_not(api_version, kind).is_some())
    }

    /// Returns a more specific reason for an unknown kind, if a source has one.
    pub(super) fn why_not(&self, api_version: &str, kind: &str) -> Option<String> {
        self.sources.iter().find_map(|source| source.why_not(api_version, kind))
    }

    /// Returns `true` if the user specified only Go types.
    pub(super) fn is_go(&self) -> bool {
        let mut given = self.sources.iter().filter(|source| !source.is_built_in()).peekable();
        given.peek().is_some() && given.all(|source| source.is_go())
    }

    /// Returns `true` if the user specified any source of kinds.
    pub(super) fn is_user_specified(&self) -> bool {
        self.sources.iter().any(|source| !source.is_built_in())
    }

    /// Returns the type with this name from the first source that has one.
    pub(super) fn entry_of_type(&self, name: &str) -> Result<KindEntry<'_>, UnknownType> {
        let mut found = self.sources.iter().filter_map(|source| Some((&**source, source.find_type(name)?)));
        if let Some((source, found)) = found.next() {
            return Ok(KindEntry::new(source, &found, &[]));
        }
        let names = self.sources.iter().flat_map(|source| source.type_names());
        let nearest = nearest(name, names).map(str::to_owned);
        Err(UnknownType { name: name.to_owned(), nearest, is_go: self.is_go() })
    }

    /// Returns the validator for objects of a kind. Reports a kind that several sources define.
    fn entry_of_kind(&self, api_version: &str, kind: &str) -> Option<KindEntry<'_>> {
        let mut found = self.sources.iter().flat_map(|source| {
            let all = source.find_all(api_version, kind);
            all.into_iter().map(move |found| (&**source, found))
        });
        let (source, first) = found.next()?;
        let others: Vec<Found> = found.filter(|(other, _)| !other.is_built_in()).map(|(_, found)| found).collect();
        Some(KindEntry::new(source, &first, &others))
    }
}

/// The validator of a kind, if there is one, and one-time diagnostics about it.
#[derive(Debug)]
pub(super) struct KindEntry<'c> {
    pub(super) validator: Option<Box<dyn KindValidator + 'c>>,
    /// Diagnostics to report at the first object.
    pub(super) notices: Vec<Diagnostic>,
}

impl<'c> KindEntry<'c> {
    fn new(source: &'c dyn Source, found: &Found, others: &[Found]) -> Self {
        let mut notices: Vec<Diagnostic> = others.iter().map(|other| twice(found, other)).collect();
        if let [first, others @ ..] = source.unread_parts(found).as_slice() {
            let more = if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
            let message = format!("part of the schema of {} has no effect: {first}{more}", found.name);
            let unread = Diagnostic::new(UNREAD_SCHEMA, message);
            notices.push(found.span.into_iter().fold(unread, |said, span| said.and(span, "this CRD")));
        }
        let validator = match source.validator(found) {
            Ok(validator) => Some(validator),
            Err(NoValidator::NotKnown(message)) => {
                notices.push(Diagnostic::new(NOT_JUDGED, message));
                None
            }
            Err(NoValidator::PackageNotFound(message)) => {
                // No other error reports this: for objects of other kinds, the package is not needed.
                notices.push(Diagnostic { severity: Severity::Error, ..Diagnostic::new(NOT_JUDGED, message) });
                None
            }
            Err(NoValidator::NotExecutable(reasons)) => {
                notices.extend(reasons.into_iter().map(|reason| {
                    let message = format!("the schema of {} cannot be executed: {reason}", found.name);
                    Diagnostic::new(UNKNOWN_KIND, message)
                }));
                None
            }
        };
        KindEntry { validator, notices }
    }
}

/// Reports that two sources define the same kind.
fn twice(first: &Found, other: &Found) -> Diagnostic {
    let message =
        format!("{} takes precedence for this kind; {} also defines it and is ignored", first.name, other.name);
    let diagnostic = Diagnostic::new(KIND_TWICE, message);
    let diagnostic = first.span.into_iter().fold(diagnostic, |said, span| said.and(span, "this one is used"));
    other.span.into_iter().fold(diagnostic, |said, span| said.and(span, "this one is ignored"))
}

type Slot<'c> = Arc<OnceLock<Option<Arc<KindEntry<'c>>>>>;

/// The validators of all kinds, created on first use by any thread.
#[derive(Debug)]
pub(super) struct KindValidators<'c> {
    catalog: &'c Catalog<'c>,
    by_kind: Mutex<BTreeMap<(String, String), Slot<'c>>>,
}

impl<'c> KindValidators<'c> {
    pub(super) fn new(catalog: &'c Catalog<'c>) -> Self {
        KindValidators { catalog, by_kind: Mutex::default() }
    }

    pub(super) fn catalog(&self) -> &'c Catalog<'c> {
        self.catalog
    }

    /// Returns the validator for objects of a kind, or `None` if it is unknown.
    pub(super) fn of(&self, api_version: &str, kind: &str) -> Option<Arc<KindEntry<'c>>> {
        let slot = {
            let mut by_kind = self.by_kind.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(by_kind.entry((api_version.to_owned(), kind.to_owned())).or_default())
        };
        slot.get_or_init(|| self.catalog.entry_of_kind(api_version, kind).map(Arc::new)).clone()
    }
}
