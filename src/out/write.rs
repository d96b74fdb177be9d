//! Writing to disk: only changed files, each atomically, and either all or none.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use tempfile::{NamedTempFile, TempPath};

use super::{
    Files,
    lock::Locks,
    output_target::{Identities, OutputTarget},
    plan::{Change, OwnedDirectory, Plan},
    replace::Replaced,
    stale_files::remove_empty_parents,
    temporary::{self, clean, directory_of, flush, flush_directory, stage},
    write_error::WriteError,
};

/// Maximum number of files to keep open. Any system allows a few hundred per process.
const MAX_OPEN_FILES: usize = 100;

/// The result of a write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Files that are new or changed, by path below the output directory.
    pub written: Vec<String>,
    /// Number of files that were already up to date and were not touched.
    pub unchanged: usize,
    /// Files of earlier runs that are no longer generated and were removed.
    pub removed: Vec<String>,
    /// Files that are no longer generated but preserved, because they have been modified.
    pub kept: Vec<String>,
    /// Files with the mark of generated files in a directory without a manifest: their target is unknown, so they are
    /// preserved.
    pub unclaimed: Vec<String>,
    /// Files that differ but are preserved, because another program wrote them ([`Files::keep_files_of_others`]).
    pub others: Vec<String>,
}

impl Files {
    /// Writes the files below `directory`. Fails if this would overwrite one of `inputs`, the files that the run has
    /// read.
    ///
    /// An unchanged file keeps its modification time. All other files are first written to temporary files and flushed,
    /// then moved to their destinations. A link, a device or a pipe is written directly. In directories owned by a
    /// target, removes files that the manifest of earlier runs lists and that are no longer generated. Waits for other
    /// runs that write to the same directory.
    ///
    /// # Errors
    /// Returns an error with the first file that could not be written or removed. In this case nothing has changed,
    /// except for links, devices and pipes that have already been written.
    pub fn write(&self, directory: &Path, inputs: &[PathBuf]) -> Result<Written, WriteError> {
        self.collide(directory)?;
        if let Some(path) = self.overwritten(directory, inputs) {
            let reason = "this file is an input of the run; choose another output";
            return Err(WriteError { path, source: io::Error::new(io::ErrorKind::AlreadyExists, reason) });
        }
        let mut replaced = Replaced::default();
        let locks = self.lock(directory, &mut replaced)?;
        let plan = self.plan(directory)?;
        self.clean(directory, &locks);
        let written = self.replace(directory, &plan, replaced)?;
        // The reader of a pipe may take any amount of time, so release the locks first.
        drop(locks);
        plan.write_through(OutputTarget::Stream)?;
        Ok(written)
    }

    /// Moves the changed files to their destinations and removes old ones.
    fn replace(&self, directory: &Path, plan: &Plan<'_>, mut replaced: Replaced) -> Result<Written, WriteError> {
        let mut staged = Vec::new();
        let moved: Vec<&Change<'_>> = plan
            .changed
            .iter()
            .filter(|change| matches!(change.output_target, OutputTarget::Free | OutputTarget::File))
            .collect();
        for changes in moved.chunks(MAX_OPEN_FILES) {
            let mut unflushed = Vec::new();
            for change in changes {
                let mut write = || {
                    replaced
                        .create_directory(directory_of(&change.target))
                        .and_then(|()| temporary::write(&change.target, change.text))
                };
                let mut file = write();
                if file.is_err() && !unflushed.is_empty() {
                    // If the system allows fewer open files, flush and close the ones written so far.
                    flush_all(&mut unflushed, &mut staged)?;
                    file = write();
                }
                unflushed.push((file.map_err(|source| change.failed(source))?, *change));
            }
            flush_all(&mut unflushed, &mut staged)?;
        }
        plan.write_through(OutputTarget::Link)?;
        plan.write_through(OutputTarget::Shared)?;
        // Write the manifest first. It lists the old files until they are removed: if the machine stops in between, the
        // next run can still remove all of them.
        for folder in plan.folders.values() {
            let text = folder.during.print();
            write_manifest(folder, text.as_deref(), folder.present.as_deref(), &mut replaced)?;
        }
        for (file, change) in staged {
            replaced.replace(file, &change.target).map_err(|source| change.failed(source))?;
        }
        // If paths differ only in case or because of a link, an old file may be the same file as a new one.
        let targets: Vec<PathBuf> = self.iter().map(|(path, _)| directory.join(path)).collect();
        let now = Identities::of(targets.iter().map(PathBuf::as_path));
        let mut written = Written {
            written: plan.changed.iter().map(|change| change.path.to_owned()).collect(),
            unchanged: plan.unchanged,
            others: plan.others.iter().map(|change| change.path.to_owned()).collect(),
            ..Written::default()
        };
        let mut gone = Vec::new();
        for (path, folder) in &plan.folders {
            let root = directory.join(path);
            let below = |name: &String| if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            for name in &folder.stale.removed {
                let file = root.join(name);
                if now.has(&file) {
                    continue;
                }
                replaced.remove(&file).map_err(|source| WriteError { path: file.clone(), source })?;
                gone.push((file, root.clone()));
                written.removed.push(below(name));
            }
            let (after, during) = (folder.after.print(), folder.during.print());
            write_manifest(folder, after.as_deref(), during.as_deref(), &mut replaced)?;
            written.kept.extend(folder.stale.kept.iter().map(below));
            written.unclaimed.extend(folder.unclaimed.iter().map(below));
        }
        let folders: BTreeSet<PathBuf> = replaced.directories().map(Path::to_owned).collect();
        replaced.keep();
        for folder in &folders {
            flush_directory(folder);
        }
        for (file, root) in gone {
            remove_empty_parents(&file, &root);
        }
        Ok(written)
    }

    /// Locks the directories to be written: those owned by a target, and the directories of other files. Creates
    /// missing ones.
    fn lock(&self, directory: &Path, replaced: &mut Replaced) -> Result<Locks, WriteError> {
        let mut folders: BTreeSet<PathBuf> =
            self.folders.iter().map(|folder| real(&directory.join(&folder.path))).collect();
        for (path, _) in self.iter().filter(|(path, _)| !self.owns(path)) {
            let target = directory.join(path);
            if matches!(OutputTarget::of(&target), Ok(OutputTarget::Free | OutputTarget::File)) {
                folders.insert(real(directory_of(&target)));
            }
        }
        for folder in &folders {
            replaced.create_directory(folder).map_err(|source| WriteError { path: folder.clone(), source })?;
        }
        Locks::new(folders.iter().map(PathBuf::as_path)).map_err(|(path, source)| WriteError { path, source })
    }

    /// Returns a file that the run has read and that a write would overwrite, possibly under another path.
    pub fn overwritten(&self, directory: &Path, inputs: &[PathBuf]) -> Option<PathBuf> {
        let inputs = Identities::of(inputs.iter().map(PathBuf::as_path));
        self.iter().map(|(path, _)| directory.join(path)).find(|path| inputs.has(path))
    }

    /// Removes the temporary files of killed runs in the directories to be written.
    fn clean(&self, directory: &Path, locks: &Locks) {
        let paths = self.iter().map(|(path, _)| directory_of(&directory.join(path)).to_owned());
        let folders: BTreeSet<PathBuf> =
            paths.chain(self.folders.iter().map(|folder| directory.join(&folder.path))).collect();
        for folder in folders {
            clean(&folder, locks);
        }
    }
}

impl Plan<'_> {
    /// Writes directly to existing files of this type.
    fn write_through(&self, output_target: OutputTarget) -> Result<(), WriteError> {
        for change in self.changed.iter().filter(|change| change.output_target == output_target) {
            write_through(&change.target, change.text, output_target).map_err(|source| change.failed(source))?;
        }
        Ok(())
    }
}

impl Change<'_> {
    fn failed(&self, source: io::Error) -> WriteError {
        WriteError { path: self.target.clone(), source }
    }
}

/// Flushes and closes files.
fn flush_all<'f>(
    unflushed: &mut Vec<(NamedTempFile, &'f Change<'f>)>,
    staged: &mut Vec<(TempPath, &'f Change<'f>)>,
) -> Result<(), WriteError> {
    for (file, change) in unflushed.drain(..) {
        staged.push((flush(file).map_err(|source| change.failed(source))?, change));
    }
    Ok(())
}

/// Returns the path of a directory. An empty path is the current directory.
fn real(folder: &Path) -> PathBuf {
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
}

/// Writes the manifest of a directory, if it has changed. Removes an empty one.
fn write_manifest(
    folder: &OwnedDirectory,
    text: Option<&str>,
    present: Option<&str>,
    replaced: &mut Replaced,
) -> Result<(), WriteError> {
    let path = &folder.manifest;
    let done = match text {
        _ if text == present => Ok(()),
        Some(text) => stage(path, text).and_then(|file| replaced.replace(file, path)),
        None => replaced.remove(path),
    };
    done.map_err(|source| WriteError { path: path.clone(), source })
}

/// Writes to the target of a path without replacing the link, device or pipe.
fn write_through(target: &Path, text: &str, output_target: OutputTarget) -> io::Result<()> {
    if output_target == OutputTarget::Shared {
        return write_into(target, text);
    }
    let mut file = match output_target {
        OutputTarget::Stream => File::options().write(true).open(target)?,
        _ => File::options().write(true).create(true).truncate(true).open(target)?,
    };
    file.write_all(text.as_bytes())?;
    file.flush()?;
    // Not every device can be flushed.
    if output_target == OutputTarget::Link { file.sync_all() } else { Ok(()) }
}

/// Writes to a file without replacing it, so that its hard links remain. First writes a copy of the new contents to
/// disk to ensure that there is enough space. If the write then fails, restores the old contents.
fn write_into(target: &Path, text: &str) -> io::Result<()> {
    let _space = stage(target, text)?;
    let mut file = File::options().read(true).write(true).open(target)?;
    let mut before = Vec::new();
    file.read_to_end(&mut before)?;
    let mut overwrite = |bytes: &[u8]| {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)?;
        file.sync_all()
    };
    overwrite(text.as_bytes()).inspect_err(|_| {
        // Ignore errors when restoring, because the first error is reported.
        let _ = overwrite(&before);
    })
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests read the output")]
mod tests {
    use super::*;
    use crate::out::manifest;

    const MARK: &str = "// @generated by idlgen\n";

    fn files(target: &str, names: &[&str]) -> Files {
        let mut files = Files::default();
        files.own_directory("", target);
        for name in names {
            files.insert(*name, if target == "rust" { format!("{MARK}{name}\n") } else { "{}\n".to_owned() });
        }
        files
    }

    #[test]
    fn only_what_changed_is_written_and_what_the_target_wrote_before_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let first = files("rust", &["a/b.rs", "mod.rs"]).write(folder.path(), &[]).expect("writes");
        assert_eq!(first.written, ["a/b.rs", "mod.rs"]);
        let documents = files("openapi", &["apis/x.json", "apis/y.json"]);
        documents.write(folder.path(), &[]).expect("writes");
        std::fs::write(at("own.rs"), "// mine").expect("writes");
        std::fs::write(at("marked.rs"), format!("{MARK}// somebody else's")).expect("writes");
        let manifest = std::fs::read_to_string(at(manifest::FILE_NAME)).expect("reads");
        assert!(manifest.ends_with("\n[openapi]\napis/x.json\napis/y.json\n[rust]\na/b.rs\nmod.rs\n"), "{manifest}");

        let second = files("rust", &["mod.rs"]).write(folder.path(), &[]).expect("writes");
        assert_eq!(second, Written { unchanged: 1, removed: vec!["a/b.rs".to_owned()], ..Written::default() });
        assert!(!at("a").exists() && at("own.rs").exists() && at("marked.rs").exists() && at("apis/x.json").exists());

        // The group of the other document was removed.
        let third = files("openapi", &["apis/x.json"]).write(folder.path(), &[]).expect("writes");
        assert_eq!(third.removed, ["apis/y.json"]);
        let again = files("openapi", &["apis/x.json"]).write(folder.path(), &[]).expect("writes");
        assert_eq!(again, Written { unchanged: 1, ..Written::default() });
    }

    #[test]
    fn a_folder_without_a_manifest_keeps_all_and_is_told_of() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["mod.rs", "old.rs"] {
            std::fs::write(at(name), format!("{MARK}before")).expect("writes");
        }
        let written = files("rust", &["mod.rs"]).write(folder.path(), &[]).expect("writes");
        assert_eq!((&written.written, &written.unclaimed), (&vec!["mod.rs".to_owned()], &vec!["old.rs".to_owned()]));
        assert!(at("old.rs").exists() && written.removed.is_empty());
        let again = files("rust", &["mod.rs"]).write(folder.path(), &[]).expect("writes");
        assert_eq!(again, Written { unchanged: 1, ..Written::default() });
    }

    #[cfg(unix)]
    #[test]
    fn runs_at_the_same_time_lose_nothing_of_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let names: Vec<Vec<String>> =
            (0..4).map(|run| (0..300).map(|number| format!("{run}/{number}.json")).collect()).collect();
        std::thread::scope(|scope| {
            for (run, names) in names.iter().enumerate() {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let files = files(&format!("t{run}"), &names);
                let path = folder.path();
                scope.spawn(move || assert_eq!(files.write(path, &[]).expect("writes").written.len(), 300));
            }
        });
        let manifest = std::fs::read_to_string(folder.path().join(manifest::FILE_NAME)).expect("reads");
        for name in names.iter().flatten() {
            assert!(folder.path().join(name).exists() && manifest.contains(name), "{name}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 5, "nothing but the output is left");
    }

    #[test]
    fn another_owners_file_is_not_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut first = files("rust", &["mod.rs"]);
        first.set_owner("m.n/o");
        first.write(folder.path(), &[]).expect("writes");
        let mut second = files("rust", &["mod.rs"]);
        second.set_owner("m.n/p");
        let error = second.write(folder.path(), &[]).expect_err("m.n/o has it");
        assert!(error.to_string().contains("the target `rust m.n/o` wrote this file"), "{error}");
    }

    #[test]
    fn a_file_can_change_its_owner_and_what_only_the_other_makes_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let owned = |owner: &str, names: &[&str]| {
            let mut files = files("jsonschema", names);
            files.set_owner(owner);
            files.take_over();
            files.write(folder.path(), &[]).expect("writes")
        };
        owned("crd=a", &["a.json", "b.json"]);
        assert_eq!(owned("crd=b", &["b.json", "c.json"]).removed, Vec::<String>::new());
        let manifest = std::fs::read_to_string(folder.path().join(manifest::FILE_NAME)).expect("reads");
        assert!(manifest.ends_with("[jsonschema crd=a]\na.json\n[jsonschema crd=b]\nb.json\nc.json\n"), "{manifest}");
        assert_eq!(owned("crd=a", &["d.json"]).removed, ["a.json"]);
        assert_eq!(owned("crd=b", &["b.json"]).removed, ["c.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_removed_through_a_link_or_by_a_false_manifest() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let elsewhere = tempfile::tempdir().expect("a folder");
        files("openapi", &["a.json", "b/c.json", "d.json"]).write(folder.path(), &[]).expect("writes");
        std::fs::rename(at("b"), elsewhere.path().join("b")).expect("moves it");
        std::os::unix::fs::symlink(elsewhere.path().join("b"), at("b")).expect("links");
        std::fs::rename(at("d.json"), elsewhere.path().join("d.json")).expect("moves it");
        std::os::unix::fs::symlink(elsewhere.path().join("d.json"), at("d.json")).expect("links");
        let written = files("openapi", &["a.json"]).write(folder.path(), &[]).expect("writes");
        assert_eq!((written.removed, written.kept), (vec![], vec!["b/c.json".to_owned(), "d.json".to_owned()]));
        assert!(elsewhere.path().join("b/c.json").exists() && at("d.json").exists());

        std::fs::write(at(manifest::FILE_NAME), "[openapi]\n../x.json\n").expect("writes");
        let error = files("openapi", &["a.json"]).write(folder.path(), &[]).expect_err("it names a file elsewhere");
        assert!(error.to_string().contains("line 2 does not name a file in this directory"), "{error}");
    }

    #[test]
    fn a_file_that_somebody_wrote_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("mod.rs"), "// mine").expect("writes");
        assert!(files("rust", &["a.rs", "mod.rs"]).write(folder.path(), &[]).is_err());
        assert_eq!(std::fs::read_to_string(folder.path().join("mod.rs")).expect("reads"), "// mine");
        assert!(!folder.path().join("a.rs").exists(), "a set is written as a set");
    }

    #[test]
    fn files_of_others_stay_if_that_is_asked_for_until_one_run_replaces_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let read = |name: &str| std::fs::read_to_string(at(name)).expect("reads");
        std::fs::write(at("differs.yaml"), "theirs").expect("writes");
        let mut first = files("crd", &["differs.yaml", "same.yaml"]);
        std::fs::write(at("same.yaml"), first.get("same.yaml").expect("is there")).expect("writes");
        let replacing = first.clone();
        first.keep_files_of_others();
        let written = first.write(folder.path(), &[]).expect("writes");
        assert_eq!((written.others, written.unchanged), (vec!["differs.yaml".to_owned()], 1));
        assert_eq!(read("differs.yaml"), "theirs");
        assert!(read(manifest::FILE_NAME).ends_with("[crd]\nsame.yaml\n"), "what is equal is ours from now on");
        let stale = first.compare(folder.path()).expect("compares");
        assert_eq!(stale.iter().map(|one| one.kind).collect::<Vec<_>>(), [crate::out::StaleKind::Others]);
        assert!(stale[0].diff.contains("-theirs"), "{}", stale[0].diff);

        assert_eq!(replacing.write(folder.path(), &[]).expect("writes").written, ["differs.yaml"]);
        std::fs::write(at("differs.yaml"), "edited").expect("writes");
        assert_eq!(first.write(folder.path(), &[]).expect("writes").written, ["differs.yaml"], "it is ours now");
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_that_names_it_and_nothing_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("b.rs/x")).expect("makes it");
        let error = files("rust", &["a.rs", "b.rs"]).write(folder.path(), &[]).expect_err("b.rs is a folder");
        assert!(error.path.ends_with("b.rs"), "{error}");
        assert!(!folder.path().join("a.rs").exists());
    }

    #[test]
    fn outputs_in_each_others_way_are_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let one = |name: &str| {
            let mut files = Files::default();
            files.insert(name, "x");
            files
        };
        for second in ["a", "a/b"] {
            let mut files = one("a");
            files.mount(second, one(""));
            assert!(files.write(folder.path(), &[]).is_err(), "{second}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn what_was_read_is_not_written_over_whatever_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("types.go"), "package v1").expect("writes");
        std::os::unix::fs::symlink(at("types.go"), at("link")).expect("links");
        std::fs::hard_link(at("types.go"), at("same")).expect("links");
        std::fs::create_dir(at("b")).expect("makes it");
        for name in ["types.go", "link", "same", "b/../types.go"] {
            let mut files = Files::default();
            files.insert(name, "{}");
            let error = files.write(folder.path(), &[at("types.go")]).expect_err(name);
            assert!(error.to_string().contains("is an input of the run"), "{error}");
        }
        assert_eq!(std::fs::read_to_string(at("types.go")).expect("reads"), "package v1");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_names_if_asked_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let read = |name: &str| std::fs::read_to_string(at(name)).expect("reads");
        for (keeps_names, text, other) in [(true, "short", "short"), (false, "new", "short")] {
            if keeps_names {
                std::fs::write(at("a.go"), "longer than what comes").expect("writes");
                std::fs::hard_link(at("a.go"), at("b.go")).expect("links");
            }
            let mut files = Files::default();
            files.insert("a.go", text);
            if keeps_names {
                files.keep_names();
            }
            assert_eq!(files.write(folder.path(), &[]).expect("writes").written, ["a.go"]);
            assert_eq!((read("a.go").as_str(), read("b.go").as_str()), (text, other));
            assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 2, "nothing else is left");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_are_written_through() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("real"), "longer than what comes").expect("writes");
        std::os::unix::fs::symlink("real", at("link")).expect("links");
        std::os::unix::fs::symlink("new", at("dangling")).expect("links");
        let mut files = Files::default();
        for name in ["link", "dangling", "/dev/null"] {
            files.insert(name, "x");
        }
        assert_eq!(files.write(folder.path(), &[]).expect("writes").written.len(), 3);
        for (link, real) in [("link", "real"), ("dangling", "new")] {
            assert!(at(link).is_symlink());
            assert_eq!(std::fs::read_to_string(at(real)).expect("reads"), "x");
        }
        use std::os::unix::fs::FileTypeExt;
        assert!(std::fs::metadata("/dev/null").expect("is there").file_type().is_char_device());
    }
}
