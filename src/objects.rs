//! Objects in YAML and JSON, judged: what knows their kind, what is wrong with them, and where.
//!
//! A [`Catalog`] holds the sources of kinds, in order of precedence; each makes a [`Subject`](subject::Subject) of a
//! kind when the first object needs it. A [`Judge`] goes through the objects of files and puts what subjects say at its
//! place in the text.

mod catalog;
pub mod codes;
mod described;
mod findings;
mod judge;
mod kind_name;
mod kinds;
mod kustomization;
mod left_out;
mod near_kind;
mod object_file;
mod parallel;
mod prepared;
mod schema_document;
mod schema_path;
mod source;
mod sources;
pub mod subject;
mod subjects;
mod template_rules;
mod verdicts;

pub use catalog::{Catalog, UnknownType};
pub use described::Described;
pub use judge::Judge;
pub use kind_name::{KindName, NoKindName};
pub use kinds::KnownKind;
pub use kustomization::named_files;
pub use left_out::LeftOut;
pub use object_file::ObjectFile;
pub use prepared::{Change, Prepared, Step};
pub use schema_document::read_value;
pub use source::{Found, NoSubject, Source};
pub use sources::{BuiltInKinds, CustomResources, Definitions, GoTypes, JsonSchema, NoSchemas, OpenApi};
pub use verdicts::{JudgedFile, Tally, Verdicts};

use idlgen_runtime::field::MessageStyle;

use crate::{
    diag::{Severities, Severity, nearest},
    model::{Model, TypeId, is_served_natively},
};
use subject::Request;

/// The type of a name (`Name` or `import/path.Name`) in the requested packages.
///
/// # Errors
/// No type has this name.
#[doc(hidden)]
pub fn find_type(model: &Model, name: &str) -> Result<TypeId, UnknownType> {
    kinds::by_name(model, name).ok_or_else(|| {
        let requested = model.types.iter().filter(|definition| model.package(definition.package).requested);
        let nearest = nearest(name, requested.map(|definition| definition.name.as_str())).map(str::to_owned);
        UnknownType { name: name.to_owned(), nearest, is_go: true }
    })
}

/// Whether API servers serve a type natively, not as a custom resource. `native` are patterns of packages besides those
/// of Kubernetes.
#[doc(hidden)]
pub fn is_native(model: &Model, id: TypeId, native: &[String]) -> bool {
    is_served_natively(&model.package(model.type_definition(id).package).import_path, native)
}

/// How objects are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectOptions {
    /// The type of every object, instead of the one found by apiVersion and kind.
    pub type_name: Option<String>,
    /// What is asked for.
    pub request: Request,
    /// What a field means that the kind does not have; [`Severity::Off`] lets it pass.
    pub unknown_fields: Severity,
    /// What an object means whose kind nothing knows. A kind that a source lacks under an apiVersion of which it has
    /// everything is an error all the same.
    pub unknown_kinds: Severity,
    /// Kinds of objects that are left out.
    pub excluded_kinds: Vec<KindName>,
    /// Which findings are shown, and how bad they are.
    pub severities: Severities,
    /// In whose words errors are told.
    pub message_style: MessageStyle,
}

impl Default for ObjectOptions {
    fn default() -> Self {
        ObjectOptions {
            type_name: None,
            request: Request::Object,
            unknown_fields: Severity::Error,
            unknown_kinds: Severity::Error,
            excluded_kinds: Vec::new(),
            severities: Severities::default(),
            message_style: MessageStyle::Kubernetes,
        }
    }
}
