//! CustomResourceDefinitions of a module: those that controller-gen generates for it, or its own.

use std::{fs, path::Path};

use serde_json::Value as Json;

use super::{files, go_command::inside, modules::Module};
use crate::go_modules::ask;

/// The controller-gen version to compare with, as an argument of `go install`.
pub(crate) const CONTROLLER_GEN: &str = "sigs.k8s.io/controller-tools/cmd/controller-gen@v0.22.0";

/// A CustomResourceDefinition.
pub(crate) struct Definition {
    pub(crate) json: Json,
}

/// A kind of one version.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) name: String,
}

/// A Go package: its import path and the contents of its files.
pub(crate) struct Package {
    path: String,
    text: String,
}

pub(crate) fn of(module: &Module, root: &Path, controller_gen: &Path) -> Result<Vec<Definition>, String> {
    let output = tempfile::TempDir::new().map_err(|error| error.to_string())?;
    let folder = if let Some(folder) = module.definitions {
        root.join(folder)
    } else {
        make(module, root, controller_gen, output.path())?;
        output.path().to_owned()
    };
    let definitions = read(&folder);
    if definitions.is_empty() { Err("it has no CustomResourceDefinitions".to_owned()) } else { Ok(definitions) }
}

/// Returns the CRDs in a directory.
pub(crate) fn read(folder: &Path) -> Vec<Definition> {
    let mut definitions = Vec::new();
    for file in files::files(folder) {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let documents = files::documents(&text);
        let is_definition =
            |json: &Json| json["kind"] == "CustomResourceDefinition" && json["spec"]["versions"].is_array();
        definitions.extend(documents.into_iter().filter(is_definition).map(|json| Definition { json }));
    }
    definitions
}

/// Runs controller-gen to write the CRDs of a module to a directory.
fn make(module: &Module, root: &Path, controller_gen: &Path, output: &Path) -> Result<(), String> {
    let paths = format!("paths={}", module.packages.join(";"));
    let directory = format!("output:crd:dir={}", output.display());
    let options = "crd:allowDangerousTypes=true,generateEmbeddedObjectMeta=true";
    let mut command = std::process::Command::new(controller_gen);
    command.current_dir(root).args([options, &paths, &directory]);
    let environment = inside(root);
    command.envs(environment.get_envs().filter_map(|(name, value)| Some((name, value?))));
    ask(&mut command).map(drop)
}

impl Definition {
    pub(crate) fn name(&self) -> &str {
        self.json["metadata"]["name"].as_str().unwrap_or_default()
    }

    /// Returns the group, version and name of the kind for each version of the CRD.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
        let spec = &self.json["spec"];
        let versions = spec["versions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let kind = |version: &Json| Kind {
            group: text(&spec["group"]),
            version: text(&version["name"]),
            name: text(&spec["names"]["kind"]),
        };
        versions.iter().map(kind).collect()
    }

    /// Returns paths of the kind's API, each with a method. They suffice to determine the scope of the kind and whether
    /// it has a status subresource.
    pub(crate) fn paths(&self, kind: &Kind) -> Vec<(String, &'static str)> {
        let spec = &self.json["spec"];
        let below = if spec["scope"] == "Cluster" { "" } else { "namespaces/{namespace}/" };
        let plural = spec["names"]["plural"].as_str().unwrap_or_default();
        let path = format!("/apis/{}/{}/{below}{plural}", kind.group, kind.version);
        let versions = spec["versions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let has_status = versions
            .iter()
            .any(|version| version["name"] == kind.version.as_str() && version["subresources"]["status"].is_object());
        let status = has_status.then(|| (format!("{path}/{{name}}/status"), "put"));
        std::iter::once((path, "post")).chain(status).collect()
    }

    pub(crate) fn schema(&self, version: &str) -> &Json {
        let versions = self.json["spec"]["versions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let found = versions.iter().find(|json| json["name"] == version);
        found.map_or(&Json::Null, |json| &json["schema"]["openAPIV3Schema"])
    }
}

/// Replaces the schema of a version.
pub(crate) fn set_schema(definition: &mut Json, version: &str, schema: Json) {
    let versions = definition["spec"]["versions"].as_array_mut();
    if let Some(found) = versions.and_then(|versions| versions.iter_mut().find(|json| json["name"] == version)) {
        found["schema"]["openAPIV3Schema"] = schema;
    }
}

/// Returns the packages of a module that match the patterns.
pub(crate) fn packages(module: &Module, root: &Path) -> Result<Vec<Package>, String> {
    let listed = ask(inside(root).args(["list", "-f", "{{.ImportPath}}\t{{.Dir}}"]).args(module.packages))?;
    let package = |line: &str| {
        let (path, folder) = line.split_once('\t')?;
        let mut text = String::new();
        for entry in fs::read_dir(folder).ok()?.flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "go") {
                text.push_str(&fs::read_to_string(entry.path()).unwrap_or_default());
            }
        }
        Some(Package { path: path.to_owned(), text })
    };
    Ok(listed.lines().filter_map(package).collect())
}

impl Kind {
    /// Returns the package and name of the kind's Go type.
    pub(crate) fn type_name(&self, packages: &[Package]) -> Result<(String, String), String> {
        let Kind { group, version, name } = self;
        let declares = |package: &&Package| {
            // A single declaration, or one of several in parentheses.
            [format!("\ntype {name} "), format!("\n\t{name} struct {{")].iter().any(|text| package.text.contains(text))
        };
        let mut candidates: Vec<&Package> = packages.iter().filter(declares).collect();
        let narrow = |candidates: &mut Vec<&Package>, keep: &dyn Fn(&Package) -> bool| {
            if candidates.len() > 1 && candidates.iter().any(|package| keep(package)) {
                candidates.retain(|package| keep(package));
            }
        };
        narrow(&mut candidates, &|package| package.path.rsplit('/').next() == Some(version));
        narrow(&mut candidates, &|package| package.text.contains(&format!("groupName={group}\n")));
        narrow(&mut candidates, &|package| package.text.contains(group.as_str()));
        match candidates.as_slice() {
            [package] => Ok((package.path.clone(), format!("{}.{name}", package.path))),
            found => Err(format!("{} packages declare {name} of {group}/{version}", found.len())),
        }
    }
}
