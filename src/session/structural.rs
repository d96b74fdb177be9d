//! The schema of one type, as a custom resource definition carries it.

use idlgen_validate::schema::StructuralError;

use crate::{
    diag::{
        Diagnostic,
        codes::emit::{NOT_STRUCTURAL, UNKNOWN_TYPE},
    },
    emit::openapi::{OpenApiOptions, structural_schema},
    lower::Lowered,
    model::Model,
    objects,
};

/// The schema of the type `name` as text, or why there is none.
pub(super) fn schema_text(
    model: &Model,
    lowered: &Lowered,
    name: &str,
    options: &OpenApiOptions,
) -> Result<String, Diagnostic> {
    let id = objects::find_type(model, name).map_err(|error| Diagnostic::new(UNKNOWN_TYPE, error.to_string()))?;
    let schema = lowered.schema_of(id).ok_or_else(|| {
        Diagnostic::new(UNKNOWN_TYPE, format!("`{name}` has no schema")).at(model.type_definition(id).span)
    })?;
    structural_schema(&schema, lowered, options).map_err(|error| {
        let diagnostic = Diagnostic::new(NOT_STRUCTURAL, format!("`{name}` cannot be written out: {error}"))
            .at(model.type_definition(id).span);
        match error {
            StructuralError::Recursive { .. } => {
                diagnostic.note("custom resource definitions cannot describe types that contain themselves")
            }
            _ => diagnostic,
        }
    })
}
