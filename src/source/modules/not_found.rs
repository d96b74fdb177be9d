//! What to say where a package is not found: which module it would be of, and what to do.

use std::path::Path;

use super::{
    Modules,
    dependencies::{DependencySource, Module, Place},
    import_path,
    tree::join,
};
use crate::diag::{Diagnostic, codes::source as codes, nearest};

impl Modules<'_> {
    /// No module that is used could have the package.
    pub(super) fn unknown(&self, import_path: &str) -> Diagnostic {
        let (message, advice) = match &self.source {
            DependencySource::Vendor { .. } => (
                format!("vendor/modules.txt has no package `{import_path}`"),
                "run `go mod vendor`; it copies what the module's packages import".to_owned(),
            ),
            DependencySource::Newest(_) => (
                format!("no module in the module cache has the package `{import_path}`"),
                "without a go.mod, modules come from the module cache: run `go mod download MODULE@VERSION`".to_owned(),
            ),
            DependencySource::Selected { .. } if self.main.modules.is_empty() => (
                format!("none of the modules given has the package `{import_path}`"),
                "name the module that has it and its version".to_owned(),
            ),
            DependencySource::Selected { .. } => (
                format!("no module that go.mod requires has the package `{import_path}`"),
                format!("run `go get {import_path}`, which adds it to go.mod and downloads it"),
            ),
        };
        let diagnostic = Diagnostic::new(codes::UNKNOWN_MODULE, message).note(advice);
        diagnostic.note("or name the folder of its module in idlgen.toml, under `[modules]`")
    }

    /// The module is not on this machine.
    pub(super) fn missing(&self, import_path: &str, module: &Module) -> Diagnostic {
        let path = &module.path;
        let folder = module.directory.as_deref().map(|folder| self.shown(folder).display().to_string());
        let folder = folder.unwrap_or_default();
        let message = format!("package `{import_path}` is of module {}, which is not on this machine", name(module));
        let mut diagnostic = Diagnostic::new(codes::MISSING_MODULE, message);
        if let Some(span) = self.main.required_at(path) {
            diagnostic = diagnostic.and(span, "required here");
        }
        match (module.place, &module.version) {
            (Place::Replaced(span), _) => {
                diagnostic.and(span, "replaced here").note(format!("the folder {folder} does not exist"))
            }
            (Place::Cache, Some(version)) => {
                let cache = match &self.places.cache {
                    Some(_) => format!("there is no folder {folder}"),
                    None => "no module cache is known: neither GOMODCACHE nor GOPATH nor HOME is set".to_owned(),
                };
                let download = self.places.downloaded_as(path, version);
                let setting =
                    format!("or name a folder that has it in idlgen.toml: `[modules]`, `\"{path}\" = \"FOLDER\"`");
                diagnostic.note(cache).note(format!("run `go mod download {download}`")).note(setting)
            }
            _ => {
                diagnostic.note(format!("the configuration says that it lies in {folder}, but there is no such folder"))
            }
        }
    }

    /// The module is there but has no such package.
    pub(super) fn lacking(&self, import_path: &str, module: &Module) -> Diagnostic {
        let message = format!("module {} has no package `{import_path}`", name(module));
        let diagnostic = Diagnostic::new(codes::NO_SUCH_PACKAGE, message);
        let similar = import_path.rsplit_once('/').and_then(|(above, last)| {
            let parent = join(module.directory.as_deref()?, import_path::below(above, &module.path)?);
            Some(format!("{above}/{}", self.nearest_folder(&parent, last)?))
        });
        match similar {
            Some(similar) => diagnostic.note(format!("did you mean `{similar}`?")),
            None => diagnostic,
        }
    }

    /// The folder in `parent` whose name is nearest to `name`.
    pub(super) fn nearest_folder(&self, parent: &Path, name: &str) -> Option<String> {
        let entries = self.tree.list(parent).ok()?;
        let folders = entries.iter().filter(|entry| entry.is_directory && !entry.name.starts_with(['.', '_']));
        nearest(name, folders.map(|entry| entry.name.as_str())).map(str::to_owned)
    }
}

fn name(module: &Module) -> String {
    match &module.version {
        Some(version) => format!("{} {version}", module.path),
        None => module.path.clone(),
    }
}
