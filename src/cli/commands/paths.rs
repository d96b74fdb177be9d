//! Relative paths.

use std::path::{Component, Path, PathBuf};

/// Returns the relative path from a directory to a path. Links in both must be resolved.
pub(in crate::cli) fn relative(from: &Path, to: &Path) -> PathBuf {
    let common = from.components().zip(to.components()).take_while(|(left, right)| left == right).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(common)).collect();
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative() {
        for (from, to, expected) in
            [("/a/b", "/a/b", "."), ("/a/b", "/a/c/d", "../c/d"), ("/a", "/a/b", "b"), ("/a/b/c", "/a", "../..")]
        {
            assert_eq!(relative(Path::new(from), Path::new(to)), PathBuf::from(expected));
        }
    }
}
