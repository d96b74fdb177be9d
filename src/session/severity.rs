//! How bad diagnostics are: as the user wants, and in foreign packages never so bad that a run stops.

use std::collections::{BTreeMap, BTreeSet};

use super::{said, touched};
use crate::{
    codes,
    diag::{Diagnostic, Severities, Severity},
    emit::openapi::codes::{NOT_STRUCTURAL, REFUSED},
    model::Model,
    modules::codes::{MISSING_MODULE, UNKNOWN_MODULE},
    resolve::codes::MISSING_ENUM_VALUE,
    source::FileId,
    tags::{
        Tag,
        registry::{self, TagDefinition},
    },
};

/// Gives each diagnostic the severity that the user wants, and leaves out what is switched off. Where more is done than
/// to judge (`is_built_upon`), every error stands in the way of it.
pub(super) fn apply(diagnostics: &mut Vec<Diagnostic>, severities: &Severities, is_built_upon: bool) {
    for diagnostic in diagnostics.iter_mut() {
        let is_needed = is_built_upon || codes::is_about_reading(diagnostic.code);
        diagnostic.severity = severities.of(diagnostic.code, diagnostic.severity, is_needed);
    }
    diagnostics.retain(|diagnostic| diagnostic.severity != Severity::Off);
}

/// Makes warnings of errors in types that others than the author of the types reads: what is wrong with a tag does not
/// count, and the rest does. Gives what was an error.
pub(super) fn soften_mistakes(diagnostics: &mut [Diagnostic]) -> BTreeSet<said::Key> {
    let is_mistake = |one: &&mut Diagnostic| one.severity == Severity::Error && !touched::is_unreadable(one);
    let mut mistakes = BTreeSet::new();
    for mistake in diagnostics.iter_mut().filter(is_mistake) {
        soften(mistake);
        mistakes.insert(said::key(mistake));
    }
    mistakes
}

/// Makes warnings of errors in packages that were not asked for: who imports a package cannot mend it.
///
/// A module that this machine lacks is not the package's mistake. It stays an error, or else the same sources would
/// give other output on a machine that has it. Nor does what was asked for exist where a type of a foreign package
/// keeps it from being written: that stays an error as well.
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

/// Makes warnings of errors in tags that only OpenAPI documents publish, for other outputs: how objects are merged is
/// nothing to a CRD or a Rust type.
pub(super) fn soften_unpublished(diagnostics: &mut [Diagnostic], model: &Model) {
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

/// Makes a warning of an error.
pub(super) fn soften(diagnostic: &mut Diagnostic) {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
}
