//! The proposal of `init`: outputs and settings for a repository.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::{
    existing::ExistingDefinition,
    packages::{KindPackage, Resource, is_of_helpers, of_definitions, public},
    repository::{Command, Repository, quoted},
};
use crate::source::{DiskFileSystem, FileSystem};

/// The default directory of new CRDs.
const USUAL_DEFINITIONS: &str = "config/crd/bases";
/// The oldest and the newest minor version of controller-gen 0.x that can be emulated.
const CONTROLLER_GEN: (u32, u32) = (14, 22);

/// The content of an idlgen.toml.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Proposal {
    /// Keys of idlgen.toml with their values in TOML.
    pub(super) settings: BTreeMap<String, String>,
    /// The number of packages.
    pub(super) packages: usize,
    /// The outputs for display: `CRDs to config/crd/bases, as Makefile:213 has it`.
    pub(super) outputs: Vec<String>,
    /// The CRD directory, if CRDs are an output.
    pub(super) definitions: Option<PathBuf>,
    /// The version of controller-gen that generated the existing files: the value of `compat`, and the version in the
    /// annotation.
    pub(super) compatibility: Option<(String, String)>,
    /// Additional remarks.
    pub(super) remarks: Vec<String>,
}

impl Proposal {
    /// Creates a proposal for a repository with these packages.
    pub(super) fn new(repository: &Repository, packages: &[KindPackage], directory: &Path) -> Self {
        let mut proposal = Proposal::default();
        let resources = || packages.iter().flat_map(|package| &package.resources);
        let is_kubebuilder = repository.has_project || !commands_of(repository, packages).is_empty();
        let has_markers = packages.iter().any(|package| package.has_markers && !package.is_helper);
        let is_rust = repository.cargo.is_some();
        let folder = folder_of_definitions(repository, packages);
        let exist = folder.is_some() || renamed(repository, packages).is_some();
        let wants_definitions = is_kubebuilder || exist || has_markers && !is_rust;
        let has_definitions = wants_definitions && resources().next().is_some();
        let chosen = match (&folder, has_definitions) {
            (Some(folder), true) => {
                let none = Vec::new();
                let own = repository.definitions.get(folder).unwrap_or(&none);
                let others: Vec<&ExistingDefinition> = repository
                    .definitions
                    .iter()
                    .filter(|(other, _)| *other != folder)
                    .flat_map(|(_, all)| all)
                    .collect();
                let writes = |command: &&Command| command.output.as_ref() == Some(folder);
                let mut commands: Vec<&Command> = repository.commands.iter().filter(writes).collect();
                if commands.is_empty() {
                    commands.extend(command_of(repository, packages, Some(folder)));
                }
                let is_read = |package: &KindPackage| {
                    commands.is_empty() || commands.iter().any(|command| command.reads(&package.directory))
                };
                of_definitions(packages, own, &others, &is_read)
            }
            (_, only_resources) => public(packages, only_resources && !is_rust),
        };
        proposal.packages = chosen.len();
        let quoted_patterns: Vec<String> = chosen.iter().map(|package| format!("{:?}", package.pattern)).collect();
        proposal.set("packages", format!("[{}]", quoted_patterns.join(", ")));
        if has_definitions {
            proposal.definitions(repository, packages, folder, is_rust);
        }
        if let Some(cargo) = &repository.cargo {
            proposal.rust(cargo, directory);
        }
        if !is_rust && !has_definitions {
            proposal.set(
                "openapi.output",
                quoted(Path::new(&free(directory, &["openapi/definitions.json", "idlgen-openapi/definitions.json"]))),
            );
            proposal.outputs.push("OpenAPI definitions".to_owned());
        }
        proposal.tell_of_left_out(repository, packages, &chosen);
        proposal
    }

    fn set(&mut self, key: &str, value: String) {
        self.settings.insert(key.to_owned(), value);
    }

    /// Adds CRDs, in the directory where they exist or where a command writes them, with its options.
    fn definitions(
        &mut self,
        repository: &Repository,
        packages: &[KindPackage],
        folder: Option<PathBuf>,
        is_rust: bool,
    ) {
        let command = command_of(repository, packages, folder.as_deref());
        let output = folder.clone().or_else(|| command.and_then(|command| command.output.clone()));
        let output = output.unwrap_or_else(|| PathBuf::from(USUAL_DEFINITIONS));
        self.set("crd.output", quoted(&output));
        let mut text = format!("CRDs to {}", output.display());
        if let Some(command) = command {
            self.settings.extend(command.settings.clone());
            text = format!("{text}, with the controller-gen options in {}", command.shown);
            if let Some(problem) = &command.problem {
                self.remarks.push(format!("{}: {problem}; its options are ignored", command.shown));
            }
        }
        self.outputs.push(text);
        let present = folder.and_then(|folder| repository.definitions.get(&folder)).into_iter().flatten();
        // Others are copied from elsewhere.
        let mut made: Vec<&ExistingDefinition> = present.filter(|definition| is_made(packages, definition)).collect();
        if made.is_empty()
            && let Some((place, renamed)) = renamed(repository, packages)
        {
            self.remarks.push(format!(
                "the CRDs in {} have other file names than `GROUP_PLURAL.yaml`, so idlgen does not update them; after \
                 `idlgen generate`, `idlgen diff {0} {}` compares them",
                place.display(),
                output.display()
            ));
            made = renamed;
        }
        if !made.is_empty() && !made.iter().any(|definition| definition.has_document_start) {
            self.set("crd.no-document-start", "true".to_owned());
        }
        // The controller-gen emulation has no other outputs.
        if !is_rust {
            self.compatibility = compatibility(&made);
        }
        self.definitions = Some(output);
    }

    fn rust(&mut self, cargo: &Path, directory: &Path) {
        let place = |name: &str| if cargo == Path::new(".") { PathBuf::from(name) } else { cargo.join(name) };
        let names = ["src/generated", "src/idlgen"].map(|name| place(name).to_string_lossy().into_owned());
        let output = free(directory, &names);
        self.outputs.push(format!("Rust to {output}"));
        self.set("rust.output", quoted(Path::new(&output)));
    }

    /// Returns the directories with CRDs generated from the skipped packages, each with the common parent directory of
    /// these packages.
    fn other_outputs<'r>(
        &self,
        repository: &'r Repository,
        packages: &[KindPackage],
        chosen: &[&KindPackage],
    ) -> Vec<(&'r Path, PathBuf)> {
        let is_chosen = |package: &KindPackage| chosen.iter().any(|one| one.pattern == package.pattern);
        let mut found = Vec::new();
        for (folder, definitions) in &repository.definitions {
            if self.definitions.as_deref() == Some(folder.as_path()) || is_of_helpers(folder) {
                continue;
            }
            let makes = |package: &&KindPackage| {
                let is_in = |one| definitions.iter().any(|definition| Resource::is_in(one, definition));
                !is_chosen(package) && !package.is_helper && package.resources.iter().any(is_in)
            };
            let place = packages.iter().filter(makes).fold(None, |place: Option<PathBuf>, package| {
                let above = place.as_deref().unwrap_or(folder);
                let common = above.components().zip(package.directory.components());
                Some(common.take_while(|(left, right)| left == right).map(|(part, _)| part).collect())
            });
            let place = place.filter(|place| !place.as_os_str().is_empty());
            found.extend(place.map(|place| (folder.as_path(), place)));
        }
        found
    }

    /// Returns remarks about commands that write CRDs of these packages to directories other than the chosen one and
    /// `named`.
    fn other_commands(
        &self,
        repository: &Repository,
        packages: &[KindPackage],
        named: &[(&Path, PathBuf)],
    ) -> Vec<String> {
        let mut outputs: BTreeMap<&Path, (&Command, BTreeSet<String>)> = BTreeMap::new();
        for command in commands_of(repository, packages) {
            let Some((folder, paths)) = command.output.as_deref().zip(command.paths.as_ref()) else { continue };
            let is_named = named.iter().any(|(other, _)| *other == folder);
            let made = repository.definitions.get(folder).into_iter().flatten();
            let is_original = made.into_iter().any(|definition| is_made(packages, definition));
            if self.definitions.as_deref() != Some(folder) && !is_named && !is_of_helpers(folder) && is_original {
                let has_kinds = |(path, is_tree): &&(PathBuf, bool)| {
                    let is_of = |one: &Path| one == path || *is_tree && one.starts_with(path);
                    packages.iter().any(|package| !package.resources.is_empty() && is_of(&package.directory))
                };
                let pattern = |(path, is_tree): &(PathBuf, bool)| {
                    format!("./{}{}", path.display(), if *is_tree { "/..." } else { "" })
                };
                let (_, patterns) = outputs.entry(folder).or_insert_with(|| (command, BTreeSet::new()));
                patterns.extend(paths.iter().filter(has_kinds).map(pattern));
            }
        }
        let is_of_chosen = |command: &Command| command.output.as_deref() == self.definitions.as_deref();
        let chosen = repository.commands.iter().filter(|command| is_of_chosen(command));
        let copied: Vec<_> = chosen.map(|command| &command.paths).collect();
        outputs.retain(|_, (command, patterns)| !patterns.is_empty() && !copied.contains(&&command.paths));
        let remark = |(folder, (command, patterns)): (&Path, (&Command, BTreeSet<String>))| {
            let patterns: Vec<String> = patterns.into_iter().collect();
            let (shown, folder) = (&command.shown, folder.display());
            format!("{shown} writes other CRDs to {folder}: `idlgen crd {} -o {folder}`", patterns.join(" "))
        };
        outputs.into_iter().map(remark).collect()
    }

    /// Reports the skipped packages and modules.
    fn tell_of_left_out(&mut self, repository: &Repository, packages: &[KindPackage], chosen: &[&KindPackage]) {
        let omitted: Vec<&str> = packages
            .iter()
            .filter(|package| !chosen.iter().any(|one| one.pattern == package.pattern))
            .map(|package| package.pattern.as_str())
            .collect();
        if !omitted.is_empty() {
            self.remarks.push(format!(
                "skipped, because they are tests, commands, internal, copies or have other outputs: {}",
                omitted.join(" ")
            ));
        }
        let others = self.other_outputs(repository, packages, chosen);
        let remarks = self.other_commands(repository, packages, &others);
        for (folder, place) in others {
            self.remarks.push(format!(
                "the CRDs in {} are generated from other packages: `idlgen init -C {}`",
                folder.display(),
                place.display()
            ));
        }
        self.remarks.extend(remarks);
        for module in &repository.nested_modules {
            self.remarks
                .push(format!("{0} is a separate Go module with kinds: `idlgen init -C {0}`", module.display()));
        }
    }
}

/// Returns the directory with most CRDs of the packages in files with other names, and these CRDs.
fn renamed<'r>(
    repository: &'r Repository,
    packages: &[KindPackage],
) -> Option<(&'r Path, Vec<&'r ExistingDefinition>)> {
    let mut best: Option<(&Path, Vec<&ExistingDefinition>)> = None;
    for (folder, definitions) in repository.renamed.iter().filter(|(folder, _)| !is_of_helpers(folder)) {
        let made: Vec<_> = definitions.iter().filter(|definition| is_made(packages, definition)).collect();
        if made.len() > best.as_ref().map_or(0, |(_, known)| known.len()) {
            best = Some((folder, made));
        }
    }
    best
}

/// Returns `true` if a CRD is that of a kind of the packages.
fn is_made(packages: &[KindPackage], definition: &ExistingDefinition) -> bool {
    packages.iter().any(|package| package.resources.iter().any(|one| one.is_kind_of(definition)))
}

/// Returns the directory with the CRDs of the packages: preferably one that controller-gen writes to, then the one with
/// most of the kinds. Directories of tests and copies for charts come last.
fn folder_of_definitions(repository: &Repository, packages: &[KindPackage]) -> Option<PathBuf> {
    let mut best = None;
    for (folder, definitions) in &repository.definitions {
        let made = definitions.iter().filter(|definition| is_made(packages, definition)).count();
        let is_written = repository.commands.iter().any(|command| command.output.as_ref() == Some(folder));
        let is_chart = folder.components().any(|part| {
            let name = part.as_os_str().to_string_lossy();
            ["chart", "helm", "bundle"].iter().any(|word| name.contains(word))
        });
        // A command writes the originals, also to a chart.
        let is_original = is_written || !is_chart;
        let rank = (!is_of_helpers(folder), is_written, is_original, made, Reverse(folder.components().count()));
        if made > 0 && best.as_ref().is_none_or(|(known, _)| rank > *known) {
            best = Some((rank, folder));
        }
    }
    best.map(|(_, folder)| folder.clone())
}

/// Returns the commands that read one of the packages. Others belong to other parts of the repository.
fn commands_of<'r>(repository: &'r Repository, packages: &[KindPackage]) -> Vec<&'r Command> {
    let reads = |command: &&Command| packages.iter().any(|package| command.reads(&package.directory));
    repository.commands.iter().filter(reads).collect()
}

/// Returns the command that writes to a directory, or the only one, if its directory is unknown or contains no CRDs:
/// then they are copied from there.
fn command_of<'r>(repository: &'r Repository, packages: &[KindPackage], folder: Option<&Path>) -> Option<&'r Command> {
    let commands = commands_of(repository, packages);
    let of_folder = |command: &&Command| folder.is_some() && command.output.as_deref() == folder;
    let has_definitions =
        |command: &Command| command.output.as_ref().is_some_and(|output| repository.definitions.contains_key(output));
    commands.iter().copied().find(of_folder).or_else(|| match (commands.as_slice(), folder) {
        ([only], None) => Some(*only),
        ([only], Some(_)) if !has_definitions(only) => Some(*only),
        (_, None) => {
            let is_usual = |command: &&Command| command.output.as_deref().is_some_and(|to| !is_of_helpers(to));
            commands.iter().copied().find(is_usual)
        }
        _ => None,
    })
}

/// Returns the version of controller-gen that generated most of the CRDs, or the closest one that can be emulated: as
/// the value of `compat`, and as in the annotation.
fn compatibility(definitions: &[&ExistingDefinition]) -> Option<(String, String)> {
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for tool in definitions.iter().filter_map(|definition| definition.tool.as_deref()) {
        *versions.entry(tool).or_default() += 1;
    }
    let (version, _) = versions.into_iter().max_by_key(|(_, count)| *count)?;
    let minor: u32 = version.trim_start_matches('v').split('.').nth(1)?.parse().ok()?;
    let minor = minor.clamp(CONTROLLER_GEN.0, CONTROLLER_GEN.1);
    Some((format!("controller-gen=0.{minor}"), version.to_owned()))
}

/// Returns the first path that is not in use, or the first path if all are in use.
fn free<N: AsRef<str>>(directory: &Path, names: &[N; 2]) -> String {
    let is_free = |name: &&N| {
        let path = directory.join(name.as_ref());
        !DiskFileSystem.is_file(&path) && !DiskFileSystem.is_directory(&path)
    };
    let [first, _] = names;
    names.iter().find(is_free).unwrap_or(first).as_ref().to_owned()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests write files that they read")]
mod tests {
    use super::{super::packages::Resource, *};

    fn package(directory: &str, kind: &str) -> KindPackage {
        let resource = Resource { group: "a.b".to_owned(), kind: kind.to_owned(), version: "v1".to_owned() };
        KindPackage {
            pattern: format!("./{directory}"),
            directory: PathBuf::from(directory),
            resources: if kind.is_empty() { Vec::new() } else { vec![resource] },
            has_markers: false,
            is_declared: true,
            is_helper: is_of_helpers(Path::new(directory)),
        }
    }

    fn definition(kind: &str, tool: Option<&str>) -> ExistingDefinition {
        ExistingDefinition {
            file: format!("a.b_{kind}.yaml"),
            group: "a.b".to_owned(),
            kind: kind.to_owned(),
            versions: vec!["v1".to_owned()],
            tool: tool.map(str::to_owned),
            has_document_start: true,
        }
    }

    /// A repository with CRDs in directories: `crds=A,B`.
    fn repository(directories: &[&str]) -> Repository {
        let mut repository = Repository::default();
        for (directory, kinds) in directories.iter().filter_map(|text| text.split_once('=')) {
            let all = kinds.split(',').map(|kind| definition(kind, None)).collect();
            repository.definitions.insert(directory.into(), all);
        }
        repository
    }

    /// A command that reads all packages below a directory, and writes to another.
    fn command(paths: &str, output: Option<&str>) -> Command {
        Command {
            shown: format!("Makefile of {paths}"),
            output: output.map(PathBuf::from),
            paths: Some(vec![(PathBuf::from(paths), true)]),
            settings: BTreeMap::new(),
            problem: None,
        }
    }

    #[test]
    fn the_directory_of_crds_is_the_one_that_most_likely_has_the_originals() {
        let packages = [package("api", "A"), package("other", "B")];
        let found = |directories: &[&str], written: Option<&str>| {
            let mut repository = repository(directories);
            repository.commands.extend(written.map(|output| command("api", Some(output))));
            let found = folder_of_definitions(&repository, &packages);
            found.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
        };
        for (directories, written, expected) in [
            (&["x=C"][..], None, ""),
            (&["x=A"], None, "x"),
            (&["x=A", "y=A,B", "z=A,C,D"], None, "y"),
            // The shorter path, and of several the first one.
            (&["a/b/c=A", "d/e=A", "f/g=A"], None, "d/e"),
            (&["a/test=A,B", "crds=A"], None, "crds"),
            (&["charts/x=A,B", "crds=A"], None, "crds"),
            (&["my-helm/x=A,B", "crds=A"], None, "crds"),
            (&["bundle/manifests=A,B", "crds=A"], None, "crds"),
            (&["charts/x=A,B", "test/crds=A"], None, "charts/x"),
            (&["x=A,B", "y=A"], Some("y"), "y"),
            (&["x=A,B", "y=C"], Some("y"), "x"),
            (&["x=A", "test/y=A"], Some("test/y"), "x"),
        ] {
            assert_eq!(found(directories, written), expected, "{directories:?} {written:?}");
        }
    }

    #[test]
    fn crds_that_several_commands_write_are_in_the_directory_with_most_of_them() {
        let packages = [package("api/a", "A"), package("api/b", "B"), package("operator", "C")];
        let mut repository = repository(&["charts/a=A,B", "charts/b=B", "operator/crds=C", "copy=A,B", "test/x=C"]);
        let writes = [("api/a", "charts/a"), ("api/b", "charts/b"), ("operator", "operator/crds"), ("api/a", "copy")];
        repository.commands.extend(writes.map(|(paths, output)| command(paths, Some(output))));
        repository.commands.push(command("operator", Some("test/x")));
        let folder = folder_of_definitions(&repository, &packages);
        assert_eq!(folder, Some(PathBuf::from("copy")));
        repository.definitions.remove(Path::new("copy"));
        let folder = folder_of_definitions(&repository, &packages);
        assert_eq!(folder, Some(PathBuf::from("charts/a")));
        let proposal = Proposal { definitions: folder, ..Proposal::default() };
        assert_eq!(
            proposal.other_commands(&repository, &packages, &[]),
            [
                "Makefile of api/b writes other CRDs to charts/b: `idlgen crd ./api/b/... -o charts/b`",
                "Makefile of operator writes other CRDs to operator/crds: `idlgen crd ./operator/... -o operator/crds`",
            ]
        );
        let named = [(Path::new("charts/b"), PathBuf::from("api/b"))];
        assert_eq!(proposal.other_commands(&repository, &packages, &named).len(), 1);
    }

    #[test]
    fn the_directory_with_most_renamed_crds_is_named() {
        let packages = [package("api", "A"), package("other", "B")];
        let found = |directories: &[&str]| {
            let mut repository = repository(directories);
            repository.renamed = std::mem::take(&mut repository.definitions);
            renamed(&repository, &packages).map(|(folder, made)| (folder.to_string_lossy().into_owned(), made.len()))
        };
        let some = |folder: &str, count| Some((folder.to_owned(), count));
        assert_eq!(found(&["x=C"]), None);
        assert_eq!(found(&["x=A,C", "y=A,B", "z=B,A"]), some("y", 2));
        assert_eq!(found(&["test/x=A,B", "y=A,C"]), some("y", 1));
    }

    #[test]
    fn options_are_those_of_the_command_that_writes_the_crds() {
        let packages = [package("api", "A"), package("more", "B")];
        let found = |commands: Vec<Command>, folder: Option<&str>| {
            let repository = Repository { commands, ..repository(&["crds=A", "more-crds=B"]) };
            command_of(&repository, &packages, folder.map(Path::new)).map(|command| command.shown.clone())
        };
        let named = |paths: &str| Some(format!("Makefile of {paths}"));
        let (api, more) = (|| command("api", Some("crds")), || command("more", Some("more-crds")));
        assert_eq!(found(vec![api(), more()], Some("crds")), named("api"));
        assert_eq!(found(vec![api(), more()], Some("more-crds")), named("more"));
        assert_eq!(found(vec![api(), more()], Some("others")), None);
        assert_eq!(found(vec![api(), more()], None), named("api"));
        assert_eq!(found(vec![api()], None), named("api"));
        // The only command writes other CRDs, or CRDs that are copied from an unknown directory.
        assert_eq!(found(vec![api()], Some("more-crds")), None);
        assert_eq!(found(vec![command("api", Some("temporary"))], Some("crds")), named("api"));
        assert_eq!(found(vec![command("api", None)], Some("crds")), named("api"));
        // A command for other packages, or for tests.
        assert_eq!(found(vec![command("tools", Some("crds"))], Some("crds")), None);
        assert_eq!(found(vec![command("api", Some("test/crds")), more()], None), named("more"));
        assert_eq!(found(vec![command("api", None), command("more", None)], None), None);
    }

    #[test]
    fn the_version_of_the_tool_is_that_of_most_crds() {
        let version = |tools: &[Option<&str>]| {
            let all: Vec<_> = tools.iter().map(|tool| definition("A", *tool)).collect();
            compatibility(&all.iter().collect::<Vec<_>>())
        };
        for (tools, expected) in [
            (&[None][..], None),
            (&[Some("v0.16.5")], Some(("16", "v0.16.5"))),
            (&[Some("v0.17.0"), Some("v0.16.5"), Some("v0.16.5"), None, None, None], Some(("16", "v0.16.5"))),
            (&[Some("0.19.0")], Some(("19", "0.19.0"))),
            (&[Some("v0.9.2")], Some(("14", "v0.9.2"))),
            (&[Some("v0.99.0")], Some(("22", "v0.99.0"))),
            (&[Some("(devel)")], None),
        ] {
            let expected = expected.map(|(minor, version)| (format!("controller-gen=0.{minor}"), version.to_owned()));
            assert_eq!(version(tools), expected, "{tools:?}");
        }
    }

    #[test]
    fn outputs_do_not_replace_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["a/b", "c"];
        assert_eq!(free(folder.path(), &names), "a/b");
        std::fs::create_dir_all(folder.path().join("a/b")).unwrap();
        assert_eq!(free(folder.path(), &names), "c");
        std::fs::write(folder.path().join("c"), "").unwrap();
        assert_eq!(free(folder.path(), &names), "a/b");
        assert_eq!(free(folder.path(), &["c", "d"]), "d");
    }

    #[test]
    fn directories_with_crds_of_other_packages_are_named() {
        let packages = [
            package("api/v1", "A"),
            package("more/x/v1", "B"),
            package("more/y/v1", "C"),
            package("test/v1", "D"),
            package("z", "E"),
            package("without", ""),
        ];
        let repository = repository(&["crds=A,B", "more/crds=B,C", "test/crds=D", "deploy=D", "e=E", "own=A", "f=F"]);
        let mut proposal = Proposal { definitions: Some(PathBuf::from("crds")), ..Proposal::default() };
        let chosen = [&packages[0]];
        let found = proposal.other_outputs(&repository, &packages, &chosen);
        let shown: Vec<String> =
            found.iter().map(|(folder, place)| format!("{}: {}", folder.display(), place.display())).collect();
        assert_eq!(shown, ["more/crds: more"]);
        proposal.tell_of_left_out(&repository, &packages, &chosen);
        assert_eq!(
            proposal.remarks,
            [
                "skipped, because they are tests, commands, internal, copies or have other outputs: ./more/x/v1 \
                 ./more/y/v1 ./test/v1 ./z ./without",
                "the CRDs in more/crds are generated from other packages: `idlgen init -C more`",
            ]
        );
        let mut without = Proposal::default();
        without.tell_of_left_out(&Repository::default(), &packages[..1], &chosen);
        assert_eq!(without.remarks, Vec::<String>::new());
    }

    /// The keys of a proposal that says which output there is.
    #[test]
    fn outputs_follow_from_what_the_repository_contains() {
        let marked = || KindPackage { has_markers: true, ..package("api", "A") };
        let keys = |repository: &Repository, packages: &[KindPackage]| {
            let proposal = Proposal::new(repository, packages, Path::new("/nonexistent"));
            let set = |(key, value): (String, String)| format!("{key} = {value}");
            proposal.settings.into_iter().map(set).collect::<Vec<_>>().join(", ")
        };
        let plain = Repository::default;
        let rust = || Repository { cargo: Some(PathBuf::from("rust")), ..plain() };
        let project = || Repository { has_project: true, ..plain() };
        let openapi = "openapi.output = \"openapi/definitions.json\", packages = [\"./api\"]";
        let crds = "crd.output = \"config/crd/bases\", packages = [\"./api\"]";
        let both = format!("{crds}, rust.output = \"rust/src/generated\"");
        let only_rust = "packages = [\"./api\"], rust.output = \"rust/src/generated\"";
        for (repository, package, expected) in [
            (plain(), package("api", "A"), openapi),
            (plain(), marked(), crds),
            (plain(), KindPackage { is_helper: true, ..marked() }, openapi),
            (project(), package("api", "A"), crds),
            (project(), package("api", ""), openapi),
            (rust(), package("api", "A"), only_rust),
            (rust(), marked(), only_rust),
            (Repository { has_project: true, ..rust() }, marked(), &both),
            (Repository { commands: vec![command("api", None)], ..plain() }, package("api", "A"), crds),
            (Repository { commands: vec![command("x", None)], ..plain() }, package("api", "A"), openapi),
        ] {
            assert_eq!(keys(&repository, &[package]), expected);
        }
        let here = Repository { cargo: Some(PathBuf::from(".")), ..plain() };
        assert!(keys(&here, &[marked()]).ends_with("rust.output = \"src/generated\""));
        // Only for Rust are packages without kinds of use, too.
        let packages = [package("api", "A"), package("config", "")];
        assert!(keys(&rust(), &packages).contains("[\"./api\", \"./config\"]"));
        assert!(keys(&project(), &packages).contains("[\"./api\"]"));
        let mut without_start = repository(&["crds=A"]);
        without_start.definitions.values_mut().flatten().for_each(|one| one.has_document_start = false);
        assert_eq!(
            keys(&without_start, &packages),
            "crd.no-document-start = true, crd.output = \"crds\", packages = [\"./api\"]"
        );
    }
}
