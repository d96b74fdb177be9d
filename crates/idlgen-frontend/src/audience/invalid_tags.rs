//! Invalid tags that the user has downgraded from errors. They have the effect that they have in controller-gen, which
//! ignores a marker that does not match its type, and uses the last of two contradictory markers.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use idlgen_schema::keyword::Keyword;

use super::filter::keep_tags;
use crate::{
    check::{MISPLACED_TAG, WRONG_KIND},
    diag::{Diagnostic, Severity},
    model::{Model, Seen, TypeDefinition},
    source::Span,
    tags::{Constraint, Dialect, Tag, TagKind, codes::CONFLICTING_TAG},
};

/// Tags that have no effect, from their diagnostics.
#[derive(Clone, Debug)]
pub enum InvalidTags {
    /// Tags that cannot apply, by location.
    Tags(BTreeMap<Span, Why>),
    /// Tags with an error at one of these locations: a file and a byte offset.
    Errors(BTreeSet<(u32, u32)>),
}

impl InvalidTags {
    /// Collects tags that are reported as errors but do not prevent the rest of the output from being written. Excludes
    /// tags about merging, which have never been errors and are published where openapi-gen publishes them.
    pub fn tags(diagnostics: &[Diagnostic]) -> Self {
        let mut wrong = BTreeMap::new();
        // The last of several contradictory tags, by the span of the first one.
        let mut last: BTreeMap<Span, Span> = BTreeMap::new();
        for diagnostic in diagnostics {
            let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else { continue };
            if diagnostic.code == WRONG_KIND && diagnostic.severity == Severity::Error {
                wrong.insert(span, Why::Kind);
            } else if diagnostic.code == MISPLACED_TAG {
                wrong.insert(span, Why::Place);
            } else if let (true, Some(first)) = (diagnostic.code == CONFLICTING_TAG, diagnostic.secondary.first()) {
                wrong.insert(first.span, Why::Contradicted);
                if let Some(before) = last.insert(first.span, span) {
                    wrong.insert(before.min(span), Why::Contradicted);
                    last.insert(first.span, before.max(span));
                }
            }
        }
        InvalidTags::Tags(wrong)
    }

    /// Collects the tags with errors, such as rules that do not compile or invalid defaults, so that objects can be
    /// validated without them.
    pub fn errors(diagnostics: &[Diagnostic]) -> Self {
        // Ignored tags have already been removed, as have all contradictory tags except the last.
        let is_mistake =
            |one: &&Diagnostic| one.severity == Severity::Error && one.code.keeps_back() && one.code != CONFLICTING_TAG;
        let mistakes = diagnostics.iter().filter(is_mistake).filter_map(|one| one.primary.as_ref());
        InvalidTags::Errors(mistakes.map(|label| (label.span.file.index(), label.span.start)).collect())
    }

    /// Selects the tags at these locations.
    pub fn at(places: &[Span]) -> Self {
        InvalidTags::Errors(places.iter().map(|span| (span.file.index(), span.start)).collect())
    }

    /// Returns the model without these tags.
    pub(crate) fn see<'m>(&self, model: &'m Model) -> Seen<'m> {
        model.seen_by(|definition| self.left(definition))
    }

    /// Removes these tags from a model.
    pub fn leave_out(&self, model: &mut Model) {
        if self.is_empty() {
            return;
        }
        for definition in &mut model.types {
            if let Cow::Owned(left) = self.left(definition) {
                *definition = left;
            }
        }
    }

    fn left<'m>(&self, definition: &'m TypeDefinition) -> Cow<'m, TypeDefinition> {
        let mut left = Cow::Borrowed(definition);
        if !self.is_empty() {
            keep_tags(&mut left, &|tag| self.lets_count(tag));
        }
        left
    }

    fn is_empty(&self) -> bool {
        match self {
            InvalidTags::Tags(wrong) => wrong.is_empty(),
            InvalidTags::Errors(places) => places.is_empty(),
        }
    }

    fn lets_count(&self, tag: &Tag) -> bool {
        match self {
            InvalidTags::Tags(wrong) => wrong.get(&tag.span).is_none_or(|why| !why.drops(tag)),
            InvalidTags::Errors(places) => {
                let Span { file, start, end } = tag.span;
                places.range((file.index(), start)..(file.index(), end.max(start + 1))).next().is_none()
            }
        }
    }
}

/// The reason why a tag may not apply.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// It does not match the type of its target.
    Kind,
    /// It does not apply to its target.
    Place,
    /// A later tag contradicts it.
    Contradicted,
}

impl Why {
    fn drops(self, tag: &Tag) -> bool {
        match self {
            // controller-gen and API servers accept a format on any type.
            Why::Kind => !matches!(tag.meaning, TagKind::Constraint(Constraint::Limit(Keyword::Format, _))),
            Why::Place => tag.dialect == Dialect::Kubebuilder,
            Why::Contradicted => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, resolve::testing::read_file};

    #[test]
    fn what_cannot_count_does_not() {
        let mut read = read_file(
            r#"package v1
// +kubebuilder:default=7
type Number int32
type T struct {
	// +kubebuilder:validation:MaxLength=3
	// +kubebuilder:validation:Format=date
	List []string `json:"list"`
	// +kubebuilder:validation:Pattern=a
	// +kubebuilder:validation:Pattern=b
	// +kubebuilder:validation:Pattern=c
	// +kubebuilder:validation:MaxLength=3
	Text string `json:"text"`
	// +kubebuilder:storageversion
	// +k8s:openapi-model-package=a
	Misplaced string `json:"misplaced"`
}
"#,
        );
        let mut diagnostics = std::mem::take(&mut read.diagnostics);
        diagnostics.extend(check::check(&read.model, &[]));
        // A user can also make an error of the warning about formats.
        for diagnostic in &mut diagnostics {
            diagnostic.severity = Severity::Error;
        }
        InvalidTags::tags(&diagnostics).leave_out(&mut read.model);
        let mut left: Vec<&str> = Vec::new();
        for definition in &read.model.types {
            let of_fields = definition.fields().iter().flat_map(|field| &field.tags);
            left.extend(definition.tags.iter().chain(of_fields).map(|tag| tag.text.as_str()));
        }
        assert_eq!(
            left,
            [
                "+kubebuilder:validation:Format=date",
                "+kubebuilder:validation:Pattern=c",
                "+kubebuilder:validation:MaxLength=3",
                // openapi-gen does not check the location of its tags.
                "+k8s:openapi-model-package=a"
            ]
        );
    }
}
