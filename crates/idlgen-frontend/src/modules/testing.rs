//! Test helpers: file trees in a single string, and results as lines.

use std::path::Path;

use super::{GoEnvironment, Modules, PackageLocation, PackageOrigin};
use crate::{
    diag::Diagnostic,
    source::{MemoryFileSystem, SourceMap},
};

/// Parses files, each written as a line `-- path --` followed by its content. They are in the directory `/project`
/// unless the path is absolute. A single line `// a/b.go` represents a file of the package `b`.
pub(super) fn tree(text: &str) -> MemoryFileSystem {
    let mut files = MemoryFileSystem::default();
    let mut current: Option<(String, String)> = None;
    let place = |path: &str| Path::new("/project").join(path);
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("-- ").and_then(|line| line.strip_suffix(" --")) {
            if let Some((path, text)) = current.replace((path.to_owned(), String::new())) {
                files.insert(place(&path), text);
            }
        } else if let Some((_, text)) = &mut current {
            text.push_str(line);
            text.push('\n');
        } else if let Some(path) = line.strip_prefix("// ") {
            files.insert(place(path), "package a\n");
        }
    }
    if let Some((path, text)) = current {
        files.insert(place(&path), text);
    }
    files
}

/// Returns an environment with the module cache in `/cache`.
pub(super) fn environment() -> GoEnvironment {
    GoEnvironment { module_cache: Some("/cache".into()), ..GoEnvironment::default() }
}

/// Loads `directory` and expands patterns. Returns one line per diagnostic and package.
pub(super) fn expand(
    files: &MemoryFileSystem,
    directory: &str,
    environment: &GoEnvironment,
    patterns: &str,
) -> Vec<String> {
    let mut sources = SourceMap::default();
    let (modules, diagnostics) = Modules::load(files, Path::new(directory), environment, &mut sources);
    let mut lines: Vec<String> = diagnostics.iter().map(|diagnostic| report(diagnostic, &sources)).collect();
    let patterns: Vec<String> = patterns.split(' ').map(str::to_owned).collect();
    let (packages, diagnostics) = modules.expand(&patterns);
    lines.extend(diagnostics.iter().map(|diagnostic| report(diagnostic, &sources)));
    lines.extend(packages.iter().map(location));
    lines
}

/// Locates import paths, and returns a line for each.
pub(super) fn locate(
    files: &MemoryFileSystem,
    directory: &str,
    environment: &GoEnvironment,
    paths: &str,
) -> Vec<String> {
    let mut sources = SourceMap::default();
    let (modules, diagnostics) = Modules::load(files, Path::new(directory), environment, &mut sources);
    let mut lines: Vec<String> = diagnostics.iter().map(|diagnostic| report(diagnostic, &sources)).collect();
    lines.extend(paths.split(' ').map(|path| match modules.locate(path) {
        Ok(package) => location(&package),
        Err(diagnostic) => report(&diagnostic, &sources),
    }));
    lines
}

/// Formats `import/path /folder`, with the origin of the package unless that is the main module.
pub(super) fn location(package: &PackageLocation) -> String {
    let origin = match &package.origin {
        PackageOrigin::Main => String::new(),
        PackageOrigin::Module { path, version: Some(version) } => format!(" of {path} {version}"),
        PackageOrigin::Module { path, version: None } => format!(" of {path}"),
        PackageOrigin::BuiltIn => " built in".to_owned(),
        PackageOrigin::Standard => return format!("{} standard", package.import_path),
    };
    format!("{} {}{origin}", package.import_path, package.directory.display())
}

/// Formats `IDL0100 file:line:column message (note) [other place]`.
pub(super) fn report(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let at = |span: crate::source::Span| {
        let position = sources.line_column(span.file, span.start);
        format!("{}:{}:{}", sources.path(span.file).display(), position.line, position.column)
    };
    let mut parts = vec![diagnostic.code.to_string()];
    parts.extend(diagnostic.primary.iter().map(|label| at(label.span)));
    parts.push(diagnostic.message.clone());
    parts.extend(diagnostic.remarks().map(|remark| format!("({remark})")));
    parts.extend(diagnostic.secondary.iter().map(|label| format!("[{} {}]", at(label.span), label.text)));
    parts.join(" ")
}
