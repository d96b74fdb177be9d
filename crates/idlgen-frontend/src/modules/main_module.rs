//! The main modules: reads their go.mod files and go.work.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    Checksums, GoEnvironment, Workspace,
    go_mod::{GoMod, Replacement, ReplacementTarget},
    go_version::GoVersion,
    go_work::GoWork,
    tree::Tree,
};
use crate::{
    diag::Diagnostic,
    modules::codes,
    source::{FileId, SourceMap, Span, clean},
};

#[derive(Clone, Debug)]
pub(super) struct MainModule {
    pub(super) path: String,
    pub(super) directory: PathBuf,
    /// Its go.mod. Empty if it has none.
    pub(super) go_mod: GoMod,
}

/// A replacement, with the directory that its path is relative to.
#[derive(Clone, Debug)]
pub(super) struct PlacedReplacement {
    pub(super) replacement: Replacement,
    pub(super) base: PathBuf,
}

impl PlacedReplacement {
    /// Returns the directory that replaces the module, unless another module replaces it.
    pub(super) fn directory(&self) -> Option<PathBuf> {
        match &self.replacement.target {
            ReplacementTarget::Folder(folder) => Some(clean(&self.base.join(folder))),
            ReplacementTarget::Module(_) => None,
        }
    }
}

/// Replacements by path and version. `None` means all versions.
pub(super) type Replacements = BTreeMap<(String, Option<String>), PlacedReplacement>;

/// The content of go.mod and go.work.
#[derive(Debug, Default)]
pub(super) struct MainModules {
    /// The modules, sorted by directory.
    pub(super) modules: Vec<MainModule>,
    /// `true` if there is a go.mod or go.work.
    pub(super) has_go_mod: bool,
    /// The directory and the `go` line of go.work, if one is used.
    pub(super) workspace: Option<(PathBuf, Option<GoVersion>)>,
    /// All replacements.
    pub(super) replacements: Replacements,
}

/// Finds and reads the go.work and go.mod of `directory`. If `roots` is not empty, reads the modules in these
/// directories instead.
pub(super) fn main_modules(
    tree: &Tree<'_>,
    directory: &Path,
    roots: &[PathBuf],
    environment: &GoEnvironment,
    sources: &mut SourceMap,
) -> (MainModules, Vec<Diagnostic>) {
    let is_lenient = !roots.is_empty();
    let mut reader =
        MainModuleReader { tree, directory, sources, work_file: None, is_lenient, diagnostics: Vec::new() };
    let work_file = match &environment.workspace {
        Workspace::Off => None,
        Workspace::File(file) => Some(directory.join(file)),
        Workspace::Nearest => nearest_above(tree, directory, "go.work"),
    };
    let mut main = MainModules::default();
    if is_lenient {
        for root in roots {
            reader.module(root, &mut main);
        }
    } else if let Some(file) = work_file {
        reader.workspace(&file, &mut main);
    } else if let Some(file) = nearest_above(tree, directory, "go.mod") {
        let module_directory = file.parent().unwrap_or(directory).to_owned();
        reader.module(&module_directory, &mut main);
    } else {
        let overrides = &environment.overrides;
        let named = overrides.iter().find(|(_, folder)| clean(&directory.join(folder)) == directory);
        let path = named.map_or_else(|| name_of(directory), |(path, _)| path.clone());
        main.modules.push(MainModule { path, directory: directory.to_owned(), go_mod: GoMod::default() });
    }
    main.has_go_mod =
        main.workspace.is_some() || main.modules.iter().any(|module| tree.is_file(&module.directory.join("go.mod")));
    main.modules.sort_by(|left, right| left.directory.cmp(&right.directory));
    (main, reader.diagnostics)
}

/// Returns the name of the directory, which is the import path of a directory without a go.mod.
fn name_of(directory: &Path) -> String {
    let name = directory.file_name().and_then(|name| name.to_str()).unwrap_or("");
    if super::import_path::is_well_formed(name) { name.to_owned() } else { "main".to_owned() }
}

/// Returns the path of the file with this name in `directory`, or in the nearest parent that has one.
pub(super) fn nearest_above(tree: &Tree<'_>, directory: &Path, name: &str) -> Option<PathBuf> {
    directory.ancestors().map(|folder| folder.join(name)).find(|file| tree.is_file(file))
}

impl MainModules {
    /// Reads the go.sum of each module, and the go.work.sum of a workspace. All are optional.
    pub(super) fn checksums(&self, tree: &Tree<'_>, directory: &Path, sources: &mut SourceMap) -> Checksums {
        let of_workspace = self.workspace.iter().map(|(folder, _)| folder.join("go.work.sum"));
        let of_modules = self.modules.iter().map(|main| main.directory.join("go.sum"));
        let mut checksums = Checksums::default();
        for path in of_workspace.chain(of_modules) {
            if let Some(text) = tree.text_if_any(&path) {
                let file = sources.add(path.strip_prefix(directory).unwrap_or(&path), text);
                checksums.add(file, sources.shared_text(file));
            }
        }
        checksums
    }
}

struct MainModuleReader<'r, 'a> {
    tree: &'r Tree<'a>,
    directory: &'r Path,
    sources: &'r mut SourceMap,
    /// The go.work, if one is used.
    work_file: Option<FileId>,
    /// `true` if the first of several replacements applies: the modules are not a workspace, and each may have its own.
    is_lenient: bool,
    diagnostics: Vec<Diagnostic>,
}

impl MainModuleReader<'_, '_> {
    fn workspace(&mut self, path: &Path, main: &mut MainModules) {
        let base = path.parent().unwrap_or(self.directory).to_owned();
        let Some((file, text)) = self.read(path) else {
            main.workspace = Some((base, None));
            return;
        };
        self.work_file = Some(file);
        let (go_work, diagnostics) = GoWork::parse(file, &text);
        self.diagnostics.extend(diagnostics);
        for replacement in go_work.replacements {
            self.replace(main, replacement, &base);
        }
        for folder in &go_work.folders {
            let module_directory = clean(&base.join(&folder.text));
            if main.modules.iter().any(|module| module.directory == module_directory) {
                continue;
            }
            if self.tree.is_file(&module_directory.join("go.mod")) {
                self.module(&module_directory, main);
            } else {
                let message = format!("directory `{}` has no go.mod", folder.text);
                let diagnostic = Diagnostic::new(codes::MISSING_WORKSPACE_MODULE, message).at(folder.span);
                self.diagnostics
                    .push(diagnostic.note("go.work can list only modules").help("fix the path or remove it"));
            }
        }
        main.workspace = Some((base, go_work.go));
    }

    fn module(&mut self, module_directory: &Path, main: &mut MainModules) {
        let (mut go_mod, mut span) = (GoMod::default(), None);
        if let Some((file, text)) = self.read(&module_directory.join("go.mod")) {
            let (parsed, diagnostics) = GoMod::parse(file, &text);
            self.diagnostics.extend(diagnostics);
            go_mod = parsed;
            span = Some(Span::new(file, 0, 0));
        }
        let path = go_mod.module.clone().unwrap_or_else(|| {
            let diagnostic = Diagnostic::new(codes::MALFORMED_GO_MOD, "go.mod has no module path");
            let diagnostic = diagnostic.help("add a line such as `module example.com/project`");
            self.diagnostics.extend(span.map(|span| diagnostic.at(span)));
            name_of(module_directory)
        });
        for replacement in go_mod.replacements.clone() {
            self.replace(main, replacement, module_directory);
        }
        main.modules.push(MainModule { path, directory: module_directory.to_owned(), go_mod });
    }

    /// Adds a replacement. One in go.work takes precedence; those in several go.mod files must be the same.
    fn replace(&mut self, main: &mut MainModules, replacement: Replacement, base: &Path) {
        let span = replacement.span;
        let key = (replacement.path.clone(), replacement.version.clone());
        let placed = PlacedReplacement { replacement, base: base.to_owned() };
        let Some(earlier) = main.replacements.get(&key) else {
            main.replacements.insert(key, placed);
            return;
        };
        let is_equal = match (earlier.directory(), placed.directory()) {
            (None, None) => earlier.replacement.target == placed.replacement.target,
            (earlier, placed) => earlier == placed,
        };
        let earlier_file = Some(earlier.replacement.span.file);
        let earlier_wins = earlier_file == self.work_file && Some(span.file) != self.work_file;
        if !is_equal && !earlier_wins && !self.is_lenient {
            let message = format!("module `{}` has conflicting replacements", key.0);
            let diagnostic = Diagnostic::new(codes::MALFORMED_GO_MOD, message).at(span);
            self.diagnostics.push(diagnostic.and(earlier.replacement.span, "it is also replaced here"));
        }
    }

    fn read(&mut self, path: &Path) -> Option<(FileId, String)> {
        let shown = path.strip_prefix(self.directory).unwrap_or(path);
        match self.tree.text(path, shown) {
            Ok(text) => Some((self.sources.add(shown, text.as_str()), text)),
            Err(diagnostic) => {
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        modules::{
            Workspace,
            testing::{environment, expand, tree},
        },
        source::MemoryFileSystem,
    };

    #[test]
    fn damage_in_go_mod_is_said_and_the_rest_counts() {
        let files = tree("// v1/a.go\n-- go.mod --\nrequire (\n\tk8s.io/api\n");
        assert_eq!(
            expand(&files, "/project", &environment(), "./v1"),
            [
                "IDL0113 go.mod:1:1 the block of `require` has no closing `)` (help: add a `)` on its own line)",
                "IDL0113 go.mod:2:2 the syntax of `require` is `PATH VERSION`",
                "IDL0113 go.mod:1:1 go.mod has no module path (help: add a line such as `module \
                 example.com/project`)",
                "project/v1 /project/v1",
            ]
        );
        let mut files = MemoryFileSystem::default();
        files.insert("/project/go.mod", [0xff, 0xff]);
        files.insert("/project/a.go", "package a");
        assert_eq!(
            expand(&files, "/project", &environment(), "."),
            ["IDL0103 go.mod is not valid UTF-8 at byte 0", "project /project"]
        );
    }

    #[test]
    fn replacements_of_a_workspace_must_agree() {
        let module = |name: &str, replacement: &str| {
            format!(
                "-- {name}/go.mod --\nmodule {name}.example.com\nreplace x.y/z => {replacement}\n-- {name}/a.go --\n\
                 package a\n"
            )
        };
        let all = |a: &str, b: &str, more: &str| {
            let files = tree(&format!("{}{}-- go.work --\nuse ./a\nuse ./b\n{more}", module("a", a), module("b", b)));
            expand(&files, "/project", &environment(), "./a ./b")
        };
        let packages = ["a.example.com /project/a", "b.example.com /project/b"];
        assert_eq!(all("../z", "../z", ""), packages);
        assert_eq!(all("../y", "../z", "replace x.y/z => ./x\n"), packages);
        assert_eq!(
            all("../y", "../z", "")[0],
            "IDL0113 b/go.mod:2:1 module `x.y/z` has conflicting replacements [a/go.mod:2:1 it is also replaced here]"
        );
    }

    #[test]
    fn the_nearest_go_work_or_the_one_that_is_named_counts() {
        let files = tree(
            "// m/a.go\n-- m/go.mod --\nmodule m.n/o\n-- go.work --\nuse ./m\n-- /elsewhere/go.work --\n\
             use ../project/m\n\
             -- /bad/go.work --\nuse \"\n",
        );
        let with = |workspace| crate::modules::GoEnvironment { workspace, ..environment() };
        for workspace in [Workspace::Nearest, Workspace::Off, Workspace::File("/elsewhere/go.work".into())] {
            assert_eq!(expand(&files, "/project/m", &with(workspace), "."), ["m.n/o /project/m"]);
        }
        let lines = expand(&files, "/project/m", &with(Workspace::File("/bad/go.work".into())), ".");
        assert_eq!(lines[0], "IDL0113 /bad/go.work:1:5 unclosed string on this line");
        let lines = expand(&files, "/project/m", &with(Workspace::File("/nowhere".into())), ".");
        assert_eq!(lines[0], "IDL0101 /nowhere cannot be read: entity not found");
    }
}
