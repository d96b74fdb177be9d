//! A revision of a Git repository, which is read with the git program.

use std::{
    collections::BTreeMap,
    io,
    path::{Component, Path, PathBuf},
    process::{Command, Stdio},
};

use thiserror::Error;

use super::{DirectoryEntry, FileSystem};

/// The files of a Git repository in a revision. Paths are those in the work tree.
#[derive(Debug)]
pub struct GitRevision {
    /// The root of the work tree.
    top: PathBuf,
    revision: String,
    /// The object and the size of each file, by its path below the root. Excludes links and submodules.
    files: BTreeMap<PathBuf, (String, u64)>,
}

/// The reason why a revision or the merge base cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GitError {
    /// The program cannot be started.
    #[error("git, which reads revisions, cannot be started: {0}")]
    NoGit(io::Error),
    /// The directory is not in a repository.
    #[error("{folder} is not in a Git repository: {reason}")]
    NoRepository {
        /// The directory.
        folder: String,
        /// The error of git.
        reason: String,
    },
    /// The revision does not exist.
    #[error("unknown Git revision {revision}: {reason}")]
    NoRevision {
        /// The name as specified.
        revision: String,
        /// The error of git.
        reason: String,
    },
    /// The main branch does not exist.
    #[error("there is no main branch to compare with: {tried} is not a branch here")]
    NoMainBranch {
        /// The names that were tried.
        tried: String,
    },
    /// The main branch and the work tree have no commit in common.
    #[error("the work tree has no commit in common with {branch}{}{reason}", if reason.is_empty() { "" } else { ": " })]
    NoMergeBase {
        /// The main branch.
        branch: String,
        /// The error of git.
        reason: String,
    },
}

/// The default names of the main branch. The first existing one is used.
const MAIN_BRANCHES: [&str; 5] = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/// Returns the merge base of `HEAD` with the main branch, and the name of that branch.
///
/// # Errors
/// Returns an error if Git is not installed, if the repository or branch does not exist, or if the branch has no commit
/// in common with `HEAD`.
pub fn merge_base(folder: &Path, branch: Option<&str>) -> Result<(String, String), GitError> {
    let no_repository = |reason| GitError::NoRepository { folder: folder.display().to_string(), reason };
    output(folder, &["rev-parse", "--show-toplevel"])?.map_err(no_repository)?;
    let exists = |name: &str| {
        let commit = format!("{name}^{{commit}}");
        output(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]).map(|found| found.is_ok())
    };
    let branch = match branch {
        Some(name) if exists(name)? => name.to_owned(),
        Some(name) => return Err(GitError::NoMainBranch { tried: name.to_owned() }),
        None => {
            let mut found = None;
            for name in MAIN_BRANCHES {
                if exists(name)? {
                    found = Some(name.to_owned());
                    break;
                }
            }
            found.ok_or_else(|| GitError::NoMainBranch { tried: MAIN_BRANCHES.join(", ") })?
        }
    };
    let base = output(folder, &["merge-base", "--end-of-options", &branch, "HEAD"])?;
    let base = base.map_err(|reason| GitError::NoMergeBase { branch: branch.clone(), reason })?;
    Ok((String::from_utf8_lossy(&base).trim().to_owned(), branch))
}

/// Returns the tags of the repository that contains a directory.
///
/// # Errors
/// Returns an error if Git is not installed, or if the repository does not exist.
pub fn tags(folder: &Path) -> Result<Vec<String>, GitError> {
    let no_repository = |reason| GitError::NoRepository { folder: folder.display().to_string(), reason };
    let tags = output(folder, &["tag", "--list"])?.map_err(no_repository)?;
    Ok(String::from_utf8_lossy(&tags).lines().map(str::to_owned).collect())
}

impl GitRevision {
    /// Opens a revision of the repository that contains a directory.
    ///
    /// # Errors
    /// Returns an error if Git is not installed, or if the repository or revision does not exist.
    pub fn open(folder: &Path, revision: &str) -> Result<Self, GitError> {
        let no_repository = |reason| GitError::NoRepository { folder: folder.display().to_string(), reason };
        let top = output(folder, &["rev-parse", "--show-toplevel"])?.map_err(no_repository)?;
        let top = PathBuf::from(String::from_utf8_lossy(&top).trim_end_matches(['\n', '\r']));
        let no_revision = |reason| GitError::NoRevision { revision: revision.to_owned(), reason };
        let commit = format!("{revision}^{{tree}}");
        let tree = output(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        let tree = tree.map_err(|reason| {
            no_revision(if reason.is_empty() { "it is neither a commit nor a tree".to_owned() } else { reason })
        })?;
        let tree = String::from_utf8_lossy(&tree).trim().to_owned();
        let listing = output(folder, &["ls-tree", "-r", "-l", "-z", "--full-tree", &tree])?.map_err(no_revision)?;
        Ok(GitRevision { top, revision: revision.to_owned(), files: files(&listing) })
    }

    /// Returns the name of the revision.
    pub fn revision(&self) -> &str {
        &self.revision
    }

    /// Returns `true` if a path is in the work tree.
    pub fn contains(&self, path: &Path) -> bool {
        self.below_top(path).is_some()
    }

    /// Returns a path relative to the root of the work tree, without `.` and `..`.
    fn below_top(&self, path: &Path) -> Option<PathBuf> {
        let mut whole = PathBuf::new();
        for part in std::path::absolute(path).ok()?.components() {
            match part {
                Component::ParentDir => drop(whole.pop()),
                Component::CurDir => {}
                part => whole.push(part),
            }
        }
        if let Ok(below) = whole.strip_prefix(&self.top) {
            return Some(below.to_owned());
        }
        // The path to the worktree may contain symbolic links.
        let real = whole.ancestors().find_map(|above| {
            let rest = whole.strip_prefix(above).ok()?;
            Some(std::fs::canonicalize(above).ok()?.join(rest))
        })?;
        real.strip_prefix(&self.top).ok().map(Path::to_owned)
    }
}

/// Runs git. Returns its output, or as the inner error, its error output.
fn output(folder: &Path, arguments: &[&str]) -> Result<Result<Vec<u8>, String>, GitError> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["--no-optional-locks", "--no-pager"]).args(arguments);
    let output = command.stdin(Stdio::null()).output().map_err(GitError::NoGit)?;
    if output.status.success() {
        return Ok(Ok(output.stdout));
    }
    Ok(Err(one_line(&String::from_utf8_lossy(&output.stderr))))
}

/// Formats git's error output on a single line. If a repository is owned by another user, the output has several lines.
fn one_line(said: &str) -> String {
    let mut clause = String::new();
    for line in said.trim().trim_start_matches("fatal: ").lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !clause.is_empty() {
            clause.push_str(if clause.ends_with(':') { " " } else { "; " });
        }
        clause.push_str(line);
    }
    clause
}

/// Parses a list of files: `MODE blob OBJECT SIZE<tab>PATH`, each terminated by NUL.
fn files(listing: &[u8]) -> BTreeMap<PathBuf, (String, u64)> {
    let mut files = BTreeMap::new();
    for entry in listing.split(|byte| *byte == 0) {
        let entry = String::from_utf8_lossy(entry);
        let Some((facts, path)) = entry.split_once('\t') else { continue };
        let facts: Vec<&str> = facts.split_whitespace().collect();
        if let [mode, "blob", object, size] = facts.as_slice()
            && mode.starts_with("100")
        {
            files.insert(PathBuf::from(path), ((*object).to_owned(), size.parse().unwrap_or(0)));
        }
    }
    files
}

fn not_in_revision() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "the revision does not contain it")
}

impl FileSystem for GitRevision {
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let below = self.below_top(path).ok_or_else(not_in_revision)?;
        let (object, size) = self.files.get(&below).ok_or_else(not_in_revision)?;
        if *size > limit {
            return Err(io::Error::other(format!("it has more than {limit} bytes; larger files are not read")));
        }
        match output(&self.top, &["cat-file", "blob", object]) {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(reason)) => Err(io::Error::other(reason)),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        let folder = self.below_top(path).ok_or_else(not_in_revision)?;
        let mut entries: Vec<DirectoryEntry> = Vec::new();
        for rest in self.files.keys().filter_map(|file| file.strip_prefix(&folder).ok()) {
            let mut parts = rest.components();
            let Some(first) = parts.next() else { continue };
            entries.push(DirectoryEntry::new(first.as_os_str(), parts.next().is_some(), false));
        }
        entries.sort();
        entries.dedup();
        Ok(entries)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.below_top(path).is_some_and(|below| self.files.contains_key(&below))
    }

    fn is_directory(&self, path: &Path) -> bool {
        self.below_top(path)
            .is_some_and(|below| self.files.keys().any(|file| file != &below && file.starts_with(&below)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_says_is_a_clause() {
        let said = "fatal: detected dubious ownership in repository at '/r'\nTo add an exception for this directory, \
                    call:\n\n\tgit config --global --add safe.directory /r\n";
        let expected = "detected dubious ownership in repository at '/r'; To add an exception for this directory, \
                        call: git config --global --add safe.directory /r";
        assert_eq!(one_line(said), expected);
        assert_eq!(one_line(""), "");
    }

    #[test]
    fn listings_name_files_and_nothing_else() {
        let listing =
            b"100644 blob aa      12\ta b.yaml\x00120000 blob bb       3\tlink\x00160000 commit cc       -\tother\0\
            100755 blob dd       0\tx/y.yaml\0";
        let files = files(listing);
        let shown = files.iter().map(|(path, (object, size))| format!("{} {object} {size}", path.display()));
        assert_eq!(shown.collect::<Vec<_>>(), ["a b.yaml aa 12", "x/y.yaml dd 0"]);
    }
}
