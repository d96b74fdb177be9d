//! Models of Go written in tests.

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
pub(crate) type GoFiles<'a> = &'a [(&'a str, &'a str)];

/// What [`read`] gives.
pub(crate) struct Read {
    /// The texts.
    pub(crate) sources: SourceMap,
    /// The packages.
    pub(crate) packages: Vec<PackageInput>,
    /// The model.
    pub(crate) model: Model,
    /// What parsing and resolving said.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Read {
    /// The diagnostics as `line:column: error[CODE]: message` with the file's name in front.
    pub(crate) fn said(&self) -> String {
        self.render(&self.diagnostics)
    }

    /// Diagnostics in the same form.
    pub(crate) fn render(&self, diagnostics: &[Diagnostic]) -> String {
        render(diagnostics, &self.sources, Format::Short, Escapes::None)
    }
}

/// Reads packages: the requested ones, and others. Files of one folder are one package, with the folder as import path.
pub(crate) fn read_with(requested: GoFiles<'_>, others: GoFiles<'_>, options: &ResolveOptions) -> Read {
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
                files: vec![input],
                unread: crate::resolve::Unread::default(),
            }),
        }
    }
    let (model, found) = resolve(&packages, options);
    diagnostics.extend(found);
    Read { sources, packages, model, diagnostics }
}

/// Reads packages with default settings.
pub(crate) fn read(requested: GoFiles<'_>, others: GoFiles<'_>) -> Read {
    read_with(requested, others, &ResolveOptions::default())
}

/// Reads one file of package `example.com/api/v1`.
pub(crate) fn read_file(text: &str) -> Read {
    read(&[("example.com/api/v1/types.go", text)], &[])
}
