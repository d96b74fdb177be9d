//! `+errorMessage(keyword)` for a keyword that is not set or that never fails.

use idlgen_schema::keyword::{Combination, Value};

use super::{
    Lint,
    declaration::{Layer, TaggedDeclaration},
};
use crate::{
    diag::{Code, Diagnostic, explained, nearest},
    tags::{Constraint, Tag, TagKind},
};

/// A message for a keyword that is not set.
const ERROR_MESSAGE: Code =
    explained!(516, "message-without-keyword", Error, "`+errorMessage` names a keyword that no constraint here has.");

/// A message that is never shown.
const NEVER_FAILS: Code =
    explained!(517, "message-never-shown", Warning, "`+errorMessage` names a constraint that cannot fail.");

pub(super) const LINT: Lint = Lint { codes: &[ERROR_MESSAGE, NEVER_FAILS], judges_overrides: false, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let layers = declaration.layers();
    for (tag, meaning) in declaration.meanings() {
        let TagKind::ErrorMessage { keyword, .. } = meaning else { continue };
        if ALWAYS_THERE.contains(&keyword.as_str()) {
            continue;
        }
        let keywords = || layers.iter().flat_map(|layer| keywords_of(layer));
        let Some((_, source)) = keywords().find(|(other, _)| other == keyword) else {
            let message = format!("no constraint here has the keyword `{keyword}`");
            let mut diagnostic = Diagnostic::new(ERROR_MESSAGE, message).at(tag.span);
            let present: Vec<&str> = keywords().map(|(keyword, _)| keyword).collect();
            diagnostic = match nearest(keyword, present.iter().copied()) {
                Some(close) => diagnostic.help(format!("use `+{close}`")),
                None => diagnostic
                    .note(format!("the message is for the tag `+{keyword}`"))
                    .help(format!("add `+{keyword}` here or on the type")),
            };
            diagnostics.push(diagnostic);
            continue;
        };
        if never_fails(source) {
            let message = format!("the message for `{keyword}` is never shown: `{}` cannot fail", source.text);
            diagnostics.push(
                Diagnostic::new(NEVER_FAILS, message).at(tag.span).and(source.span, "every value satisfies this"),
            );
        }
    }
}

/// Keywords from the Go type and the required fields, without a tag.
const ALWAYS_THERE: [&str; 2] = ["type", "required"];

fn keywords_of<'a>(layer: &Layer<'a>) -> impl Iterator<Item = (&'static str, &'a Tag)> + use<'a> {
    layer.meanings().filter_map(|(tag, meaning)| match meaning {
        TagKind::Constraint(constraint) => Some((constraint.keyword(), tag)),
        TagKind::Enum => Some(("enum", tag)),
        _ => None,
    })
}

fn never_fails(tag: &Tag) -> bool {
    match &tag.meaning {
        TagKind::Constraint(Constraint::Limit(keyword, Value::Count(0))) => {
            keyword.row().combination == Combination::Greatest
        }
        TagKind::Constraint(Constraint::Limit(_, Value::Flag(false)) | Constraint::Nullable(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{definition, lowered, report};

    #[test]
    fn messages_without_their_keyword() {
        let text = r#"package v1
// +maxLength=20
type Name string

// +enum
type Color string
const Red Color = "red"

type S struct {
	// +errorMessage(maxLength)="too long"
	A Name `json:"a"`
	// +minLength=1
	// +errorMessage(maxLength)="too long"
	B string `json:"b"`
	// +minLength=0
	// +errorMessage(minLength)="too short"
	C string `json:"c"`
	// +required
	// +errorMessage(required)="give one"
	D string `json:"d"`
	// +errorMessage(enum)="red, please"
	E Color `json:"e"`
	// +maxLength=0
	// +errorMessage(maxLength)="leave it empty"
	F string `json:"f"`
}
"#;
        assert_eq!(
            report(text),
            "types.go:13:5: error[IDL0516]: no constraint here has the keyword `maxLength`\n\
             types.go:16:5: warning[IDL0517]: the message for `minLength` is never shown: `+minLength=0` cannot fail\n"
        );
    }

    /// KEP-4153 uses both `x-kubernetes-validation-errors` and `x-kubernetes-errors`, and shows the latter next to
    /// `minLength: 0`.
    #[test]
    fn errors_of_keywords() {
        let with = |least: u32| {
            format!(
                "package v1\ntype S struct {{\n\t// +minLength={least}\n\
                 \t// +errorMessage(minLength)=\"say something\",reason=Invalid\n\tA string `json:\"a\"`\n}}\n"
            )
        };
        assert_eq!(
            report(&with(0)),
            "types.go:4:5: warning[IDL0517]: the message for `minLength` is never shown: `+minLength=0` cannot fail\n"
        );
        assert_eq!(report(&with(1)), "");
        let lowered = lowered(&with(1));
        let errors = &definition(&lowered, "S").properties["a"].extensions.validation_errors;
        assert_eq!(errors.get("minLength").map(|error| error.message.as_str()), Some("say something"));
    }
}
