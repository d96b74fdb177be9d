//! Builds models from Go source in tests.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_docs_in_private_items,
    missing_docs,
    reason = "only tests use it"
)]

use super::{FileInput, PackageInput, ResolveOptions, resolve};
use crate::{
    diag::{
        Diagnostic,
        render::{Escapes, Format, render},
    },
    model::Model,
    source::SourceMap,
    syntax,
};

/// Go files of a test: `("example.com/api/v1/types.go", text)`.
pub type GoFiles<'a> = &'a [(&'a str, &'a str)];

/// The result of [`read`].
pub struct Read {
    pub sources: SourceMap,
    pub packages: Vec<PackageInput>,
    pub model: Model,
    /// The diagnostics of parsing and resolving.
    pub diagnostics: Vec<Diagnostic>,
}

impl Read {
    /// Formats the diagnostics as `line:column: error[CODE]: message`, after the name of the file.
    pub fn report(&self) -> String {
        self.render(&self.diagnostics)
    }

    /// Formats diagnostics like [`report`](Self::report).
    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        render(diagnostics, &self.sources, Format::Short, Escapes::None)
    }
}

/// Reads packages, requested ones and others. The files in a directory form a package, whose import path is the
/// directory.
pub fn read_with(requested: GoFiles<'_>, others: GoFiles<'_>, options: &ResolveOptions) -> Read {
    let mut sources = SourceMap::default();
    let mut packages: Vec<PackageInput> = Vec::new();
    let mut diagnostics = Vec::new();
    let all = requested.iter().map(|file| (true, file)).chain(others.iter().map(|file| (false, file)));
    for (requested, (path, text)) in all {
        let (folder, name) = path.rsplit_once('/').expect("a folder");
        let file = sources.add(name, *text);
        let (declarations, found) = syntax::parse(file, text);
        diagnostics.extend(found);
        let input = FileInput { name: name.to_owned(), declarations };
        match packages.iter_mut().find(|package| package.import_path == folder) {
            Some(package) => package.files.push(input),
            None => packages.push(PackageInput {
                import_path: folder.to_owned(),
                requested,
                is_built_in: false,
                files: vec![input],
                unread: crate::resolve::Unread::default(),
            }),
        }
    }
    let (model, found) = resolve(&packages, options);
    diagnostics.extend(found);
    Read { sources, packages, model, diagnostics }
}

/// Reads packages with default options.
pub fn read(requested: GoFiles<'_>, others: GoFiles<'_>) -> Read {
    read_with(requested, others, &ResolveOptions::default())
}

/// Reads one file of package `example.com/api/v1`.
pub fn read_file(text: &str) -> Read {
    read(&[("example.com/api/v1/types.go", text)], &[])
}
