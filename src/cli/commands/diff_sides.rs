//! The two sides of `idlgen diff`: files, directories, standard input or Go packages, possibly at a Git revision.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::FromStr,
};

use super::{
    counted::count,
    exclusion::{Exclusion, FOREIGN_DIRECTORIES},
    file_roles::FileRoles,
    go_packages::go_packages,
    object_files::object_files,
    object_inputs::object_file,
    preparation::{has_errors, session},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments},
        terminal::Terminal,
    },
    diag::{Diagnostic, nearest},
    diff::Side,
    emit::crd::Crd,
    model::Model,
    objects::ObjectFile,
    parallel,
    session::{Generated, Outputs, Purpose, Session},
    settings::Assignment,
    source::{self, DirectoryEntry, DiskFileSystem, FileSystem, GitError, GitRevision, tags},
};

/// A side as specified on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    /// The Git revision. `None` for the work tree.
    pub(super) revision: Option<String>,
    /// The path or package pattern. `None` for the packages of idlgen.toml.
    pub(super) path: Option<String>,
    /// `true` to read the CRDs in the files of a repository below the path, even if it contains Go files.
    pub(super) is_tree: bool,
}

impl FromStr for Operand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(rest) = text.strip_prefix("git:") else {
            return Ok(Operand { revision: None, path: Some(text.to_owned()), is_tree: false });
        };
        let (revision, path) = match rest.split_once(':') {
            Some((revision, path)) => (revision, Some(path.to_owned())),
            None => (rest, None),
        };
        if revision.is_empty() || path.as_deref() == Some("") {
            return Err("expected git:REVISION or git:REVISION:PATH, such as git:HEAD:config/crd".to_owned());
        }
        Ok(Operand { revision: Some(revision.to_owned()), path, is_tree: false })
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.revision, &self.path) {
            (Some(revision), Some(path)) => write!(f, "git:{revision}:{path}"),
            (Some(revision), None) => write!(f, "git:{revision}"),
            (None, Some(path)) => f.write_str(path),
            (None, None) => f.write_str("the Go packages of idlgen.toml"),
        }
    }
}

impl Operand {
    /// Returns the nearest existing directory of the side, whose repository contains it.
    pub(super) fn directory(&self, of_packages: &Path) -> PathBuf {
        let path = self.path.as_deref().map_or(of_packages, Path::new);
        let path = path.to_str().and_then(|path| path.strip_suffix("/...")).map_or(path, Path::new);
        let existing = path.ancestors().find(|above| DiskFileSystem.is_directory(above));
        existing.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
    }

    /// Returns an error message if the path does not exist, but is a Git revision without its prefix.
    pub(super) fn revision_without_prefix(&self, of_packages: &Path) -> Option<String> {
        let path = self.path.as_deref().filter(|_| self.revision.is_none() && !self.is_input())?;
        let revision = path.split(':').next().unwrap_or(path);
        if DiskFileSystem.is_taken(Path::new(path)) || GitRevision::open(of_packages, revision).is_err() {
            return None;
        }
        Some(format!("{path}: no such file or directory; for the Git revision, use git:{path}"))
    }

    /// Returns `true` for standard input.
    pub(super) fn is_input(&self) -> bool {
        self.revision.is_none() && self.path.as_deref() == Some("-")
    }
}

/// Returns the advice to use the most similar tag, if a revision does not exist and there is one.
pub(super) fn near_tag(directory: &Path, revision: &str, error: &GitError) -> String {
    let GitError::NoRevision { .. } = error else { return String::new() };
    let tags = tags(directory).unwrap_or_default();
    let names = || tags.iter().map(String::as_str);
    // `v0.3` is a prefix of `v0.3.0`, although `v0.2` may be as near.
    let longer = names().filter(|tag| tag.strip_prefix(revision).is_some_and(|rest| rest.starts_with('.')));
    let near = longer.min_by_key(|tag| tag.len()).or_else(|| nearest(revision, names()));
    near.map_or_else(String::new, |near| format!("; did you mean the tag {near}?"))
}

/// The files of a revision. Files outside of its repository, such as Go modules, are read from the disk.
#[derive(Debug)]
struct Revision(GitRevision);

impl Revision {
    fn of(&self, path: &Path) -> &dyn FileSystem {
        if self.0.contains(path) { &self.0 } else { &DiskFileSystem }
    }
}

impl FileSystem for Revision {
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.of(path).read_up_to(path, limit)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        self.of(path).list(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.of(path).real_path(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.of(path).is_file(path)
    }

    fn is_directory(&self, path: &Path) -> bool {
        self.of(path).is_directory(path)
    }
}

/// A side that was read.
enum Input {
    /// The CRDs of Go packages.
    Side(Side),
    /// Files that were not parsed yet, with their paths in the directory of the side.
    Files(Vec<(PathBuf, ObjectFile)>),
    /// The CRDs in the files of a directory with Go packages.
    Parsed(Parsed),
}

/// Reads the CRDs of a side.
pub(super) struct Reader<'a> {
    pub(super) arguments: &'a [Assignment],
    pub(super) fetching: FetchArguments,
    pub(super) global: &'a GlobalArguments,
    pub(super) terminal: &'a Terminal,
}

impl Reader<'_> {
    /// Returns the CRDs of both sides. Adds their sources to those of `shown`, and reports unreadable files.
    pub(super) fn read(&self, operands: [&Operand; 2], shown: &mut Session<'_>) -> Result<[Side; 2], Exit> {
        let [old, new] = operands;
        let mut input = |operand: &Operand| self.input(operand, self.open(operand)?.as_ref(), shown);
        let (old, new) = (input(old)?, input(new)?);
        let (old, new) = parallel::both(|| parse(old), || parse(new));
        let sides = self.report([old, new], shown)?;
        for (skipped, operand) in sides.iter().map(skipped).zip(operands) {
            self.report_skipped(&operand.to_string(), skipped);
        }
        for (side, operand) in sides.iter().zip(operands) {
            if side.crds.is_empty() {
                let mut reason = "there is no CustomResourceDefinition and no kind of an OpenAPI document".to_owned();
                if operand.is_tree {
                    reason += "; pass Go packages, such as ./api/..., or set `packages` in idlgen.toml";
                }
                return Err(self.fail(&format!("{operand}: {reason}")));
            }
        }
        Ok(sides)
    }

    /// Reads the files or the Go packages of a side.
    fn input(&self, operand: &Operand, revision: Option<&Revision>, shown: &mut Session<'_>) -> Result<Input, Exit> {
        let files: &dyn FileSystem = revision.map_or(&DiskFileSystem, |revision| revision);
        match &operand.path {
            Some(path) if operand.is_tree || !is_go(files, path) => {
                self.read_texts(operand, path, revision, shown).map(Input::Files)
            }
            path => self.read_go(operand, path.as_deref(), revision, shown),
        }
    }

    /// Reports the problems in the files of sides.
    fn report<const SIDES: usize>(&self, parsed: [Parsed; SIDES], shown: &Session<'_>) -> Result<[Side; SIDES], Exit> {
        let mut are_readable = true;
        let sides = parsed.map(|(side, problems)| {
            self.terminal.diagnostics(&problems, &shown.sources);
            are_readable &= !has_errors(&problems);
            side
        });
        if are_readable { Ok(sides) } else { Err(Exit::Environment) }
    }

    fn report_skipped(&self, name: &str, skipped: Option<String>) {
        if let Some(skipped) = skipped {
            self.terminal.status(&format!("{name}: {skipped}"));
        }
    }

    /// Reports why there is nothing to compare.
    pub(super) fn fail(&self, reason: &str) -> Exit {
        self.terminal.fatal(reason);
        Exit::Environment
    }

    /// Opens the revision of a side in the repository that contains its path. Returns `None` for the work tree.
    fn open(&self, operand: &Operand) -> Result<Option<Revision>, Exit> {
        let Some(revision) = &operand.revision else { return Ok(None) };
        let directory = operand.directory(&self.global.directory);
        let opened = GitRevision::open(&directory, revision);
        let said = |error: GitError| format!("{operand}: {error}{}", near_tag(&directory, revision, &error));
        opened.map(|opened| Some(Revision(opened))).map_err(|error| self.fail(&said(error)))
    }

    /// Returns the CRDs of a path in a revision. An early revision may not have the path: it has no CRDs then.
    pub(super) fn read_revision(&self, operand: &Operand, shown: &mut Session<'_>) -> Result<Side, Exit> {
        let revision = self.open(operand)?;
        if let (Some(files), Some(path)) = (&revision, &operand.path) {
            let path = Path::new(path.strip_suffix("/...").unwrap_or(path));
            if !files.is_file(path) && !files.is_directory(path) {
                return Ok(Side::default());
            }
        }
        let input = self.input(operand, revision.as_ref(), shown)?;
        let [side] = self.report([parse(input)], shown)?;
        self.report_skipped(&operand.to_string(), skipped(&side));
        Ok(side)
    }

    /// Returns the CRDs of a file or directory.
    pub(super) fn read_files(&self, path: &Path, shown: &mut Session<'_>) -> Result<Side, Exit> {
        let path = path.to_string_lossy();
        let operand = Operand { revision: None, path: Some(path.clone().into_owned()), is_tree: false };
        let files = self.read_texts(&operand, &path, None, shown)?;
        let [side] = self.report([parse(Input::Files(files))], shown)?;
        self.report_skipped(&path, skipped(&side));
        Ok(side)
    }

    /// Adds the files of a side to the sources.
    fn read_texts(
        &self,
        operand: &Operand,
        path: &str,
        revision: Option<&Revision>,
        shown: &mut Session<'_>,
    ) -> Result<Vec<(PathBuf, ObjectFile)>, Exit> {
        let mut read = Vec::new();
        let mut exit = Exit::Clean;
        let files: &dyn FileSystem = revision.map_or(&DiskFileSystem, |revision| revision);
        let foreign = FOREIGN_DIRECTORIES.map(|name| Exclusion::new(&format!("{name}/")));
        let exclusions = if operand.is_tree { &foreign[..] } else { &[] };
        let searched = object_files(files, Path::new(path), exclusions, &mut exit, self.terminal);
        if searched.skipped > 0 {
            let skipped = if searched.skipped == 1 { "directory" } else { "directories" };
            let names = FOREIGN_DIRECTORIES.join(", ");
            self.terminal.status(&format!("{operand}: {} {skipped} skipped ({names})", searched.skipped));
        }
        let roles = FileRoles::read(files, &searched.folders);
        for found in searched.found {
            let is_input = operand.is_input();
            let shown_path = found.path.strip_prefix(".").unwrap_or(&found.path);
            let name = match &operand.revision {
                _ if is_input => PathBuf::from("<stdin>"),
                Some(revision) => in_revision(revision, shown_path),
                None => shown_path.to_owned(),
            };
            let text = match revision {
                Some(revision) => source::text(name.display(), revision.read(&found.path)),
                None => found.read(),
            };
            let text = text.map_err(|reason| self.fail(&reason))?;
            let mut file = object_file(&mut shown.sources, &name, &found.path, text);
            roles.mark_found(&mut file, &found);
            read.push((found.path.strip_prefix(path).unwrap_or(Path::new("")).to_owned(), file));
        }
        if exit == Exit::Clean { Ok(read) } else { Err(Exit::Environment) }
    }

    /// Returns the CRDs of Go packages, or those in the files next to Go files without kinds, such as one that embeds
    /// the CRDs.
    fn read_go(
        &self,
        operand: &Operand,
        path: Option<&str>,
        revision: Option<&Revision>,
        shown: &mut Session<'_>,
    ) -> Result<Input, Exit> {
        let named: Vec<String> = path.iter().map(|path| (*path).to_owned()).collect();
        let (global, packages) = go_packages(&named, self.global);
        let prepared = session(&global, self.arguments, &packages, self.fetching, self.terminal)?;
        let files: &dyn FileSystem = revision.map_or(&DiskFileSystem, |revision| revision);
        // Both sessions have already read idlgen.toml. `shown` contains the sources for the locations in the report.
        let sources = std::mem::take(&mut shown.sources);
        let known = sources.len();
        let mut own = Session::new(prepared.settings, prepared.environment, files, sources);
        let (side, Generated { diagnostics, .. }) = go_side(&mut own, &operand.to_string());
        if let (Some(revision), Some(name)) = (revision, &operand.revision) {
            let is_file = |path: &Path| !path.to_string_lossy().starts_with('<') && revision.0.contains(path);
            own.sources.rename(known, |path| is_file(path).then(|| in_revision(name, path)));
        }
        shown.sources = own.sources;
        let directory = path.filter(|path| files.is_directory(Path::new(path)));
        if let Some(path) = directory
            && side.crds.is_empty()
            && !has_errors(&diagnostics)
        {
            let parsed = parse(Input::Files(self.read_texts(operand, path, revision, shown)?));
            if !parsed.0.crds.is_empty() {
                return Ok(Input::Parsed(parsed));
            }
        }
        self.terminal.diagnostics(&diagnostics, &shown.sources);
        if has_errors(&diagnostics) {
            return Err(self.fail(&format!("{operand}: the Go packages have errors, so nothing was compared")));
        }
        Ok(Input::Side(side))
    }
}

/// Formats the skipped documents of a side: `3 documents skipped (1 kustomization, 2 kustomize patches)`.
fn skipped(side: &Side) -> Option<String> {
    let reasons: Vec<String> = side.skipped.iter().map(|(reason, number)| reason.count(*number)).collect();
    let all = count(side.skipped.values().sum(), "document");
    (!reasons.is_empty()).then(|| format!("{all} skipped ({})", reasons.join(", ")))
}

/// The CRDs of a side, and the problems in its files.
type Parsed = (Side, Vec<Diagnostic>);

fn parse(input: Input) -> Parsed {
    let files = match input {
        Input::Side(side) => return (side, Vec::new()),
        Input::Parsed(parsed) => return parsed,
        Input::Files(files) => files,
    };
    let mut side = Side::default();
    let problems = files.iter().flat_map(|(path, file)| side.add_file(file, path)).collect();
    (side, problems)
}

/// Generates CRDs from the packages of a session. The locations of changes are the Go fields.
pub(super) fn go_side(session: &mut Session<'_>, name: &str) -> (Side, Generated) {
    let (mut side, generated, model) = go_crds(session, name);
    side.set_go_types(model);
    (side, generated)
}

/// Generates CRDs from the packages of a session. Also returns the model of their Go types.
pub(super) fn go_crds(session: &mut Session<'_>, name: &str) -> (Side, Generated, Model) {
    session.purpose = Purpose::Objects;
    let mut generated = session.generate(&Outputs::of(&Crd));
    // Emulating controller-gen creates no model.
    let model = generated.model.take().unwrap_or_else(|| session.read().model);
    let mut side = Side::default();
    for (path, text) in generated.files.iter() {
        let file = session.sources.add(format!("<{name}>/{path}"), text);
        side.add(file, text);
    }
    (side, generated, model)
}

/// Returns the path of a file in a revision, as messages show it.
fn in_revision(revision: &str, path: &Path) -> PathBuf {
    PathBuf::from(format!("git:{revision}:{}", path.display()))
}

/// Returns `true` if a path names Go packages: a pattern, a directory with Go files, or an import path.
pub(super) fn is_go(files: &dyn FileSystem, path: &str) -> bool {
    if path == "-" || files.is_file(Path::new(path)) {
        return false;
    }
    if path.ends_with("/...") {
        return true;
    }
    let is_go = |entry: &DirectoryEntry| {
        !entry.is_directory && entry.path(Path::new("")).extension().is_some_and(|one| one == "go")
    };
    files.list(Path::new(path)).is_ok_and(|entries| entries.iter().any(is_go))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_name_revisions_and_paths() {
        let operand = |text: &str| text.parse::<Operand>().map(|operand| (operand.revision, operand.path));
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(operand("config/crd"), Ok((None, some("config/crd"))));
        assert_eq!(operand("git:v1"), Ok((some("v1"), None)));
        assert_eq!(operand("git:v1:a/b"), Ok((some("v1"), some("a/b"))));
        assert!(operand("git:").is_err() && operand("git:v1:").is_err());
        assert_eq!("git:v1:a".parse::<Operand>().map(|one| one.to_string()), Ok("git:v1:a".to_owned()));
    }
}
