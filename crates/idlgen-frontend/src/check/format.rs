//! Formats that no validator checks.

use idlgen_runtime::format;
use idlgen_schema::keyword::Keyword;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::{Applicability, Code, Diagnostic, Severity, explained, nearest},
    tags::{Dialect, Tag, TagKind, registry::GoKind},
};

/// A format that no validator supports.
const UNKNOWN_FORMAT: Code = explained!(524, "unknown-format", Error, "A format is not supported by any validator.");

pub(super) const LINT: Lint = Lint { codes: &[UNKNOWN_FORMAT], judges_overrides: true, check };

/// Formats of integers and floats only set the size of the number.
const OF_INTEGERS: [&str; 3] = ["int32", "int64", "byte"];
const OF_NUMBERS: [&str; 2] = ["float", "double"];

/// The formats of validation-gen (`k8s.io/code-generator/cmd/validation-gen/validators`, `format.go`). It fails for any
/// other.
const OF_VALIDATION_GEN: [&str; 12] = [
    "k8s-extended-resource-name",
    "k8s-ip",
    "k8s-label-key",
    "k8s-label-value",
    "k8s-long-name",
    "k8s-long-name-caseless",
    "k8s-path-segment-name",
    "k8s-prefixed-label-key",
    "k8s-resource-fully-qualified-name",
    "k8s-resource-pool-name",
    "k8s-short-name",
    "k8s-uuid",
];

/// A name similar to a format is an error. Any other is a warning, because a schema may use formats that only its
/// readers support.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(kind) = declaration.kind() else { return };
    for (tag, meaning) in declaration.meanings() {
        let TagKind::Constraint(constraint) = meaning else { continue };
        let Some(name) = constraint.text(Keyword::Format) else { continue };
        if name.is_empty() {
            continue;
        }
        if tag.dialect == Dialect::Declarative && kind == GoKind::String {
            if !OF_VALIDATION_GEN.contains(&name) {
                let message = format!("validation-gen does not support the format `{name}`");
                let diagnostic = Diagnostic::new(UNKNOWN_FORMAT, message).at(value_span(tag));
                diagnostics.push(advised(diagnostic, tag, name, &OF_VALIDATION_GEN));
            }
            continue;
        }
        let names: Vec<&str> = match kind {
            GoKind::String if format::find(name).is_none() => format::ALL.iter().map(|format| format.name).collect(),
            GoKind::Integer if !OF_INTEGERS.contains(&name) => OF_INTEGERS.into(),
            GoKind::Number if !OF_NUMBERS.contains(&name) => OF_NUMBERS.into(),
            _ => continue,
        };
        let message = format!("no validator supports the format `{name}` for {}s", kind.name());
        let mut diagnostic = Diagnostic::new(UNKNOWN_FORMAT, message).at(value_span(tag));
        if nearest(name, names.iter().copied()).is_none() {
            diagnostic.severity = Severity::Warning;
        }
        diagnostics.push(advised(diagnostic, tag, name, &names));
    }
}

/// Suggests the most similar name as a fix, or lists all names.
fn advised(diagnostic: Diagnostic, tag: &Tag, name: &str, names: &[&str]) -> Diagnostic {
    match nearest(name, names.iter().copied()) {
        // Markers of kube-openapi are JSON.
        Some(close) if tag.dialect == Dialect::KubeOpenApi => {
            let applicability = Applicability::if_same_but_for_case(name, close);
            diagnostic.fix_as(applicability, format!("use `{close}`"), value_span(tag), format!("\"{close}\""))
        }
        Some(close) => {
            let applicability = Applicability::if_same_but_for_case(name, close);
            diagnostic.fix_as(applicability, format!("use `{close}`"), value_span(tag), close)
        }
        None => diagnostic.note(format!("the formats are {}", names.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn formats_by_kind() {
        let text = r#"package v1
type S struct {
	// +format=dns1123label
	A string `json:"a"`
	// +format=dns1123lable
	B string `json:"b"`
	// +format=our-own-format-of-things
	C string `json:"c"`
	// +format=int64
	D int32 `json:"d"`
	// +format=ipv4
	E int32 `json:"e"`
	// +format=double
	F float64 `json:"f"`
	// +format=datetime
	G string `json:"g"`
	// +k8s:format=k8s-nope
	H string `json:"h"`
	// +k8s:format=k8s-shortname
	I string `json:"i"`
	// +k8s:format=k8s-uuid
	J string `json:"j"`
}
"#;
        let expected = [
            "error[IDL0524]: no validator supports the format `dns1123lable` for strings",
            "warning[IDL0524]: no validator supports the format `our-own-format-of-things` for strings",
            "warning[IDL0524]: no validator supports the format `ipv4` for integers",
            "error[IDL0524]: validation-gen does not support the format `k8s-nope`",
            "error[IDL0524]: validation-gen does not support the format `k8s-shortname`",
        ];
        let said = report(text);
        let messages: Vec<&str> = said.lines().filter_map(|line| line.split_once(' ')).map(|(_, rest)| rest).collect();
        assert_eq!(messages, expected, "{said}");
    }
}
