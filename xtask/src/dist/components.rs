//! The crates that are compiled into the program for a target.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// A crate of the program.
pub(super) struct Component {
    pub(super) name: String,
    pub(super) version: String,
    /// An SPDX expression.
    pub(super) license: String,
    pub(super) repository: Option<String>,
    /// SHA-256 of the published crate; `None` for crates of this workspace.
    pub(super) checksum: Option<String>,
    /// The directory of its source.
    pub(super) folder: PathBuf,
}

/// Returns the crates of the program, in order of name and version.
pub(super) fn of(root: &Path, target: &str) -> Result<Vec<Component>, String> {
    let metadata = metadata(root, target)?;
    let checksums = checksums(root)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata: no packages")?;
    let by_id: BTreeMap<&str, &Value> =
        packages.iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let own = packages.iter().find(|package| package["name"] == "idlgen").and_then(|package| package["id"].as_str());
    let reached = reached(&metadata, own.ok_or("cargo metadata: no package idlgen")?)?;
    let text = |package: &Value, key: &str| package[key].as_str().map(str::to_owned);
    let mut components: Vec<Component> = reached
        .iter()
        .filter_map(|id| by_id.get(id.as_str()).copied())
        .map(|package| {
            let (name, version) =
                (text(package, "name").unwrap_or_default(), text(package, "version").unwrap_or_default());
            let folder = package["manifest_path"].as_str().map(Path::new).and_then(Path::parent).unwrap_or(root);
            Component {
                license: text(package, "license").unwrap_or_default(),
                repository: text(package, "repository"),
                checksum: checksums.get(&(name.clone(), version.clone())).cloned(),
                folder: folder.to_owned(),
                name,
                version,
            }
        })
        .collect();
    components.sort_by(|left, right| (&left.name, &left.version).cmp(&(&right.name, &right.version)));
    Ok(components)
}

fn metadata(root: &Path, target: &str) -> Result<Value, String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", target])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Returns the ids of the packages that a package reaches through normal dependencies.
fn reached(metadata: &Value, from: &str) -> Result<BTreeSet<String>, String> {
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or("cargo metadata: no graph")?;
    let nodes: BTreeMap<&str, &Value> = nodes.iter().filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from.to_owned()];
    while let Some(id) = waiting.pop() {
        if !reached.insert(id.clone()) {
            continue;
        }
        let dependencies = nodes.get(id.as_str()).and_then(|node| node["deps"].as_array()).into_iter().flatten();
        for dependency in dependencies {
            let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            if kinds.clone().any(|kind| kind["kind"].is_null()) {
                waiting.extend(dependency["pkg"].as_str().map(str::to_owned));
            }
        }
    }
    Ok(reached)
}

/// Returns the checksums of Cargo.lock by name and version.
fn checksums(root: &Path) -> Result<BTreeMap<(String, String), String>, String> {
    let text = std::fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let lock: toml::Table = text.parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let checksum = |package: &toml::Value| {
        let text = |key: &str| Some(package.get(key)?.as_str()?.to_owned());
        Some(((text("name")?, text("version")?), text("checksum")?))
    };
    Ok(packages.filter_map(checksum).collect())
}
