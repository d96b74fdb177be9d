//! Checks the keyword `minProperties`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
};

/// Checks that there are at least `limit` entries. The error message contains the actual number.
#[inline]
pub fn min_properties(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    count as u64 >= limit || has_too_few(count, limit, path, cx)
}

#[cold]
fn has_too_few(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let detail = format!("{} in body should have at least {limit} properties", path.dotted());
        Error::of_value(ErrorType::Invalid, path, BadValue::from(count as i64), detail).with_origin("minProperties")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::min_properties;
    use crate::check::tests::errors;

    #[test]
    fn counts() {
        assert_eq!(errors(|path, cx| min_properties(1, 1, path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| min_properties(0, 1, path, cx)),
            ["f.a: Invalid value: 0: f.a in body should have at least 1 properties"]
        );
    }
}
