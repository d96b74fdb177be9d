//! Determines whether to use the vendor directory, and compares it with go.mod.

use std::path::{Path, PathBuf};

use super::{
    Dependencies, GoEnvironment,
    go_mod::ReplacementTarget,
    go_version::GoVersion,
    main_module::{MainModule, MainModules, PlacedReplacement, Replacements},
    tree::Tree,
    vendor_list::{VendorList, VendoredModule},
};
use crate::{diag::Diagnostic, modules::codes};

/// Returns `true` if a vendor directory contains anything except its modules.txt. A module downloaded from a proxy may
/// have that file, but never the packages that it lists (`modzip.Create` omits them), so such a vendor directory must
/// not be used.
fn holds_packages(tree: &Tree<'_>, directory: &Path) -> bool {
    tree.list(directory).is_ok_and(|entries| entries.iter().any(|entry| entry.is_directory))
}

/// A vendor directory in use.
#[derive(Debug)]
pub(super) struct Vendored {
    pub(super) directory: PathBuf,
    /// The content of its modules.txt.
    pub(super) list: VendorList,
}

impl MainModules {
    /// Returns the vendor directories to use: that of the workspace, otherwise those of the modules.
    pub(super) fn vendored(
        &self,
        tree: &Tree<'_>,
        environment: &GoEnvironment,
        replacements: &Replacements,
    ) -> (Vec<Vendored>, Vec<Diagnostic>) {
        let (mut vendored, mut diagnostics) = (Vec::new(), Vec::new());
        let mut add = |base: &Path, go: Option<GoVersion>, modules: &[MainModule]| {
            if let Some((found, said)) = self.vendored_in(base, go, modules, tree, environment, replacements) {
                vendored.push(found);
                diagnostics.extend(said);
            }
        };
        match &self.workspace {
            Some((base, go)) => add(base, *go, &self.modules),
            None if self.has_go_mod => {
                let modules = self.modules.iter();
                modules.for_each(|module| add(&module.directory, module.go_mod.go, std::slice::from_ref(module)));
            }
            None => {}
        }
        (vendored, diagnostics)
    }

    /// Returns the vendor directory below `base` if it is to be used. This is the case if the configuration requires
    /// it, or if the `go` line has Go 1.14 or later and vendor/modules.txt was written for the current mode, module or
    /// workspace (`modload.setDefaultBuildMod`). `modules` are the modules whose dependencies it contains.
    fn vendored_in(
        &self,
        base: &Path,
        go: Option<GoVersion>,
        modules: &[MainModule],
        tree: &Tree<'_>,
        environment: &GoEnvironment,
        replacements: &Replacements,
    ) -> Option<(Vendored, Vec<Diagnostic>)> {
        let directory = base.join("vendor");
        let text = tree.text_if_any(&directory.join("modules.txt"));
        let list = text.as_deref().map(VendorList::parse);
        let is_wanted = match environment.dependencies {
            Some(Dependencies::ModuleCache) => false,
            Some(Dependencies::Vendor) => true,
            None => {
                go.is_some_and(|go| go >= GoVersion::VENDOR_BY_DEFAULT)
                    && list.as_ref().is_some_and(|list| {
                        list.is_for_workspace == self.workspace.is_some()
                            && (list.packages.is_empty() || holds_packages(tree, &directory))
                    })
            }
        };
        if !is_wanted {
            return None;
        }
        let command = if self.workspace.is_some() { "go work vendor" } else { "go mod vendor" };
        let Some(list) = list else {
            let message = "`-mod=vendor` is set, but vendor/modules.txt does not exist";
            let diagnostic = Diagnostic::new(codes::INCONSISTENT_VENDOR, message).help(format!("run `{command}`"));
            return Some((Vendored { directory, list: VendorList::default() }, vec![diagnostic]));
        };
        let mut diagnostics = Vec::new();
        if go.is_some_and(|go| go >= GoVersion::VENDOR_BY_DEFAULT) {
            diagnostics = self.differences(&list, base, modules, replacements);
            for diagnostic in &mut diagnostics {
                diagnostic
                    .help
                    .push(format!("run `{command}`, or set GOFLAGS=-mod=mod to read the module cache instead"));
            }
        }
        Some((Vendored { directory, list }, diagnostics))
    }

    /// Returns the parts of go.mod that are missing in modules.txt (`modload.checkVendorConsistency`).
    fn differences(
        &self,
        list: &VendorList,
        base: &Path,
        modules: &[MainModule],
        replacements: &Replacements,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (required, span) in modules.iter().flat_map(|module| &module.go_mod.requirements) {
            let named = VendoredModule { path: required.path.clone(), version: Some(required.version.clone()) };
            let is_main = modules.iter().any(|module| module.path == required.path);
            if !list.explicit.contains(&named) && !is_main {
                let message = format!(
                    "vendor/modules.txt is missing {}@{}, which go.mod requires",
                    required.path, required.version
                );
                diagnostics.push(Diagnostic::new(codes::INCONSISTENT_VENDOR, message).at(*span));
            }
        }
        let is_own = |placed: &PlacedReplacement| self.workspace.is_some() || placed.base == base;
        for ((path, version), placed) in replacements.iter().filter(|(_, placed)| is_own(placed)) {
            let named = VendoredModule { path: path.clone(), version: version.clone() };
            let target = match &placed.replacement.target {
                ReplacementTarget::Folder(folder) => folder.clone(),
                ReplacementTarget::Module(target) => format!("{} {}", target.path, target.version),
            };
            // `go work vendor` writes directories relative to go.work, so accept any directory.
            let is_equal =
                |listed: &String| *listed == target || (self.workspace.is_some() && placed.directory().is_some());
            let is_main = modules.iter().any(|module| module.path == *path);
            if !list.replaced.get(&named).is_some_and(is_equal) && !is_main {
                let message = format!("vendor/modules.txt is missing the replacement of {path} by {target}");
                diagnostics.push(Diagnostic::new(codes::INCONSISTENT_VENDOR, message).at(placed.replacement.span));
            }
        }
        diagnostics
    }
}

#[cfg(test)]
mod tests {
    use crate::modules::{
        Dependencies, GoEnvironment,
        testing::{environment, expand, locate, tree},
    };

    fn files(go: &str, modules_txt: &str) -> crate::source::MemoryFileSystem {
        tree(&format!(
            "// api/v1/a.go\n// vendor/k8s.io/api/core/v1/a.go\n// vendor/k8s.io/api/unlisted/a.go\n\
             // /cache/k8s.io/api@v0.35.0/core/v1/a.go\n\
             -- go.mod --\nmodule m.n/o\n{go}\nrequire k8s.io/api v0.35.0\nreplace x.y/z => ./z\n-- \
             vendor/modules.txt --\n{modules_txt}"
        ))
    }

    const LISTED: &str =
        "# k8s.io/api v0.35.0\n## explicit; go 1.24.0\nk8s.io/api/core/v1\nk8s.io/api/missing\n# x.y/z => ./z\n";

    #[test]
    fn the_vendor_folder_is_used_from_go_1_14_on() {
        let place = |go: &str, environment: &GoEnvironment| {
            locate(&files(go, LISTED), "/project", environment, "k8s.io/api/core/v1").remove(0)
        };
        let vendored = "k8s.io/api/core/v1 /project/vendor/k8s.io/api/core/v1 of k8s.io/api v0.35.0";
        let cached = "k8s.io/api/core/v1 /cache/k8s.io/api@v0.35.0/core/v1 of k8s.io/api v0.35.0";
        assert_eq!(place("go 1.24", &environment()), vendored);
        assert_eq!(place("go 1.14", &environment()), vendored);
        assert_eq!(place("go 1.13", &environment()), cached);
        assert_eq!(place("", &environment()), cached);
        let with = |dependencies| GoEnvironment { dependencies: Some(dependencies), ..environment() };
        assert_eq!(place("go 1.24", &with(Dependencies::ModuleCache)), cached);
        assert_eq!(place("", &with(Dependencies::Vendor)), vendored);
        let for_workspace = files("go 1.24", &format!("## workspace\n{LISTED}"));
        assert_eq!(locate(&for_workspace, "/project", &environment(), "k8s.io/api/core/v1"), [cached]);
        let without = tree("-- go.mod --\nmodule m.n/o\n");
        assert_eq!(
            locate(&without, "/project", &with(Dependencies::Vendor), "time"),
            [
                "IDL0115 `-mod=vendor` is set, but vendor/modules.txt does not exist (help: run `go mod vendor`)",
                "time standard"
            ]
        );
    }

    #[test]
    fn a_vendor_folder_without_its_packages_is_passed_over() {
        let files = tree(&format!(
            "// api/v1/a.go\n// /cache/k8s.io/api@v0.35.0/core/v1/a.go\n\
             -- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/api v0.35.0\n-- vendor/modules.txt --\n{LISTED}"
        ));
        assert_eq!(
            locate(&files, "/project", &environment(), "k8s.io/api/core/v1"),
            ["k8s.io/api/core/v1 /cache/k8s.io/api@v0.35.0/core/v1 of k8s.io/api v0.35.0"]
        );
    }

    #[test]
    fn what_modules_txt_does_not_list_is_not_there() {
        let files = files("go 1.24", LISTED);
        let advice = "(help: run `go mod vendor`, which copies the packages that the module imports) (help: set the \
                      directory of its module in the `[modules]` table of idlgen.toml)";
        assert_eq!(
            locate(&files, "/project", &environment(), "k8s.io/api/unlisted k8s.io/api/missing"),
            [
                format!("IDL0110 vendor/modules.txt has no package `k8s.io/api/unlisted` {advice}"),
                format!("IDL0110 vendor/modules.txt has no package `k8s.io/api/missing` {advice}"),
            ]
        );
        assert_eq!(
            expand(
                &files,
                "/project",
                &environment(),
                "./... k8s.io/api/... ./vendor/k8s.io/api/core/v1 ./vendor/k8s.io/api/unlisted"
            ),
            [
                "IDL0108 vendor/k8s.io/api/unlisted is in a vendor directory, but vendor/modules.txt does not list it",
                "m.n/o/api/v1 /project/api/v1",
                "k8s.io/api/core/v1 /project/vendor/k8s.io/api/core/v1 of k8s.io/api v0.35.0",
            ]
        );
        assert_eq!(
            expand(&files, "/project", &environment(), "./vendor/k8s.io/api/c..."),
            ["k8s.io/api/core/v1 /project/vendor/k8s.io/api/core/v1 of k8s.io/api v0.35.0"]
        );
    }

    #[test]
    fn the_list_must_be_what_go_mod_requires() {
        let stale = files("go 1.24", "# k8s.io/api v0.34.0\n## explicit\nk8s.io/api/core/v1\n");
        let advice = "(help: run `go mod vendor`, or set GOFLAGS=-mod=mod to read the module cache instead)";
        assert_eq!(
            locate(&stale, "/project", &environment(), "time"),
            [
                format!(
                    "IDL0115 go.mod:3:1 vendor/modules.txt is missing k8s.io/api@v0.35.0, which go.mod requires \
                     {advice}"
                ),
                format!("IDL0115 go.mod:4:1 vendor/modules.txt is missing the replacement of x.y/z by ./z {advice}"),
                "time standard".to_owned(),
            ]
        );
    }

    #[test]
    fn a_workspace_has_a_vendor_folder_of_its_own() {
        let files = tree(
            "// a/a.go\n// vendor/x.y/z/a.go\n-- a/go.mod --\nmodule a.b/c\ngo 1.24\nrequire x.y/z v1.0.0\n\
             -- go.work --\ngo 1.24\nuse ./a\n-- vendor/modules.txt --\n## workspace\n# x.y/z v1.0.0\n## \
             explicit\nx.y/z\n",
        );
        assert_eq!(
            locate(&files, "/project/a", &environment(), "x.y/z"),
            ["x.y/z /project/vendor/x.y/z of x.y/z v1.0.0"]
        );
    }
}
