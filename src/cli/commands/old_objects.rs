//! `--old`: the old objects of updates.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use super::{
    diff_sides::near_tag,
    exclusion::Exclusion,
    object_files::is_input,
    object_inputs::{files_of, read_object_files},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    objects::ObjectFile,
    source::{DiskFileSystem, FileSystem, GitRevision, SourceMap},
};

/// The location of old objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Old {
    /// A file or a directory.
    Path(PathBuf),
    /// A revision of the repository, with the paths of the new objects.
    Revision(String),
}

impl FromStr for Old {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("git:") {
            Some("") => Err("expected a revision after `git:`, such as git:HEAD".to_owned()),
            Some(revision) => Ok(Old::Revision(revision.to_owned())),
            None => Ok(Old::Path(PathBuf::from(text))),
        }
    }
}

impl fmt::Display for Old {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Old::Path(path) => path.display().fmt(f),
            Old::Revision(revision) => write!(f, "git:{revision}"),
        }
    }
}

/// Returns the files of old objects. `new` contains the paths of the new ones. Reports errors, and sets `exit`
/// accordingly.
pub(super) fn old_files(
    old: &Old,
    new: &[PathBuf],
    exclusions: &[Exclusion],
    sources: &mut SourceMap,
    exit: &mut Exit,
    terminal: &Terminal,
) -> Vec<ObjectFile> {
    match old {
        Old::Path(path) => read_object_files(std::slice::from_ref(path), exclusions, sources, exit, terminal).files,
        Old::Revision(revision) => {
            let mut files = Vec::new();
            for path in new {
                if is_input(path) {
                    terminal.fatal(&format!("--old {old}: standard input has no path, and thus no revision"));
                    *exit = Exit::Environment;
                    continue;
                }
                let tree = match GitRevision::open(&folder(path), revision) {
                    Ok(tree) => tree,
                    Err(error) => {
                        let advice = near_tag(&folder(path), revision, &error);
                        terminal.fatal(&format!("--old {old}: {error}{advice}"));
                        *exit = Exit::Environment;
                        return Vec::new();
                    }
                };
                let prefix = format!("{old}:");
                files.extend(files_of(&tree, path, &prefix, exclusions, sources, exit, terminal));
            }
            files
        }
    }
}

/// Returns the path if it is a directory, otherwise its parent directory.
fn folder(path: &Path) -> PathBuf {
    if DiskFileSystem.is_directory(path) {
        return path.to_owned();
    }
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}
