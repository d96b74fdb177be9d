//! Directories for Cargo to watch. Cargo watches a directory recursively.

use std::path::{Path, PathBuf};

use crate::source::FileSystem;

/// The file that marks Cargo's target directory, as other tools mark their caches (<https://bford.info/cachedir/>).
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// Returns the outermost directories (sorted by path) that can be watched entirely. The others contain files that
/// change all the time: a cache such as Cargo's target directory, a hidden directory such as `.git`, or the output
/// directory.
pub(super) fn entire_directories(files: &dyn FileSystem, folders: &[PathBuf], written: &Path) -> Vec<PathBuf> {
    let mut watched: Vec<PathBuf> = Vec::new();
    let mut caches: Vec<&Path> = Vec::new();
    for folder in folders {
        if watched.last().is_some_and(|outer| folder.starts_with(outer))
            || caches.last().is_some_and(|cache| folder.starts_with(cache))
        {
            continue;
        }
        if is_cache(files, folder) {
            caches.push(folder);
        } else if is_calm(files, folder, written) {
            watched.push(folder.clone());
        }
    }
    watched
}

fn is_cache(files: &dyn FileSystem, folder: &Path) -> bool {
    files.is_file(&folder.join(CACHE_MARK))
}

/// Returns `true` if only the user changes the directory.
fn is_calm(files: &dyn FileSystem, folder: &Path, written: &Path) -> bool {
    if written.starts_with(folder) || folder.starts_with(written) {
        return false;
    }
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        if is_cache(files, &folder) {
            return false;
        }
        // A directory that cannot be listed cannot be watched.
        let Ok(entries) = files.list(&folder) else { return false };
        for entry in entries.iter().filter(|entry| entry.is_directory && !entry.is_link) {
            if entry.name.starts_with('.') {
                return false;
            }
            waiting.push(folder.join(&entry.name));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::MemoryFileSystem;

    #[test]
    fn folders_are_watched_but_for_caches_and_what_is_written() {
        let mut files = MemoryFileSystem::default();
        for file in [
            "/m/.git/HEAD",
            "/m/api/v1/types.go",
            "/m/api/v2/new/types.go",
            "/m/src/main.rs",
            "/m/target/CACHEDIR.TAG",
            "/m/target/debug/x",
            "/m/written/idlgen.rs",
            "/m/mixed/.cache/x",
            "/m/mixed/v1/types.go",
        ] {
            files.insert(file, "");
        }
        let folders = |paths: &[&str]| paths.iter().map(PathBuf::from).collect::<Vec<_>>();
        let walked = folders(&[
            "/m",
            "/m/api",
            "/m/api/v1",
            "/m/api/v2",
            "/m/api/v2/new",
            "/m/mixed",
            "/m/mixed/v1",
            "/m/src",
            "/m/target",
            "/m/target/debug",
            "/m/written",
        ]);
        let watched = entire_directories(&files, &walked, Path::new("/m/written"));
        assert_eq!(watched, folders(&["/m/api", "/m/mixed/v1", "/m/src"]));
        assert_eq!(entire_directories(&files, &walked[1..3], Path::new("/m/target/out")), folders(&["/m/api"]));
        // A build that watched its own output would run again and again.
        assert_eq!(
            entire_directories(&files, &walked[1..5], Path::new("/m/api/v1/out")),
            folders(&["/m/api/v2"]),
            "a directory that contains the output"
        );
        assert!(
            entire_directories(&files, &walked[2..4], Path::new("/m/api")).is_empty(),
            "a directory inside the output"
        );
        let missing = folders(&["/missing"]);
        assert!(entire_directories(&files, &missing, Path::new("/m/written")).is_empty(), "a missing directory");
    }
}
