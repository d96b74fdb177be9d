//! Reads the packages specified by the user, and the required parts of their dependencies.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
};

use super::{
    Session,
    dependency::{self, Dependency, Scanned},
    severity,
};
use crate::{
    diag::Diagnostic,
    emit::crd::Crd,
    modules::{GoSource, Modules, PackageLocation, PackageOrigin, codes::NEEDS_CGO},
    parallel,
    resolve::{FileInput, Names, Need, Needs, PackageInput, Purpose, Unread, codes, needs},
    settings::Settings,
    source::{FileId, SourceMap, Span, line_starts},
    syntax::{self, TypeDeclaration, TypeExpressionKind},
};

/// The result of [`load`].
#[derive(Debug, Default)]
pub struct Loaded {
    /// The packages: the requested ones in the order of the patterns, followed by those that they need.
    pub packages: Vec<PackageInput>,
    /// The problems with patterns, files and imports.
    pub diagnostics: Vec<Diagnostic>,
    /// The import paths of missing packages, by the location of their diagnostics.
    pub missing: BTreeMap<Span, String>,
}

/// Reads and parses the packages that match the patterns, and the declarations of other packages that they reference.
///
/// Of a dependency, only referenced declarations are used. Other declarations are not parsed, and their imports are not
/// resolved. Files are read and parsed in parallel; the result depends only on the input. [`Modules::files_read`]
/// returns the files that were read.
pub fn load(modules: &Modules<'_>, patterns: &[String], sources: &mut SourceMap) -> Loaded {
    load_with(modules, patterns, &[], Markers::OfPackage, sources)
}

/// Selects the declarations of dependencies to read because of their markers, although nothing references them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Markers {
    /// Declarations with a marker that may belong to the package, and one declaration with a marker, which shows that
    /// the package uses controller-gen markers.
    OfPackage,
    /// All declarations with markers, because controller-gen ignores all types of a package with an invalid marker.
    All,
}

/// Like [`load`], but also reads these types (import path and name) and everything that they reference.
pub(super) fn load_with(
    modules: &Modules<'_>,
    patterns: &[String],
    types: &[(&str, &str)],
    markers: Markers,
    sources: &mut SourceMap,
) -> Loaded {
    let (locations, diagnostics) = modules.expand(patterns);
    let mut loader = Loader { modules, sources, loaded: Loaded::default(), dependencies: Vec::new() };
    loader.loaded.diagnostics = diagnostics;
    loader.read_requested(&locations);
    // A package that was optional before may be required later.
    let (mut asked, mut tried): (BTreeSet<String>, BTreeSet<String>) = Default::default();
    loader.also(types, &mut asked);
    loop {
        let Needs { packages, names } = needs(&Names::new(&loader.loaded.packages).0, types);
        if !names.is_empty() {
            loader.reach(&names);
            continue;
        }
        let mut next: BTreeMap<PackageLocation, BTreeSet<String>> = BTreeMap::new();
        for mut need in packages {
            let is_silent = need.purpose.is_silent();
            if asked.contains(&need.import_path) || (is_silent && !tried.insert(need.import_path.clone())) {
                continue;
            }
            let located = modules.locate(&need.import_path);
            if located.is_ok() || !is_silent {
                asked.insert(need.import_path.clone());
            }
            match located {
                Ok(location) if location.is_standard() => {}
                Ok(location) => next.entry(location).or_default().append(&mut need.names),
                Err(_) if is_silent => {}
                Err(diagnostic) => {
                    loader.loaded.diagnostics.push(missing(&need, diagnostic));
                    loader.loaded.missing.insert(need.span, need.import_path);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        let (locations, names): (Vec<_>, Vec<_>) = next.into_iter().unzip();
        let first = loader.read_dependencies(&locations);
        loader.reach(&(first..).zip(names).collect());
    }
    loader.read_marked(markers);
    loader.loaded
}

impl<'a> Session<'a> {
    /// Reads go.mod, go.work and the vendor directory.
    pub(super) fn modules(&mut self) -> (Modules<'a>, Vec<Diagnostic>) {
        let mut environment = self.environment.clone();
        environment.kubernetes_minor = Some(self.settings.kubernetes_minor);
        for (module, folder) in &self.settings.modules {
            environment.overrides.insert(module.clone(), self.settings.directory.join(folder));
        }
        environment.nested_modules |= self.matches_nested || self.settings.outputs.contains_key(Crd::NAME);
        let Settings { directory, packages, .. } = &self.settings;
        Modules::load_for(self.files, directory, packages, &environment, &mut self.sources)
    }

    /// Reads the packages of the settings and everything that they reference, and additionally these types. The
    /// diagnostics include those about modules.
    pub(super) fn load(&mut self, types: &[(&str, &str)], markers: Markers) -> (Modules<'a>, Loaded) {
        let known = self.sources.len();
        let (modules, mut diagnostics) = self.modules();
        let mut loaded = load_with(&modules, &self.settings.packages, types, markers, &mut self.sources);
        diagnostics.append(&mut loaded.diagnostics);
        diagnostics.extend(modules.chosen_versions());
        diagnostics.extend(modules.mismatches());
        self.supply.take(&modules, &loaded.missing, &mut diagnostics);
        if self.supply.has_failed() {
            self.sources.show_below(&self.settings.directory, known);
            return (modules, Loaded { diagnostics, ..loaded });
        }
        diagnostics.extend(modules.other_versions());
        if self.purpose == super::Purpose::Outputs && self.settings.crd.max_description_length != Some(0) {
            diagnostics.extend(modules.undescribed().report(|_| true));
        }
        self.sources.show_below(&self.settings.directory, known);
        (modules, Loaded { diagnostics, ..loaded })
    }
}

/// Reads packages one after another, as they are needed.
struct Loader<'l, 'a> {
    modules: &'l Modules<'a>,
    sources: &'l mut SourceMap,
    loaded: Loaded,
    dependencies: Vec<Dependency>,
}

impl Loader<'_, '_> {
    /// Reads the packages of additional types that the requested packages do not reference.
    fn also(&mut self, types: &[(&str, &str)], asked: &mut BTreeSet<String>) {
        let mut locations = Vec::new();
        for (package, _) in types {
            let is_read = self.loaded.packages.iter().any(|read| read.import_path == *package);
            if is_read || !asked.insert((*package).to_owned()) {
                continue;
            }
            match self.modules.locate(package) {
                Ok(location) => locations.push(location),
                Err(diagnostic) => self.loaded.diagnostics.push(diagnostic),
            }
        }
        let first = self.read_dependencies(&locations);
        let mut names: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for (index, input) in self.loaded.packages.iter().enumerate().skip(first) {
            let named = types.iter().filter(|(package, _)| *package == input.import_path);
            names.insert(index, named.map(|(_, name)| (*name).to_owned()).collect());
        }
        self.reach(&names);
    }

    /// Reads the files of packages, and adds the packages without any declarations. Returns the files, and the previous
    /// number of packages.
    fn files(&mut self, locations: &[PackageLocation], requested: bool) -> (Vec<(usize, FileId, String)>, usize) {
        let relevant_files = |location: &PackageLocation| {
            let (mut files, diagnostics) = self.modules.go_files(location);
            files.retain(|file| !is_irrelevant(file));
            (files, diagnostics)
        };
        let found: Vec<(Vec<GoSource>, Vec<Diagnostic>)> = parallel::map(locations, relevant_files);
        let first = self.loaded.packages.len();
        let mut files: Vec<(usize, FileId, String)> = Vec::new();
        for (package, (package_files, mut diagnostics)) in found.into_iter().enumerate() {
            if !requested {
                // If a type is missing because of this, that is reported where the type is used.
                diagnostics.retain(|diagnostic| diagnostic.code != NEEDS_CGO);
                diagnostics.iter_mut().for_each(severity::soften);
            }
            self.loaded.diagnostics.extend(diagnostics);
            for GoSource { path, text, .. } in package_files {
                let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                files.push((first + package, self.sources.add(path, text), name));
            }
        }
        self.loaded.packages.extend(locations.iter().map(|location| PackageInput {
            import_path: location.import_path.clone(),
            requested,
            is_built_in: location.origin == PackageOrigin::BuiltIn,
            files: Vec::new(),
            unread: Unread::default(),
        }));
        (files, first)
    }

    fn add(&mut self, package: usize, name: String, declarations: syntax::GoFile, diagnostics: Vec<Diagnostic>) {
        self.loaded.diagnostics.extend(diagnostics);
        if let Some(package) = self.loaded.packages.get_mut(package) {
            package.files.push(FileInput { name, declarations });
        }
    }

    /// Reads all declarations of packages.
    fn read_requested(&mut self, locations: &[PackageLocation]) {
        let (files, _) = self.files(locations, true);
        let sources = &*self.sources;
        let parsed: Vec<_> = parallel::map(&files, |(_, id, _)| syntax::parse(*id, sources.text(*id)));
        for ((package, _, name), (declarations, diagnostics)) in files.into_iter().zip(parsed) {
            self.add(package, name, declarations, diagnostics);
        }
    }

    /// Indexes the declarations of packages. Returns the index of the first package.
    fn read_dependencies(&mut self, locations: &[PackageLocation]) -> usize {
        let (files, first) = self.files(locations, false);
        let sources = &*self.sources;
        let scan = |(_, id, name): &(usize, FileId, String)| dependency::scan(*id, name, sources.text(*id));
        let scanned: Vec<Scanned> = parallel::map(&files, scan);
        let mut partial: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for ((package, _, name), (declarations, file, diagnostics)) in files.into_iter().zip(scanned) {
            self.add(package, name, declarations, diagnostics);
            partial.entry(package).or_default().push(file);
        }
        for (package, files) in partial {
            let Some(input) = self.loaded.packages.get_mut(package) else { continue };
            let (dependency, diagnostics) = Dependency::new(package, files, input, self.sources);
            self.loaded.diagnostics.extend(diagnostics);
            self.dependencies.push(dependency);
        }
        first
    }

    /// Reads the declarations of names in dependencies, by package index, and of everything that they reference within
    /// their package.
    fn reach(&mut self, names: &BTreeMap<usize, BTreeSet<String>>) {
        for dependency in &mut self.dependencies {
            if let Some(names) = names.get(&dependency.package)
                && let Some(input) = self.loaded.packages.get_mut(dependency.package)
            {
                self.loaded.diagnostics.extend(dependency.reach(input, self.sources, names.iter()));
            }
        }
    }

    /// Reads declarations for their markers.
    fn read_marked(&mut self, markers: Markers) {
        for mut dependency in mem::take(&mut self.dependencies) {
            let Some(input) = self.loaded.packages.get_mut(dependency.package) else { continue };
            let diagnostics = match markers {
                Markers::All => dependency.read_marked(input, self.sources, |_| true, |_| false),
                Markers::OfPackage => dependency.read_marked(
                    input,
                    self.sources,
                    |text| text.contains(MARKER),
                    |file| file.types.iter().any(|declaration| is_marked(file, declaration)),
                ),
            };
            self.loaded.diagnostics.extend(diagnostics);
        }
    }
}

/// The prefix of markers that only controller-gen supports.
const MARKER: &str = "+kubebuilder:";

/// Returns `true` if the comments of a type or of its fields contain a marker that only controller-gen supports.
fn is_marked(file: &syntax::GoFile, declaration: &TypeDeclaration) -> bool {
    let fields = match &declaration.definition.kind {
        TypeExpressionKind::Struct(fields) => fields.as_slice(),
        _ => &[],
    };
    let comments = fields.iter().map(|field| &field.comments).chain([&declaration.comments]);
    let groups = comments.filter_map(|comments| comments.doc).filter_map(|id| file.comment(id));
    groups.flat_map(|group| group.lines.iter()).any(|line| line.text.trim_start().starts_with(MARKER))
}

/// Adapts the diagnostic about a missing package: it is an error if a type or a default needs the package, and a
/// warning if only constants need it.
fn missing(need: &Need, diagnostic: Diagnostic) -> Diagnostic {
    match need.purpose {
        Purpose::Default => diagnostic
            .at(need.span)
            .help("write an import path before the last dot of `ref(…)`, as in `ref(k8s.io/api/core/v1.Name)`"),
        Purpose::Constant => {
            let message = format!("package {} was not found; it is used only for constants", need.import_path);
            let notes = std::iter::once(diagnostic.message).chain(diagnostic.notes);
            let adapted = notes.fold(Diagnostic::new(codes::MISSING_PACKAGE, message).at(need.span), Diagnostic::note);
            diagnostic.help.into_iter().fold(adapted, Diagnostic::help)
        }
        Purpose::Type | Purpose::Search | Purpose::Unpublished => diagnostic.at(need.span),
    }
}

/// Returns `true` if a generated file contains no type, no constant, and no method that affects the JSON encoding of a
/// type. Such files (`generated.pb.go`, `types_swagger_doc_generated.go`) are large, and parsing them would take most
/// of the time.
fn is_irrelevant(file: &GoSource) -> bool {
    let is_swagger = file.path.file_name().is_some_and(|name| name == "types_swagger_doc_generated.go");
    if !file.is_protobuf && !is_swagger {
        return false;
    }
    // In some modules, most of the bytes are in such files, so check the first byte of each line first.
    let has_meaningful_method = |line: &str| {
        let line = line.lines().next().unwrap_or_default();
        MEANINGFUL_METHODS.iter().any(|name| line.contains(name))
    };
    !line_starts(&file.text).filter_map(|start| file.text.get(start..)).any(|line| match line.as_bytes().first() {
        Some(b't') => line.starts_with("type ") || line.starts_with("type("),
        Some(b'c') => (line.starts_with("const ") || line.starts_with("const(")) && !line.starts_with("const _ "),
        Some(b'f') => line.starts_with("func (") && has_meaningful_method(line),
        _ => false,
    })
}

/// Methods that affect the JSON encoding or the schema of a type.
const MEANINGFUL_METHODS: [&str; 5] =
    [") MarshalJSON(", ") UnmarshalJSON(", ") MarshalText(", ") UnmarshalText(", ") OpenAPI"];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        diag::render::{Escapes, Format, render},
        diag::sort_by_position,
        modules::GoEnvironment,
        resolve::{ResolveOptions, resolve},
        source::MemoryFileSystem,
    };

    /// Loads `./...` of a module `example.com/m` that needs `example.com/dep`. Returns the import paths (requested ones
    /// are marked with `!`), and the diagnostics of loading and resolving.
    fn loaded(files: &[(&str, &str)]) -> (Vec<String>, String) {
        let (loaded, said) = loaded_with(files, Markers::OfPackage);
        let packages = loaded
            .packages
            .iter()
            .map(|package| format!("{}{}", package.import_path, if package.requested { "!" } else { "" }));
        (packages.collect(), said)
    }

    fn loaded_with(files: &[(&str, &str)], markers: Markers) -> (Loaded, String) {
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
        let mut loaded = load_with(&modules, &["./...".to_owned()], &[], markers, &mut sources);
        diagnostics.append(&mut loaded.diagnostics);
        diagnostics.extend(resolve(&loaded.packages, &ResolveOptions::default()).1);
        sort_by_position(&mut diagnostics);
        (loaded, render(&diagnostics, &sources, Format::Short, Escapes::None))
    }

    /// Returns the parsed declarations of the last package: types, constants and methods.
    fn read_of_last(loaded: &Loaded) -> Vec<String> {
        let files = loaded.packages.last().map_or(&[][..], |package| &package.files);
        let names = files.iter().map(|file| &file.declarations).flat_map(|file| {
            let types = file.types.iter().map(|one| one.name.name.clone());
            let constants = file.constants.iter().map(|one| one.name.name.clone());
            types.chain(constants).chain(file.methods.iter().map(|one| format!("{}.{}", one.receiver, one.name.name)))
        });
        names.collect()
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
    fn only_declarations_that_are_reached() {
        let (loaded, said) = loaded_with(
            &[
                ("m/v1/types.go", "package v1\nimport \"example.com/dep/a\"\ntype T struct { A a.Used }\n"),
                (
                    "dep/a/a.go",
                    "package a\n\ntype Used struct {\n\tE Enum\n\t*Embedded\n\tUnused string\n}\n\n\
                     func (u *Used) MarshalJSON() ([]byte, error) { return nil, nil }\n\
                     func (u *Unused) MarshalJSON() ([]byte, error) { return nil, nil }\n\n\
                     type Unused struct { damaged: int }\n\n// +kubebuilder:validation:MaxLength=x\ntype Marked \
                     string\n",
                ),
                (
                    "dep/a/b.go",
                    "package a\n\ntype Enum string\ntype Embedded struct{}\n\nconst One Enum = \"1\"\n\
                     const Two, other = Enum(\"2\"), 3\nconst Three = One\ntype Alias = Enum\nconst Four Alias = \
                     \"4\"\n\
                     const Five Sixth = \"5\"\ntype Sixth string\ntype Kind struct{}\n\n\
                     func init() { SchemeBuilder.Register(&Kind{}) }\n",
                ),
            ],
            Markers::All,
        );
        assert_eq!(said, "");
        let expected = "Used Marked Used.MarshalJSON Enum Embedded Alias One Two other Three Four";
        assert_eq!(read_of_last(&loaded).join(" "), expected);
        let unread = loaded.packages.last().map(|package| package.unread.names(true).collect::<Vec<_>>().join(" "));
        assert_eq!(unread.as_deref(), Some("Kind Marked Sixth Unused"));
        let registrations = loaded.packages.iter().flat_map(|package| &package.files);
        assert_eq!(registrations.map(|file| file.declarations.registrations.len()).sum::<usize>(), 1);
    }

    #[test]
    fn declarations_that_are_reached_later() {
        // `b.B` is found when `a` is read. It references names of `c` that were not needed before.
        let (loaded, said) = loaded_with(
            &[
                (
                    "m/v1/types.go",
                    "package v1\nimport (\n\t\"example.com/dep/a\"\n\t. \"example.com/dep/c\"\n)\n\
                     type T struct {\n\tA a.A\n\tC C\n}\n",
                ),
                ("dep/a/a.go", "package a\nimport \"example.com/dep/b\"\ntype A struct { B b.B }\n"),
                (
                    "dep/b/b.go",
                    "package b\nimport \"example.com/dep/c\"\ntype B struct {\n\tD c.D\n\
                     \t// +default=ref(example.com/dep/c.Default)\n\tE string\n}\n",
                ),
                (
                    "dep/c/c.go",
                    "package c\ntype C string\ntype D struct { E }\ntype E string\ntype F string\n\
                     const Default = Prefix + \"x\"\nconst Prefix = \"p\"\n",
                ),
            ],
            Markers::OfPackage,
        );
        assert_eq!(said, "");
        let of_c = loaded.packages.iter().position(|package| package.import_path == "example.com/dep/c");
        let packages = loaded.packages.into_iter().take(of_c.unwrap_or_default() + 1).collect();
        let until_c = Loaded { packages, ..Loaded::default() };
        assert_eq!(read_of_last(&until_c).join(" "), "C D E Default Prefix");
    }

    #[test]
    fn what_was_not_read_is_suggested() {
        let (_, said) = loaded(&[
            ("m/v1/types.go", "package v1\nimport \"example.com/dep/a\"\ntype T struct { A a.Widgit }\n"),
            ("dep/a/a.go", "package a\ntype Widget string\ntype Other string\n"),
        ]);
        assert!(said.contains("type `Widgit` is undefined in package example.com/dep/a"), "{said}");
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
                 type T struct {\n\tA strange.A\n\tB Dotted\n\t// +default=ref(example.com/dep/constants.Name)\n\tC \
                 string\n}\n",
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
        assert!(
            said.starts_with("v1/types.go:3:14: error[IDL0414]: `ref(core.Name)` does not name a package"),
            "{said}"
        );
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
