//! The results of idlgen for objects.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value as Json;

use super::outcome::Outcome;

/// Returns the result for the object of each file.
pub(super) fn outcomes(program: &Path, definition: &Path, paths: &[PathBuf]) -> Result<Vec<Outcome>, String> {
    let errors = errors(program, definition, paths)?;
    let accepted: Vec<&PathBuf> = paths.iter().filter(|path| !errors.contains_key(*path)).collect();
    let stored = stored(program, definition, &accepted)?;
    let mut next = stored.iter();
    Ok(paths
        .iter()
        .map(|path| match errors.get(path) {
            Some(message) => Outcome::Refused(message.clone()),
            None => next.next().map_or(Outcome::Refused("there is no object".to_owned()), Outcome::of),
        })
        .collect())
}

/// Returns the first error of each file that has one.
fn errors(program: &Path, definition: &Path, paths: &[PathBuf]) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut command = Command::new(program);
    command.args(["validate", "--quiet", "--message-format", "json", "--crd"]).arg(definition).args(paths);
    let output = command.output().map_err(|error| error.to_string())?;
    let said: Json = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let mut errors = BTreeMap::new();
    for finding in said.as_array().into_iter().flatten().filter(|finding| finding["severity"] == "error") {
        let file = PathBuf::from(finding["location"]["file"].as_str().unwrap_or_default());
        let message = finding["message"].as_str().unwrap_or_default();
        errors.entry(file).or_insert_with(|| message.to_owned());
    }
    Ok(errors)
}

/// Returns the objects of files that have one each, as a server stores them.
fn stored(program: &Path, definition: &Path, paths: &[&PathBuf]) -> Result<Vec<Json>, String> {
    let print = |paths: &[&PathBuf]| -> Result<Vec<Json>, String> {
        let mut command = Command::new(program);
        command.args(["default", "--quiet", "--output", "json", "--crd"]).arg(definition).args(paths);
        let output = command.output().map_err(|error| error.to_string())?;
        Ok(serde_json::Deserializer::from_slice(&output.stdout).into_iter().map_while(Result::ok).collect())
    };
    let all = print(paths)?;
    if all.len() == paths.len() {
        return Ok(all);
    }
    // Some files contain several objects or none.
    paths.iter().map(|path| Ok(print(&[path])?.into_iter().next().unwrap_or(Json::Null))).collect()
}
