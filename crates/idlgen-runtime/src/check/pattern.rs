//! Checks the keyword `pattern`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    regex::LazyPattern,
};

/// Checks that a Go regular expression matches some part of the value. A pattern that does not compile matches nothing,
/// and the error contains the reason.
#[inline]
pub fn pattern(value: &str, pattern: &LazyPattern, path: &Path<'_>, cx: &mut Context) -> bool {
    pattern.is_match(value) || does_not_match(value, pattern, path, cx)
}

#[cold]
fn does_not_match(value: &str, pattern: &LazyPattern, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let compiled = pattern.compiled();
        let at = path.dotted();
        let source = pattern.as_str();
        let detail = match compiled {
            Ok(_) => format!("{at} in body should match '{source}'"),
            Err(error) => format!("{at} in body should match '{source}, but pattern is invalid: {error}'"),
        };
        Error::of_value(ErrorType::Invalid, path, BadValue::from(value), detail).with_origin("pattern")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::pattern;
    use crate::{check::tests::errors, regex::LazyPattern};

    #[test]
    fn matches_anywhere() {
        static WORD: LazyPattern = LazyPattern::new("^b|c$");
        assert_eq!(errors(|path, cx| pattern("bar", &WORD, path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| pattern("abc", &WORD, path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| pattern("abcd", &WORD, path, cx)),
            ["f.a: Invalid value: \"abcd\": f.a in body should match '^b|c$'"]
        );
    }

    #[test]
    fn says_why_a_pattern_does_not_compile() {
        static BROKEN: LazyPattern = LazyPattern::new("(?=x)");
        assert_eq!(
            errors(|path, cx| pattern("x", &BROKEN, path, cx)),
            ["f.a: Invalid value: \"x\": f.a in body should match '(?=x), but pattern is invalid: error parsing \
                 regexp: \
              invalid or unsupported Perl syntax: `(?=`'"]
        );
    }
}
