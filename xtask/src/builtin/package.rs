//! A package of a module as it was read.

use std::collections::BTreeMap;

use idlgen::{
    modules::Modules,
    source::SourceMap,
    syntax::{self, GoFile},
};

pub(crate) struct Package {
    pub(crate) import_path: String,
    /// Its files, in order of name.
    pub(crate) files: Vec<File>,
}

pub(crate) struct File {
    pub(crate) name: String,
    /// The line of the package clause.
    pub(crate) package_line: u32,
    pub(crate) declarations: GoFile,
    /// Import paths by the name that the file uses for them.
    pub(crate) imports: BTreeMap<String, String>,
}

impl Package {
    /// Returns the qualified name of a declaration of the package.
    pub(crate) fn name(&self, name: &str) -> (String, String) {
        (self.import_path.clone(), name.to_owned())
    }

    /// Reads the package with this import path. Returns an error message if it is invalid.
    pub(crate) fn read(modules: &Modules<'_>, import_path: &str, sources: &mut SourceMap) -> Result<Self, Vec<String>> {
        let location = modules.locate(import_path).map_err(|diagnostic| vec![diagnostic.message])?;
        let (read, mut diagnostics) = modules.go_files(&location);
        let mut files = Vec::new();
        for source in read.into_iter().filter(|source| !source.is_protobuf) {
            let id = sources.add(source.path.clone(), source.text.clone());
            let (declarations, said) = syntax::parse(id, &source.text);
            diagnostics.extend(said);
            let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
            let imports = declarations.imports.iter();
            let imports =
                imports.map(|import| (import.name.clone().unwrap_or_else(|| name(&import.path)), import.path.clone()));
            let package_line =
                declarations.package.as_ref().map_or(0, |package| sources.line_column(id, package.span.start).line);
            files.push(File {
                name: source.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                package_line,
                imports: imports.collect(),
                declarations,
            });
        }
        if diagnostics.is_empty() {
            Ok(Package { import_path: import_path.to_owned(), files })
        } else {
            Err(diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect())
        }
    }
}
