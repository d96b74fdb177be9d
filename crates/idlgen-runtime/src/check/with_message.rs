//! `x-kubernetes-validation-errors` (KEP-4153).

use crate::{context::Context, field::ErrorType};

/// Runs `check` and replaces the detail of every error it reports with the author's `message`, and the error type with
/// the author's `reason` if there is one.
///
/// ```
/// use idlgen_runtime::{check, field::Path, Context, Mode, Options};
///
/// let mut cx = Context::new(Mode::AllErrors, Options::default());
/// let root = Path::root();
/// let path = root.field("host");
/// check::with_message(&mut cx, None, "the host needs a name", |cx| check::min_length("", 1, &path, cx));
/// assert_eq!(cx.errors().to_string(), "host: Invalid value: \"\": the host needs a name");
/// ```
pub fn with_message<R>(
    cx: &mut Context,
    reason: Option<ErrorType>,
    message: &str,
    check: impl FnOnce(&mut Context) -> R,
) -> R {
    let before = cx.errors_mut().len();
    let answer = check(cx);
    for error in cx.errors_mut().skip(before) {
        message.clone_into(&mut error.detail);
        if let Some(reason) = reason {
            error.error_type = reason;
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::with_message;
    use crate::{
        check::{max_length, min_length, tests::errors},
        field::ErrorType,
    };

    #[test]
    fn replaces_type_and_detail_of_its_own_errors_only() {
        assert_eq!(
            errors(|path, cx| {
                let first = min_length("", 1, path, cx);
                let second = with_message(cx, Some(ErrorType::Forbidden), "no", |cx| max_length("ab", 1, path, cx));
                first && second
            }),
            ["f.a: Invalid value: \"\": f.a in body should be at least 1 chars long", "f.a: Forbidden: no"]
        );
    }
}
