//! One concept per file: files stay short.

use super::{files::File, source::Source};

/// The maximum number of lines of a source file, without tests.
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
