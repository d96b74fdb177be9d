//! The layout `structural`: one type's schema with references written out, as a custom resource definition carries it.

use idlgen_validate::{
    Schema,
    schema::{
        Recursion, StructuralError, fit_resource,
        json::{PrintOptions, StripZero},
        structural,
    },
};

use super::{OpenApiOptions, formats, indent, validation_extensions};
use crate::lower::Lowered;

/// The schema of a type, whether or not it has a definition of its own. `x-kubernetes-strip-zero` is left out: API
/// servers do not know it.
///
/// # Errors
/// What keeps the schema from being written without references, recursion above all.
pub fn structural_schema(
    schema: &Schema,
    lowered: &Lowered,
    options: &OpenApiOptions,
) -> Result<String, StructuralError> {
    let mut tree = structural(schema, &lowered.definitions, Recursion::Refuse)?;
    fit_resource(&mut tree);
    formats::apply(&mut tree, options.formats);
    if !options.declarative_validation_extensions {
        validation_extensions::remove(&mut tree);
    }
    let print = PrintOptions { strip_zero: StripZero::Off, ..PrintOptions::default() };
    Ok(tree.to_ordered_json(&print).to_text(indent(options)))
}
