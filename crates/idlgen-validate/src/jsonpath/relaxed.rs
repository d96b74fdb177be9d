//! The relaxed path syntax of kubectl: braces and the leading dot are optional.

use thiserror::Error;

/// The error for a path that kubectl rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{{name1.name2}}' or '{{.name1.name2}}'"
)]
pub struct UnexpectedPath;

/// Converts a `custom-columns` path to a template (`get.RelaxedJSONPathExpression` of kubectl).
///
/// ```
/// use idlgen_validate::jsonpath::relaxed;
/// for path in ["metadata.name", ".metadata.name", "{metadata.name}", "{.metadata.name}"] {
///     assert_eq!(relaxed(path).unwrap(), "{.metadata.name}");
/// }
/// assert!(relaxed("{.a}{.b}").is_err());
/// ```
pub fn relaxed(path: &str) -> Result<String, UnexpectedPath> {
    if path.is_empty() {
        return Ok(String::new());
    }
    let bare = path.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(path);
    // A path may consist of a single dot.
    let fields = bare.strip_prefix('.').filter(|fields| !fields.is_empty()).unwrap_or(bare);
    if fields.is_empty() || fields.contains(['{', '}']) {
        return Err(UnexpectedPath);
    }
    Ok(format!("{{.{fields}}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_and_the_leading_dot_are_optional() {
        for (path, template) in [
            ("", Ok("")),
            ("a.b", Ok("{.a.b}")),
            (".a.b", Ok("{.a.b}")),
            ("{a.b}", Ok("{.a.b}")),
            ("{.a.b}", Ok("{.a.b}")),
            (".", Ok("{..}")),
            ("{}", Err(UnexpectedPath)),
            ("{.a", Err(UnexpectedPath)),
            ("{.a}{.b}", Err(UnexpectedPath)),
        ] {
            assert_eq!(relaxed(path), template.map(str::to_owned), "{path}");
        }
    }
}
