//! `+enum` without values, and values that the type cannot have.

use std::collections::HashSet;

use serde_json::Value as Json;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::{Code, Diagnostic, Severity, explained},
    model::{JsonType, TypeKind},
    source::Span,
    tags::{
        Tag, TagKind,
        registry::{GoKind, Target},
    },
};

/// An enum without possible values.
pub const BAD_ENUM: Code =
    explained!(512, "bad-enum", Error, "An enum has no values, or values that its type cannot have.");

pub(super) const LINT: Lint = Lint { codes: &[BAD_ENUM], judges_overrides: false, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (tag, meaning) in declaration.meanings() {
        match meaning {
            TagKind::Enum => check_constants(declaration, tag, diagnostics),
            TagKind::Constraint(said) => {
                if let Some(values) = said.members() {
                    check_values(declaration, tag, values, diagnostics);
                }
            }
            _ => {}
        }
    }
}

/// Checks the constants of the type, which are the values of a tag without values. The type must be a named string
/// type. For other types, openapi-gen writes a schema without an enum and reports nothing, so these are warnings.
fn check_constants(declaration: &TaggedDeclaration<'_>, tag: &Tag, diagnostics: &mut Vec<Diagnostic>) {
    let problem =
        |message: String| Diagnostic { severity: Severity::Warning, ..Diagnostic::new(BAD_ENUM, message).at(tag.span) };
    let without_effect = |message: String| problem(message).note("the tag has no effect");
    if declaration.target == Target::Constant || declaration.target == Target::Package {
        return;
    }
    match declaration.json_type() {
        Some(JsonType::String) => {}
        Some(JsonType::Integer(_)) => {
            let what = declaration.describe();
            diagnostics.push(
                problem(format!("{what} is an integer, but openapi-gen reads `+enum` only on strings"))
                    .help("list the integers in the tag: `+enum=[1,2]`"),
            );
            return;
        }
        Some(_) => {
            let message = format!(
                "`+enum` requires a string type, but {} is `{}`",
                declaration.describe(),
                declaration.spelled()
            );
            diagnostics.push(without_effect(message));
            return;
        }
        None => return,
    }
    let named = match declaration.definition {
        Some(definition) if !matches!(definition.kind, TypeKind::Alias(_)) => Some(definition),
        _ => {
            let chain = declaration.typed.map_or(&[][..], |typed| &typed.shaped.chain);
            let definitions = chain.iter().map(|id| declaration.model.type_definition(*id));
            definitions.into_iter().find(|definition| !matches!(definition.kind, TypeKind::Alias(_)))
        }
    };
    match named {
        None => diagnostics.push(
            without_effect(format!(
                "`+enum` lists the constants of a declared type, but `{}` is not a declared type",
                declaration.spelled()
            ))
            .help("declare a string type with constants, or list the values: `+enum=a;b`"),
        ),
        Some(definition) if definition.constants.is_empty() => {
            let diagnostic = without_effect(format!("`{}` has no constants to use as enum values", definition.name))
                .and(definition.span, "the type")
                .note("idlgen uses the constants declared with this type in any package that it reads");
            let lists_values =
                |other: &&Tag| matches!(&other.meaning, TagKind::Constraint(said) if said.members().is_some());
            diagnostics.push(match declaration.tags.iter().find(lists_values) {
                Some(other) => diagnostic.help(format!("remove the tag: `{}` lists the values", other.text)),
                None => diagnostic.help("declare constants of this type, or list the values: `+enum=a;b`"),
            });
        }
        Some(_) => {}
    }
}

/// Checks that the type can have every value.
fn check_values(declaration: &TaggedDeclaration<'_>, tag: &Tag, values: &[Json], diagnostics: &mut Vec<Diagnostic>) {
    let kind = declaration.kind();
    let fits = |value: &Json| match kind {
        Some(GoKind::String) => value.is_string(),
        Some(GoKind::Integer) => value.is_i64() || value.is_u64(),
        Some(GoKind::Number) => value.is_number(),
        Some(GoKind::Boolean) => value.is_boolean(),
        Some(GoKind::List) => value.is_array(),
        Some(GoKind::Map | GoKind::Struct) => value.is_object(),
        None => true,
    };
    let span = value_span(tag);
    let wrong: Vec<&Json> = values.iter().filter(|value| !fits(value) && !value.is_null()).collect();
    if !wrong.is_empty() {
        // The `json` tag or a tag may set another type than that of the Go type.
        let is_written_as_text =
            kind == Some(GoKind::String) && declaration.json_type().is_some_and(|json| *json != JsonType::String);
        let message = format!(
            "{} can never be {}: its type is `{}`{}",
            declaration.describe(),
            sentence(&wrong, "or"),
            declaration.spelled(),
            if is_written_as_text { ", written as a string" } else { "" }
        );
        let diagnostic = Diagnostic::new(BAD_ENUM, message).at(span);
        let as_texts: Vec<Json> = values.iter().map(as_text).collect();
        let is_text = kind == Some(GoKind::String) && wrong.iter().all(|value| is_scalar(value));
        let texts = Spelling::of(values, span).filter(|_| is_text).map(|spelling| spelling.write(&as_texts));
        diagnostics.push(match texts {
            Some(texts) => diagnostic.fix(format!("write `{texts}`"), span, texts),
            None => diagnostic,
        });
        return;
    }
    let mut different: Vec<Json> = Vec::new();
    let mut repeated: Vec<&Json> = Vec::new();
    let (mut seen, mut seen_again) = (HashSet::new(), HashSet::new());
    for value in values {
        if seen.insert(value) {
            different.push(value.clone());
        } else if seen_again.insert(value) {
            repeated.push(value);
        }
    }
    if repeated.is_empty() {
        return;
    }
    let (noun, verb) = if repeated.len() == 1 { ("value", "is") } else { ("values", "are") };
    let message = format!("the {noun} {} {verb} listed more than once", sentence(&repeated, "and"));
    let diagnostic = Diagnostic::new(BAD_ENUM, message).at(span);
    diagnostics.push(match Spelling::of(values, span).map(|spelling| spelling.write(&different)) {
        Some(text) => diagnostic.unsafe_fix("list each once", span, text),
        None => diagnostic,
    });
}

/// Formats `1, 2 or 3`.
fn sentence(values: &[&Json], conjunction: &str) -> String {
    let shown: Vec<String> = values.iter().map(ToString::to_string).collect();
    match shown.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
        None => String::new(),
    }
}

fn is_scalar(value: &Json) -> bool {
    !value.is_array() && !value.is_object()
}

fn as_text(value: &Json) -> Json {
    if value.is_string() { value.clone() } else { Json::String(value.to_string()) }
}

/// The notation of a tag's values. Only determined if it is the canonical one, so that rewriting the values loses
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    /// `a;b`
    Semicolons,
    /// `{a,b}`
    Braces,
    /// `["a","b"]`
    Json,
}

impl Spelling {
    /// Returns the notation in which the values are exactly as long as the span.
    fn of(values: &[Json], span: Span) -> Option<Self> {
        let length = span.end.saturating_sub(span.start) as usize;
        [Spelling::Semicolons, Spelling::Braces, Spelling::Json]
            .into_iter()
            .find(|spelling| spelling.write(values).len() == length)
    }

    fn write(self, values: &[Json]) -> String {
        // A string that would have another meaning without quotes is quoted.
        let is_bare = |text: &str| {
            text.starts_with(char::is_alphabetic)
                && !matches!(text, "true" | "false" | "null")
                && !text.contains([',', ';', '{', '}', '"', '`'])
                && (self != Spelling::Braces || !text.contains(':'))
        };
        let bare = |value: &Json| match value.as_str() {
            Some(text) if is_bare(text) => text.to_owned(),
            _ => value.to_string(),
        };
        let joined = |separator| values.iter().map(bare).collect::<Vec<_>>().join(separator);
        match self {
            Spelling::Semicolons => joined(";"),
            Spelling::Braces => format!("{{{}}}", joined(",")),
            Spelling::Json => Json::from(values.to_vec()).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{check_file, report};

    #[test]
    fn constants_as_values() {
        let text = r#"package v1
// +enum
type Good string
const A Good = "a"
// +enum
type Empty string
// +enum
type Number int
const One Number = 1
// +enum
type Struct struct{}
type Plain string
const B Plain = "b"
type S struct {
	// +enum
	A Plain `json:"a"`
	// +enum
	B string `json:"b"`
}
"#;
        let expected = [
            "types.go:5:4: warning[IDL0512]: `Empty` has no constants to use as enum values",
            "types.go:7:4: warning[IDL0512]: type `Number` is an integer, but openapi-gen reads `+enum` only on \
             strings",
            "types.go:10:4: warning[IDL0512]: `+enum` requires a string type, but type `Struct` is `Struct`",
            "types.go:17:5: warning[IDL0512]: `+enum` lists the constants of a declared type, but `string` is not a \
             declared type",
        ];
        assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_tag_without_values_beside_one_with_values() {
        let text = "package v1\n// +enum\n// +kubebuilder:validation:Enum=a;b\ntype Listed string\n";
        let advice: Vec<_> = check_file(text).1.into_iter().flat_map(|one| one.help).collect();
        assert_eq!(advice, ["remove the tag: `+kubebuilder:validation:Enum=a;b` lists the values"]);
    }

    #[test]
    fn values_in_the_tag() {
        let text = r#"package v1
type S struct {
	// +enum=["a","b"]
	A string `json:"a"`
	// +enum=[1,"b"]
	B string `json:"b"`
	// +enum=[1,1.5]
	C int `json:"c"`
	// +enum=["a","a"]
	D string `json:"d"`
}
"#;
        let expected = [
            "types.go:5:11: error[IDL0512]: field `B` can never be 1: its type is `string`",
            "types.go:7:11: error[IDL0512]: field `C` can never be 1.5: its type is `int`",
            "types.go:9:11: error[IDL0512]: the value \"a\" is listed more than once",
        ];
        let said = report(text);
        let without_column = |line: &str| line.split(' ').skip(1).collect::<Vec<_>>().join(" ");
        assert_eq!(said.lines().map(without_column).collect::<Vec<_>>(), expected.map(without_column), "{said}");
    }

    #[test]
    fn numbers_may_be_written_as_strings() {
        let text = |values: &str, tags: &str, json: &str| {
            format!(
                "package v1\ntype S struct {{\n\t// +kubebuilder:validation:Enum={values}\n{tags}\tA int64 \
                 `json:\"{json}\"`\n}}\n"
            )
        };
        let typed = "\t// +kubebuilder:validation:Type=string\n";
        for (tags, json) in [("", "a,string"), (typed, "a,string"), (typed, "a")] {
            assert_eq!(report(&text("\"1\";\"-2\"", tags, json)), "", "{tags} {json}");
        }
        let message = "field `A` can never be 1 or 2: its type is `int64`, written as a string";
        let (_, diagnostics) = check_file(&text("1;2", "", "a,string"));
        let [one] = diagnostics.as_slice() else { panic!("{diagnostics:?}") };
        let edit = one.fix.as_ref().map(|fix| fix.edits[0].replacement.as_str());
        assert_eq!((one.message.as_str(), edit), (message, Some("\"1\";\"2\"")));
    }

    #[test]
    fn one_finding_for_one_enum() {
        for (tag, ty, message, fixed) in [
            (
                "kubebuilder:validation:Enum=1;2;true",
                "string",
                "field `A` can never be 1, 2 or true: its type is `string`",
                Some("\"1\";\"2\";\"true\""),
            ),
            (
                "kubebuilder:validation:Enum=0755;2",
                "string",
                "field `A` can never be 755 or 2: its type is `string`",
                None,
            ),
            ("enum=[1,\"b\"]", "string", "field `A` can never be 1: its type is `string`", Some("[\"1\",\"b\"]")),
            (
                "kubebuilder:validation:Enum=a;\"c;d\";1;true",
                "string",
                "field `A` can never be 1 or true: its type is `string`",
                Some("a;\"c;d\";\"1\";\"true\""),
            ),
            (
                "kubebuilder:validation:Enum={a,\"b:c\",1}",
                "string",
                "field `A` can never be 1: its type is `string`",
                Some("{a,\"b:c\",\"1\"}"),
            ),
            ("enum=a;b", "int", "field `A` can never be \"a\" or \"b\": its type is `int`", None),
            (
                "kubebuilder:validation:Enum={a,b,a,b}",
                "string",
                "the values \"a\" and \"b\" are listed more than once",
                Some("{a,b}"),
            ),
            ("enum=a;b;a", "string", "the value \"a\" is listed more than once", Some("a;b")),
        ] {
            let text = format!("package v1\ntype S struct {{\n\t// +{tag}\n\tA {ty} `json:\"a\"`\n}}\n");
            let (_, diagnostics) = check_file(&text);
            let [one] = diagnostics.as_slice() else { panic!("{tag}: {diagnostics:?}") };
            let edit = one.fix.as_ref().map(|fix| fix.edits[0].replacement.as_str());
            assert_eq!((one.message.as_str(), edit), (message, fixed), "{tag}");
        }
    }
}
