//! One concept a file: files stay short.

use super::{files::File, source::Source};

/// The most lines that a source file may have, tests aside.
const MAX_LINES: usize = 600;

pub(super) fn check(files: &[File]) -> Vec<String> {
    let sources = files.iter().filter(|file| file.is_rust() && !file.path.contains("testdata/"));
    sources
        .filter_map(|file| {
            let lines = Source::of(&file.text).lines_but_tests();
            (lines > MAX_LINES).then(|| format!("{}: {lines} lines, at most {MAX_LINES} beside tests", file.path))
        })
        .collect()
}
