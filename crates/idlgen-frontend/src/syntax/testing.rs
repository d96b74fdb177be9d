//! Helpers for the tests of this directory.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use super::{dump, explain::explain, outline::Outline, parse};
use crate::source::{DiskFileSystem, FileId, FileSystem, SourceMap};

/// Returns the dump of a source without the line that contains the file name, followed by its diagnostics.
pub(super) fn shown(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("a.go", text);
    let (go_file, _) = parse(file, text);
    let dumped = dump(&go_file, &sources);
    let lines = dumped.lines().skip(1).map(|line| format!("{}\n", line.get(2..).unwrap_or_default()));
    lines.collect::<String>() + &diagnostics(text)
}

/// Returns the diagnostics of a source, one per line with its position, and indented notes.
pub(super) fn diagnostics(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("a.go", text);
    let mut shown = String::new();
    for diagnostic in parse(file, text).1 {
        let place = diagnostic.primary.as_ref().map(|label| sources.line_column(file, label.span.start));
        let place = place.map_or_else(String::new, |place| format!("{}:{}", place.line, place.column));
        let _ = writeln!(shown, "{place} {} {}", diagnostic.code, diagnostic.message);
        for remark in diagnostic.remarks() {
            let _ = writeln!(shown, "  {remark}");
        }
    }
    shown
}

/// Collects all Go files below a directory, except for tests and huge generated files.
fn go_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in DiskFileSystem.list(folder).unwrap_or_default() {
        let path = folder.join(&entry.name);
        if entry.is_directory {
            go_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "go")
            && !["_test.go", ".pb.go"].iter().any(|ending| entry.name.ends_with(ending))
        {
            files.push(path);
        }
    }
}

/// Returns the Go files of idlgen's tests: paths and contents.
pub(super) fn go_files_of_tests() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["testdata", "examples", "tests"] {
        go_files(&root.join(folder), &mut files);
    }
    assert!(files.len() > 40, "only {} files", files.len());
    let text = |path: &Path| String::from_utf8(DiskFileSystem.read(path).unwrap()).unwrap();
    files.into_iter().map(|path| (path.display().to_string(), text(&path))).collect()
}

/// Verifies that no check for syntax errors reports a valid declaration. `cargo xtask upstream` does the same for
/// upstream modules.
#[test]
fn the_files_of_our_tests_are_sound() {
    for (path, text) in go_files_of_tests() {
        let (file, diagnostics) = parse(FileId::from_index(0), &text);
        assert_eq!(diagnostics, [], "{path}");
        assert!(file.package.is_some(), "{path}");
        let outline = Outline::read(FileId::from_index(0), &text, 0);
        let ends = outline.declarations.iter().skip(1).map(|next| next.start).chain([text.len()]);
        for (declaration, end) in outline.declarations.iter().zip(ends) {
            let mistakes = explain(&text, outline.scanner(&text, declaration.start), end, declaration.keyword);
            assert_eq!(mistakes, [], "{path}");
        }
    }
}
