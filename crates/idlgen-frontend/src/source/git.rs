//! A revision of a Git repository, which is read with the git program.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use thiserror::Error;

use super::{DirectoryEntry, FileSystem, absolute, clean, without_links};

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
        let whole = clean(&absolute(path));
        if let Ok(below) = whole.strip_prefix(&self.top) {
            return Some(below.to_owned());
        }
        // The path to the worktree may contain symbolic links.
        without_links(&whole)?.strip_prefix(&self.top).ok().map(Path::to_owned)
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
#[expect(clippy::disallowed_methods, reason = "the tests prepare what is read")]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn git(folder: &Path, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        let done = command.args(arguments).output().expect("git");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// A repository with the tag `v1` and a later, different work tree.
    fn repository() -> TempDir {
        let folder = tempfile::tempdir().expect("a directory");
        let top = folder.path();
        git(top, &["init", "-q", "-b", "main"]);
        fs::create_dir_all(top.join("api/v1")).expect("creates");
        fs::write(top.join("go.mod"), "module m").expect("writes");
        fs::write(top.join("api/v1/types.go"), "package v1").expect("writes");
        fs::write(top.join("api/doc.go"), "12345").expect("writes");
        git(top, &["add", "."]);
        git(top, &["commit", "-q", "-m", "one"]);
        git(top, &["tag", "v1"]);
        fs::write(top.join("api/v1/types.go"), "package later").expect("writes");
        fs::write(top.join("new.go"), "package new").expect("writes");
        folder
    }

    #[test]
    fn a_revision_has_the_files_of_its_commit() {
        let folder = repository();
        let top = folder.path();
        // Git prints the path of the repository without links, but users write paths as they like.
        let revision = GitRevision::open(&top.join("api"), "v1").expect("opens");
        assert_eq!(revision.revision(), "v1");
        let read = |path: &str| revision.read(&top.join(path)).map_err(|error| error.to_string());
        assert_eq!(read("api/v1/types.go").expect("reads"), b"package v1");
        assert_eq!(read("api/v2/.././v1/types.go").expect("reads"), b"package v1");
        assert_eq!(read("new.go"), Err("the revision does not contain it".to_owned()));
        assert_eq!(read("../new.go"), Err("the revision does not contain it".to_owned()));
        let limited = |limit| revision.read_up_to(&top.join("api/doc.go"), limit).map_err(|error| error.to_string());
        assert_eq!(limited(5).expect("reads"), b"12345");
        assert_eq!(limited(4), Err("it has more than 4 bytes; larger files are not read".to_owned()));

        let list = |path: &str| {
            let entries = revision.list(&top.join(path)).map_err(|error| error.to_string())?;
            let shown =
                entries.iter().map(|entry| format!("{}{}", entry.name, if entry.is_directory { "/" } else { "" }));
            Ok::<_, String>(shown.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(list(""), Ok("api/ go.mod".to_owned()));
        assert_eq!(list("api"), Ok("doc.go v1/".to_owned()));
        assert_eq!(list("none"), Ok(String::new()));
        assert_eq!(list(".."), Err("the revision does not contain it".to_owned()));

        for (path, is_file, is_directory, is_contained) in [
            ("", false, true, true),
            ("api", false, true, true),
            ("ap", false, false, true),
            ("api/doc.go", true, false, true),
            ("new.go", false, false, true),
            ("..", false, false, false),
        ] {
            let path = top.join(path);
            assert_eq!(revision.is_file(&path), is_file, "{path:?}");
            assert_eq!(revision.is_directory(&path), is_directory, "{path:?}");
            assert_eq!(revision.contains(&path), is_contained, "{path:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_to_the_work_tree_are_followed() {
        let folder = repository();
        let other = tempfile::tempdir().expect("a directory");
        let link = other.path().join("link");
        std::os::unix::fs::symlink(folder.path(), &link).expect("links");
        let revision = GitRevision::open(&link, "v1").expect("opens");
        assert_eq!(revision.read(&link.join("go.mod")).expect("reads"), b"module m");
        // This directory is only in the revision.
        fs::remove_dir_all(folder.path().join("api")).expect("removes");
        assert_eq!(revision.read(&link.join("api/doc.go")).expect("reads"), b"12345");
        assert!(!revision.contains(other.path()));
    }

    #[test]
    fn a_comparison_starts_at_the_main_branch() {
        let folder = repository();
        let top = folder.path();
        let first = git(top, &["rev-parse", "HEAD"]);
        git(top, &["checkout", "-q", "-b", "work"]);
        git(top, &["commit", "-q", "-a", "-m", "two"]);
        assert_eq!(merge_base(top, None).expect("finds it"), (first.clone(), "main".to_owned()));
        assert_eq!(merge_base(top, Some("v1")).expect("finds it"), (first, "v1".to_owned()));
        let second = git(top, &["rev-parse", "HEAD"]);
        assert_eq!(merge_base(top, Some("work")).expect("finds it"), (second, "work".to_owned()));
        assert_eq!(tags(top).expect("lists them"), ["v1"]);

        let message = |result: Result<(String, String), GitError>| result.expect_err("no base").to_string();
        assert_eq!(
            message(merge_base(top, Some("none"))),
            "there is no main branch to compare with: none is not a branch here"
        );
        git(top, &["checkout", "-q", "--orphan", "other"]);
        git(top, &["commit", "-q", "-m", "three"]);
        assert_eq!(message(merge_base(top, None)), "the work tree has no commit in common with main");
        git(top, &["branch", "-q", "-D", "main"]);
        assert_eq!(
            message(merge_base(top, None)),
            "there is no main branch to compare with: origin/HEAD, origin/main, origin/master, main, master is not a \
             branch here"
        );
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let folder = repository();
        let open = |folder: &Path, revision| GitRevision::open(folder, revision).map(|_| ()).map_err(|e| e.to_string());
        assert_eq!(open(folder.path(), "main"), Ok(()));
        assert_eq!(
            open(folder.path(), "none"),
            Err("unknown Git revision none: it is neither a commit nor a tree".to_owned())
        );
        let other = tempfile::tempdir().expect("a directory");
        let expected = format!("{} is not in a Git repository: ", other.path().display());
        assert!(open(other.path(), "main").is_err_and(|error| error.starts_with(&expected)));
        assert!(tags(other.path()).is_err_and(|error| error.to_string().starts_with(&expected)));
        assert!(merge_base(other.path(), None).is_err_and(|error| error.to_string().starts_with(&expected)));
    }

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
