//! Contradictory tags of different names or dialects: equal values are merged, different ones are an error.

use std::collections::BTreeMap;

use idlgen_schema::keyword::Keyword;

use super::{Lint, declaration::TaggedDeclaration};
use crate::{
    diag::{Code, Diagnostic, explained},
    tags::{Constraint, Exclusive, Tag, TagKind},
};

/// Two contradictory tags.
const CONTRADICTION: Code =
    explained!(507, "contradictory-tags", Error, "Two tags set the same property to different values.");

pub(super) const LINT: Lint = Lint { codes: &[CONTRADICTION], judges_overrides: false, check };

/// Compares each tag with the first one of another name that sets the same property. Parsing the comment has already
/// compared tags of the same name.
///
/// Tags of a field and of its type do not contradict each other: all limits apply, and for other settings the field
/// takes precedence.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // For each property the first tag, and the first one with another name.
    let mut earlier: BTreeMap<&str, (&Tag, Option<&Tag>)> = BTreeMap::new();
    for tag in declaration.tags {
        let Some(decision) = decision(&tag.meaning) else { continue };
        let (first, second) = earlier.entry(decision.subject).or_insert((tag, None));
        let other = if first.name == tag.name { *second } else { Some(*first) };
        if first.name != tag.name && second.is_none() {
            *second = Some(tag);
        }
        let Some(first) = other else { continue };
        let is_same = match (self::decision(&first.meaning).and_then(|first| first.value), decision.value) {
            (Some(first), Some(value)) => first == value,
            _ => first.meaning == tag.meaning || is_same_default(&first.meaning, &tag.meaning),
        };
        if !is_same {
            let message = format!("`{}` contradicts `{}`", tag.text, first.text);
            diagnostics.push(
                Diagnostic::new(CONTRADICTION, message)
                    .at(tag.span)
                    .and(first.span, "the other value")
                    .note("only one of the two values can apply")
                    .help("remove one tag, or use the same value in both"),
            );
        }
    }
}

/// Returns `true` for equal defaults, independent of their types.
fn is_same_default(first: &TagKind, second: &TagKind) -> bool {
    let (TagKind::Default(first), TagKind::Default(second)) = (first, second) else { return false };
    [false, true].into_iter().any(|is_list| first.of(is_list).is_some_and(|value| Some(value) == second.of(is_list)))
}

/// A property that can have only one value, set by a tag.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Decision<'a> {
    /// The keyword, extension or setting.
    subject: &'a str,
    /// The value, if tags of different kinds can set it.
    value: Option<&'a str>,
}

fn decision(meaning: &TagKind) -> Option<Decision<'_>> {
    let of = |subject| Some(Decision { subject, value: None });
    match meaning {
        // A boolean flag modifies the limit next to it, a number is a limit of its own; both can occur together.
        TagKind::Constraint(Constraint::Exclusive(Keyword::Minimum, Exclusive::Flag(_))) => of("exclusiveMinimum flag"),
        TagKind::Constraint(Constraint::Exclusive(_, Exclusive::Flag(_))) => of("exclusiveMaximum flag"),
        TagKind::Constraint(constraint) => of(constraint.keyword()),
        TagKind::Default(_) => of("default"),
        TagKind::ListType(value) => Some(Decision { subject: "x-kubernetes-list-type", value: Some(value) }),
        TagKind::MapType(value) | TagKind::StructType(value) => {
            Some(Decision { subject: "x-kubernetes-map-type", value: Some(value) })
        }
        TagKind::PatchStrategy(value) => Some(Decision { subject: "x-kubernetes-patch-strategy", value: Some(value) }),
        TagKind::PatchMergeKey(value) => Some(Decision { subject: "x-kubernetes-patch-merge-key", value: Some(value) }),
        TagKind::Extension { name, value } => Some(Decision { subject: name, value: Some(value) }),
        TagKind::NameFormat(_) => of("nameFormat"),
        TagKind::Contextual { .. } => of("contextual"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn names_that_decide_the_same() {
        let text = r#"package v1
type S struct {
	// +optional
	A T `json:"a"`
}
// +structType=atomic
// +mapType=granular
type T struct {
	// +listType=atomic
	// +k8s:openapi-gen=x-kubernetes-list-type:set
	A []string `json:"a"`
	// +listType=atomic
	// +k8s:openapi-gen=x-kubernetes-list-type:atomic
	B []string `json:"b"`
	// +default=[]
	// +kubebuilder:default={}
	C []string `json:"c,omitempty"`
	// +default="a"
	// +kubebuilder:default=b
	D string `json:"d,omitempty"`
}
"#;
        assert_eq!(
            report(text),
            "types.go:7:4: warning[IDL0501]: `+mapType` applies to maps, but type `T` is a struct (`T`)\n\
             types.go:7:4: error[IDL0507]: `+mapType=granular` contradicts `+structType=atomic`\n\
             types.go:10:5: error[IDL0507]: `+k8s:openapi-gen=x-kubernetes-list-type:set` contradicts \
             `+listType=atomic`\n\
             types.go:19:5: error[IDL0507]: `+kubebuilder:default=b` contradicts `+default=\"a\"`\n"
        );
    }

    #[test]
    fn the_field_wins_over_its_type() {
        let text = r#"package v1
// +structType=atomic
type Reference struct{}

type S struct {
	// +structType=granular
	A *Reference `json:"a"`
}
"#;
        assert_eq!(report(text), "");
    }
}
