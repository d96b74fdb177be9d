//! Sources of kinds.

use std::fmt::Debug;

use super::{described::Described, kinds::KnownKind, validator::KindValidator};
use crate::source::Span;

/// A source of kinds: Go types, CRDs, OpenAPI documents.
pub trait Source: Debug + Send + Sync {
    /// Returns the kind with this apiVersion and name, if the source has it.
    fn find(&self, api_version: &str, kind: &str) -> Option<Found>;

    /// Returns all kinds with this apiVersion and name, if the source has several. The first one is the result of
    /// [`find`](Self::find).
    fn find_all(&self, api_version: &str, kind: &str) -> Vec<Found> {
        self.find(api_version, kind).into_iter().collect()
    }

    /// Finds a type by the name that `--type` specifies. Returns `None` if the source does not have it.
    fn find_type(&self, name: &str) -> Option<Found>;

    /// Returns the validator for objects of a kind.
    ///
    /// # Errors
    /// Returns the reason if there is none.
    fn validator(&self, found: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator>;

    /// Returns the parts of the schema that are unreadable or have no effect, as one sentence each.
    fn unread_parts(&self, _: &Found) -> Vec<String> {
        Vec::new()
    }

    /// Returns a description of a kind's objects.
    ///
    /// # Errors
    /// Returns the reason if there is none.
    fn describe(&self, found: &Found) -> Result<Described<'_>, NoValidator> {
        Err(NoValidator::NotKnown(format!("there is no schema to show for {}", found.name)))
    }

    /// Returns all kinds, for suggestions.
    fn kinds(&self) -> Vec<KnownKind<'_>>;

    /// Returns the names of all types.
    fn type_names(&self) -> Vec<&str>;

    /// Returns `true` if the source defines all kinds of an apiVersion, so that any other kind is invalid.
    fn has_all_of(&self, api_version: &str) -> bool;

    /// Returns a more specific reason for an unknown kind, if there is one: a sentence without its period.
    fn why_not(&self, _api_version: &str, _kind: &str) -> Option<String> {
        None
    }

    /// Returns `true` if its kinds are Go types.
    fn is_go(&self) -> bool {
        false
    }

    /// Returns `true` for built-in kinds, which sources specified by the user may define as well.
    fn is_built_in(&self) -> bool {
        false
    }
}

/// A kind or a type of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "sources make it")]
pub struct Found {
    /// The index of the type in the source, which only the source interprets.
    pub index: usize,
    /// `true` for the kind of entire objects, `false` for a type requested by name.
    pub is_kind: bool,
    /// The displayed name.
    pub name: String,
    /// The location of its definition, if it is in a file of this run.
    pub span: Option<Span>,
}

/// The reason why a kind has no validator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "sources make it")]
pub enum NoValidator {
    /// The schema of the kind is unknown. Contains a sentence.
    NotKnown(String),
    /// The schema of the kind is unknown because a required package is missing. Contains a sentence.
    PackageNotFound(String),
    /// The schema cannot be compiled. Contains the reasons.
    NotExecutable(Vec<String>),
}

impl<S: Source + ?Sized> Source for &S {
    fn find(&self, api_version: &str, kind: &str) -> Option<Found> {
        (**self).find(api_version, kind)
    }

    fn find_all(&self, api_version: &str, kind: &str) -> Vec<Found> {
        (**self).find_all(api_version, kind)
    }

    fn find_type(&self, name: &str) -> Option<Found> {
        (**self).find_type(name)
    }

    fn validator(&self, found: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator> {
        (**self).validator(found)
    }

    fn describe(&self, found: &Found) -> Result<Described<'_>, NoValidator> {
        (**self).describe(found)
    }

    fn unread_parts(&self, found: &Found) -> Vec<String> {
        (**self).unread_parts(found)
    }

    fn kinds(&self) -> Vec<KnownKind<'_>> {
        (**self).kinds()
    }

    fn type_names(&self) -> Vec<&str> {
        (**self).type_names()
    }

    fn has_all_of(&self, api_version: &str) -> bool {
        (**self).has_all_of(api_version)
    }

    fn why_not(&self, api_version: &str, kind: &str) -> Option<String> {
        (**self).why_not(api_version, kind)
    }

    fn is_go(&self) -> bool {
        (**self).is_go()
    }

    fn is_built_in(&self) -> bool {
        (**self).is_built_in()
    }
}
