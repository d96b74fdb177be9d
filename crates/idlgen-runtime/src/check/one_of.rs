//! `oneOf`.

use super::composite_error;
use crate::{context::Context, field::Path, go::quote};

/// Reports that not one but `passed` branches of a `oneOf` passed; if none did, the errors of the branch that came closest follow.
/// Answers false.
pub fn one_of_failed(passed: usize, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let at = quote(&path.dotted());
        let found =
            if passed == 0 { "Found none valid".to_owned() } else { format!("Found {passed} valid alternatives") };
        composite_error(path, format!("{at} must validate one and only one schema (oneOf). {found}"))
    });
    false
}

#[cfg(test)]
mod tests {
    use super::one_of_failed;
    use crate::check::tests::errors;

    #[test]
    fn counts_the_branches() {
        assert_eq!(
            errors(|path, cx| one_of_failed(0, path, cx)),
            ["<nil>: Invalid value: \"\": \"f.a\" must validate one and only one schema (oneOf). Found none valid"]
        );
        assert_eq!(
            errors(|path, cx| one_of_failed(2, path, cx)),
            [
                "<nil>: Invalid value: \"\": \"f.a\" must validate one and only one schema (oneOf). Found 2 valid alternatives"
            ]
        );
    }
}
