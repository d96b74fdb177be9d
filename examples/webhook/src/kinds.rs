//! The validated kinds, which CRDs in files and directories define.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use idlgen_validate::{
    Definitions, ValidatorOptions,
    crd::{CustomResource, CustomResourceDefinition, definition::CrdValidator},
};
use idlgen_yaml::{Limits, load};
use serde_json::Value as Json;

/// The kinds of some CRDs, with one validator per version.
#[derive(Debug, Default)]
pub struct Kinds(BTreeMap<(String, String, String), CustomResource>);

impl Kinds {
    /// Reads all CRDs in files and, recursively, in directories, and emulates API servers of Kubernetes 1.`minor`.
    /// Other objects are skipped.
    ///
    /// # Errors
    /// Returns an error for the first file that cannot be read, or for the first CRD that such a server rejects: with
    /// an incomplete CRD, results would be incorrect.
    #[expect(clippy::disallowed_methods, reason = "a separate program without another file system")]
    pub fn read(paths: &[PathBuf], minor: u16) -> Result<Self, String> {
        let mut kinds = Kinds::default();
        for path in paths {
            for file in files(path).map_err(|error| format!("{}: {error}", path.display()))? {
                let of_file = |error: String| format!("{}: {error}", file.display());
                let text = fs::read_to_string(&file).map_err(|error| of_file(error.to_string()))?;
                kinds.add_all(&text, minor).map_err(of_file)?;
            }
        }
        Ok(kinds)
    }

    /// Adds the CRDs in a YAML or JSON string.
    ///
    /// # Errors
    /// Returns the errors of [`Kinds::read`].
    pub fn add_all(&mut self, text: &str, minor: u16) -> Result<(), String> {
        for document in load(text, &Limits::default()) {
            if let Some(problem) = document.problems.first() {
                return Err(problem.message.clone());
            }
            let Some(json) = document.root.map(|root| root.to_json()) else { continue };
            let items = json.get("items").and_then(Json::as_array);
            for item in items.map_or(std::slice::from_ref(&json), Vec::as_slice) {
                if item.get("kind").and_then(Json::as_str) == Some("CustomResourceDefinition") {
                    self.add(item, minor)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, json: &Json, minor: u16) -> Result<(), String> {
        let (definition, problems) = CustomResourceDefinition::from_json(json);
        let of_this = |text: String| format!("{}: {text}", definition.name());
        if let Some(problem) = problems.first() {
            return Err(of_this(problem.to_string()));
        }
        let errors = CrdValidator::new(minor).create(&definition).errors;
        if !errors.is_empty() {
            return Err(of_this(errors.to_string()));
        }
        let mut options = ValidatorOptions::crd();
        options.kubernetes_minor = minor;
        for version in definition.versions.iter().filter(|version| version.served) {
            let Some((of_version, _)) = definition.resource_type(&version.name) else { continue };
            let key = (of_version.group.clone(), of_version.version.clone(), of_version.kind.clone());
            let compiled = CustomResource::new(&Definitions::default(), of_version, options).map_err(|errors| {
                let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
                of_this(texts.join("; "))
            })?;
            if self.0.insert(key, compiled).is_some() {
                return Err(of_this("this kind is defined twice".to_owned()));
            }
        }
        Ok(())
    }

    /// Returns the kind with this name in this group and version.
    pub fn get(&self, group: &str, version: &str, kind: &str) -> Option<&CustomResource> {
        self.0.get(&(group.to_owned(), version.to_owned(), kind.to_owned()))
    }

    /// Returns the number of kinds. Each version is counted separately.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no kinds.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Maximum depth of nested directories, because symbolic links may be cyclic.
const MAX_DEPTH: usize = 20;

/// Returns the file itself, or the YAML and JSON files in a directory. Names that begin with a dot are skipped, because
/// mounted ConfigMaps keep older contents in such directories.
#[expect(clippy::disallowed_methods, reason = "a separate program without another file system")]
fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![(path.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                continue;
            }
            let is_manifest = path.extension().is_some_and(|end| end == "yaml" || end == "yml" || end == "json");
            if path.is_dir() && depth < MAX_DEPTH {
                folders.push((path, depth + 1));
            } else if is_manifest && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
