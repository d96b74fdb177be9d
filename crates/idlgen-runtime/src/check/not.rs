//! `not`.

use super::composite_error;
use crate::{context::Context, field::Path, go::quote};

/// Reports that the schema under `not` passed. Answers false.
pub fn not_failed(path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| composite_error(path, format!("{} must not validate the schema (not)", quote(&path.dotted()))));
    false
}

#[cfg(test)]
mod tests {
    use super::not_failed;
    use crate::check::tests::errors;

    #[test]
    fn names_the_path_in_quotes() {
        assert_eq!(errors(not_failed), ["<nil>: Invalid value: \"\": \"f.a\" must not validate the schema (not)"]);
    }
}
