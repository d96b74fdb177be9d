//! Variables of templates in values, such as `${NAME}`, which Flux and `envsubst` replace.

use crate::diag::Diagnostic;

/// The advice for a file with variables.
pub(super) const REPLACE: &str = "replace the variables, for example with `envsubst`, and pass the result";

/// Returns `true` if the text of a value contains a variable. Texts of several lines are often scripts.
pub(super) fn is_in(written: &str) -> bool {
    let is_name = |rest: &str| rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    !written.contains('\n') && written.split("${").skip(1).any(is_name)
}

/// Says that the value of a diagnostic contains a variable.
pub(super) fn described(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.note("`${` starts a variable of a template").help(REPLACE)
}

#[cfg(test)]
mod tests {
    use super::is_in;

    #[test]
    fn variables_have_names() {
        for (written, expected) in [
            ("\"${CLUSTER_NAME}\"", true),
            ("a-${_x:=1}", true),
            ("$${a}", true),
            ("${1}", false),
            ("${{ a }}", false),
            ("$(A) $B {C}", false),
            ("|\n  echo ${A}", false),
            ("", false),
        ] {
            assert_eq!(is_in(written), expected, "{written}");
        }
    }
}
