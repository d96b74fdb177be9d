//! Reasons to skip files of a directory that follow from other files: kustomizations reference patches and
//! configurations, charts contain templates, and tests for clusters reference parts of objects.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::object_files::FoundFile;
use crate::{
    objects::{
        ObjectFile, SkipReason, named_files,
        test_files::{CHAINSAW_TESTS, files_of_test, is_named_as_assertion, is_test},
    },
    source::{self, FileSystem, clean},
};

/// The file names of kustomizations.
const KUSTOMIZATIONS: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// The files that the kustomizations and tests of searched directories reference.
pub(super) struct FileRoles<'t> {
    tree: &'t dyn FileSystem,
    /// The reasons to skip the referenced files. `None` for resources.
    referenced: BTreeMap<PathBuf, Option<SkipReason>>,
    /// The directories with a kustomization.
    kustomized: BTreeSet<PathBuf>,
    /// The directories with a test whose files have the names of KUTTL.
    tests: BTreeSet<PathBuf>,
}

impl<'t> FileRoles<'t> {
    /// Reads the kustomizations and tests of the directories.
    pub(super) fn read(tree: &'t dyn FileSystem, directories: &[PathBuf]) -> Self {
        let mut roles =
            FileRoles { tree, referenced: BTreeMap::new(), kustomized: BTreeSet::new(), tests: BTreeSet::new() };
        for directory in directories.iter().map(PathBuf::as_path).collect::<BTreeSet<_>>() {
            let text = |name: &&str| {
                let path = directory.join(name);
                tree.is_file(&path).then(|| source::text(path.display(), tree.read(&path)).ok()).flatten()
            };
            for text in KUSTOMIZATIONS.iter().filter_map(text) {
                roles.kustomized.insert(clean(directory));
                let named = named_files(&text).into_iter();
                roles.referenced.extend(named.map(|(path, role)| (clean(&directory.join(path)), role)));
            }
            for text in CHAINSAW_TESTS.iter().filter_map(text) {
                for (path, role) in files_of_test(&text) {
                    roles.referenced.entry(clean(&directory.join(path))).or_insert(role);
                }
            }
            if is_test(tree, directory) {
                roles.tests.insert(clean(directory));
            }
        }
        roles
    }

    /// Marks a file with its origin and role.
    pub(super) fn mark_found(&self, file: &mut ObjectFile, found: &FoundFile) {
        if !found.is_named {
            file.set_found();
        }
        self.mark(file, &found.path);
    }

    /// Marks a file at a path of the tree with its role.
    pub(super) fn mark(&self, file: &mut ObjectFile, path: &Path) {
        let path = clean(path);
        let role = match self.referenced.get(&path) {
            Some(role) => *role,
            None if self.is_unnamed_patch(&path) => Some(SkipReason::KustomizePatch),
            None => self.is_assertion(&path).then_some(SkipReason::TestAssertion),
        };
        if let Some(role) = role.filter(|_| file.is_found()) {
            file.set_role(role);
        }
        let above = path.ancestors().skip(1);
        let templates = above.filter(|directory| directory.file_name().is_some_and(|name| name == "templates"));
        let mut charts = templates.filter_map(Path::parent);
        if let Some(chart) = charts.find(|chart| self.tree.is_file(&chart.join("Chart.yaml"))) {
            file.set_chart(if chart.as_os_str().is_empty() { ".".to_owned() } else { chart.display().to_string() });
        }
    }

    /// Returns `true` for a file named like a patch that no kustomization references. It must be next to a
    /// kustomization, or in a directory `patches` below one: kubebuilder generates such patches for users to enable.
    fn is_unnamed_patch(&self, path: &Path) -> bool {
        let Some(directory) = path.parent() else { return false };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_in_patches = directory.file_name().is_some_and(|name| name == "patches");
        is_in_patches && directory.parent().is_some_and(|above| self.kustomized.contains(above))
            || (stem.ends_with("_patch") || stem.ends_with("-patch")) && self.kustomized.contains(directory)
    }

    /// Returns `true` for a file with the assertions of a test step, next to the other files of the test.
    fn is_assertion(&self, path: &Path) -> bool {
        path.file_name().is_some_and(|name| is_named_as_assertion(&name.to_string_lossy()))
            && path.parent().is_some_and(|directory| self.tests.contains(directory))
    }
}
