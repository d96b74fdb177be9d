//! Collects hints about outputs from the files of a repository, in a single walk.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    path::{Component, Path, PathBuf},
};

use super::{
    command_lines::{CommandLine, command_lines},
    existing::{ExistingDefinition, is_named_as_definition},
    language::Language,
};
use crate::{
    cli::{
        commands::{exclusion::FOREIGN_DIRECTORIES, paths::relative, preparation::repository},
        controller_gen,
    },
    emit::Backend,
    emit::crd::Crd,
    settings::{Flag, Setting, ValueType},
    source::{DiskFileSystem, FileSystem, clean},
};

/// Maximum depth of searched directories.
const MAX_DEPTH: usize = 32;
/// Maximum number of visited files and directories.
const MAX_ENTRIES: usize = 300_000;
/// Maximum size in bytes of files searched for command lines.
const MAX_TEXT: u64 = 4 << 20;
/// Maximum number of files per module searched for kinds.
const MAX_SEARCHED: usize = 5000;

/// Hints from the files of a repository. Paths are relative to the directory of `init`.
#[derive(Debug, Default)]
pub(super) struct Repository {
    /// The directory with the nearest Cargo.toml of a crate.
    pub(super) cargo: Option<PathBuf>,
    /// `true` if it contains kubebuilder's PROJECT file.
    pub(super) has_project: bool,
    /// The commands that run controller-gen.
    pub(super) commands: Vec<Command>,
    /// Existing CRDs by directory.
    pub(super) definitions: BTreeMap<PathBuf, Vec<ExistingDefinition>>,
    /// Existing CRDs with other file names, by directory. idlgen cannot update these files.
    pub(super) renamed: BTreeMap<PathBuf, Vec<ExistingDefinition>>,
    /// Subdirectories with Go files that may declare kinds. Others need not be read.
    pub(super) with_kinds: BTreeSet<PathBuf>,
    /// Nested Go modules that declare kinds.
    pub(super) nested_modules: Vec<PathBuf>,
}

/// A controller-gen command, converted to settings.
#[derive(Debug)]
pub(super) struct Command {
    /// Its location: `Makefile:213`.
    pub(super) shown: String,
    /// The output directory of CRDs, if known.
    pub(super) output: Option<PathBuf>,
    /// The directories that it reads, if known. `true` includes subdirectories.
    pub(super) paths: Option<Vec<(PathBuf, bool)>>,
    /// Keys of idlgen.toml with their values in TOML.
    pub(super) settings: BTreeMap<String, String>,
    /// The reason why its options could not be converted, if any.
    pub(super) problem: Option<String>,
}

/// Returns `true` if a directory contains the Cargo.toml of a crate. A workspace without a package has no source files.
fn is_crate(folder: &Path) -> bool {
    let Ok(bytes) = DiskFileSystem.read_up_to(&folder.join("Cargo.toml"), MAX_TEXT) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    let has = |table: &str| text.lines().any(|line| line.trim_start().starts_with(table));
    has("[package]") || !has("[workspace]")
}

impl Repository {
    /// Reads the repository that contains a directory.
    pub(super) fn read(directory: &Path) -> Self {
        let Ok(here) = DiskFileSystem.real_path(directory) else { return Repository::default() };
        let top = repository(&here);
        let mut read = Repository::default();
        let above = || here.ancestors().take_while(|folder| folder.starts_with(&top));
        let cargo = above().find(|folder| is_crate(folder));
        read.cargo = cargo.map(|folder| relative(&here, folder));
        read.has_project = above().any(|folder| DiskFileSystem.is_file(&folder.join("PROJECT")));
        let mut entries = 0;
        read.walk(&top, &top, &here, 0, &mut entries);
        read
    }

    fn walk(&mut self, folder: &Path, top: &Path, here: &Path, depth: usize, entries: &mut usize) {
        for entry in DiskFileSystem.list(folder).unwrap_or_default() {
            *entries += 1;
            if *entries > MAX_ENTRIES {
                return;
            }
            let path = folder.join(&entry.name);
            if entry.is_link {
                continue;
            }
            if !entry.is_directory {
                self.file(&path, &entry.name, top, here);
            } else if depth < MAX_DEPTH && (here.starts_with(&path) || !is_foreign(&entry.name)) {
                if here.starts_with(&path) || !DiskFileSystem.is_file(&path.join("go.mod")) {
                    self.walk(&path, top, here, depth + 1, entries);
                    continue;
                }
                if path.starts_with(here) && declares_kinds(&path) {
                    self.nested_modules.push(relative(here, &path));
                }
                self.included_makefiles(&path, top, here, depth + 1, entries);
            }
        }
    }

    /// Reads the makefiles of another module that makefiles above it include, such as `tools/make/crds.mk` if `tools`
    /// is a module of its own.
    fn included_makefiles(&mut self, folder: &Path, top: &Path, here: &Path, depth: usize, entries: &mut usize) {
        for entry in DiskFileSystem.list(folder).unwrap_or_default() {
            *entries += 1;
            if *entries > MAX_ENTRIES {
                return;
            }
            let path = folder.join(&entry.name);
            if entry.is_link {
                continue;
            }
            if !entry.is_directory && is_included(&path) {
                self.file(&path, &entry.name, top, here);
            } else if entry.is_directory && depth < MAX_DEPTH && !is_skipped(&entry.name) {
                self.included_makefiles(&path, top, here, depth + 1, entries);
            }
        }
    }

    fn file(&mut self, path: &Path, name: &str, top: &Path, here: &Path) {
        let folder = path.parent().unwrap_or(top);
        let base_of = |folder: &Path| if folder.starts_with(here) { here } else { top };
        // Not all YAML files are read, because a repository can contain many.
        let has_crd = |text: &str| text.to_ascii_lowercase().contains("crd");
        let text = |limit| {
            let bytes = DiskFileSystem.read_up_to(path, limit).ok().filter(|bytes| bytes.len() as u64 <= limit)?;
            String::from_utf8(bytes).ok()
        };
        if is_named_as_definition(name) {
            if let Some(definition) = text(64 << 20).and_then(|text| ExistingDefinition::read(name, &text)) {
                self.definitions.entry(relative(here, folder)).or_default().push(definition);
            }
        } else if path.extension().is_some_and(|extension| extension == "yaml")
            && (has_crd(name) || has_crd(&relative(top, folder).to_string_lossy()))
        {
            if let Some(definition) = text(64 << 20).and_then(|text| ExistingDefinition::read(name, &text)) {
                self.renamed.entry(relative(here, folder)).or_default().push(definition);
            }
        } else if let Some(language) = Language::of(name).filter(|_| !is_ignored(&relative(base_of(folder), folder))) {
            // Make resolves included files relative to its working directory, and scripts change to the root.
            let runs_here = language == Language::Go || language == Language::Make && !is_included(path);
            let base = if runs_here { folder } else { top };
            let shown = relative(top, path);
            let text = text(MAX_TEXT).unwrap_or_default();
            if language == Language::Go && path.starts_with(here) && may_declare_kinds(&text) {
                self.with_kinds.insert(relative(here, folder));
            }
            let in_repository = relative(top, folder).to_string_lossy().replace('\\', "/");
            for line in command_lines(&text, language, &in_repository) {
                self.commands.push(Command::new(&line, base, &shown, here));
            }
        }
    }
}

impl Command {
    fn new(line: &CommandLine, base: &Path, shown: &Path, here: &Path) -> Self {
        let base = line.directory.as_ref().map_or_else(|| base.to_owned(), |directory| base.join(directory));
        let shown = format!("{}:{}", shown.display(), line.line);
        let paths = paths(&line.words, &base, here);
        let mut command = Command { shown, output: None, paths, settings: BTreeMap::new(), problem: None };
        let is_about_definitions = |word: &&String| {
            let output = word.strip_prefix("output:");
            let is_output = output.is_some_and(|rest| {
                ["crd:", "dir=", "artifacts:", "stdout"].iter().any(|start| rest.starts_with(start))
            });
            *word == "crd" || word.starts_with("crd:") || is_output
        };
        let mut words: Vec<OsString> = vec!["idlgen".into()];
        words.extend(line.words.iter().filter(is_about_definitions).map(OsString::from));
        // Without a path, the arguments may look like an idlgen command.
        words.push("paths=.".into());
        let translated = |words| controller_gen::translated(words).map(|translated| translated.arguments);
        let arguments = translated(words).unwrap_or_else(|problem| {
            command.problem = Some(problem);
            let mut plain: Vec<OsString> = vec!["idlgen".into(), "crd".into(), "paths=.".into()];
            let is_output = |word: &&String| word.starts_with("output:");
            plain.extend(line.words.iter().filter(is_about_definitions).filter(is_output).map(OsString::from));
            translated(plain).unwrap_or_default()
        });
        let arguments: Vec<String> = arguments.into_iter().filter_map(|argument| argument.into_string().ok()).collect();
        let mut rest = arguments.iter().skip(2);
        while let Some(argument) = rest.next() {
            if argument == "-o" {
                let output = rest.next().filter(|output| !output.contains('$') && *output != "-");
                command.output = output.map(|output| relative(here, &clean(&base.join(output))));
            } else if let Some(setting) = argument.strip_prefix("--").and_then(setting) {
                let value = match setting.form {
                    ValueType::Boolean => Some("true".to_owned()),
                    ValueType::Integer(..) => rest.next().cloned(),
                    ValueType::Path => rest.next().map(|path| quoted(&relative(here, &clean(&base.join(path))))),
                    _ => rest.next().map(|text| format!("{text:?}")),
                };
                command.settings.extend(value.map(|value| (setting.key(), value)));
            }
        }
        command
    }

    /// Returns `true` if it reads a directory, as far as known.
    pub(super) fn reads(&self, directory: &Path) -> bool {
        // `.`, and the directories above it.
        let is_around =
            |path: &Path| path.components().all(|part| matches!(part, Component::CurDir | Component::ParentDir));
        let is_of = |(path, is_tree): &(PathBuf, bool)| {
            if *is_tree { is_around(path) || directory.starts_with(path) } else { directory == path }
        };
        self.paths.as_ref().is_none_or(|paths| paths.iter().any(is_of))
    }
}

/// Returns the directories in a command's `paths=`, or `None` if one of them is not a known directory.
fn paths(words: &[String], base: &Path, here: &Path) -> Option<Vec<(PathBuf, bool)>> {
    let mut paths = Vec::new();
    for text in words.iter().filter_map(|word| word.strip_prefix("paths=")) {
        for pattern in controller_gen::list(text) {
            let (folder, is_tree) = match pattern.strip_suffix("...") {
                Some(folder) => (folder, true),
                None => (pattern.as_str(), false),
            };
            let is_plain = !folder.contains('$') && !folder.contains("...") && folder.starts_with('.');
            paths.push((relative(here, &clean(&base.join(is_plain.then_some(folder)?))), is_tree));
        }
    }
    (!paths.is_empty()).then_some(paths)
}

/// Returns the setting of an `idlgen crd` flag.
fn setting(flag: &str) -> Option<&'static Setting> {
    Crd.settings().iter().find(|setting| matches!(setting.flag, Flag::Named { long, .. } if long == flag))
}

/// Formats a path for TOML.
pub(super) fn quoted(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy().replace('\\', "/"))
}

/// Returns `true` for makefiles that others include.
fn is_included(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "mk")
}

/// Returns `true` for directories that contain no source of the repository itself, such as `vendor`, and for those that
/// Go ignores.
fn is_skipped(name: &str) -> bool {
    name.starts_with('_') || is_foreign(name)
}

/// Returns `true` for directories that contain nothing of the repository itself, such as `vendor`.
fn is_foreign(name: &str) -> bool {
    name.starts_with('.') || FOREIGN_DIRECTORIES.contains(&name)
}

/// Returns `true` for directories in which Go ignores packages. They can contain CRDs.
fn is_ignored(folder: &Path) -> bool {
    folder.components().any(|part| part.as_os_str().to_string_lossy().starts_with('_'))
}

/// Returns `true` if Go source contains words from declarations or registrations of kinds.
fn may_declare_kinds(text: &str) -> bool {
    ["TypeMeta", "AddKnownTypes", "SchemeBuilder", "+groupName"].iter().any(|word| text.contains(word))
}

/// Returns `true` if the Go files of a module declare kinds: structs that embed TypeMeta.
fn declares_kinds(module: &Path) -> bool {
    let mut waiting = vec![(module.to_owned(), 0)];
    let mut searched = 0;
    while let Some((folder, depth)) = waiting.pop() {
        for entry in DiskFileSystem.list(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            if entry.is_directory {
                if depth < MAX_DEPTH && !entry.is_link && !is_skipped(&entry.name) {
                    waiting.push((path, depth + 1));
                }
            } else if Language::of(&entry.name) == Some(Language::Go) && searched < MAX_SEARCHED {
                searched += 1;
                let text = DiskFileSystem.read_up_to(&path, MAX_TEXT).unwrap_or_default();
                let embeds = |line: &str| line.trim_start().starts_with("metav1.TypeMeta ") && line.contains(",inline");
                if String::from_utf8_lossy(&text).lines().any(embeds) {
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests write files that they read")]
mod tests {
    use super::*;

    #[test]
    fn commands_become_settings() {
        let words = "crd:maxDescLen=0,generateEmbeddedObjectMeta=true,headerFile=hack/h.txt webhook paths=./... \
                     output:crd:dir=../bases output:webhook:dir=x";
        let words = words.split(' ').map(str::to_owned).collect();
        let line = CommandLine { line: 3, directory: Some("api".to_owned()), words };
        let command = Command::new(&line, Path::new("/r"), Path::new("Makefile"), Path::new("/r"));
        assert_eq!((command.shown.as_str(), command.problem), ("Makefile:3", None));
        assert_eq!(command.output, Some(PathBuf::from("bases")));
        assert_eq!(command.paths, Some(vec![(PathBuf::from("api"), true)]));
        let reads = |paths: &str, directory: &str| {
            let words = vec!["crd".to_owned(), format!("paths={paths}")];
            let line = CommandLine { line: 1, directory: None, words };
            Command::new(&line, Path::new("/r"), Path::new("Makefile"), Path::new("/r")).reads(Path::new(directory))
        };
        assert_eq!(["a", "a/b", "ab"].map(|one| reads("./a/...;./x", one)), [true, true, false]);
        assert_eq!(["x", "x/b", "b"].map(|one| reads("{./a/...,./x}", one)), [true, false, false]);
        assert!(reads("./...", "a/b") && reads("$(PATHS)", "a") && reads("k8s.io/api/...", "a"));
        let of_repository = |paths: &str| {
            let words = vec!["crd".to_owned(), format!("paths={paths}")];
            let line = CommandLine { line: 1, directory: None, words };
            Command::new(&line, Path::new("/r"), Path::new("Makefile"), Path::new("/r/api")).reads(Path::new("v1"))
        };
        assert_eq!(["./...", "./api/...", "./api/v1", "./other/..."].map(of_repository), [true, true, true, false]);
        let settings: Vec<String> = command.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(
            settings,
            ["crd.embedded-object-meta=true", "crd.header-file=\"api/hack/h.txt\"", "crd.max-description-length=0"]
        );

        let words = vec!["crd:trivialVersions=true".to_owned(), "output:crd:dir=$(DIR)".to_owned()];
        let line = CommandLine { line: 4, directory: None, words };
        let command = Command::new(&line, Path::new("/r"), Path::new("x.sh"), Path::new("/r/api"));
        assert!(command.problem.is_some_and(|problem| problem.contains("trivialVersions")));
        assert_eq!((command.output, command.settings.len()), (None, 0));
    }

    const CRD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  \
                       group: a.b\n  names: {kind: A}\n  versions: [{name: v1}]\n";
    const KIND: &str = "package v1\ntype A struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n}\n";
    const COMMAND: &str = "controller-gen crd paths=./... output:crd:dir=out\n";

    /// Writes files, and reads a directory of the repository at their root.
    fn read(files: &[(&str, &str)], here: &str) -> Repository {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files.iter().chain(&[(".git/HEAD", "")]) {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Repository::read(&folder.path().join(here))
    }

    fn names<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Vec<&'p str> {
        paths.into_iter().map(|path| path.to_str().unwrap()).collect()
    }

    #[test]
    fn crds_are_known_by_their_names_or_directories() {
        let repository = read(
            &[
                ("config/a.b_as.yaml", CRD),
                ("config/other.yaml", CRD),
                ("config/b-CRD.yaml", CRD),
                ("crds/c.yaml", CRD),
                ("crds/d.json", CRD),
                ("crds/e.yaml", "kind: Deployment\n"),
                ("vendor/a.b_as.yaml", CRD),
                ("_bases/a.b_as.yaml", CRD),
            ],
            "",
        );
        assert_eq!(names(repository.definitions.keys()), ["_bases", "config"]);
        assert_eq!(names(repository.renamed.keys()), ["config", "crds"]);
        let files: Vec<&str> =
            repository.renamed.values().flatten().map(|definition| definition.file.as_str()).collect();
        assert_eq!(files, ["b-CRD.yaml", "c.yaml"]);
    }

    #[test]
    fn directories_above_are_those_of_the_repository() {
        let files = [("Cargo.toml", ""), ("go/PROJECT", ""), ("go/api/x/Cargo.toml", ""), ("go/api/y.txt", "")];
        let at = |here| {
            let repository = read(&files, here);
            (repository.cargo.map(|path| path.to_string_lossy().into_owned()), repository.has_project)
        };
        assert_eq!(at("go/api"), (Some("../..".to_owned()), true));
        assert_eq!(at("go/api/x"), (Some(".".to_owned()), true));
        assert_eq!(at(""), (Some(".".to_owned()), false));
        assert_eq!(Repository::read(Path::new("/nonexistent")).cargo, None);
        let workspace = "[workspace]\nmembers = [\"a\"]\n";
        let package = format!("{workspace}[package]\nname = \"a\"\n");
        let cargo = |files: &[(&str, &str)]| read(files, "a/b").cargo.map(|path| path.to_string_lossy().into_owned());
        let file = ("a/b/x.txt", "");
        assert_eq!(cargo(&[("a/b/Cargo.toml", workspace), file]), None);
        assert_eq!(cargo(&[("a/b/Cargo.toml", &package), file]).as_deref(), Some("."));
        assert_eq!(cargo(&[("a/b/Cargo.toml", workspace), ("a/Cargo.toml", "[package]\n")]).as_deref(), Some(".."));
    }

    #[test]
    fn modules_below_are_named_if_they_declare_kinds() {
        let module = "module m\n";
        let repository = read(
            &[
                ("api/v1/types.go", KIND),
                ("api/v1/zz_generated.deepcopy.go", KIND),
                ("lib/lib.go", "package lib\n"),
                ("tools/go.mod", module),
                ("tools/api/v1/types.go", KIND),
                ("comment/go.mod", module),
                ("comment/types.go", "package v1\n// metav1.TypeMeta `json:\",inline\"`\n"),
                ("field/go.mod", module),
                ("field/types.go", "package v1\ntype A struct {\n\tmetav1.TypeMeta `json:\"a\"`\n}\n"),
                ("skipped/go.mod", module),
                ("skipped/testdata/types.go", KIND),
                ("tested/go.mod", module),
                ("tested/types_test.go", KIND),
                ("_old/types.go", KIND),
                (".hidden/types.go", KIND),
            ],
            "",
        );
        assert_eq!(names(&repository.nested_modules), ["tools"]);
        assert_eq!(names(&repository.with_kinds), ["api/v1"]);
        // From the module itself, the rest of the repository is only searched for hints.
        let repository =
            read(&[("go.mod", module), ("a/v1/types.go", KIND), ("b/go.mod", module), ("b/t.go", KIND)], "a");
        assert_eq!((names(&repository.nested_modules), names(&repository.with_kinds)), (vec![], vec!["v1"]));
        for word in ["TypeMeta", "AddKnownTypes", "SchemeBuilder", "+groupName"] {
            assert!(may_declare_kinds(&format!("package v1\n// {word}\n")), "{word}");
        }
    }

    /// Make and `go generate` run in the directory of their file, scripts and included makefiles in the root.
    #[test]
    fn commands_have_outputs_relative_to_the_directory_where_they_run() {
        let recipe = format!("crds:\n\t{COMMAND}");
        let repository = read(
            &[
                ("a/Makefile", &recipe),
                ("b/rules.mk", &recipe),
                ("c/update.sh", COMMAND),
                ("d/doc.go", &format!("package d\n\n//go:generate {COMMAND}")),
                ("a/README.md", COMMAND),
                // Only the makefiles of another module are included elsewhere.
                ("tools/go.mod", "module t\n"),
                ("tools/Makefile", &recipe),
                ("tools/make/crds.mk", &recipe),
                ("tools/update.sh", COMMAND),
                ("tools/vendor/x.mk", &recipe),
            ],
            "a",
        );
        let commands: Vec<_> = repository
            .commands
            .iter()
            .map(|command| (command.shown.as_str(), command.output.as_deref().unwrap().to_str().unwrap()))
            .collect();
        assert_eq!(
            commands,
            [
                ("a/Makefile:2", "out"),
                ("b/rules.mk:2", "../out"),
                ("c/update.sh:1", "../out"),
                ("d/doc.go:3", "../d/out"),
                ("tools/make/crds.mk:2", "../out"),
            ]
        );
    }

    #[test]
    fn outputs_and_paths_with_unknown_parts_are_unknown() {
        let command = |words: &str| {
            let line = CommandLine { line: 1, directory: None, words: words.split(' ').map(str::to_owned).collect() };
            Command::new(&line, Path::new("/r"), Path::new("Makefile"), Path::new("/r"))
        };
        for (words, output) in [
            ("crd paths=./a output:crd:dir=./out/", Some("out")),
            ("crd paths=./a output:crd:artifacts:config=x/../out", Some("out")),
            ("crd paths=./a output:dir=out", Some("out")),
            ("crd paths=./a output:crd:dir=$OUT", None),
            ("crd paths=./a output:crd:stdout", None),
            ("crd paths=./a output:stdout", None),
            ("object paths=./a output:object:dir=out", None),
            ("crd:crdVersions=v1beta1 paths=./a output:crd:dir=out", Some("out")),
        ] {
            assert_eq!(command(words).output.as_deref(), output.map(Path::new), "{words}");
        }
        for (paths, expected) in [
            ("./a", Some(vec![("a", false)])),
            ("./a/...", Some(vec![("a", true)])),
            ("../b;./c/...", Some(vec![("../b", false), ("c", true)])),
            (".", Some(vec![(".", false)])),
            ("a/b", None),
            ("./a/.../b", None),
            ("./$(DIR)", None),
            ("./a;k8s.io/api", None),
        ] {
            let found = command(&format!("crd paths={paths}")).paths;
            let expected =
                expected.map(|all| all.into_iter().map(|(path, tree)| (PathBuf::from(path), tree)).collect());
            assert_eq!(found, expected, "{paths}");
        }
        assert_eq!(command("crd").paths, None);
        let settings = |words: &str| {
            let settings = command(words).settings.into_iter().map(|(key, value)| format!("{key} = {value}"));
            settings.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(settings("crd:maxDescLen=3 paths=./a"), "crd.max-description-length = 3");
        assert_eq!(settings("crd:allowDangerousTypes=true paths=./a"), "crd.dangerous-types = true");
        assert_eq!(
            settings("crd:headerFile=a/b.txt,year=2024 paths=./a"),
            "crd.header-file = \"a/b.txt\", crd.year = \"2024\""
        );
    }
}
