//! Reads the packages that the user names, and of their dependencies what their types and constants need.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::{
    diag::{Diagnostic, codes::resolve as codes},
    resolve::{FileInput, Names, Need, PackageInput, Purpose, needs},
    source::{
        FileId, SourceMap,
        modules::{GoSource, Modules, PackageLocation},
    },
    syntax,
};

/// What [`load`] reads.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The packages: the requested ones in the order of the patterns, then those that they need.
    pub packages: Vec<PackageInput>,
    /// What was wrong with patterns, files and imports.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and parses the packages that the patterns name, and the packages that their declarations lead to.
///
/// Of a dependency, only what is reached counts: the imports of its other declarations are never looked for. Files are read and parsed in parallel; the
/// result depends on the input alone. Which files were read, [`Modules::files_read`] knows.
pub fn load(modules: &Modules<'_>, patterns: &[String], sources: &mut SourceMap) -> Loaded {
    let (locations, diagnostics) = modules.expand(patterns);
    let mut loaded = Loaded { packages: Vec::new(), diagnostics };
    read(modules, &locations, true, sources, &mut loaded);
    let mut asked: BTreeSet<String> = BTreeSet::new();
    loop {
        let (names, _) = Names::new(&loaded.packages);
        let mut next = Vec::new();
        for need in needs(&names) {
            if !asked.insert(need.import_path.clone()) {
                continue;
            }
            match modules.locate(&need.import_path) {
                Ok(location) if location.is_standard() => {}
                Ok(location) => next.push(location),
                Err(diagnostic) => loaded.diagnostics.extend(missing(&need, diagnostic)),
            }
        }
        if next.is_empty() {
            break;
        }
        next.sort();
        read(modules, &next, false, sources, &mut loaded);
    }
    loaded
}

/// What to say of a package that is not found: an error where a type needs it, a warning where only constants do, nothing for a guess.
fn missing(need: &Need, diagnostic: Diagnostic) -> Option<Diagnostic> {
    match need.purpose {
        Purpose::Type => Some(diagnostic.at(need.span)),
        Purpose::Constant => {
            let message = format!("package {} was not found; only constants need it", need.import_path);
            let notes = std::iter::once(diagnostic.message).chain(diagnostic.notes);
            Some(notes.fold(Diagnostic::new(codes::MISSING_PACKAGE, message).at(need.span), Diagnostic::note))
        }
        Purpose::Search => None,
    }
}

/// Reads the files of packages, and parses them.
fn read(
    modules: &Modules<'_>,
    locations: &[PackageLocation],
    requested: bool,
    sources: &mut SourceMap,
    loaded: &mut Loaded,
) {
    let found: Vec<(Vec<GoSource>, Vec<Diagnostic>)> =
        locations.par_iter().map(|location| modules.go_files(location)).collect();
    let mut files: Vec<(usize, FileId, GoSource)> = Vec::new();
    for (package, (package_files, diagnostics)) in found.into_iter().enumerate() {
        loaded.diagnostics.extend(diagnostics);
        for file in package_files.into_iter().filter(|file| !is_irrelevant(file)) {
            files.push((package, sources.add(file.path.clone(), file.text.clone()), file));
        }
    }
    let parsed: Vec<_> = files.par_iter().map(|(_, id, file)| syntax::parse(*id, &file.text)).collect();
    let empty = |location: &PackageLocation| PackageInput {
        import_path: location.import_path.clone(),
        requested,
        files: Vec::new(),
    };
    let mut packages: Vec<PackageInput> = locations.iter().map(empty).collect();
    for ((package, _, file), (declarations, diagnostics)) in files.into_iter().zip(parsed) {
        loaded.diagnostics.extend(diagnostics);
        let name = file.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if let Some(package) = packages.get_mut(package) {
            package.files.push(FileInput { name, declarations });
        }
    }
    loaded.packages.append(&mut packages);
}

/// Whether a generated file holds nothing that counts: no type, no constant, and none of the methods that say how a type looks in JSON. Such files
/// (`generated.pb.go`, `types_swagger_doc_generated.go`) are large, and parsing them would take most of the time.
fn is_irrelevant(file: &GoSource) -> bool {
    let is_swagger = file.path.file_name().is_some_and(|name| name == "types_swagger_doc_generated.go");
    if !file.is_protobuf && !is_swagger {
        return false;
    }
    !file.text.lines().any(|line| {
        ["type ", "type(", "const ", "const("].iter().any(|begin| line.starts_with(begin))
            || (line.starts_with("func (") && MEANINGFUL_METHODS.iter().any(|name| line.contains(name)))
    })
}

/// Methods that change what a type is in JSON or in a schema.
const MEANINGFUL_METHODS: [&str; 5] =
    [") MarshalJSON(", ") UnmarshalJSON(", ") MarshalText(", ") UnmarshalText(", ") OpenAPI"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_without_declarations_are_left_out() {
        let file = |path: &str, is_protobuf, text: &str| GoSource { path: path.into(), text: text.into(), is_protobuf };
        let methods = "package v1\n\nfunc (m *A) Reset() { *m = A{} }\n";
        let with = |declaration: &str| format!("{methods}\n{declaration}\n");
        for (file, expected) in [
            (file("a/generated.pb.go", true, methods), true),
            (file("a/generated.pb.go", true, &with("type B struct{}")), false),
            (file("a/generated.pb.go", true, &with("func (m *A) UnmarshalJSON(b []byte) error {}")), false),
            (file("a/types_swagger_doc_generated.go", false, "package v1\nvar map_A = map[string]string{}\n"), true),
            (file("a/methods.go", false, methods), false),
        ] {
            assert_eq!(is_irrelevant(&file), expected, "{file:?}");
        }
    }
}
