//! Import path syntax, and standard library paths.

/// Returns `true` for a valid package or module path: parts separated by `/`, none of them empty, `.` or `..`, with the
/// characters that `golang.org/x/mod/module.CheckImportPath` allows. Only valid paths are used as file paths.
pub(super) fn is_well_formed(path: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && !part.ends_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+".contains(&byte))
    };
    !path.starts_with('-') && path.split('/').all(is_part)
}

/// Returns `true` if a path that no module provides is a standard library path: its first part contains no dot.
pub(super) fn is_standard(path: &str) -> bool {
    !path.split('/').next().unwrap_or("").contains('.')
}

/// Iterates over the path itself and its parents, longest first.
pub(super) fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(above, _)| above))
}

/// Returns the path relative to `prefix`. Empty if they are equal.
pub(super) fn below<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    match path.strip_prefix(prefix)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

/// Joins two parts of an import path. Either may be empty.
pub(super) fn join(prefix: &str, rest: &str) -> String {
    match (prefix, rest) {
        (path, "") | ("", path) => path.to_owned(),
        (prefix, rest) => format!("{prefix}/{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_could_leave_their_module_are_refused() {
        for path in ["k8s.io/api/core/v1", "time", "example.com/~user/a+b", "gopkg.in/yaml.v3", "v1"] {
            assert!(is_well_formed(path), "{path}");
        }
        for path in [
            "", "/", "/a", "a/", "a//b", ".", "..", "./a", "a/../b", "a/.", "a b", "a\\b", "a\0", "é", "a/b.", "-x",
            "C",
        ] {
            assert_eq!(is_well_formed(path), path == "C", "{path}");
        }
    }

    #[test]
    fn the_standard_library_has_no_dot_in_front() {
        assert!(is_standard("encoding/json") && is_standard("time") && !is_standard("k8s.io/api"));
    }

    #[test]
    fn paths_are_taken_apart() {
        assert_eq!(prefixes("a.b/c/d").collect::<Vec<_>>(), ["a.b/c/d", "a.b/c", "a.b"]);
        assert_eq!(below("a.b/c/d", "a.b/c"), Some("d"));
        assert_eq!(below("a.b/c", "a.b/c"), Some(""));
        assert_eq!(below("a.b/cd", "a.b/c"), None);
        assert_eq!((join("a", "b"), join("", "b"), join("a", "")), ("a/b".to_owned(), "b".to_owned(), "a".to_owned()));
    }
}
