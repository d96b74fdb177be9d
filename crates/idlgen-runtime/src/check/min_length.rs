//! Checks the keyword `minLength`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
};

/// Checks that the string has at least `limit` code points.
#[inline]
pub fn min_length(value: &str, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    // A code point has at most four bytes.
    let has_enough = if limit <= 1 { value.len() as u64 >= limit } else { value.len() as u64 / 4 >= limit };
    has_enough || min_length_of_short(value, limit, path, cx)
}

fn min_length_of_short(value: &str, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    if value.chars().take(usize::try_from(limit).unwrap_or(usize::MAX)).count() as u64 >= limit {
        return true;
    }
    cx.report(|| {
        let detail = format!("{} in body should be at least {limit} chars long", path.dotted());
        Error::of_value(ErrorType::Invalid, path, BadValue::from(value), detail).with_origin("minLength")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::min_length;
    use crate::check::tests::errors;

    #[test]
    fn counts_code_points() {
        assert_eq!(errors(|path, cx| min_length("", 0, path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| min_length("äöü", 3, path, cx)), [""; 0]);
        for (value, limit) in [("", 1), ("ä", 2), ("€", 2), ("€", 3), ("äöü", 4), ("😀", 2), ("😀€ä", 4)]
        {
            assert_eq!(errors(|path, cx| min_length(value, value.chars().count() as u64, path, cx)), [""; 0]);
            assert_eq!(
                errors(|path, cx| min_length(value, limit, path, cx)),
                [format!("f.a: Invalid value: \"{value}\": f.a in body should be at least {limit} chars long")]
            );
        }
    }
}
