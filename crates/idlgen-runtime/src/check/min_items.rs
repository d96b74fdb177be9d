//! Checks the keyword `minItems`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
};

/// Checks that there are at least `limit` elements. The error message contains the actual number.
#[inline]
pub fn min_items(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    count as u64 >= limit || has_too_few(count, limit, path, cx)
}

#[cold]
fn has_too_few(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let detail = format!("{} in body should have at least {limit} items", path.dotted());
        Error::of_value(ErrorType::Invalid, path, BadValue::from(count as i64), detail).with_origin("minItems")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::min_items;
    use crate::check::tests::errors;

    #[test]
    fn counts() {
        assert_eq!(errors(|path, cx| min_items(1, 1, path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| min_items(0, 1, path, cx)),
            ["f.a: Invalid value: 0: f.a in body should have at least 1 items"]
        );
    }
}
