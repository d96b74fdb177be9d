//! The layout `structural`: the expanded schema of one type, as in a CRD.

use idlgen_cel::outward;
use idlgen_validate::{
    Schema,
    schema::{
        Recursion, StructuralError, ValidationRule, fit_resource, is_resource,
        json::{Dialect, PrintOptions, StripZero},
        rejected_nodes, structural,
    },
};

use serde_json::Value as Json;

use super::{
    OpenApiOptions,
    codes::{NOT_STRUCTURAL, REFUSED},
    formats, indent, validation_extensions,
};
use crate::{
    diag::Diagnostic,
    lower::{
        Lowered,
        origin::{is_of_missing_type, location_of},
    },
};

/// The form of structural schemas.
const PRINTED: PrintOptions = PrintOptions { dialect: Dialect::V3, strip_zero: StripZero::Off };

/// Returns the schema of a type, whether or not it has a definition. Omits `x-kubernetes-strip-zero`, which API servers
/// do not support.
///
/// # Errors
/// Returns the error that prevents the expansion of the schema, usually recursion.
pub fn structural_schema(
    schema: &Schema,
    lowered: &Lowered,
    options: &OpenApiOptions,
) -> Result<String, StructuralError> {
    Ok(text(&tree(schema, lowered, options)?, options))
}

/// Returns the schema that [`structural_schema`] prints.
pub(super) fn tree(schema: &Schema, lowered: &Lowered, options: &OpenApiOptions) -> Result<Schema, StructuralError> {
    Ok(published(structural(schema, &lowered.definitions, Recursion::Refuse)?, options))
}

/// Prepares a structural schema for publication.
pub(in crate::emit) fn published(mut tree: Schema, options: &OpenApiOptions) -> Schema {
    fit_resource(&mut tree);
    if is_resource(&tree) {
        take_rules_of_metadata(&mut tree);
    }
    formats::apply(&mut tree, options.formats);
    if !options.declarative_validation_extensions {
        validation_extensions::remove(&mut tree);
    }
    tree
}

/// Reports a type whose schema cannot be expanded.
pub(crate) fn not_structural(name: &str, error: &StructuralError) -> Diagnostic {
    let diagnostic = Diagnostic::new(NOT_STRUCTURAL, format!("the references of `{name}` cannot be expanded: {error}"));
    match error {
        StructuralError::Recursive { .. } => {
            let advice = "allow any value in that field: add `+kubebuilder:validation:Schemaless` and \
                          `+kubebuilder:pruning:PreserveUnknownFields`";
            diagnostic.note("CRDs cannot describe recursive types").help(advice)
        }
        _ => diagnostic,
    }
}

/// Formats a tree.
pub(super) fn text(tree: &Schema, options: &OpenApiOptions) -> String {
    tree.to_ordered_json(&PRINTED).to_text(indent(options))
}

/// Converts a tree to JSON.
pub(in crate::emit) fn json(tree: &Schema) -> Json {
    tree.to_json(&PRINTED)
}

/// Converts rules on the metadata of a resource to rules of the resource: API servers do not allow rules on the
/// metadata itself. A rule that cannot be converted remains and is rejected.
fn take_rules_of_metadata(tree: &mut Schema) {
    let Some(metadata) = tree.properties.get_mut("metadata") else { return };
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    for rule in std::mem::take(&mut metadata.extensions.validations) {
        match of_resource(&rule) {
            Some(moved) => taken.push(moved),
            None => left.push(rule),
        }
    }
    metadata.extensions.validations = left;
    tree.extensions.validations.extend(taken);
}

fn of_resource(rule: &ValidationRule) -> Option<ValidationRule> {
    const METADATA: &str = "metadata";
    let moved = outward(&rule.rule, METADATA)?;
    let message_expression = match &rule.message_expression {
        Some(expression) => Some(outward(expression, METADATA)?),
        None => None,
    };
    // Without a message, the error of a rule contains the rule's text, so set one before converting it.
    let of_its_own = rule.message.clone().or_else(|| {
        let is_one_line = !rule.rule.contains(['\n', '\r']);
        (message_expression.is_none() && is_one_line).then(|| format!("failed rule: {}", rule.rule))
    });
    let below = rule.field_path.as_deref().unwrap_or_default();
    Some(ValidationRule {
        rule: moved,
        message: of_its_own,
        message_expression,
        field_path: Some(format!(".{METADATA}{below}")),
        ..rule.clone()
    })
}

/// Reports everything in the tree of the type `name` that API servers reject, at the tag or the field.
pub(in crate::emit) fn rejected(tree: &Schema, name: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for refusal in rejected_nodes(tree).into_iter().filter(|refusal| !is_of_missing_type(refusal.node)) {
        let place = if refusal.path == "." { name.to_owned() } else { format!("{name}{}", refusal.path) };
        let mut diagnostic = Diagnostic::new(REFUSED, refusal.message).note(format!("it applies to `{place}`"));
        if let Some(span) = location_of(&refusal.node.origin, refusal.keyword, refusal.key) {
            diagnostic = diagnostic.at(span);
        }
        let is_known = |known: &Diagnostic| known.message == diagnostic.message && known.primary == diagnostic.primary;
        // Report an error in a type that occurs several times once.
        if diagnostic.primary.is_none() || !found.iter().any(is_known) {
            found.push(diagnostic);
        }
    }
    found
}
