//! Determines the changes of a write without performing them, for writing and for comparing.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
};

use super::{
    Files, OwnedFolder, WriteError, has_mark,
    manifest::{self, Manifest},
    output_target::{self, OutputTarget},
    stale_files::{StaleFiles, marked},
};

/// Maximum size in bytes of a manifest. A larger file is not a manifest.
const MAX_MANIFEST: usize = 16 << 20;

/// The changes of a write.
#[derive(Debug, Default)]
pub(super) struct Plan<'f> {
    /// Files that are missing or differ.
    pub(super) changed: Vec<Change<'f>>,
    /// Files that differ but are preserved because another program wrote them.
    pub(super) others: Vec<Change<'f>>,
    /// Number of unchanged files.
    pub(super) unchanged: usize,
    /// Directories with a manifest, by path.
    pub(super) folders: BTreeMap<String, OwnedDirectory>,
}

/// A file that is missing or differs.
#[derive(Debug)]
pub(super) struct Change<'f> {
    /// The path below the output directory.
    pub(super) path: &'f str,
    /// The path of the file on disk.
    pub(super) target: PathBuf,
    /// The new contents.
    pub(super) text: &'f str,
    /// The type of the existing file.
    pub(super) output_target: OutputTarget,
}

/// A directory that targets own.
#[derive(Debug, Default)]
pub(super) struct OwnedDirectory {
    pub(super) manifest: PathBuf,
    /// The current contents of the manifest.
    pub(super) present: Option<String>,
    /// The current manifest with all new files added. It is valid while files are moved and removed.
    pub(super) during: Manifest,
    /// The new manifest.
    pub(super) after: Manifest,
    /// The files that are no longer generated, by path below the directory.
    pub(super) stale: StaleFiles,
    /// Files with the generated mark, found without a manifest.
    pub(super) unclaimed: BTreeSet<String>,
    /// Generated files that were not in the manifest, by path below the directory.
    pub(super) new: BTreeSet<String>,
}

impl Files {
    /// Compares the output with the existing files below `directory`.
    pub(super) fn plan(&self, directory: &Path) -> Result<Plan<'_>, WriteError> {
        self.collide(directory)?;
        let mut plan = Plan::default();
        for owned in &self.folders {
            let entry = plan.folders.entry(owned.path.clone());
            let folder = match entry {
                std::collections::btree_map::Entry::Occupied(folder) => folder.into_mut(),
                std::collections::btree_map::Entry::Vacant(vacant) => {
                    vacant.insert(OwnedDirectory::open(&directory.join(&owned.path))?)
                }
            };
            let target =
                if self.owner.is_empty() { owned.target.clone() } else { format!("{} {}", owned.target, self.owner) };
            self.claim(&directory.join(&owned.path), owned, &target, folder)?;
        }
        for (path, text) in self.iter() {
            let target = directory.join(path);
            let at = |source| WriteError { path: target.clone(), source };
            let output_target = match OutputTarget::of(&target).map_err(at)? {
                OutputTarget::File if self.keeps_names && output_target::has_other_names(&target) => {
                    OutputTarget::Shared
                }
                output_target => output_target,
            };
            if matches!(output_target, OutputTarget::File | OutputTarget::Link | OutputTarget::Shared) {
                if output_target::has_contents(&target, text.as_bytes()) {
                    plan.unchanged += 1;
                    continue;
                }
                if self.owns(path)
                    && has_mark(text.as_bytes())
                    && output_target::read(&target, 200).is_some_and(|head| !has_mark(&head))
                {
                    let reason = "idlgen did not generate this file; move it away or choose another directory";
                    return Err(at(io::Error::new(io::ErrorKind::AlreadyExists, reason)));
                }
                let is_marked = || output_target::read(&target, 200).is_some_and(|head| has_mark(&head));
                if self.keeps_others && !is_marked() && plan.disown_new(path) {
                    plan.others.push(Change { path, target, text, output_target });
                    continue;
                }
            }
            plan.changed.push(Change { path, target, text, output_target });
        }
        Ok(plan)
    }

    /// Returns an error if two outputs of the run conflict.
    pub(super) fn collide(&self, directory: &Path) -> Result<(), WriteError> {
        let above = |path: &&str| {
            let mut above = Path::new(path).ancestors().skip(1).filter_map(Path::to_str);
            above.any(|above| !above.is_empty() && self.get(above).is_some())
        };
        let twice = self.collisions.first().map(String::as_str);
        let Some(path) = twice.or_else(|| self.iter().map(|(path, _)| path).find(above)) else { return Ok(()) };
        let reason = "two outputs of this run conflict here; set a different location for each";
        Err(WriteError { path: directory.join(path), source: io::Error::new(io::ErrorKind::AlreadyExists, reason) })
    }

    /// Records the target's files in a directory.
    fn claim(
        &self,
        root: &Path,
        owned: &OwnedFolder,
        target: &str,
        folder: &mut OwnedDirectory,
    ) -> Result<(), WriteError> {
        let prefix = if owned.path.is_empty() { String::new() } else { format!("{}/", owned.path) };
        let is_made_by = |file: &str| self.targets.get(file).is_none_or(|target| *target == owned.target);
        let below = |file: &str| file.strip_prefix(&prefix).filter(|_| is_made_by(file)).map(str::to_owned);
        let files: BTreeSet<String> = self.iter().filter_map(|(file, _)| below(file)).collect();
        for file in &files {
            let at = |reason: String| WriteError { path: root.join(file), source: io::Error::other(reason) };
            if !manifest::can_name(file) {
                return Err(at("a generated file cannot have this name".to_owned()));
            }
            if let Some(other) = folder.after.other_owner(file, target) {
                let is_same_target = other.split(' ').next() == Some(owned.target.as_str());
                if self.takes_over && is_same_target {
                    folder.after.remove(file);
                    folder.during.remove(file);
                    continue;
                }
                return Err(at(format!("the target `{other}` wrote this file; choose another output directory")));
            }
        }
        let is_marked =
            files.iter().any(|file| self.get(&format!("{prefix}{file}")).is_some_and(|text| has_mark(text.as_bytes())));
        let mut after = files.clone();
        match folder.after.files(target) {
            Some(named) if self.is_partial => after.extend(named.iter().cloned()),
            _ if self.is_partial => {}
            Some(named) => {
                let gone = named.iter().filter(|name| !files.contains(*name));
                let found = StaleFiles::find(root, gone, is_marked);
                folder.stale.removed.extend(found.removed);
                folder.stale.kept.extend(found.kept);
            }
            None if is_marked => {
                let known = |file: &str| files.contains(file) || folder.after.other_owner(file, target).is_some();
                folder.unclaimed.extend(marked(root, known));
            }
            None => {}
        }
        let is_new = |file: &&String| !folder.after.files(target).is_some_and(|named| named.contains(*file));
        folder.new.extend(files.iter().filter(is_new).cloned());
        let mut during = after.clone();
        during.extend(folder.stale.removed.iter().cloned());
        folder.during.set(target, during);
        folder.after.set(target, after);
        Ok(())
    }

    /// Returns `true` if a file is in a directory that this output owns.
    pub(super) fn owns(&self, path: &str) -> bool {
        self.folders.iter().any(|folder| Path::new(path).starts_with(&folder.path))
    }
}

impl Plan<'_> {
    /// Removes a file from the manifest of its directory, if this run has added it there. Returns `true` in that case.
    fn disown_new(&mut self, path: &str) -> bool {
        let below = |folder: &str| {
            let inner = if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') };
            inner.map(str::to_owned)
        };
        let mut is_disowned = false;
        for (folder, contents) in &mut self.folders {
            let Some(file) = below(folder).filter(|file| contents.new.contains(file)) else { continue };
            contents.during.remove(&file);
            contents.after.remove(&file);
            is_disowned = true;
        }
        is_disowned
    }
}

impl OwnedDirectory {
    /// Reads the manifest of a directory, if there is one.
    fn open(folder: &Path) -> Result<Self, WriteError> {
        let path = folder.join(manifest::FILE_NAME);
        let at = |reason: String| WriteError { path: path.clone(), source: io::Error::other(reason) };
        let output_target = OutputTarget::of(&path).map_err(|source| WriteError { path: path.clone(), source })?;
        let mut opened = OwnedDirectory { manifest: path.clone(), ..OwnedDirectory::default() };
        match output_target {
            OutputTarget::Free => return Ok(opened),
            OutputTarget::File | OutputTarget::Shared => {}
            OutputTarget::Link | OutputTarget::Stream => {
                return Err(at("a manifest is a file, not a link or a device".to_owned()));
            }
        }
        let advice = "fix it or remove it; without it, idlgen removes no files of earlier runs";
        let text = output_target::read(&path, MAX_MANIFEST).filter(|bytes| bytes.len() <= MAX_MANIFEST);
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| at(format!("it cannot be read as a manifest; {advice}")))?;
        opened.after = Manifest::parse(&text)
            .map_err(|line| at(format!("line {line} does not name a file in this directory; {advice}")))?;
        opened.during = opened.after.clone();
        opened.present = Some(text);
        Ok(opened)
    }
}
