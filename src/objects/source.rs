//! Where kinds come from.

use std::fmt::Debug;

use super::{described::Described, kinds::KnownKind, subject::Subject};
use crate::source::Span;

/// Something that knows kinds: Go types, definitions, OpenAPI documents.
pub trait Source: Debug + Send + Sync {
    /// The kind of an apiVersion, if it is known here.
    fn find(&self, api_version: &str, kind: &str) -> Option<Found>;

    /// All kinds of an apiVersion that are called so, where one source knows several; the first is the one that
    /// [`find`](Self::find) finds.
    fn find_all(&self, api_version: &str, kind: &str) -> Vec<Found> {
        self.find(api_version, kind).into_iter().collect()
    }

    /// The type of that name.
    fn find_type(&self, name: &str) -> Option<Found>;

    /// What judges objects of what was found.
    ///
    /// # Errors
    /// Why there is nothing that could.
    fn subject(&self, found: &Found) -> Result<Box<dyn Subject + '_>, NoSubject>;

    /// The parts of the schema of what was found that could not be read or have no effect, a sentence each.
    fn unread_parts(&self, _: &Found) -> Vec<String> {
        Vec::new()
    }

    /// What is known of the objects of a kind.
    ///
    /// # Errors
    /// Why nothing is.
    fn describe(&self, found: &Found) -> Result<Described<'_>, NoSubject> {
        Err(NoSubject::NotKnown(format!("there is no schema to show for {}", found.name)))
    }

    /// Every kind, for those who misspell one.
    fn kinds(&self) -> Vec<KnownKind<'_>>;

    /// The names of all types.
    fn type_names(&self) -> Vec<&str>;

    /// Whether every kind of an apiVersion is known here, so that another one must be misspelt.
    fn has_all_of(&self, api_version: &str) -> bool;

    /// Why a kind is not known here, where there is more to say than that: a sentence without its period.
    fn why_not(&self, _api_version: &str, _kind: &str) -> Option<String> {
        None
    }

    /// Whether its kinds are Go types.
    fn is_go(&self) -> bool {
        false
    }

    /// Whether it knows kinds by itself, so that it is no contradiction if something given knows them too.
    fn is_built_in(&self) -> bool {
        false
    }
}

/// A kind or a type of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "sources make it")]
pub struct Found {
    /// Which one it is, among those of the source.
    pub index: usize,
    /// Whether it is the kind of whole objects, not a type that was asked for by its name.
    pub is_kind: bool,
    /// How people call it.
    pub name: String,
    /// Where it is said, if that is in a text of this run.
    pub span: Option<Span>,
}

/// Why nothing judges objects of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "sources make it")]
#[non_exhaustive]
pub enum NoSubject {
    /// What the kind allows is not known: a sentence.
    NotKnown(String),
    /// Nobody knows what the kind allows, because a package that its type needs was not found: a sentence.
    PackageNotFound(String),
    /// Its schema cannot be executed, for these reasons.
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

    fn subject(&self, found: &Found) -> Result<Box<dyn Subject + '_>, NoSubject> {
        (**self).subject(found)
    }

    fn describe(&self, found: &Found) -> Result<Described<'_>, NoSubject> {
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
