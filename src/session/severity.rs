//! Applies the user's severities to diagnostics. Diagnostics of other packages do not stop a run.

use std::collections::{BTreeMap, BTreeSet};

use super::{diagnostic_key, problem_kind::is_unreadable};
use crate::{
    codes,
    diag::{Diagnostic, Severities, Severity},
    emit::openapi::codes::{NOT_STRUCTURAL, REFUSED},
    lower::codes::PATCH_TAGS,
    model::Model,
    modules::codes::{MISSING_MODULE, UNKNOWN_MODULE},
    resolve::codes::MISSING_ENUM_VALUE,
    source::FileId,
    tags::{
        Tag,
        registry::{self, TagDefinition},
    },
};

/// Sets the severity of each diagnostic according to the user's settings, and drops diagnostics that are off.
/// `is_built_upon` is `true` if the results are used further; then errors cannot be deselected.
pub(super) fn apply(diagnostics: &mut Vec<Diagnostic>, severities: &Severities, is_built_upon: bool) {
    for diagnostic in diagnostics.iter_mut() {
        let is_needed = is_built_upon || codes::is_about_reading(diagnostic.code);
        diagnostic.severity = severities.of(diagnostic.code, diagnostic.severity, is_needed);
    }
    diagnostics.retain(|diagnostic| diagnostic.severity != Severity::Off);
}

/// Changes errors in types to warnings if the user is not the author of the types: an invalid tag is ignored, and the
/// rest is used. Returns the former errors.
pub(super) fn downgrade_errors(diagnostics: &mut [Diagnostic]) -> BTreeSet<diagnostic_key::Key> {
    let is_mistake = |one: &&mut Diagnostic| one.severity == Severity::Error && !is_unreadable(one);
    let mut mistakes = BTreeSet::new();
    for mistake in diagnostics.iter_mut().filter(is_mistake) {
        soften(mistake);
        mistakes.insert(diagnostic_key::key(mistake));
    }
    mistakes
}

/// Changes errors in other packages to warnings, because the user cannot fix an imported package.
///
/// A missing module is not an error of a package. It remains an error, because the same sources would otherwise
/// generate different output on a machine that has the module. An error also remains if a requested output cannot be
/// generated because of a type in another package.
pub(super) fn soften_foreign(diagnostics: &mut [Diagnostic], model: &Model) {
    let foreign = model.packages.iter().filter(|package| !package.requested);
    let foreign: BTreeSet<FileId> = foreign.flat_map(|package| package.files.iter().copied()).collect();
    for diagnostic in diagnostics {
        let is_foreign = diagnostic.primary.as_ref().is_some_and(|label| foreign.contains(&label.span.file));
        if is_foreign
            && ![MISSING_MODULE, UNKNOWN_MODULE, MISSING_ENUM_VALUE, NOT_STRUCTURAL, REFUSED].contains(&diagnostic.code)
        {
            soften(diagnostic);
        }
    }
}

/// Changes errors in tags that only affect OpenAPI documents to warnings for other outputs: CRDs and Rust types do not
/// use the merge behavior of objects. Differences between these tags and the struct tags are not reported.
pub(super) fn soften_unpublished(diagnostics: &mut Vec<Diagnostic>, model: &Model) {
    diagnostics.retain(|diagnostic| diagnostic.code != PATCH_TAGS);
    let mut spans: BTreeMap<(FileId, u32), u32> = BTreeMap::new();
    let mut add = |tags: &[Tag]| {
        let is_unpublished = |tag: &&Tag| registry::find(&tag.name).is_some_and(TagDefinition::is_only_of_openapi);
        spans.extend(tags.iter().filter(is_unpublished).map(|tag| ((tag.span.file, tag.span.start), tag.span.end)));
    };
    for definition in &model.types {
        definition.fields().iter().for_each(|field| add(&field.tags));
    }
    for diagnostic in diagnostics.iter_mut().filter(|one| one.severity == Severity::Error) {
        let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else { continue };
        let before = spans.range((span.file, 0)..=(span.file, span.start)).next_back();
        if before.is_some_and(|(_, end)| span.start <= *end) {
            soften(diagnostic);
            diagnostic.notes.push("only OpenAPI documents publish the tag".to_owned());
        }
    }
}

/// Changes an error to a warning.
pub(super) fn soften(diagnostic: &mut Diagnostic) {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
}
