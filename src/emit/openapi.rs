//! OpenAPI documents from lowered schemas.

mod backend;
mod closure;
pub mod codes;
mod discovery;
mod documents;
mod enums;
mod formats;
mod group_versions;
mod inline_cel;
mod inline_pattern;
pub(in crate::emit) mod nodes;
mod options;
mod paths;
mod printing;
mod publication;
mod rest_friendly;
pub(in crate::emit) mod structural;
mod validation_extensions;

pub use backend::OpenApi;
#[doc(hidden)]
pub use discovery::discovery;
#[doc(hidden)]
pub use documents::{Document, aggregate, documents};
#[doc(hidden)]
pub use group_versions::group_version_problems;
use idlgen_validate::{
    Schema,
    schema::json::{Dialect, OrderedJson, PrintOptions},
};
pub use options::{Formats, Layout, OpenApiOptions, OpenApiVersion, StripZero};
#[doc(hidden)]
pub use publication::Publication;
pub(crate) use structural::not_structural;
#[doc(hidden)]
pub use structural::structural_schema;

use printing::{indent, print_options, published};

use crate::lower::Lowered;

/// Returns the layout `definitions`: a JSON object from definition names to schemas, sorted by name. Keys inside a
/// schema are in the order of `k8s.io/kube-openapi/pkg/validation/spec`: `description`, `type`, `format`, `default`, …
/// , `properties`, `$ref`, then extensions by name.
#[doc(hidden)]
pub fn definitions(lowered: &Lowered, options: &OpenApiOptions) -> String {
    let published = published(&lowered.definitions, options);
    published.to_ordered_json(&print_options(options)).to_text(indent(options))
}

/// Returns a reference to a definition.
fn reference(name: &str, dialect: Dialect) -> OrderedJson {
    let schema = Schema { reference: Some(name.to_owned()), ..Schema::default() };
    schema.to_ordered_json(&PrintOptions { dialect, ..PrintOptions::default() })
}
