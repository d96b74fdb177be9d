//! Whether the vendor folder is used, and whether it is what go.mod asks for.

use std::path::PathBuf;

use super::{
    Dependencies, GoEnvironment,
    dependencies::DependencySource,
    go_mod::ReplacementTarget,
    go_version::GoVersion,
    main_module::{MainModules, Replacements},
    tree::Tree,
    vendor_list::{VendorList, VendoredModule},
};
use crate::diag::{Diagnostic, codes::source as codes};

impl MainModules {
    /// The vendor folder, if it is used: if the configuration says so, or if go.mod is of Go 1.14 or later, vendor/modules.txt is there and was written for
    /// the mode (module or workspace) at hand (`modload.setDefaultBuildMod`).
    pub(super) fn vendored(
        &self,
        tree: &Tree<'_>,
        environment: &GoEnvironment,
        replacements: &Replacements,
    ) -> Option<(DependencySource, Vec<Diagnostic>)> {
        let (base, go): (PathBuf, Option<GoVersion>) = match (&self.workspace, self.modules.as_slice()) {
            (Some((base, go)), _) => (base.clone(), *go),
            (None, [module]) if self.has_go_mod => (module.directory.clone(), module.go_mod.go),
            _ => return None,
        };
        let directory = base.join("vendor");
        let text = tree.text_if_any(&directory.join("modules.txt"));
        let list = text.as_deref().map(VendorList::parse);
        let is_wanted = match environment.dependencies {
            Some(Dependencies::ModuleCache) => false,
            Some(Dependencies::Vendor) => true,
            None => {
                go.is_some_and(|go| go >= GoVersion::VENDOR_BY_DEFAULT)
                    && list.as_ref().is_some_and(|list| list.is_for_workspace == self.workspace.is_some())
            }
        };
        if !is_wanted {
            return None;
        }
        let command = if self.workspace.is_some() { "go work vendor" } else { "go mod vendor" };
        let Some(list) = list else {
            let message = "`-mod=vendor` is set, but there is no vendor/modules.txt";
            let diagnostic = Diagnostic::new(codes::INCONSISTENT_VENDOR, message).note(format!("run `{command}`"));
            let source = DependencySource::Vendor { directory, list: VendorList::default() };
            return Some((source, vec![diagnostic]));
        };
        let mut diagnostics = Vec::new();
        if go.is_some_and(|go| go >= GoVersion::VENDOR_BY_DEFAULT) {
            diagnostics = self.differences(&list, replacements);
            for diagnostic in &mut diagnostics {
                diagnostic
                    .notes
                    .push(format!("run `{command}`, or set GOFLAGS=-mod=mod to read the module cache instead"));
            }
        }
        Some((DependencySource::Vendor { directory, list }, diagnostics))
    }

    /// What go.mod says and modules.txt does not (`modload.checkVendorConsistency`).
    fn differences(&self, list: &VendorList, replacements: &Replacements) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (required, span) in self.modules.iter().flat_map(|module| &module.go_mod.requirements) {
            let named = VendoredModule { path: required.path.clone(), version: Some(required.version.clone()) };
            let is_main = self.modules.iter().any(|module| module.path == required.path);
            if !list.explicit.contains(&named) && !is_main {
                let message = format!(
                    "vendor/modules.txt does not have {}@{}, which go.mod requires",
                    required.path, required.version
                );
                diagnostics.push(Diagnostic::new(codes::INCONSISTENT_VENDOR, message).at(*span));
            }
        }
        for ((path, version), placed) in replacements {
            let named = VendoredModule { path: path.clone(), version: version.clone() };
            let target = match &placed.replacement.target {
                ReplacementTarget::Folder(folder) => folder.clone(),
                ReplacementTarget::Module(target) => format!("{} {}", target.path, target.version),
            };
            // `go work vendor` writes folders relative to go.work.
            let is_equal =
                |listed: &String| *listed == target || (self.workspace.is_some() && placed.folder().is_some());
            let is_main = self.modules.iter().any(|module| module.path == *path);
            if !list.replaced.get(&named).is_some_and(is_equal) && !is_main {
                let message = format!("vendor/modules.txt does not have the replacement of {path} by {target}");
                diagnostics.push(Diagnostic::new(codes::INCONSISTENT_VENDOR, message).at(placed.replacement.span));
            }
        }
        diagnostics
    }
}
