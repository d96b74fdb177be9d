//! Formats that nobody checks.

use idlgen_runtime::format;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::{Code, CodeInfo, Diagnostic, Severity, nearest},
    tags::{Constraint, Dialect, Meaning, registry::GoKind},
};

/// A format that no validator knows.
const UNKNOWN_FORMAT: Code = Code::new(&CodeInfo {
    number: 524,
    slug: "unknown-format",
    severity: Severity::Error,
    summary: "A format is none that a validator knows.",
    explanation: "\
Validators ignore formats that they do not know, so a misspelt one is never checked. A name that is near none of the known ones gives a warning \
only: readers of the schema may know it.

```go
type Widget struct {
	// +format=dns1123lable
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +format=dns1123label
	Name string `json:\"name\"`
}
```
",
});

/// The lint.
pub(super) const LINT: Lint = Lint { codes: &[UNKNOWN_FORMAT], judges_overrides: true, check };

/// Formats of integers and floats only say how wide the number is.
const OF_INTEGERS: [&str; 3] = ["int32", "int64", "byte"];
const OF_NUMBERS: [&str; 2] = ["float", "double"];

/// A name that is all but a format is an error; any other is a warning, because a schema may name formats that only its
/// readers know.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(kind) = declaration.kind() else { return };
    for (tag, meaning) in declaration.meanings() {
        let Meaning::Constraint(Constraint::Format(name)) = meaning else { continue };
        if tag.dialect == Dialect::Declarative && name.starts_with("k8s-") {
            // Code that validation-gen generates checks these.
            continue;
        }
        let names: Vec<&str> = match kind {
            GoKind::String if format::find(name).is_none() => format::ALL.iter().map(|format| format.name).collect(),
            GoKind::Integer if !OF_INTEGERS.contains(&name.as_str()) => OF_INTEGERS.into(),
            GoKind::Number if !OF_NUMBERS.contains(&name.as_str()) => OF_NUMBERS.into(),
            _ => continue,
        };
        let span = value_span(tag);
        let message = format!("no validator knows the format `{name}` of {}s", kind.name());
        let diagnostic = Diagnostic::new(UNKNOWN_FORMAT, message).at(span);
        diagnostics.push(match nearest(name, names.iter().copied()) {
            Some(close) => diagnostic.note(format!("the nearest format is `{close}`")),
            None => Diagnostic { severity: Severity::Warning, ..diagnostic }
                .note(format!("the formats are {}", names.join(", "))),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::said;

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
}
"#;
        let expected = [
            "error[IDL0524]: no validator knows the format `dns1123lable` of strings",
            "warning[IDL0524]: no validator knows the format `our-own-format-of-things` of strings",
            "warning[IDL0524]: no validator knows the format `ipv4` of integers",
        ];
        let said = said(text);
        let messages: Vec<&str> = said.lines().filter_map(|line| line.split_once(' ')).map(|(_, rest)| rest).collect();
        assert_eq!(messages, expected, "{said}");
    }
}
