//! Dependencies that no source file uses. `cargo machete` checks the same, but not for dev dependencies.

use std::{collections::BTreeSet, path::Path};

use serde_json::Value as Json;

use super::{
    crates::names,
    dependencies::{Metadata, dependencies, text},
    files::File,
};

pub(super) fn check(root: &Path, files: &[File]) -> Result<Vec<String>, String> {
    let metadata = Metadata::read(root)?;
    let folder = metadata.workspace().to_owned();
    Ok(metadata.packages().flat_map(|package| unused(package, &folder, files)).collect())
}

/// Returns the dependencies of a package that none of its source files uses.
fn unused(package: &Json, root: &str, files: &[File]) -> Vec<String> {
    let ignored: Vec<&str> = package["metadata"]["cargo-machete"]["ignored"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let mut problems = Vec::new();
    for dependency in dependencies(package) {
        let name = dependency["rename"].as_str().unwrap_or_else(|| text(dependency, "name"));
        let is_for_the_build = text(dependency, "kind") == "build";
        let folders = folders(package, root, |kind| (kind == "custom-build") == is_for_the_build);
        let in_source = name.replace('-', "_");
        let mut sources = files
            .iter()
            .filter(|file| file.is_rust() && folders.iter().any(|folder| file.path.starts_with(folder.as_str())));
        if !ignored.contains(&name) && !sources.any(|file| names(&file.text, &in_source)) {
            problems.push(format!("{}: the dependency {name} is not used", text(package, "name")));
        }
    }
    problems
}

/// Returns the directories, relative to the root, with the targets of a package whose kind passes.
fn folders(package: &Json, root: &str, passes: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let targets = package["targets"].as_array().into_iter().flatten();
    let targets = targets.filter(|target| {
        let mut kinds = target["kind"].as_array().into_iter().flatten().filter_map(Json::as_str);
        kinds.any(&passes)
    });
    targets
        .filter_map(|target| {
            let path = text(target, "src_path").strip_prefix(root)?.trim_start_matches('/');
            Some(path.rfind('/').map_or(path, |end| path.get(..=end).unwrap_or(path)).to_owned())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::files::File, unused};

    #[test]
    fn a_dependency_that_no_source_names_is_a_problem() {
        let dependency = |name: &str, kind: Option<&str>| json!({"name": name, "kind": kind, "rename": null});
        let package = json!({
            "name": "own",
            "dependencies": [
                dependency("used-here", None),
                dependency("never", None),
                dependency("not-in-this-package", None),
                dependency("also-in-tests", None),
                dependency("in-tests", Some("dev")),
                dependency("never-in-tests", Some("dev")),
                dependency("by-the-build", Some("build")),
                dependency("ignored", None),
                json!({"name": "known-as", "kind": null, "rename": "renamed"}),
            ],
            "targets": [
                {"kind": ["lib"], "src_path": "/w/own/src/lib.rs"},
                {"kind": ["test"], "src_path": "/w/own/tests/all.rs"},
                {"kind": ["custom-build"], "src_path": "/w/own/build.rs"},
            ],
            "metadata": {"cargo-machete": {"ignored": ["ignored"]}},
        });
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let files = [
            file("own/src/a/b.rs", "use used_here::X;\n// never::x\nuse renamed::Y;"),
            file("own/tests/all.rs", "in_tests::x(also_in_tests::y());"),
            file("own/build.rs", "by_the_build::run();"),
            file("other/src/lib.rs", "not_in_this_package::x();"),
            file("own/notes.md", "never::x()"),
        ];
        let names = ["never", "not-in-this-package", "never-in-tests"];
        let expected = names.map(|name| format!("own: the dependency {name} is not used"));
        assert_eq!(unused(&package, "/w", &files), expected);
    }
}
