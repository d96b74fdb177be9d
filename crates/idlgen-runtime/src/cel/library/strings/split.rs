//! The CEL function `split`.

/// `text.split(separator)`: the parts between separators, or all characters if the separator is empty.
///
/// ```
/// use idlgen_runtime::cel::library::strings::split;
/// assert_eq!(split("a,b,", ","), ["a", "b", ""]);
/// assert_eq!(split("añb", ""), ["a", "ñ", "b"]);
/// ```
pub fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    split_at_most(text, separator, -1)
}

/// `text.split(separator, limit)`: at most `limit` parts, the last one with the entire rest. A negative limit means no
/// limit, 0 no parts.
///
/// ```
/// use idlgen_runtime::cel::library::strings::split_at_most;
/// assert_eq!(split_at_most("a,b,c", ",", 2), ["a", "b,c"]);
/// assert!(split_at_most("a,b,c", ",", 0).is_empty());
/// ```
pub fn split_at_most<'t>(text: &'t str, separator: &str, limit: i64) -> Vec<&'t str> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if limit == 0 {
        return Vec::new();
    }
    if separator.is_empty() {
        return characters(text, limit);
    }
    text.splitn(limit, separator).collect()
}

fn characters(text: &str, limit: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let width = if parts.len() + 1 == limit { rest.len() } else { first.len_utf8() };
        let (part, after) = rest.split_at_checked(width).unwrap_or((rest, ""));
        parts.push(part);
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::split_at_most;

    #[test]
    fn splits_as_go_does() {
        let cases: &[(&str, &str, i64, &[&str])] = &[
            ("", ",", -1, &[""]),
            ("", "", -1, &[]),
            ("", "", 1, &[]),
            ("", ",", 1, &[""]),
            ("abc", "", 1, &["abc"]),
            ("aéc", "", 2, &["a", "éc"]),
            ("abc", "", 9, &["a", "b", "c"]),
            ("aXXXb", "XX", -1, &["a", "Xb"]),
            ("a,b", ",", i64::MIN, &["a", "b"]),
            ("a,b", ",", i64::MAX, &["a", "b"]),
            (",", ",", 1, &[","]),
        ];
        for (text, separator, limit, parts) in cases {
            assert_eq!(split_at_most(text, separator, *limit), *parts, "{text} {separator} {limit}");
        }
    }
}
