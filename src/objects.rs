//! Validates YAML and JSON objects: finds their kinds, and reports errors with their locations.
//!
//! A [`Catalog`] contains the sources of kinds in order of precedence. Each source creates a
//! [`KindValidator`](validator::KindValidator) for a kind when the first object needs it. An [`ObjectValidator`] visits
//! the objects in files and maps the errors to source locations.

mod catalog;
pub mod codes;
mod described;
mod document_problem;
mod findings;
mod kind_name;
mod kinds;
mod kustomization;
mod mistyped;
mod near_kind;
mod object_file;
mod object_validator;
mod parallel;
mod prepared;
mod repeated;
mod schema_document;
mod schema_path;
mod skip_reason;
mod source;
mod sources;
mod template_actions;
mod template_rules;
pub(crate) mod test_files;
mod unquoted;
pub mod validator;
mod validators;
mod variables;
mod verdicts;
mod without_kind;

pub use catalog::{Catalog, UnknownType};
pub use described::Described;
pub(crate) use document_problem::RENDER_DEFINITIONS;
pub use kind_name::{KindName, NoKindName};
pub use kinds::KnownKind;
pub use kustomization::named_files;
pub use object_file::ObjectFile;
pub(crate) use object_file::list_items;
pub use object_validator::ObjectValidator;
pub use prepared::{Change, Prepared, Step};
pub use schema_document::read_value;
pub use skip_reason::SkipReason;
pub use source::{Found, NoValidator, Source};
pub use sources::{BuiltInKinds, CustomResources, Definitions, GoTypes, JsonSchema, NoSchemas, OpenApi};
pub use verdicts::{Summary, ValidatedFile, Verdicts};

use idlgen_runtime::field::MessageStyle;

use crate::{
    diag::{Severities, Severity, nearest},
    model::{Model, TypeId, is_served_natively},
};
use validator::Request;

/// Returns the type with this name (`Name` or `import/path.Name`) in the requested packages.
///
/// # Errors
/// Returns an error if no type has this name.
#[doc(hidden)]
pub fn find_type(model: &Model, name: &str) -> Result<TypeId, UnknownType> {
    kinds::by_name(model, name).ok_or_else(|| {
        let requested = model.types.iter().filter(|definition| model.package(definition.package).requested);
        let nearest = nearest(name, requested.map(|definition| definition.name.as_str())).map(str::to_owned);
        UnknownType { name: name.to_owned(), nearest, is_go: true }
    })
}

/// Returns `true` if a type is built-in rather than a custom resource. `native` contains patterns of built-in packages
/// in addition to those of Kubernetes.
#[doc(hidden)]
pub fn is_native(model: &Model, id: TypeId, native: &[String]) -> bool {
    is_served_natively(&model.package(model.type_definition(id).package).import_path, native)
}

/// Validation options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectOptions {
    /// The type of every object, instead of the one for its apiVersion and kind.
    pub type_name: Option<String>,
    /// The simulated request.
    pub request: Request,
    /// The severity of unknown fields. [`Severity::Off`] accepts them.
    pub unknown_fields: Severity,
    /// The severity of objects of unknown kinds. If a source defines all kinds of an apiVersion, a missing kind is
    /// always an error.
    pub unknown_kinds: Severity,
    /// Kinds of objects to skip.
    pub excluded_kinds: Vec<KindName>,
    /// The visibility and severity of findings.
    pub severities: Severities,
    /// The message style of errors.
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
