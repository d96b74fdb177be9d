//! Finds the packages of a repository that declare kinds.

use std::{
    collections::BTreeSet,
    path::{Component, Path, PathBuf},
};

use super::existing::ExistingDefinition;
use crate::{
    lower::is_custom_resource,
    model::{Model, Package},
    source::{SourceMap, absolute},
    tags::Dialect,
};

/// A package that declares kinds.
#[derive(Clone, Debug)]
pub(super) struct KindPackage {
    /// The pattern of the package: `./api/v1`, which is independent of the checkout's directory name.
    pub(super) pattern: String,
    /// Its directory relative to that of `init`, or the import path of another module's package.
    pub(super) directory: PathBuf,
    /// The kinds that can be custom resources.
    pub(super) resources: Vec<Resource>,
    /// `true` if any of them has kubebuilder markers.
    pub(super) has_markers: bool,
    /// `true` for tests, commands and internal packages.
    pub(super) is_helper: bool,
    /// `true` if the package has a group and version, or package tags. Without them, its structs may only resemble
    /// those of an API.
    pub(super) is_declared: bool,
}

/// A version of a kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Resource {
    pub(super) group: String,
    pub(super) kind: String,
    pub(super) version: String,
}

impl Resource {
    /// Returns `true` if a CRD defines this kind.
    pub(super) fn is_kind_of(&self, definition: &ExistingDefinition) -> bool {
        self.group == definition.group && self.kind == definition.kind
    }

    /// Returns `true` if a CRD contains this version of the kind.
    pub(super) fn is_in(&self, definition: &ExistingDefinition) -> bool {
        self.is_kind_of(definition) && definition.versions.contains(&self.version)
    }
}

/// Returns the requested packages with kinds: structs that embed TypeMeta, or that are registered as kinds.
pub(super) fn kind_packages(model: &Model, sources: &SourceMap, directory: &Path) -> Vec<KindPackage> {
    let directory = absolute(directory);
    let is_api = |package: &&Package| {
        package.requested
            && (package.group_version.as_ref().is_some_and(|group_version| !group_version.kinds.is_empty())
                || package.types.iter().any(|id| model.embeds_type_meta(*id)))
    };
    model.packages.iter().filter(is_api).map(|package| kind_package(model, package, sources, &directory)).collect()
}

fn kind_package(model: &Model, package: &Package, sources: &SourceMap, directory: &Path) -> KindPackage {
    let file = package.types.first().map(|id| absolute(sources.path(model.type_definition(*id).span.file)));
    let below = file.as_deref().and_then(Path::parent).and_then(|folder| folder.strip_prefix(directory).ok());
    let pattern = below.and_then(pattern);
    let resources = package.group_version.iter().flat_map(|group_version| {
        let of_kind = |id| Resource {
            group: group_version.group.clone(),
            kind: model.type_definition(id).name.clone(),
            version: group_version.version.clone(),
        };
        package.types.iter().copied().filter(|id| is_custom_resource(model, *id)).map(of_kind)
    });
    let has_marker = |id: &&_| {
        let tags = &model.type_definition(**id).tags;
        is_custom_resource(model, **id) && tags.iter().any(|tag| tag.dialect == Dialect::Kubebuilder)
    };
    KindPackage {
        directory: below.map_or_else(|| PathBuf::from(&package.import_path), Path::to_owned),
        resources: resources.collect(),
        has_markers: package.types.iter().any(|id| has_marker(&id)),
        is_declared: package.group_version.is_some() || !package.tags.is_empty(),
        is_helper: package.name == "main" || below.is_some_and(is_of_helpers),
        pattern: pattern.unwrap_or_else(|| package.import_path.clone()),
    }
}

fn pattern(below: &Path) -> Option<String> {
    let mut pattern = ".".to_owned();
    for part in below.components() {
        let Component::Normal(name) = part else { return None };
        pattern.push('/');
        pattern.push_str(name.to_str()?);
    }
    Some(pattern)
}

/// Returns `true` for directories of tests, commands, examples or internal packages.
pub(super) fn is_of_helpers(directory: &Path) -> bool {
    const NAMES: [&str; 18] = [
        "cmd",
        "e2e",
        "example",
        "examples",
        "fake",
        "fakes",
        "fixtures",
        "hack",
        "internal",
        "mock",
        "mocks",
        "sample",
        "samples",
        "test",
        "testing",
        "tests",
        "testutil",
        "testutils",
    ];
    directory.components().any(|part| {
        let name = part.as_os_str().to_string_lossy().to_ascii_lowercase();
        NAMES.contains(&name.as_str()) || name.ends_with("_test") || name.ends_with("-test")
    })
}

/// Returns the packages from which the CRDs in a directory are generated: those with a version in the CRDs, and those
/// with new kinds that the same command reads. Kinds with CRDs in `others`, the CRDs of other directories, are not new.
pub(super) fn of_definitions<'p>(
    packages: &'p [KindPackage],
    definitions: &[ExistingDefinition],
    others: &[&ExistingDefinition],
    is_read: &dyn Fn(&KindPackage) -> bool,
) -> Vec<&'p KindPackage> {
    let is_known = |one: &Resource| definitions.iter().any(|definition| one.is_in(definition));
    let is_of_known =
        |one: &Resource| definitions.iter().chain(others.iter().copied()).any(|definition| one.is_kind_of(definition));
    let is_new = |package: &KindPackage| {
        !package.is_helper
            && is_read(package)
            && !package.resources.is_empty()
            && !package.resources.iter().any(is_of_known)
    };
    let chosen = packages.iter().filter(|package| package.resources.iter().any(is_known) || is_new(package));
    without_doubles(chosen.collect())
}

/// Returns the packages without tests, commands and internal packages, or all packages if there are no others. With
/// `only_resources`, returns those with kinds that can be custom resources.
pub(super) fn public(packages: &[KindPackage], only_resources: bool) -> Vec<&KindPackage> {
    let fits = |package: &&KindPackage| !only_resources || !package.resources.is_empty();
    let mut chosen: Vec<&KindPackage> = packages.iter().filter(fits).filter(|package| !package.is_helper).collect();
    if chosen.is_empty() {
        chosen = packages.iter().filter(fits).collect();
    }
    without_doubles(chosen)
}

/// If several packages have the same version of a kind, keeps one of them: public packages first, then those in
/// directories closer to the root.
fn without_doubles(mut packages: Vec<&KindPackage>) -> Vec<&KindPackage> {
    let mut taken: BTreeSet<&Resource> = BTreeSet::new();
    let mut by_rank = packages.clone();
    by_rank.sort_by_key(|package| (package.is_helper, package.directory.components().count(), &package.pattern));
    let mut omitted: BTreeSet<&str> = BTreeSet::new();
    for package in by_rank {
        if package.resources.iter().any(|resource| taken.contains(resource)) {
            omitted.insert(&package.pattern);
        } else {
            taken.extend(&package.resources);
        }
    }
    packages.retain(|package| !omitted.contains(package.pattern.as_str()));
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(directory: &str, resources: &[&str]) -> KindPackage {
        let resource = |text: &&str| {
            let mut parts = text.split('/').map(str::to_owned);
            let (group, version, kind) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
            Resource { group, kind, version }
        };
        KindPackage {
            pattern: format!("./{directory}"),
            directory: PathBuf::from(directory),
            resources: resources.iter().map(resource).collect(),
            has_markers: true,
            is_declared: true,
            is_helper: is_of_helpers(Path::new(directory)),
        }
    }

    fn definition(group: &str, kind: &str, versions: &[&str]) -> ExistingDefinition {
        ExistingDefinition {
            file: String::new(),
            group: group.to_owned(),
            kind: kind.to_owned(),
            versions: versions.iter().map(|version| (*version).to_owned()).collect(),
            tool: None,
            has_document_start: true,
        }
    }

    fn shown(packages: Vec<&KindPackage>) -> Vec<&str> {
        packages.into_iter().map(|package| package.pattern.as_str()).collect()
    }

    #[test]
    fn tests_commands_and_internal_packages_are_left_out_and_copies_of_kinds() {
        let packages = [
            package("api/v1", &["a.b/v1/Widget"]),
            package("api/copied/v1", &["a.b/v1/Widget"]),
            package("api/config/v1", &[]),
            package("cmd/tool/api/v1", &["a.b/v1/Tool"]),
            package("internal/api/v1", &["a.b/v0/Widget"]),
            package("util/test/v1", &["t.b/v1/Test"]),
        ];
        assert_eq!(shown(public(&packages, false)), ["./api/v1", "./api/config/v1"]);
        assert_eq!(shown(public(&packages, true)), ["./api/v1"]);
        assert_eq!(shown(public(&packages[3..4], true)), ["./cmd/tool/api/v1"], "there is nothing else");
    }

    #[test]
    fn definitions_that_are_there_say_which_packages_they_are_made_of() {
        let packages = [
            package("api/v1", &["a.b/v1/Widget"]),
            package("internal/api/v0", &["a.b/v0/Widget"]),
            package("api/v2", &["a.b/v2/Widget"]),
            package("api/new/v1", &["n.b/v1/New"]),
            package("boot/api/v1", &["boot.b/v1/Boot"]),
            package("test/api/v1", &["t.b/v1/Test"]),
        ];
        let (own, other) = (definition("a.b", "Widget", &["v0", "v1"]), definition("boot.b", "Boot", &["v1"]));
        let chosen = of_definitions(&packages, &[own], &[&other], &|_| true);
        assert_eq!(shown(chosen), ["./api/v1", "./internal/api/v0", "./api/new/v1"]);
    }

    #[test]
    fn helpers_are_in_directories_with_these_names() {
        for (directory, is_helper) in [
            ("api/v1", false),
            ("cmd/api", true),
            ("api/Internal/v1", true),
            ("pkg/e2e_test", true),
            ("pkg/my-test/v1", true),
            ("contest/v1", false),
            ("testdata", false),
            ("", false),
        ] {
            assert_eq!(is_of_helpers(Path::new(directory)), is_helper, "{directory}");
        }
    }

    #[test]
    fn packages_without_new_kinds_are_not_chosen() {
        let packages = [
            package("a/v1", &["a.b/v1/A"]),
            package("b/v1", &["a.b/v1/B"]),
            package("c/v1", &["c.b/v1/A"]),
            package("d", &[]),
        ];
        let of = |definitions: &[ExistingDefinition], is_read: &dyn Fn(&KindPackage) -> bool| {
            shown(of_definitions(&packages, definitions, &[], is_read)).join(" ")
        };
        assert_eq!(of(&[], &|_| true), "./a/v1 ./b/v1 ./c/v1");
        assert_eq!(of(&[], &|package| package.pattern == "./b/v1"), "./b/v1");
        // Another version of a kind, a kind of the same name in another group, and another kind of the same group.
        assert_eq!(of(&[definition("a.b", "A", &["v2"])], &|_| true), "./b/v1 ./c/v1");
        assert_eq!(of(&[definition("a.b", "A", &["v1"])], &|_| false), "./a/v1");
        assert_eq!(of(&[definition("c.b", "B", &["v1"])], &|_| false), "");
    }

    #[test]
    fn one_of_several_copies_is_chosen() {
        let packages = [
            package("a/deep/v1", &["a.b/v1/A"]),
            package("internal/v1", &["a.b/v1/B"]),
            package("z/v1", &["a.b/v1/A"]),
            package("y/v1", &["a.b/v1/B", "a.b/v1/C"]),
        ];
        let all: Vec<&KindPackage> = packages.iter().collect();
        assert_eq!(shown(without_doubles(all)), ["./z/v1", "./y/v1"]);
    }
}
