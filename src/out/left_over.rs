//! Files of earlier runs.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use super::{has_mark, manifest, place};

/// Folders below an output folder are visited this deep when it has no manifest yet.
const MAX_DEPTH: usize = 64;

/// What the manifest names and is no longer generated.
#[derive(Debug, Default)]
pub(super) struct LeftOver {
    /// What is removed.
    pub(super) removed: Vec<String>,
    /// What stays, because it is no longer what was written: a file without the mark, a link, a folder.
    pub(super) kept: Vec<String>,
}

impl LeftOver {
    /// Sorts what a manifest names. `is_marked` says that the target's files carry the mark.
    pub(super) fn find<'n>(folder: &Path, named: impl IntoIterator<Item = &'n String>, is_marked: bool) -> Self {
        let mut found = LeftOver::default();
        for name in named {
            let path = folder.join(name);
            let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
            let is_ours = metadata.is_file()
                && has_real_parents(folder, name)
                && (!is_marked || place::read(&path, 200).is_some_and(|head| has_mark(&head)));
            if is_ours { &mut found.removed } else { &mut found.kept }.push(name.clone());
        }
        found
    }
}

/// Whether the folders between `folder` and the file are folders, not links to some.
fn has_real_parents(folder: &Path, name: &str) -> bool {
    let parents = Path::new(name).ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
    let is_real = |parent: &Path| fs::symlink_metadata(folder.join(parent)).is_ok_and(|metadata| metadata.is_dir());
    parents.into_iter().all(is_real)
}

/// The files below a folder that carry the mark, of a target that has no manifest there.
pub(super) fn marked(folder: &Path, except: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![(String::new(), 0)];
    while let Some((below, depth)) = waiting.pop() {
        for (name, is_folder) in list(&folder.join(&below)).unwrap_or_default() {
            let path = if below.is_empty() { name } else { format!("{below}/{name}") };
            if !manifest::can_name(&path) {
                continue;
            }
            if is_folder && depth < MAX_DEPTH {
                waiting.push((path, depth + 1));
            } else if !except(&path) {
                let full = folder.join(&path);
                let is_file = fs::symlink_metadata(&full).is_ok_and(|metadata| metadata.is_file());
                if is_file && place::read(&full, 200).is_some_and(|head| has_mark(&head)) {
                    found.insert(path);
                }
            }
        }
    }
    found
}

/// The names in a folder, and which are folders (not links to some).
#[expect(clippy::disallowed_methods, reason = "output folders are looked at before they are written")]
pub(super) fn list(folder: &Path) -> io::Result<Vec<(String, bool)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string() {
            entries.push((name, entry.file_type()?.is_dir()));
        }
    }
    Ok(entries)
}

/// Removes the folders that `file` was the last thing in, up to `directory`.
pub(super) fn remove_empty_parents(file: &Path, directory: &Path) {
    let mut folder = file.parent().map(PathBuf::from);
    while let Some(current) = folder {
        if current == directory || !current.starts_with(directory) || fs::remove_dir(&current).is_err() {
            return;
        }
        folder = current.parent().map(PathBuf::from);
    }
}
