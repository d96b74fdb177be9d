//! The CRDs and feature gates of `idlgen test`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::super::{object_files::object_files, object_inputs::read_crds};
use crate::{
    cli::{Exit, terminal::Terminal},
    source::{DiskFileSystem, FileSystem, SourceMap, absolute},
    suite::{Definitions, FeatureGates},
};

/// The directory of CRDs in openshift/api, next to that of the suites.
const MANIFESTS: &str = "zz_generated.crd-manifests";
/// The directory in openshift/api with the feature gates of each feature set.
const FEATURE_GATES: &str = "payload-manifests/featuregates";

/// The CRDs and feature gates of the run.
#[derive(Default)]
pub(super) struct Library {
    /// The CRDs of `--crd`.
    pub(super) given: Definitions,
    /// The CRDs of directories that were found.
    found: BTreeMap<PathBuf, Definitions>,
    gates: BTreeMap<PathBuf, FeatureGates>,
    none: FeatureGates,
}

impl Library {
    /// Reads the CRDs and feature gates of a suite in openshift/api.
    pub(super) fn find_manifests(
        &mut self,
        suite: &Path,
        sources: &mut SourceMap,
        exit: &mut Exit,
        terminal: &Terminal,
    ) {
        if let Some(folder) = manifests(suite).filter(|folder| !self.found.contains_key(folder)) {
            let mut definitions = Definitions::default();
            if DiskFileSystem.is_directory(&folder) {
                let add = |document, _, file: &str| definitions.add(file, document);
                let read = read_crds("manifests", &folder, sources, terminal, add);
                *exit = (*exit).max(read.err().unwrap_or(Exit::Clean));
            }
            self.found.insert(folder, definitions);
        }
        if let Some(folder) = feature_gates(suite).filter(|folder| !self.gates.contains_key(folder)) {
            let mut gates = FeatureGates::default();
            for file in object_files(&DiskFileSystem, &folder, &[], exit, terminal).found {
                match file.read() {
                    Ok(text) => gates.add(&text),
                    Err(reason) => {
                        terminal.fatal(&reason);
                        *exit = Exit::Environment;
                    }
                }
            }
            self.gates.insert(folder, gates);
        }
    }

    pub(super) fn definitions(&self, suite: &Path) -> &Definitions {
        manifests(suite).and_then(|folder| self.found.get(&folder)).unwrap_or(&self.given)
    }

    pub(super) fn gates(&self, suite: &Path) -> &FeatureGates {
        feature_gates(suite).and_then(|folder| self.gates.get(&folder)).unwrap_or(&self.none)
    }
}

fn manifests(suite: &Path) -> Option<PathBuf> {
    Some(absolute(suite).parent()?.parent()?.parent()?.join(MANIFESTS))
}

fn feature_gates(suite: &Path) -> Option<PathBuf> {
    absolute(suite)
        .ancestors()
        .map(|above| above.join(FEATURE_GATES))
        .find(|folder| DiskFileSystem.is_directory(folder))
}
