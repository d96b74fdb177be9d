//! Exclusion patterns for object files and directories.

use std::{cell::Cell, path::Path};

/// The names of directories that contain no source of a repository itself.
pub(super) const FOREIGN_DIRECTORIES: [&str; 5] = ["node_modules", "target", "testdata", "third_party", "vendor"];

/// A path pattern: `*` and `?` match characters of a name, `**` any directories. Without a `/` in the middle it matches
/// names at any depth, otherwise the path relative to the searched directory. A `/` at the end matches only
/// directories.
#[derive(Debug)]
pub(super) struct Exclusion {
    pattern: String,
    parts: Vec<String>,
    only_folders: bool,
    is_used: Cell<bool>,
}

impl Exclusion {
    pub(super) fn new(pattern: &str) -> Self {
        let only_folders = pattern.ends_with('/');
        let inner = pattern.trim_end_matches('/');
        let mut parts: Vec<String> =
            inner.split('/').filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect();
        if !inner.contains('/') {
            parts.insert(0, "**".to_owned());
        }
        Exclusion { pattern: pattern.to_owned(), parts, only_folders, is_used: Cell::new(false) }
    }

    /// Returns the pattern as written by the user.
    pub(super) fn pattern(&self) -> &str {
        &self.pattern
    }

    /// Returns `true` if it has excluded anything.
    pub(super) fn is_used(&self) -> bool {
        self.is_used.get()
    }

    /// Returns `true` if it excludes the path, relative to the searched directory.
    pub(super) fn leaves_out(&self, path: &Path, is_folder: bool) -> bool {
        let names: Vec<String> =
            path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        let is_meant = (is_folder || !self.only_folders) && matches_path(&self.parts, &names);
        self.is_used.set(self.is_used.get() || is_meant);
        is_meant
    }
}

/// Returns `true` if a pattern matches the entire path. The cost is bounded by the product of their lengths: `reached`
/// records, for each prefix of the path, whether the pattern so far matches it.
fn matches_path(pattern: &[String], names: &[String]) -> bool {
    let mut reached = vec![false; names.len() + 1];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for part in pattern {
        let mut next = vec![false; names.len() + 1];
        let mut is_open = false;
        for (index, place) in next.iter_mut().enumerate() {
            is_open |= reached.get(index) == Some(&true);
            *place = if part == "**" {
                is_open
            } else {
                let before = index.checked_sub(1);
                before.is_some_and(|before| {
                    reached.get(before) == Some(&true) && names.get(before).is_some_and(|name| matches_name(part, name))
                })
            };
        }
        reached = next;
    }
    reached.last() == Some(&true)
}

/// Returns `true` if a pattern with `*` and `?` matches the entire name.
fn matches_name(pattern: &str, name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let mut reached = vec![false; name.len() + 1];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for wanted in pattern.chars() {
        let mut next = vec![false; name.len() + 1];
        let mut is_open = false;
        for (index, place) in next.iter_mut().enumerate() {
            is_open |= reached.get(index) == Some(&true);
            let before = index.checked_sub(1).filter(|before| reached.get(*before) == Some(&true));
            *place = match wanted {
                '*' => is_open,
                '?' => before.is_some(),
                wanted => before.and_then(|before| name.get(before)) == Some(&wanted),
            };
        }
        reached = next;
    }
    reached.last() == Some(&true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_names_and_of_paths() {
        for (pattern, path, is_folder, expected) in [
            ("secret.yaml", "secret.yaml", false, true),
            ("secret.yaml", "deep/down/secret.yaml", false, true),
            ("*.json", "a/b.json", false, true),
            ("*.json", "a/b.yaml", false, false),
            ("invalid-?", "invalid-1", true, true),
            ("invalid-?", "invalid-10", true, false),
            ("a/b.yaml", "a/b.yaml", false, true),
            ("a/b.yaml", "c/a/b.yaml", false, false),
            ("/b.yaml", "b.yaml", false, true),
            ("/b.yaml", "a/b.yaml", false, false),
            ("./a/*", "a/b.yaml", false, true),
            ("a/**/c.yaml", "a/c.yaml", false, true),
            ("a/**/c.yaml", "a/x/y/c.yaml", false, true),
            ("**/bad/*.yaml", "x/bad/c.yaml", false, true),
            ("bad/", "x/bad", true, true),
            ("bad/", "x/bad", false, false),
            ("a*b*c", "aXbYbc", false, true),
            ("ünïcode-?", "ünïcode-é", false, true),
        ] {
            let exclusion = Exclusion::new(pattern);
            assert_eq!(exclusion.leaves_out(Path::new(path), is_folder), expected, "{pattern} {path}");
            assert_eq!(exclusion.is_used(), expected);
        }
    }
}
