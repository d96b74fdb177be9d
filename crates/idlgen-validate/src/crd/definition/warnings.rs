//! Determines the warnings of an API server for a CRD (`WarningsOnCreate`, `WarningsOnUpdate` of
//! k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition).

use std::collections::BTreeSet;

use super::{CrdValidator, internal::Internal, view::View};
use crate::{Schema, crd::CustomResourceDefinition, keyword::Keyword, schema::SchemaType};

/// Returns the warnings of a CRD. For an update, returns only those that the old CRD did not cause.
pub(super) fn warnings(
    new: &CustomResourceDefinition,
    old: Option<&CustomResourceDefinition>,
    judge: &CrdValidator,
) -> Vec<String> {
    let minor = judge.kubernetes_minor();
    if minor < 34 {
        return Vec::new();
    }
    let before = old.map(|old| all(old, minor)).unwrap_or_default();
    let mut warnings = all(new, minor);
    warnings.retain(|warning| !before.contains(warning));
    warnings
}

fn all(definition: &CustomResourceDefinition, minor: u16) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut of_sets = BTreeSet::new();
    for schema in Internal::new(definition).schemas() {
        formats(schema, minor, &mut warnings);
        if minor >= 37 {
            sets(schema, &mut of_sets);
        }
    }
    warnings.extend(of_sets);
    warnings
}

/// Adds warnings for sets whose elements are not scalars.
fn sets(schema: View<'_>, warnings: &mut BTreeSet<String>) {
    let name = schema.item().map(View::type_name).unwrap_or_default();
    if schema.list_type() == Some("set") && matches!(name, "object" | "array") {
        warnings.insert(format!(
            "x-kubernetes-list-type: set for items of type \"{name}\" is not supported by server-side apply or CEL \
             validation rules"
        ));
    }
    for (_, inside) in schema.inside() {
        sets(inside, warnings);
    }
}

fn formats(schema: View<'_>, minor: u16, warnings: &mut Vec<String>) {
    if let Some(format) = schema.optional_text("format") {
        let schema_type = SchemaType::from_name(schema.type_name());
        let own = Schema { schema_type, ..Schema::of_keyword(Keyword::Format, format) };
        // API servers check new CRDs with the formats of the previous version.
        if let Some(format) = own.unrecognized_format(minor, minor.saturating_sub(1)) {
            warnings.push(format!("unrecognized format {}", idlgen_runtime::go::quote(format)));
        }
    }
    for (_, inside) in schema.inside() {
        formats(inside, minor, warnings);
    }
}
