//! Checks the keyword `anyOf`.

use super::composite_error;
use crate::{context::Context, field::Path, go::quote};

/// Runs up to `count` branches until one reports no errors. If every branch fails, reports a summary error followed by
/// the errors of the first branch.
pub fn any_of(
    count: usize,
    path: &Path<'_>,
    cx: &mut Context,
    mut branch: impl FnMut(usize, &Path<'_>, &mut Context),
) -> bool {
    let mut first = None;
    for index in 0..count {
        let (passed, errors) = cx.attempt(|cx| branch(index, path, cx));
        if passed {
            return true;
        }
        first.get_or_insert(errors);
    }
    any_of_failed(path, cx);
    cx.take_over_branch(path, first.unwrap_or_default());
    false
}

/// Reports that no branch of an `anyOf` passed. The errors of the best-matching branch follow. Returns `false`.
pub fn any_of_failed(path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        composite_error(path, format!("{} must validate at least one schema (anyOf)", quote(&path.dotted())))
            .with_origin("anyOf")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{branch, errors};

    #[test]
    fn names_the_path_in_quotes() {
        assert_eq!(
            errors(any_of_failed),
            ["<nil>: Invalid value: \"\": \"f.a\" must validate at least one schema (anyOf)"]
        );
    }

    #[test]
    fn one_branch_must_pass() {
        let run = |passes: &[bool]| {
            errors(|path, cx| any_of(passes.len(), path, cx, |index, path, cx| branch(passes[index], index, path, cx)))
        };
        assert_eq!(run(&[false, true]), [""; 0]);
        assert_eq!(run(&[true, false]), [""; 0]);
        let summary = "<nil>: Invalid value: \"\": \"f.a\" must validate at least one schema (anyOf)";
        assert_eq!(run(&[false, false]), [summary, "f.a: Invalid value: branch 0"]);
        assert_eq!(run(&[]), [summary]);
    }
}
