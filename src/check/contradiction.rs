//! One thing said by two tags, in different dialects or on a field and its type: equal values merge, different ones contradict each other.

use super::place::Place;
use crate::{
    diag::{Diagnostic, codes::check as codes},
    model::TypeId,
    tags::{Constraint, Exclusive, Meaning, Tag},
};

/// What a tag decides, where only one value can count.
#[derive(Clone, Debug, PartialEq)]
enum Subject<'a> {
    /// A keyword or extension of the schema, or another setting.
    Setting(&'static str),
    /// The error message of a keyword.
    Message(&'a str),
    /// An extension written out.
    Extension(&'a str),
}

pub(super) fn check(place: &Place<'_>, diagnostics: &mut Vec<Diagnostic>) {
    check_own(place, diagnostics);
    check_type(place, diagnostics);
}

/// Compares each tag with the first one that decides the same under another name; reading the comment has compared those of one name.
fn check_own(place: &Place<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (index, tag) in place.tags.iter().enumerate() {
        let Some(subject) = subject(&tag.meaning) else { continue };
        let earlier = place.tags.get(..index).unwrap_or(&[]);
        let Some(first) = earlier.iter().find(|other| self::subject(&other.meaning).as_ref() == Some(&subject)) else {
            continue;
        };
        if first.name != tag.name && first.meaning != tag.meaning {
            let message = format!("`{}` contradicts `{}`", tag.text, first.text);
            diagnostics.push(
                Diagnostic::new(codes::CONTRADICTION, message)
                    .at(tag.span)
                    .and(first.span, "the other value")
                    .note("only one can count; equal ones would merge"),
            );
        }
    }
}

/// Limits of a field and of its type all count, but a list is merged in one way only.
fn check_type(place: &Place<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for tag in place.tags {
        if !matches!(tag.meaning, Meaning::ListType(_) | Meaning::MapType(_) | Meaning::StructType(_)) {
            continue;
        }
        let Some(own) = subject(&tag.meaning) else { continue };
        let others = place.layers().into_iter().filter_map(|layer| Some((layer.of?, layer.tags)));
        let found: Option<(TypeId, &Tag)> = others
            .flat_map(|(id, tags)| tags.iter().map(move |tag| (id, tag)))
            .find(|(_, other)| subject(&other.meaning).as_ref() == Some(&own) && other.meaning != tag.meaning);
        if let Some((id, other)) = found {
            let name = &place.model.type_definition(id).name;
            let message = format!("`{}` contradicts `{}` of `{name}`", tag.text, other.text);
            diagnostics.push(
                Diagnostic::new(codes::CONTRADICTION, message)
                    .at(tag.span)
                    .and(other.span, format!("the value of `{name}`")),
            );
        }
    }
}

fn subject(meaning: &Meaning) -> Option<Subject<'_>> {
    Some(match meaning {
        // A flag is a property of the limit beside it, a number is a limit of its own; both can stand together.
        Meaning::Constraint(Constraint::ExclusiveMinimum(Exclusive::Flag(_))) => {
            Subject::Setting("exclusiveMinimum flag")
        }
        Meaning::Constraint(Constraint::ExclusiveMaximum(Exclusive::Flag(_))) => {
            Subject::Setting("exclusiveMaximum flag")
        }
        Meaning::Constraint(constraint) => Subject::Setting(constraint.keyword()),
        Meaning::Required => Subject::Setting("required"),
        Meaning::Optional => Subject::Setting("optional"),
        Meaning::Default(_) => Subject::Setting("default"),
        Meaning::Enum => Subject::Setting("enum"),
        Meaning::ListType(_) => Subject::Setting("list type"),
        Meaning::MapType(_) | Meaning::StructType(_) => Subject::Setting("map type"),
        Meaning::NameFormat(_) => Subject::Setting("name format"),
        Meaning::Immutable => Subject::Setting("immutable"),
        Meaning::Contextual { .. } => Subject::Setting("contextual"),
        Meaning::GroupName(_) => Subject::Setting("group"),
        Meaning::OpenApiGen(_) => Subject::Setting("openapi-gen"),
        Meaning::ModelPackage(_) => Subject::Setting("model package"),
        Meaning::PatchStrategy(_) => Subject::Setting("patch strategy"),
        Meaning::PatchMergeKey(_) => Subject::Setting("patch merge key"),
        Meaning::Union => Subject::Setting("union"),
        Meaning::UnionDiscriminator => Subject::Setting("union discriminator"),
        Meaning::UnionDeprecated => Subject::Setting("union deprecated"),
        Meaning::ErrorMessage { keyword, .. } => Subject::Message(keyword),
        Meaning::Extension { name, .. } => Subject::Extension(name),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::check::testing::said;

    #[test]
    fn names_that_decide_the_same() {
        let text = r#"package v1
type S struct {
	// +optional
	A T `json:"a"`
}
// +structType=atomic
// +mapType=granular
type T struct{}
"#;
        assert_eq!(
            said(text),
            "types.go:7:4: error[IDL0501]: `+mapType` applies to maps, but type `T` is a struct (`T`)\n\
             types.go:7:4: error[IDL0507]: `+mapType=granular` contradicts `+structType=atomic`\n"
        );
    }

    #[test]
    fn fields_and_their_types() {
        let text = r#"package v1
// +listType=set
// +maxItems=3
type Names []string

type S struct {
	// +listType=atomic
	// +maxItems=5
	A Names `json:"a"`
	// +listType=set
	B Names `json:"b"`
}
"#;
        assert_eq!(
            said(text),
            "types.go:7:5: error[IDL0507]: `+listType=atomic` contradicts `+listType=set` of `Names`\n"
        );
    }
}
