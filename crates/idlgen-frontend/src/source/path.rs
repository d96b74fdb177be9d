//! Operations on paths.

use std::path::{Component, Path, PathBuf};

/// Returns the path from the root. An empty path remains empty.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Removes `.` and resolves `..` without following links, as Go's `filepath.Clean` does. The current directory is an
/// empty path.
pub fn clean(path: &Path) -> PathBuf {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.iter().collect()
}

/// Returns a path without `./` at its start, for messages about paths below the current directory.
pub fn without_current_directory(path: &Path) -> &Path {
    match path.strip_prefix(".") {
        Ok(rest) if !rest.as_os_str().is_empty() => rest,
        _ => path,
    }
}

/// Resolves the links in a path. Its last parts need not exist. Returns `None` if no part exists.
pub fn without_links(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|above| {
        let rest = path.strip_prefix(above).ok()?;
        Some(clean(&std::fs::canonicalize(above).ok()?.join(rest)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned() {
        for (path, expected) in [
            ("/a/./b/../c", "/a/c"),
            ("/..", "/"),
            ("/a/b/../..", "/"),
            ("../a", "../a"),
            ("a/../../b", "../b"),
            ("/a/", "/a"),
            ("./a//b", "a/b"),
            ("a/..", ""),
        ] {
            assert_eq!(clean(Path::new(path)), Path::new(expected), "{path}");
        }
        assert_eq!(absolute(Path::new("")), Path::new(""));
    }

    #[test]
    fn the_last_parts_of_a_path_need_not_exist() {
        let here = std::fs::canonicalize(".").expect("the current directory");
        assert_eq!(without_links(&here.join("missing/../other")), Some(here.join("other")));
        assert_eq!(without_links(Path::new("missing")), None);
    }

    #[test]
    fn paths_below_the_current_directory_are_short() {
        for (path, expected) in [("./a/b", "a/b"), ("a", "a"), (".", "."), ("./", "./"), ("../a", "../a"), ("/a", "/a")]
        {
            assert_eq!(without_current_directory(Path::new(path)), Path::new(expected), "{path}");
        }
    }
}
