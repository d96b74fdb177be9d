//! Parses every Go file of the module without errors: all of them compile.

use std::path::{Path, PathBuf};

use idlgen::{
    source::{DiskFileSystem, FileSystem, SourceMap},
    syntax,
};

use super::findings::Findings;
use crate::go_modules::Scratch;

pub(super) fn check(scratch: &Scratch, findings: &mut Findings) {
    let mut files = Vec::new();
    go_files(&scratch.module, &mut files);
    let mut parsed = 0;
    for path in files {
        let Some(text) = DiskFileSystem.read(&path).ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
            continue;
        };
        let file = SourceMap::default().add(&path, text.clone());
        let (go, diagnostics) = syntax::parse(file, &text);
        for diagnostic in diagnostics {
            findings.differences.push(format!("{}: {}", path.display(), diagnostic.message));
        }
        if go.package.is_none() {
            findings.differences.push(format!("{}: no package clause was found", path.display()));
        }
        parsed += 1;
    }
    findings.read.push(format!("{parsed} files parsed"));
}

/// Collects all Go files below a directory, without tests and the largest generated ones.
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
