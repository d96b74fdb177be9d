//! YAML and JSON files of a module.

use std::{
    fs,
    path::{Path, PathBuf},
};

use idlgen_yaml::Limits;
use serde_json::Value as Json;

/// Returns the documents of a file that are valid YAML.
pub(crate) fn documents(text: &str) -> Vec<Json> {
    let documents = idlgen_yaml::load(text, &Limits::default());
    let good = documents.into_iter().filter(|document| document.problems.is_empty());
    good.filter_map(|document| Some(document.root?.to_json())).filter(Json::is_object).collect()
}

/// Returns the YAML and JSON files below a directory, sorted.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|e| extension == *e))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
