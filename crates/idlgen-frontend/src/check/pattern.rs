//! Patterns that are not valid Go regular expressions.

use idlgen_runtime::regex::Pattern;
use idlgen_schema::keyword::Keyword;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::Diagnostic,
    source::Span,
    tags::{TagKind, marker_codes::BAD_PATTERN},
};

pub(super) const LINT: Lint = Lint { codes: &[BAD_PATTERN], judges_overrides: true, check };

fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (tag, meaning) in declaration.meanings() {
        if let TagKind::Constraint(constraint) = meaning
            && let Some(pattern) = constraint.text(Keyword::Pattern)
            && let Err(error) = Pattern::new(pattern)
        {
            diagnostics.push(
                Diagnostic::new(BAD_PATTERN, format!("the pattern is not a valid regular expression: {error}"))
                    .at(location(value_span(tag), pattern, error.expression()))
                    .note("patterns use the Go syntax (RE2), which has no look-around or backreferences"),
            );
        }
    }
}

/// Returns the span of the invalid part of a pattern, or of the entire value if the part occurs several times or is
/// written with escapes.
fn location(value: Span, pattern: &str, part: &str) -> Span {
    let length = value.end.saturating_sub(value.start) as usize;
    let quote = match length.checked_sub(pattern.len()) {
        Some(0) => 0,
        Some(2) => 1,
        _ => return value,
    };
    let mut positions = pattern.match_indices(part);
    match (positions.next(), positions.next()) {
        (Some((position, _)), None) if part.len() < pattern.len() => {
            let start = value.start + quote + position as u32;
            Span { start, end: start + part.len() as u32, ..value }
        }
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::report;

    #[test]
    fn patterns_go_does_not_know() {
        let text = "package v1\ntype S struct {\n\t// +pattern=`^[a-z]+$`\n\tA string `json:\"a\"`\n\
            \t// +pattern=`a(`\n\tB string `json:\"b\"`\n\t// +pattern=`(?=a)`\n\tC string `json:\"c\"`\n}\n";
        let said = report(text);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 2, "{said}");
        assert!(
            lines[0].starts_with("types.go:5:14: error[IDL0509]: the pattern is not a valid regular expression: "),
            "{said}"
        );
        assert!(
            lines[1].starts_with("types.go:7:15: error[IDL0509]: the pattern is not a valid regular expression: "),
            "{said}"
        );
    }

    #[test]
    fn positions_of_the_invalid_part() {
        for (tag, column) in [
            ("`^(?!http:)a`", 16),
            ("^(?!http:)a", 15),
            ("\"^(?!http:)a\"", 16),
            // Escapes, several candidates, and the entire pattern.
            ("\"\\\\d(?!a)\"", 14),
            ("`(?:(?!a)|(?!b))`", 14),
            ("`a(`", 14),
        ] {
            let text = format!("package v1\ntype S struct {{\n\t// +pattern={tag}\n\tA string `json:\"a\"`\n}}\n");
            let said = report(&text);
            assert!(said.starts_with(&format!("types.go:3:{column}: error[IDL0509]")), "{tag}: {said}");
        }
    }
}
