//! Patterns that are not valid Go regular expressions.

use idlgen_runtime::regex::Pattern;
use idlgen_schema::keyword::Keyword;

use super::{
    Lint,
    declaration::{TaggedDeclaration, value_span},
};
use crate::{
    diag::Diagnostic,
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
                    .at(value_span(tag))
                    .note("patterns use the Go syntax (RE2), which has no look-around or backreferences"),
            );
        }
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
            lines[1].starts_with("types.go:7:14: error[IDL0509]: the pattern is not a valid regular expression: "),
            "{said}"
        );
    }
}
