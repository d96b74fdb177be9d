//! Checks the keyword `allOf`.

use super::composite_error;
use crate::{context::Context, field::Path, go::quote};

/// Runs `count` branches and reports a summary error if any of them reports errors.
///
/// ```
/// use idlgen_runtime::{check, field::Path, Context, Mode, Options};
///
/// let mut cx = Context::new(Mode::AllErrors, Options::default());
/// let root = Path::root();
/// let path = root.field("id");
/// check::all_of(2, &path, &mut cx, |branch, path, cx| match branch {
///     0 => { check::max_length("abc", 2, path, cx); }
///     _ => { check::format("abc", "hostname", path, cx); }
/// });
/// let texts: Vec<String> = cx.errors().iter().map(ToString::to_string).collect();
/// assert_eq!(texts, [
///     "id: Too long: may not be more than 2 bytes",
///     "<nil>: Invalid value: \"\": \"id\" must validate all the schemas (allOf)",
/// ]);
/// ```
pub fn all_of(
    count: usize,
    path: &Path<'_>,
    cx: &mut Context,
    mut branch: impl FnMut(usize, &Path<'_>, &mut Context),
) -> bool {
    let mut passed = 0;
    for index in 0..count {
        if cx.in_branch(|| path.len(), |cx| cx.passes(|cx| branch(index, path, cx))) {
            passed += 1;
        } else if cx.is_done() {
            return false;
        }
    }
    passed == count || all_of_failed(passed > 0, path, cx)
}

/// Reports that not every branch of an `allOf` passed, after the errors of the branches. Returns `false`.
pub fn all_of_failed(any_passed: bool, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let none = if any_passed { "" } else { ". None validated" };
        composite_error(path, format!("{} must validate all the schemas (allOf){none}", quote(&path.dotted())))
            .with_origin("allOf")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::{all_of, all_of_failed};
    use crate::{
        check::{required, tests::errors},
        context::Context,
        field::Path,
    };

    #[test]
    fn sums_up() {
        assert_eq!(errors(|path, cx| all_of(2, path, cx, |_, _, _| {})), [""; 0]);
        let second_fails = |index: usize, path: &Path<'_>, cx: &mut Context| {
            if index == 1 {
                required(path, cx);
            }
        };
        assert_eq!(
            errors(|path, cx| all_of(2, path, cx, second_fails)),
            ["f.a: Required value", "<nil>: Invalid value: \"\": \"f.a\" must validate all the schemas (allOf)"]
        );
        assert_eq!(
            errors(|path, cx| all_of_failed(false, path, cx)),
            ["<nil>: Invalid value: \"\": \"f.a\" must validate all the schemas (allOf). None validated"]
        );
    }
}
