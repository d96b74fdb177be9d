//! Contradictions that are reported for every tool.

use idlgen_schema::Schema;

use super::openapi_gen::{extensions, marker_types, patch_tags};
use crate::{
    diag::Severity,
    lower::{lowering::Lowering, types::member::Member},
    tags::{Nested, Tag, TagKind, codes::CONFLICTING_TAG},
};

/// Adds diagnostics about contradictions of a member that are reported for every tool: contradictory tags for
/// openapi-gen, and markers for missing properties.
pub(super) fn of_member(lowering: &mut Lowering<'_>, member: &Member<'_>, _schema: &mut Schema) {
    let field = &member.field;
    let mut found = patch_tags::check(field);
    // Repeated tags are reported with their comment.
    found.retain(|diagnostic| diagnostic.code != CONFLICTING_TAG);
    // In other tools, struct tags do not have this meaning, so only warn.
    for diagnostic in &mut found {
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
    }
    let contradictions = extensions::clashes(&field.tags).into_iter().filter(|_| extensions::contradict(&field.tags));
    found.extend(contradictions);
    let is_about_property = |tag: &&Tag| matches!(&tag.meaning, TagKind::Nested { nested: Nested::Property(_), .. });
    let tags: Vec<Tag> = field.tags.iter().filter(is_about_property).cloned().collect();
    found.extend(marker_types::check(lowering.model, &lowering.tool, &field.ty, &tags));
    lowering.diagnostics.append(&mut found);
}
