//! Tags that are wrong where the user takes that for no error: what counts of them is what counts with controller-gen,
//! which passes over a marker that does not fit its type, and of two that contradict each other takes the last.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
};

use crate::{
    check::{MISPLACED_TAG, WRONG_KIND},
    diag::{Diagnostic, Severity},
    model::{Field, Model, Type, TypeKind},
    source::Span,
    tags::{Constraint, Dialect, Meaning, Tag, codes::CONFLICTING_TAG},
};

/// Takes the tags out of the model that diagnostics say cannot count. They are errors, and
/// what is made of the rest is written.
pub(super) fn drop_tags(model: &mut Model, diagnostics: &[Diagnostic]) {
    let wrong = wrong_tags(diagnostics);
    if wrong.is_empty() {
        return;
    }
    drop_where(model, &|tags: &mut Vec<Tag>| tags.retain(|tag| wrong.get(&tag.span).is_none_or(|why| !why.drops(tag))));
}

/// Calls `drop` with the tags of each declaration.
fn drop_where(model: &mut Model, drop: &impl Fn(&mut Vec<Tag>)) {
    for definition in &mut model.types {
        drop(&mut definition.tags);
        match &mut definition.kind {
            TypeKind::Struct(fields) => of_fields(fields, drop),
            TypeKind::Named(ty) | TypeKind::Alias(ty) => of_type(ty, drop),
        }
    }
}

/// Takes the tags out of the model that errors keep from counting, so that objects are judged by the rest: rules that
/// do not compile, defaults that do not fit. Whether there were any.
pub(super) fn drop_mistakes(model: &mut Model, diagnostics: &[Diagnostic]) -> bool {
    // What is ignored has been dropped, and of tags that contradict each other all but the last.
    let is_mistake =
        |one: &&Diagnostic| one.severity == Severity::Error && one.code.keeps_back() && one.code != CONFLICTING_TAG;
    let mistakes = diagnostics.iter().filter(is_mistake).filter_map(|one| one.primary.as_ref());
    let places: BTreeSet<(u32, u32)> = mistakes.map(|label| (label.span.file.index(), label.span.start)).collect();
    if places.is_empty() {
        return false;
    }
    let is_dropped = |Span { file, start, end }: Span| {
        places.range((file.index(), start)..(file.index(), end.max(start + 1))).next().is_some()
    };
    let dropped = Cell::new(false);
    drop_where(model, &|tags: &mut Vec<Tag>| {
        let before = tags.len();
        tags.retain(|tag| !is_dropped(tag.span));
        dropped.set(dropped.get() || tags.len() < before);
    });
    dropped.get()
}

/// Why a tag may not count.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// It stands on a type that it does not fit.
    Kind,
    /// It stands where it has no meaning.
    Place,
    /// Another one behind it says something else.
    Contradicted,
}

impl Why {
    fn drops(self, tag: &Tag) -> bool {
        match self {
            // A format fits anything, to controller-gen and API servers alike.
            Why::Kind => !matches!(tag.meaning, Meaning::Constraint(Constraint::Format(_))),
            Why::Place => tag.dialect == Dialect::Kubebuilder,
            Why::Contradicted => true,
        }
    }
}

/// The places of tags that do not count. Those that say how objects are merged have never been errors, and are
/// published where openapi-gen publishes them.
fn wrong_tags(diagnostics: &[Diagnostic]) -> BTreeMap<Span, Why> {
    let mut wrong = BTreeMap::new();
    // By the first of several that contradict each other, the last.
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
    wrong
}

fn of_fields(fields: &mut Vec<Field>, drop: &impl Fn(&mut Vec<Tag>)) {
    for field in fields {
        drop(&mut field.tags);
        of_type(&mut field.ty, drop);
    }
}

fn of_type(ty: &mut Type, drop: &impl Fn(&mut Vec<Tag>)) {
    ty.for_fields_mut(&mut |fields| of_fields(fields, drop));
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
}
"#,
        );
        let mut diagnostics = std::mem::take(&mut read.diagnostics);
        diagnostics.extend(check::check(&read.model, &[]));
        drop_tags(&mut read.model, &diagnostics);
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
                "+kubebuilder:validation:MaxLength=3"
            ]
        );
    }
}
