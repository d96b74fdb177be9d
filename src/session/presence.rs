//! Handles misspelled tags that only repeat the default of a field, such as `+Optional` on a field whose zero value is
//! omitted.

use std::collections::BTreeMap;

use super::severity;
use crate::{
    diag::{Diagnostic, Severity},
    model::{Field, Model, Type, TypeKind},
    source::Span,
    tags::{
        Tag, TagKind,
        codes::{TRAILING_TEXT, UNKNOWN_TAG},
    },
};

/// Changes errors about tags to warnings if the tags only repeat the default, so that ignoring them does not change
/// outputs.
pub(super) fn soften(model: &Model, diagnostics: &mut [Diagnostic]) {
    let is_about_text =
        |one: &Diagnostic| one.severity == Severity::Error && [UNKNOWN_TAG, TRAILING_TEXT].contains(&one.code);
    if !diagnostics.iter().any(is_about_text) {
        return;
    }
    let mut needless = BTreeMap::new();
    for definition in &model.types {
        let is_optional_by_default = model.package(definition.package).optional_tag().is_some();
        let ty = match &definition.kind {
            TypeKind::Struct(fields) => {
                of_fields(fields, is_optional_by_default, &mut needless);
                continue;
            }
            TypeKind::Named(ty) | TypeKind::Alias(ty) => ty,
        };
        of_type(ty, is_optional_by_default, &mut needless);
    }
    for diagnostic in diagnostics.iter_mut().filter(|one| is_about_text(one)) {
        let Some(place) = diagnostic.primary.as_ref().map(|label| label.span) else { continue };
        let before = needless.range(..=(place.file.index(), place.start)).next_back();
        let Some((_, (span, note))) = before else { continue };
        if span.file == place.file && place.start <= span.end {
            severity::soften(diagnostic);
            diagnostic.notes.push((*note).to_owned());
        }
    }
}

/// Unnecessary tags by location, each with the reason why it is unnecessary.
type Needless = BTreeMap<(u32, u32), (Span, &'static str)>;

fn of_fields(fields: &[Field], is_optional_by_default: bool, needless: &mut Needless) {
    for field in fields {
        let is_known = |tag: &Tag| matches!(tag.meaning, TagKind::Optional | TagKind::Required);
        let is_left_out = field.is_omitempty() || field.is_omitzero();
        for tag in field.tags.iter().filter(|_| !field.tags.iter().any(is_known)) {
            let note = match meant(&tag.name) {
                Some("optional") if is_left_out => "the field is optional anyway: Go omits its zero value",
                Some("required") if !is_left_out && !is_optional_by_default => {
                    "the field is required anyway: Go always writes it"
                }
                _ => continue,
            };
            needless.insert((tag.span.file.index(), tag.span.start), (tag.span, note));
        }
        of_type(&field.ty, is_optional_by_default, needless);
    }
}

fn of_type(ty: &Type, is_optional_by_default: bool, needless: &mut Needless) {
    match ty {
        Type::Struct { fields, .. } => of_fields(fields, is_optional_by_default, needless),
        Type::Pointer(element) | Type::Slice(element) | Type::Array(element) | Type::Map(_, element) => {
            of_type(element, is_optional_by_default, needless);
        }
        _ => {}
    }
}

/// Returns the presence tag that a misspelled name was probably meant to be.
fn meant(name: &str) -> Option<&'static str> {
    let word = name.rsplit(':').next().unwrap_or_default().trim_end_matches(|last: char| !last.is_alphanumeric());
    ["optional", "required"].into_iter().find(|known| known.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::read_file;

    #[test]
    fn only_what_holds_anyway_is_a_warning() {
        let mut read = read_file(
            r#"package v1
type T struct {
	// +Optional
	A string `json:"a,omitempty"`
	// +Optional
	B string `json:"b"`
	// +required - always
	C string `json:"c"`
	// +required - always
	D string `json:"d,omitempty"`
	// +optional.
	E struct {
		// +optional, by default x
		F string `json:"f,omitempty"`
	} `json:"e,omitzero"`
	G []map[string]*struct {
		// +optional.
		H [2]struct {
			// +optional.
			I string `json:"i"`
		} `json:"h,omitempty"`
	} `json:"g"`
}
"#,
        );
        soften(&read.model, &mut read.diagnostics);
        let severities: Vec<Severity> = read.diagnostics.iter().map(|one| one.severity).collect();
        let [error, warning] = [Severity::Error, Severity::Warning];
        let expected = [warning, error, warning, error, warning, warning, warning, error];
        assert_eq!(severities, expected, "{:?}", read.diagnostics);
    }
}
