//! `anyOf`.

use super::composite_error;
use crate::{context::Context, field::Path, go::quote};

/// Reports that no branch of an `anyOf` passed; the errors of the branch that came closest follow. Answers false.
pub fn any_of_failed(path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| composite_error(path, format!("{} must validate at least one schema (anyOf)", quote(&path.dotted()))));
    false
}

#[cfg(test)]
mod tests {
    use super::any_of_failed;
    use crate::check::tests::errors;

    #[test]
    fn names_the_path_in_quotes() {
        assert_eq!(
            errors(any_of_failed),
            ["<nil>: Invalid value: \"\": \"f.a\" must validate at least one schema (anyOf)"]
        );
    }
}
