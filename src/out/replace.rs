//! Moves a set of files to their destinations: if one move fails, all changes are undone.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tempfile::TempPath;

use super::temporary::{self, directory_of};

/// The changes so far. Dropping them undoes them, unless [`keep`](Replaced::keep) was called.
#[derive(Debug, Default)]
pub(super) struct Replaced {
    /// Created directories, outer ones first.
    made: Vec<PathBuf>,
    /// The destinations of moved files, and their previous contents.
    moved: Vec<(PathBuf, Option<TempPath>)>,
}

impl Replaced {
    /// Creates a directory and its missing parents.
    pub(super) fn create_directory(&mut self, folder: &Path) -> io::Result<()> {
        let missing: Vec<&Path> = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && fs::symlink_metadata(folder).is_err())
            .collect();
        self.made.extend(missing.into_iter().rev().map(Path::to_owned));
        fs::create_dir_all(folder).map_err(|error| match fs::metadata(folder) {
            Ok(there) if !there.is_dir() => io::Error::new(io::ErrorKind::NotADirectory, "it is not a directory"),
            _ => error,
        })
    }

    /// Moves a file to its destination.
    pub(super) fn replace(&mut self, file: TempPath, target: &Path) -> io::Result<()> {
        let before = match fs::symlink_metadata(target) {
            Ok(_) => Some(temporary::second_name(target)?),
            Err(_) => None,
        };
        file.persist(target).map_err(|error| error.error)?;
        self.moved.push((target.to_owned(), before));
        Ok(())
    }

    pub(super) fn remove(&mut self, target: &Path) -> io::Result<()> {
        let before = temporary::second_name(target)?;
        fs::remove_file(target)?;
        self.moved.push((target.to_owned(), Some(before)));
        Ok(())
    }

    /// Returns the directories to which files were moved.
    pub(super) fn directories(&self) -> impl Iterator<Item = &Path> {
        self.moved.iter().map(|(target, _)| directory_of(target))
    }

    pub(super) fn keep(mut self) {
        self.made.clear();
        self.moved.clear();
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        // Ignore errors here, because the original error is reported.
        while let Some((target, before)) = self.moved.pop() {
            let _ = match before {
                Some(before) => before.persist(&target).map_err(|error| error.error),
                None => fs::remove_file(&target),
            };
        }
        while let Some(folder) = self.made.pop() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests read the output")]
mod tests {
    use super::{super::temporary::stage, *};

    #[test]
    fn a_move_that_fails_undoes_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("present"), "before").expect("writes");
        fs::write(at("gone"), "before").expect("writes");
        let attempt = |last: &str| -> io::Result<()> {
            let mut replaced = Replaced::default();
            replaced.create_directory(&at("new/folder"))?;
            let names = ["present", "absent", "new/folder/file", last];
            let staged: Vec<TempPath> =
                names.iter().map(|name| stage(&at(name), "after")).collect::<io::Result<_>>()?;
            // Simulate another process that creates a directory at the destination.
            let _ = fs::create_dir(at("late"));
            for (file, name) in staged.into_iter().zip(names) {
                replaced.replace(file, &at(name))?;
            }
            replaced.remove(&at("gone"))?;
            replaced.keep();
            Ok(())
        };
        attempt("late").expect_err("a folder is there");
        let read = |name: &str| fs::read_to_string(at(name)).ok();
        assert_eq!((read("present").as_deref(), read("gone").as_deref()), (Some("before"), Some("before")));
        assert_eq!(fs::read_dir(folder.path()).expect("lists").count(), 3, "`late` and what was there");
        attempt("free").expect("nothing is in the way");
        assert_eq!((read("present").as_deref(), read("gone").as_deref()), (Some("after"), None));
        assert_eq!(read("new/folder/file").as_deref(), Some("after"));
        assert_eq!(fs::read_dir(folder.path()).expect("lists").count(), 5);
    }
}
