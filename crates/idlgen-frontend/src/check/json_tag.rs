//! `json` struct tags with unexpected effects: misspelled options, names that encoding/json ignores, missing tags.

use super::{Lint, declaration::TaggedDeclaration, promoted_method::promoted_method};
use crate::{
    diag::{Code, Diagnostic, Severity, explained, nearest},
    model::{Field, JsonType},
};

/// An embedded field with an ambiguous JSON encoding.
pub const JSON_INLINE: Code =
    explained!(519, "embedded-field", Warning, "Tools disagree on whether to inline a field.");

/// An unknown option of a `json` tag.
const JSON_OPTION: Code = explained!(520, "json-option", Error, "A `json` tag has an option that Go does not define.");

/// A field whose JSON name is probably not intended.
pub const JSON_NAME: Code =
    explained!(521, "json-name", Warning, "A field has no `json` tag, or Go ignores the name in the tag.");

pub(super) const LINT: Lint = Lint { codes: &[JSON_INLINE, JSON_OPTION, JSON_NAME], judges_overrides: false, check };

/// The options of encoding/json, and `inline`, which it ignores and Kubernetes uses.
const OPTIONS: [&str; 4] = ["omitempty", "omitzero", "string", "inline"];

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(of) = declaration.field else { return };
    let field = of.field;
    let Some(tag) = field.json_tag() else {
        check_missing(declaration, field, diagnostics);
        return;
    };
    if !field.is_exported() && !field.is_embedded {
        // go vet accepts `json:"-"` as well.
        if field.json_name().is_none() {
            return;
        }
        let message =
            format!("{} has a `json` tag but is not exported, so it is never in JSON", declaration.describe());
        diagnostics.push(Diagnostic::new(JSON_NAME, message).at(field.span));
        return;
    }
    for option in tag.options.iter() {
        // encoding/json, controller-gen and openapi-gen skip empty options.
        if OPTIONS.contains(&option) || option.is_empty() {
            continue;
        }
        let message = format!("`{option}` is not a `json` tag option, so Go ignores it");
        let diagnostic = Diagnostic::new(JSON_OPTION, message).at(field.span);
        diagnostics.push(match nearest(option.trim(), OPTIONS) {
            Some(close) => diagnostic.help(format!("write `{close}`, without spaces")),
            None => Diagnostic { severity: Severity::Warning, ..diagnostic }
                .note(format!("the options are {}", OPTIONS.join(", "))),
        });
    }
    if !is_valid_name(tag.name) && !tag.name.is_empty() {
        let message = format!("encoding/json ignores the name `{}` and uses `{}`", tag.name, field.name);
        diagnostics.push(
            Diagnostic::new(JSON_NAME, message)
                .at(field.span)
                .note("names consist of letters, digits, spaces and !#$%&()*+-./:;<=>?@[]^_{|}~"),
        );
    }
    if !field.is_embedded && tag.options.contains("inline") {
        let message = format!("`inline` on {} has no effect: only embedded fields are inlined", declaration.describe());
        diagnostics.push(Diagnostic::new(JSON_INLINE, message).at(field.span).note(
            "encoding/json writes it as a property; openapi-gen of Kubernetes 1.35 inlines it, so the two disagree",
        ));
    }
    if field.is_inline && tag.options.contains("inline") && tag.options.iter().next() == Some("") {
        let message = format!("`inline` is not the first `json` option of the embedded `{}`", field.name);
        diagnostics.push(
            Diagnostic::new(JSON_INLINE, message)
                .at(field.span)
                .note(
                    "encoding/json inlines its fields; openapi-gen before Kubernetes 1.37 only reads the first option, \
                     and omits them",
                )
                .help("write `json:\",inline\"`"),
        );
    }
    check_embedded(declaration, field, diagnostics);
}

/// Reports fields without a `json` tag. If no field of a struct has one, the struct is not part of an API and is not
/// checked.
fn check_missing(declaration: &TaggedDeclaration<'_>, field: &Field, diagnostics: &mut Vec<Diagnostic>) {
    // A malformed struct tag has been reported: it may be a misspelled `json` tag.
    if !declaration.field.is_some_and(|of| of.is_serialised) || field.has_malformed_tag {
        return;
    }
    if field.is_embedded {
        let has_fields = matches!(declaration.json_type(), Some(JsonType::Struct(_)));
        if has_fields && promoted_method(declaration).is_none() {
            let message = format!("the embedded `{}` has no `json` tag", field.name);
            diagnostics.push(
                Diagnostic::new(JSON_INLINE, message)
                    .at(field.span)
                    .note(format!(
                        "encoding/json inlines its fields, but openapi-gen makes it a property `{}`",
                        field.name
                    ))
                    .help("write `json:\",inline\"` or a name"),
            );
        }
    } else if field.is_exported() {
        let message = format!("{} has no `json` tag, so its JSON name is `{}`", declaration.describe(), field.name);
        diagnostics.push(Diagnostic::new(JSON_NAME, message).at(field.span));
    }
}

/// Checks that an inlined field has a struct type.
fn check_embedded(declaration: &TaggedDeclaration<'_>, field: &Field, diagnostics: &mut Vec<Diagnostic>) {
    if !field.is_inline || promoted_method(declaration).is_some() {
        return;
    }
    if let Some(shape) = declaration.json_type()
        && !matches!(shape, JsonType::Struct(_))
    {
        let message = format!("`{}` is not a struct, so it has no fields to inline", declaration.spelled());
        diagnostics.push(
            Diagnostic::new(JSON_INLINE, message)
                .at(field.span)
                .note(format!("encoding/json writes it as the property `{}`", field.name)),
        );
    }
}

/// Emulates `isValidTag` of encoding/json.
fn is_valid_name(name: &str) -> bool {
    name.chars().all(|letter| "!#$%&()*+-./:;<=>?@[]^_{|}~ ".contains(letter) || letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{check_file, report};

    #[test]
    fn options_and_names() {
        let text = r#"package v1
type S struct {
	A string `json:"a,omitEmpty"`
	B string `json:"b, omitempty"`
	C string `json:"c,omitempty,inline"`
	D string
	E string `json:"e'"`
	F string `json:"f,"`
	G string `json:"g,required"`
	H string `json:",omitempty"`
	I string `protobuf:"x"`
	j string
	k string `json:"k"`
	l string `json:"-"`
	m string `json:"-,"`
	N string `json:"n,,omitempty"`
	O string `json:"o,omitempty,"`
	P string `json:"p,,"`
	Q string `json:"q,,omitEmpty"`
}
"#;
        let expected = [
            "types.go:3:2: error[IDL0520]: `omitEmpty` is not a `json` tag option, so Go ignores it",
            "types.go:4:2: error[IDL0520]: ` omitempty` is not a `json` tag option, so Go ignores it",
            "types.go:5:2: warning[IDL0519]: `inline` on field `C` has no effect: only embedded fields are inlined",
            "types.go:6:2: warning[IDL0521]: field `D` has no `json` tag, so its JSON name is `D`",
            "types.go:7:2: warning[IDL0521]: encoding/json ignores the name `e'` and uses `E`",
            "types.go:9:2: warning[IDL0520]: `required` is not a `json` tag option, so Go ignores it",
            "types.go:11:2: warning[IDL0521]: field `I` has no `json` tag, so its JSON name is `I`",
            "types.go:13:2: warning[IDL0521]: field `k` has a `json` tag but is not exported, so it is never in JSON",
            "types.go:15:2: warning[IDL0521]: field `m` has a `json` tag but is not exported, so it is never in JSON",
            "types.go:19:2: error[IDL0520]: `omitEmpty` is not a `json` tag option, so Go ignores it",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
        let (_, diagnostics) = check_file(text);
        assert_eq!(diagnostics[0].help, ["write `omitempty`, without spaces"]);
    }

    #[test]
    fn a_malformed_tag_is_one_finding() {
        let text = "package v1\ntype S struct {\n\tA string `json:\"a\"`\n\tB string `json:b`\n\
                    \tC `json: \",inline\"`\n}\ntype C struct{}\n";
        let expected = [
            "types.go:4:12: error[IDL0408]: malformed struct tag",
            "types.go:5:5: error[IDL0408]: malformed struct tag",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
        let (_, diagnostics) = check_file(text);
        let notes: Vec<usize> = diagnostics.iter().map(|one| one.notes.len()).collect();
        assert_eq!(notes, [2, 1], "{diagnostics:?}");
        assert_eq!(diagnostics[0].notes[1], "without a `json` key, the JSON name is `B`");
    }

    #[test]
    fn embedded_fields() {
        let text = r#"package v1
type S struct {
	Base
	Text
	Inlined `json:",inline"`
	Word `json:",inline"`
	Named `json:"named"`
	*Pointed `json:",omitempty"`
	Late `json:",,inline"`
}
type Late struct{}
type Base struct{}
type Text string
type Inlined struct{}
type Word string
type Named struct{}
type Pointed struct{}
"#;
        let expected = [
            "types.go:3:2: warning[IDL0519]: the embedded `Base` has no `json` tag",
            "types.go:6:2: warning[IDL0519]: `Word` is not a struct, so it has no fields to inline",
            "types.go:9:2: warning[IDL0519]: `inline` is not the first `json` option of the embedded `Late`",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
    }
}
