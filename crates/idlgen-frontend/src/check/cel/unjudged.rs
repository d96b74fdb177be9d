//! Types whose rules cannot be checked.

use idlgen_schema::schema::StructuralError;

use super::roots::Root;
use crate::diag::{Code, Diagnostic, explained};

/// A type that is too large to expand.
pub(super) const UNJUDGED_RULES: Code =
    explained!(636, "unjudged-rules", Warning, "The rules of a type are not checked, because the type is too large.");

/// Returns the diagnostic for a type that could not be expanded. Lowering has already reported unresolved references.
pub(super) fn diagnostic(root: &Root, error: &StructuralError) -> Option<Diagnostic> {
    let message = format!("the rules of `{}` are not checked: {error}", root.name);
    (*error == StructuralError::TooLarge).then(|| Diagnostic::new(UNJUDGED_RULES, message).at(root.span))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::super::testing::report;

    #[test]
    fn a_type_that_is_too_large_is_told_of_and_those_inside_are_judged() {
        let mut text = String::new();
        for number in 0..12 {
            let _ = writeln!(text, "// +validationRule=\"self.nothing{number}\"\ntype T{number} struct {{");
            for other in 0..12 {
                let _ = writeln!(text, "\tF{other} []T{other} `json:\"f{other}\"`");
            }
            text += "}\n";
        }
        let said = report(&text);
        let of = |slug: &str| said.iter().filter(|said| said.contains(slug)).count();
        assert_eq!(of("unjudged-rules"), 12, "{said:?}");
        assert!(said[0].ends_with(
            "unjudged-rules: the rules of `T0` are not checked: with expanded references, the schema has more \
             than 50000 nodes, or is deeper than 128"
        ));
    }
}
