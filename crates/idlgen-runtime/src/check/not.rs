//! Checks the keyword `not`.

use super::composite_error;
use crate::{context::Context, field::Path, go::quote};

/// Runs a branch and checks that it reports errors.
pub fn not(path: &Path<'_>, cx: &mut Context, branch: impl FnOnce(&Path<'_>, &mut Context)) -> bool {
    let (passed, _) = cx.attempt(|cx| branch(path, cx));
    !passed || not_failed(path, cx)
}

/// Reports that the schema under `not` passed. Returns `false`.
pub fn not_failed(path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        composite_error(path, format!("{} must not validate the schema (not)", quote(&path.dotted())))
            .with_origin("not")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{branch, errors};

    #[test]
    fn names_the_path_in_quotes() {
        assert_eq!(errors(not_failed), ["<nil>: Invalid value: \"\": \"f.a\" must not validate the schema (not)"]);
    }

    #[test]
    fn the_branch_must_fail() {
        let run = |passes| errors(|path, cx| not(path, cx, |path, cx| branch(passes, 0, path, cx)));
        assert_eq!(run(false), [""; 0]);
        assert_eq!(run(true), ["<nil>: Invalid value: \"\": \"f.a\" must not validate the schema (not)"]);
    }
}
