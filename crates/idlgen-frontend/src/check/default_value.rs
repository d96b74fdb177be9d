//! Defaults that violate their own type or constraints.

mod advice;
mod constraint;
mod lacking;
mod structure;

use idlgen_runtime::field::Path;
use serde_json::Value as Json;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::{Code, Diagnostic, Severity, explained},
    model::JsonType,
    tags::{Tag, TagKind},
};

/// An invalid default.
pub const BAD_DEFAULT: Code =
    explained!(510, "bad-default", Error, "A default does not match the type or the constraints of its field.");

pub(super) const LINT: Lint = Lint { codes: &[BAD_DEFAULT], judges_overrides: true, check };

/// Checks the effective default: the declaration's own, otherwise that of the nearest named type. Reports an error only
/// if the default or the violated constraint is written here.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(typed) = declaration.typed else { return };
    let layers = declaration.layers();
    let is_list = matches!(declaration.model.json_type(typed.ty), JsonType::List(_));
    let default = layers.iter().find_map(|layer| {
        let (tag, value) = layer.meanings().find_map(|(tag, meaning)| match meaning {
            TagKind::Default(value) => Some((tag, value.of(is_list)?)),
            _ => None,
        })?;
        Some((layer.is_own(), tag, value))
    });
    let Some((is_own, tag, value)) = default else { return };
    let value = value.as_ref();
    // Null means that there is no default.
    if value.is_null() {
        return;
    }
    let root = Path::root();
    let name = declaration.field.and_then(|of| of.field.json_name()).unwrap_or(declaration.name);
    let path = root.field(name);
    if is_own {
        let quoted = declaration.field.is_some_and(|of| super::declaration::is_quoted(of.field));
        let mut problems = Vec::new();
        structure::check(declaration.model, typed.ty, quoted, value, &path, &mut problems);
        if !problems.is_empty() {
            let found = diagnostic(declaration, tag, &problems.join("; "));
            diagnostics.push(advised(found, declaration, tag, value));
            return;
        }
        // API servers do not require this of built-in types.
        if !declaration.home.is_native {
            lacking::check(declaration.model, typed.ty, value, &path, &mut problems);
        }
        if !problems.is_empty() {
            let mut found = diagnostic(declaration, tag, &problems.join("; "));
            found.severity = found.severity.min(Severity::Warning);
            diagnostics.push(found.note(
                "API servers reject a CRD with such a default: they validate a default before they apply the \
                 defaults of its properties",
            ));
        }
    }
    // A field that is not a pointer cannot distinguish zero from missing, so a zero default has no effect.
    if !typed.shaped.has_pointer && is_zero(value) {
        return;
    }
    let mut problems = Vec::new();
    let mut constraints = Vec::new();
    for layer in layers.iter().filter(|layer| is_own || layer.is_own()) {
        for constraint in layer.tags {
            let found = constraint::problems(declaration.model, layer, constraint, value, &path);
            constraints.extend((!found.is_empty()).then_some(constraint));
            // A type and its field can have the same constraint.
            for problem in found {
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
    }
    // Report all violations of a default in one diagnostic: at the default if it is here, otherwise at the first
    // constraint.
    let Some(first) = constraints.first() else { return };
    let mut at = diagnostic(declaration, if is_own { tag } else { first }, &problems.join("; "));
    let others = if is_own { constraints.as_slice() } else { constraints.get(1..).unwrap_or_default() };
    at = if is_own { advised(at, declaration, tag, value) } else { at.and(tag.span, "the default") };
    diagnostics.push(others.iter().fold(at, |at, constraint| at.and(constraint.span, "the constraint")));
}

fn diagnostic(declaration: &TaggedDeclaration<'_>, tag: &Tag, problem: &str) -> Diagnostic {
    let message = format!("invalid default of {}: {problem}", declaration.describe());
    Diagnostic::new(BAD_DEFAULT, message).at(value_span(tag))
}

/// Adds the corrected value, if it is known.
fn advised(diagnostic: Diagnostic, declaration: &TaggedDeclaration<'_>, tag: &Tag, value: &Json) -> Diagnostic {
    match advice::instead(declaration, tag, value) {
        Some((instead, applicability)) => {
            diagnostic.fix_as(applicability, format!("write `{instead}`"), value_span(tag), instead)
        }
        None => diagnostic,
    }
}

fn is_zero(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Bool(value) => !value,
        Json::Number(value) => value.as_f64() == Some(0.0),
        Json::String(value) => value.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(entries) => entries.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{check_file, report};

    fn on_field(tags: &[&str], ty: &str) -> Vec<String> {
        let lines = tags.iter().fold(String::new(), |lines, tag| lines + "\t// +" + tag + "\n");
        let text = format!(
            "package v1\n// +enum\ntype Color string\nconst Red Color = \"red\"\n// +maxLength=3\ntype Short string\n\
             type Inner struct {{\n\t// +minimum=1\n\tSize int32 `json:\"size\"`\n}}\nconst Seven = 7\n\
             type S struct {{\n{lines}\tA {ty} `json:\"a,omitempty\"`\n}}\n"
        );
        let said = report(&text);
        said.lines()
            .map(|line| line.split_once("invalid default of field `A`: ").map_or(line, |(_, rest)| rest).to_owned())
            .collect()
    }

    #[test]
    fn types_and_constraints() {
        let none: [&str; 0] = [];
        for (tags, ty, expected) in [
            (&["default=3"][..], "int", &none[..]),
            (&["default=\"3\""], "int", &["a is an integer, not \"3\""]),
            (&["default=3"], "string", &["a is a string, not 3"]),
            (&["default=\"3\""], "string", &[]),
            (&["default=1.5"], "int32", &["a is an integer, not 1.5"]),
            (&["default=2147483648"], "int32", &["a is an `int32` and cannot be 2147483648"]),
            (&["default=true"], "*bool", &[]),
            (&["default=1"], "bool", &["a is a boolean, not 1"]),
            (&["default=[\"x\",1]"], "[]string", &["a[1] is a string, not 1"]),
            (&["default={\"x\":1}"], "map[string]string", &["a.x is a string, not 1"]),
            (&["default={\"sise\":1}"], "*Inner", &["`Inner` has no property `sise` (did you mean `size`?)"]),
            (&["default={\"size\":-1}"], "*Inner", &["a.size in body should be greater than or equal to 1"]),
            (&["default=3", "minimum=5"], "int", &["a in body should be greater than or equal to 5"]),
            (&["default=5", "exclusiveMaximum", "maximum=5"], "int", &["a in body should be less than 5"]),
            (&["default=5", "multipleOf=2"], "int", &["a in body should be a multiple of 2"]),
            (&["default=\"abc\"", "minLength=5"], "string", &["a in body should be at least 5 chars long"]),
            (&["default=\"abc\"", "pattern=^b"], "string", &["a in body should match '^b'"]),
            (&["default=\"blue\""], "Color", &["supported values: \"red\""]),
            (&["default=\"red\""], "Color", &[]),
            (&["default=\"long\""], "Short", &["may not be more than 3 bytes"]),
            (&["default=[1]", "minItems=2"], "[]int", &["a in body should have at least 2 items"]),
            // The type and the field have the same constraint.
            (&["default=\"long\"", "maxLength=3"], "Short", &["may not be more than 3 bytes"]),
            (&["kubebuilder:default=True"], "bool", &["a is a boolean, not \"True\""]),
            (&["default=ref(Seven)", "maximum=5"], "int", &["a in body should be less than or equal to 5"]),
            (&["default=\"\"", "minLength=1"], "string", &[]),
            (&["default=\"\"", "minLength=1"], "*string", &["a in body should be at least 1 chars long"]),
            (&["default=null"], "int", &[]),
            (&["default=1"], "interface{}", &[]),
            (&["kubebuilder:default={}"], "[]string", &[]),
            (&["kubebuilder:default={}"], "map[string]string", &[]),
            (&["kubebuilder:default={}"], "string", &["a is a string, not {}"]),
            (&["kubebuilder:default=[]"], "[]string", &["a is a list, not \"[]\""]),
            (&["kubebuilder:default=8080"], "string", &["a is a string, not 8080"]),
            (&["kubebuilder:default=blue"], "Color", &["supported values: \"red\""]),
            (&["kubebuilder:default={size:-1}"], "*Inner", &["a.size in body should be greater than or equal to 1"]),
            (
                &["default=3", "minimum=5", "multipleOf=2"],
                "int",
                &["a in body should be greater than or equal to 5; a in body should be a multiple of 2"],
            ),
            (&["default=[1,2]"], "[]string", &["a[0] is a string, not 1; a[1] is a string, not 2"]),
        ] {
            assert_eq!(on_field(tags, ty), expected, "{tags:?} {ty}");
        }
    }

    #[test]
    fn what_a_default_lacks_is_not_filled_in_first() {
        let text = |tag: &str, ty: &str| {
            format!(
                "package v1\ntype Inner struct {{\n\t// +default=\"x\"\n\tName string `json:\"name\"`\n\
                 \tNote string `json:\"note,omitempty\"`\n}}\n\
                 type S struct {{\n\t// +{tag}\n\tA {ty} `json:\"a,omitempty\"`\n}}\n"
            )
        };
        let lacks = |at: &str, path: &str| {
            format!(
                "types.go:8:{at}: warning[IDL0510]: invalid default of field `A`: it is missing `{path}`, which is \
                 required\n"
            )
        };
        assert_eq!(report(&text("default={}", "Inner")), lacks("14", "a.name"));
        assert_eq!(report(&text("kubebuilder:default={{}}", "[]Inner")), lacks("26", "a[0].name"));
        assert_eq!(report(&text("default={\"name\":\"y\"}", "*Inner")), "");
    }

    #[test]
    fn what_was_meant() {
        for (tag, ty, instead) in [
            ("default=\"3\"", "*int32", Some("3")),
            ("default=\"three\"", "*int32", None),
            ("default=\"1.5\"", "*float64", Some("1.5")),
            ("default=\"1.50\"", "*float64", None),
            ("default=\"true\"", "*bool", Some("true")),
            ("default=8080", "*string", Some("\"8080\"")),
            ("default=\"rde\"", "*Color", Some("\"red\"")),
            ("default=rde", "*Color", Some("\"red\"")),
            ("kubebuilder:default=[\"a\"]", "[]string", Some("{\"a\"}")),
            ("kubebuilder:default=[]", "[]string", Some("{}")),
            ("kubebuilder:default=[a]", "[]string", None),
            ("default=\"[]\"", "[]string", None),
        ] {
            let text = |tag: &str| {
                format!(
                    "package v1\n// +enum\ntype Color string\nconst Red Color = \"red\"\ntype S struct {{\n\
                     \t// +{tag}\n\tA {ty} `json:\"a,omitempty\"`\n}}\n"
                )
            };
            let (_, diagnostics) = check_file(&text(tag));
            let fix = diagnostics[0].fix.as_ref().map(|fix| fix.edits[0].replacement.as_str());
            assert_eq!(fix, instead, "{tag}");
            if let Some(instead) = instead {
                let name = tag.split('=').next().unwrap_or_default();
                assert_eq!(report(&text(&format!("{name}={instead}"))), "", "{tag}");
            }
        }
    }

    #[test]
    fn default_of_the_type_and_constraint_of_the_field() {
        let text = "package v1\n// +default=\"long\"\ntype Name string\ntype S struct {\n\t// +maxLength=3\n\
            \tA Name `json:\"a,omitempty\"`\n\t// +default=\"x\"\n\t// +maxLength=3\n\tB Name \
            `json:\"b,omitempty\"`\n}\n";
        assert_eq!(
            report(text),
            "types.go:5:16: error[IDL0510]: invalid default of field `A`: may not be more than 3 bytes\n"
        );
    }
}
