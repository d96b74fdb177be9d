//! One concept a file: files stay short.

use super::files::File;

/// The most lines that a source file may have before its tests.
const MAX_LINES: usize = 600;

pub(super) fn check(files: &[File]) -> Vec<String> {
    let sources = files.iter().filter(|file| file.is_rust() && !file.path.contains("testdata/"));
    sources
        .filter_map(|file| {
            let lines = file.lines_before_tests().count();
            (lines > MAX_LINES).then(|| format!("{}: {lines} lines, at most {MAX_LINES} before the tests", file.path))
        })
        .collect()
}
