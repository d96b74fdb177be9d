//! Reads the packages that the user names, and of their dependencies what their types and constants need.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::{Session, severity};
use crate::{
    diag::Diagnostic,
    modules::{GoSource, Modules, PackageLocation},
    resolve::{FileInput, Names, Need, PackageInput, Purpose, codes, needs},
    source::{FileId, SourceMap},
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
/// Of a dependency, only what is reached counts: the imports of its other declarations are never looked for. Files are
/// read and parsed in parallel; the result depends on the input alone. Which files were read, [`Modules::files_read`]
/// knows.
pub fn load(modules: &Modules<'_>, patterns: &[String], sources: &mut SourceMap) -> Loaded {
    load_with(modules, patterns, &[], sources)
}

/// As [`load`], with what these types, import path and name, lead to.
pub(super) fn load_with(
    modules: &Modules<'_>,
    patterns: &[String],
    types: &[(&str, &str)],
    sources: &mut SourceMap,
) -> Loaded {
    let (locations, diagnostics) = modules.expand(patterns);
    let mut loaded = Loaded { packages: Vec::new(), diagnostics };
    read(modules, &locations, true, sources, &mut loaded);
    let mut asked: BTreeSet<String> = BTreeSet::new();
    also(modules, types, sources, &mut asked, &mut loaded);
    loop {
        let (names, _) = Names::new(&loaded.packages);
        let mut next = Vec::new();
        for need in needs(&names, types) {
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

impl<'a> Session<'a> {
    /// Reads the packages of the settings and what they lead to, with what these types lead to as well. What modules
    /// say is among the diagnostics.
    pub(super) fn load(&mut self, types: &[(&str, &str)]) -> (Modules<'a>, Loaded) {
        let mut environment = self.environment.clone();
        environment.kubernetes_minor = Some(self.settings.kubernetes_minor);
        for (module, folder) in &self.settings.modules {
            environment.overrides.insert(module.clone(), self.settings.directory.join(folder));
        }
        let known = self.sources.len();
        let (modules, mut diagnostics) =
            Modules::load(self.files, &self.settings.directory, &environment, &mut self.sources);
        let mut loaded = load_with(&modules, &self.settings.packages, types, &mut self.sources);
        diagnostics.append(&mut loaded.diagnostics);
        diagnostics.extend(modules.chosen_versions());
        self.sources.show_below(&self.settings.directory, known);
        (modules, Loaded { diagnostics, ..loaded })
    }
}

/// Reads the packages of types that nothing in the requested packages leads to.
fn also(
    modules: &Modules<'_>,
    types: &[(&str, &str)],
    sources: &mut SourceMap,
    asked: &mut BTreeSet<String>,
    loaded: &mut Loaded,
) {
    let mut locations = Vec::new();
    for (package, _) in types {
        let is_read = loaded.packages.iter().any(|read| read.import_path == *package);
        if is_read || !asked.insert((*package).to_owned()) {
            continue;
        }
        match modules.locate(package) {
            Ok(location) => locations.push(location),
            Err(diagnostic) => loaded.diagnostics.push(diagnostic),
        }
    }
    read(modules, &locations, false, sources, loaded);
}

/// What to say of a package that is not found: an error where a type or a default needs it, a warning where only
/// constants do, nothing for a guess.
fn missing(need: &Need, diagnostic: Diagnostic) -> Option<Diagnostic> {
    match need.purpose {
        Purpose::Type => Some(diagnostic.at(need.span)),
        Purpose::Default => {
            Some(diagnostic.at(need.span).note(
                "in front of the last dot of `ref(…)` stands an import path, as in `ref(k8s.io/api/core/v1.Name)`",
            ))
        }
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
    let relevant_files = |location| {
        let (mut files, diagnostics) = modules.go_files(location);
        files.retain(|file| !is_irrelevant(file));
        (files, diagnostics)
    };
    let found: Vec<(Vec<GoSource>, Vec<Diagnostic>)> = locations.par_iter().map(relevant_files).collect();
    let mut files: Vec<(usize, FileId, String)> = Vec::new();
    for (package, (package_files, mut diagnostics)) in found.into_iter().enumerate() {
        if !requested {
            diagnostics.iter_mut().for_each(severity::soften);
        }
        loaded.diagnostics.extend(diagnostics);
        for GoSource { path, text, .. } in package_files {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            files.push((package, sources.add(path, text), name));
        }
    }
    let sources = &*sources;
    let parsed: Vec<_> = files.par_iter().map(|(_, id, _)| syntax::parse(*id, sources.text(*id))).collect();
    let empty = |location: &PackageLocation| PackageInput {
        import_path: location.import_path.clone(),
        requested,
        files: Vec::new(),
    };
    let mut packages: Vec<PackageInput> = locations.iter().map(empty).collect();
    for ((package, _, name), (declarations, diagnostics)) in files.into_iter().zip(parsed) {
        loaded.diagnostics.extend(diagnostics);
        if let Some(package) = packages.get_mut(package) {
            package.files.push(FileInput { name, declarations });
        }
    }
    loaded.packages.append(&mut packages);
}

/// Whether a generated file holds nothing that counts: no type, no constant, and none of the methods that say how a
/// type looks in JSON. Such files (`generated.pb.go`, `types_swagger_doc_generated.go`) are large, and parsing them
/// would take most of the time.
fn is_irrelevant(file: &GoSource) -> bool {
    let is_swagger = file.path.file_name().is_some_and(|name| name == "types_swagger_doc_generated.go");
    if !file.is_protobuf && !is_swagger {
        return false;
    }
    // Most of the bytes of some modules are looked at here, so the first byte of a line decides first.
    !file.text.lines().any(|line| match line.as_bytes().first() {
        Some(b't') => line.starts_with("type ") || line.starts_with("type("),
        Some(b'c') => (line.starts_with("const ") || line.starts_with("const(")) && !line.starts_with("const _ "),
        Some(b'f') => line.starts_with("func (") && MEANINGFUL_METHODS.iter().any(|name| line.contains(name)),
        _ => false,
    })
}

/// Methods that change what a type is in JSON or in a schema.
const MEANINGFUL_METHODS: [&str; 5] =
    [") MarshalJSON(", ") UnmarshalJSON(", ") MarshalText(", ") UnmarshalText(", ") OpenAPI"];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        diag::render::{Format, render},
        diag::sort_by_position,
        modules::GoEnvironment,
        resolve::{ResolveOptions, resolve},
        source::MemoryFileSystem,
    };

    /// Loads `./...` of a module `example.com/m` that needs `example.com/dep`; gives the import paths (requested ones
    /// with `!`) and what was said, by loading and by resolving.
    fn loaded(files: &[(&str, &str)]) -> (Vec<String>, String) {
        let mut disk = MemoryFileSystem::default();
        disk.insert("/m/go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n");
        disk.insert("/cache/example.com/dep@v1.0.0/go.mod", "module example.com/dep\n");
        disk.insert("/cache/cache/download/example.com/dep/@v/v1.0.0.mod", "module example.com/dep\n");
        for (path, text) in files {
            let path = match path.strip_prefix("dep/") {
                Some(path) => format!("/cache/example.com/dep@v1.0.0/{path}"),
                None => format!("/{path}"),
            };
            disk.insert(path, *text);
        }
        let environment = GoEnvironment { module_cache: Some("/cache".into()), ..GoEnvironment::default() };
        let mut sources = SourceMap::default();
        let (modules, mut diagnostics) = Modules::load(&disk, Path::new("/m"), &environment, &mut sources);
        let loaded = load(&modules, &["./...".to_owned()], &mut sources);
        diagnostics.extend(loaded.diagnostics);
        diagnostics.extend(resolve(&loaded.packages, &ResolveOptions::default()).1);
        sort_by_position(&mut diagnostics);
        let packages = loaded
            .packages
            .iter()
            .map(|package| format!("{}{}", package.import_path, if package.requested { "!" } else { "" }));
        (packages.collect(), render(&diagnostics, &sources, Format::Short, false))
    }

    #[test]
    fn only_what_is_reached() {
        let (packages, said) = loaded(&[
            (
                "m/v1/types.go",
                "package v1\nimport (\n\t\"time\"\n\t\"example.com/dep/a\"\n\t\"example.com/dep/unused\"\n)\n\
                 var _ = unused.X\ntype T struct { A a.A; At time.Time }\n",
            ),
            (
                "dep/a/a.go",
                "package a\nimport (\n\t\"example.com/dep/b\"\n\t\"example.com/nowhere\"\n)\n\
                 type A struct { B *b.B }\ntype Unused struct { X nowhere.X }\n",
            ),
            ("dep/b/b.go", "package b\ntype B string\nconst C = 1\n"),
            ("dep/unused/unused.go", "package unused\nconst X = 1\n"),
        ]);
        assert_eq!(packages, ["example.com/m/v1!", "example.com/dep/a", "example.com/dep/b"]);
        assert_eq!(said, "");
    }

    #[test]
    fn packages_that_are_missing() {
        let (packages, said) = loaded(&[(
            "m/v1/types.go",
            "package v1\nimport (\n\t\"example.com/gone/a\"\n\t\"example.com/gone/b\"\n)\n\
             type T struct { A a.A; B a.B }\ntype E string\nconst X E = b.X\n",
        )]);
        assert_eq!(packages, ["example.com/m/v1!"]);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 2, "{said}");
        assert!(lines[0].starts_with("v1/types.go:3:2: error["), "{said}");
        assert!(
            lines[1].starts_with("v1/types.go:4:2: warning[IDL0417]: package example.com/gone/b was not found"),
            "{said}"
        );
    }

    #[test]
    fn package_clauses_and_default_references_are_looked_up() {
        let (packages, said) = loaded(&[
            (
                "m/v1/types.go",
                "package v1\nimport (\n\t\"example.com/dep/odd-path\"\n\t. \"example.com/dep/dot\"\n)\n\
                 type T struct {\n\tA strange.A\n\tB Dotted\n\t// +default=ref(example.com/dep/constants.Name)\n\tC string\n}\n",
            ),
            ("dep/odd-path/a.go", "package strange\ntype A string\n"),
            ("dep/dot/a.go", "package dot\ntype Dotted string\n"),
            ("dep/constants/a.go", "package constants\nconst Name = \"n\"\n"),
        ]);
        assert_eq!(said, "");
        assert_eq!(
            packages,
            ["example.com/m/v1!", "example.com/dep/constants", "example.com/dep/dot", "example.com/dep/odd-path"]
        );
    }

    #[test]
    fn references_that_name_no_package() {
        let text = "package v1\ntype T struct {\n\t// +default=ref(core.Name)\n\tA string\n}\n";
        let (_, said) = loaded(&[("m/v1/types.go", text)]);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("v1/types.go:3:14: error[IDL0414]: `ref(core.Name)` names no package"), "{said}");
    }

    #[test]
    fn constants_of_dependencies() {
        let (packages, said) = loaded(&[
            ("m/v1/types.go", "package v1\nimport \"example.com/dep/a\"\ntype E string\nconst X E = a.X\n"),
            ("dep/a/a.go", "package a\nimport \"example.com/dep/b\"\nconst X = b.X + \"!\"\n"),
            ("dep/b/b.go", "package b\nconst X = \"x\"\n"),
        ]);
        assert_eq!(said, "");
        assert_eq!(packages, ["example.com/m/v1!", "example.com/dep/a", "example.com/dep/b"]);
    }

    #[test]
    fn generated_files_without_declarations_are_left_out() {
        let file = |path: &str, is_protobuf, text: &str| GoSource { path: path.into(), text: text.into(), is_protobuf };
        let methods = "package v1\n\nfunc (m *A) Reset() { *m = A{} }\n";
        let with = |declaration: &str| format!("{methods}\n{declaration}\n");
        for (file, expected) in [
            (file("a/generated.pb.go", true, methods), true),
            (file("a/generated.pb.go", true, &with("const _ = proto.GoGoProtoPackageIsVersion3")), true),
            (file("a/generated.pb.go", true, &with("type B struct{}")), false),
            (file("a/generated.pb.go", true, &with("func (m *A) UnmarshalJSON(b []byte) error {}")), false),
            (file("a/types_swagger_doc_generated.go", false, "package v1\nvar map_A = map[string]string{}\n"), true),
            (file("a/methods.go", false, methods), false),
        ] {
            assert_eq!(is_irrelevant(&file), expected, "{file:?}");
        }
    }
}
