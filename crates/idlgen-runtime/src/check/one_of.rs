//! Checks the keyword `oneOf`.

use super::composite_error;
use crate::{context::Context, field::Path, go::quote};

/// Runs `count` branches and checks that exactly one reports no errors. If every branch fails, reports a summary error
/// followed by the errors of the first branch.
pub fn one_of(
    count: usize,
    path: &Path<'_>,
    cx: &mut Context,
    mut branch: impl FnMut(usize, &Path<'_>, &mut Context),
) -> bool {
    let mut first = None;
    let mut passed = 0;
    for index in 0..count {
        match cx.attempt(|cx| branch(index, path, cx)) {
            (true, _) => passed += 1,
            (false, errors) => drop(first.get_or_insert(errors)),
        }
    }
    if passed == 1 {
        return true;
    }
    one_of_failed(passed, path, cx);
    if passed == 0 {
        cx.take_over_branch(path, first.unwrap_or_default());
    }
    false
}

/// Reports that `passed` branches of a `oneOf` passed instead of one. If none did, the errors of the best-matching
/// branch follow. Returns `false`.
pub fn one_of_failed(passed: usize, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let at = quote(&path.dotted());
        let found =
            if passed == 0 { "Found none valid".to_owned() } else { format!("Found {passed} valid alternatives") };
        composite_error(path, format!("{at} must validate one and only one schema (oneOf). {found}"))
            .with_origin("oneOf")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{branch, errors};

    #[test]
    fn counts_the_branches() {
        assert_eq!(
            errors(|path, cx| one_of_failed(0, path, cx)),
            ["<nil>: Invalid value: \"\": \"f.a\" must validate one and only one schema (oneOf). Found none valid"]
        );
        assert_eq!(
            errors(|path, cx| one_of_failed(2, path, cx)),
            ["<nil>: Invalid value: \"\": \"f.a\" must validate one and only one schema (oneOf). Found 2 valid \
                 alternatives"]
        );
    }

    #[test]
    fn exactly_one_branch_must_pass() {
        let run = |passes: &[bool]| {
            errors(|path, cx| one_of(passes.len(), path, cx, |index, path, cx| branch(passes[index], index, path, cx)))
        };
        let summary = |found: &str| {
            format!("<nil>: Invalid value: \"\": \"f.a\" must validate one and only one schema (oneOf). Found {found}")
        };
        assert_eq!(run(&[false, true, false]), [""; 0]);
        assert_eq!(run(&[false, false]), [summary("none valid").as_str(), "f.a: Invalid value: branch 0"]);
        assert_eq!(run(&[true, false, true]), [summary("2 valid alternatives")]);
        assert_eq!(run(&[true, true, true]), [summary("3 valid alternatives")]);
    }
}
