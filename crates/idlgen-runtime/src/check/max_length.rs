//! Checks the keyword `maxLength`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
};

/// Checks that the string has at most `limit` code points. The error message says bytes, like that of the API server.
#[inline]
pub fn max_length(value: &str, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    // A string never has more code points than bytes.
    value.len() as u64 <= limit || max_length_of_long(value, limit, path, cx)
}

#[cold]
fn max_length_of_long(value: &str, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    if value.chars().count() as u64 <= limit {
        return true;
    }
    cx.report(|| {
        let unit = if limit == 1 { "byte" } else { "bytes" };
        let detail = format!("may not be more than {limit} {unit}");
        Error::of_value(ErrorType::TooLong, path, BadValue::from("<value omitted>"), detail).with_origin("maxLength")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::max_length;
    use crate::check::tests::errors;

    #[test]
    fn counts_code_points() {
        assert_eq!(errors(|path, cx| max_length("äöü", 3, path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| max_length("äöü", 2, path, cx)), ["f.a: Too long: may not be more than 2 bytes"]);
        assert_eq!(errors(|path, cx| max_length("ab", 1, path, cx)), ["f.a: Too long: may not be more than 1 byte"]);
        assert_eq!(errors(|path, cx| max_length("a", 0, path, cx)), ["f.a: Too long: may not be more than 0 bytes"]);
    }
}
