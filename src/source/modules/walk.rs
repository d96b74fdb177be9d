//! The folders below a folder that a pattern matches.

use std::path::Path;

use super::{Modules, import_path, pattern::Pattern, tree::relative};
use crate::{
    diag::{Diagnostic, codes::source as codes},
    source::DirectoryEntry,
};

impl Modules<'_> {
    /// The names below `start` of all folders with Go files that count whose name, behind `prefix`, matches. Folders are entered in order of name; links to
    /// folders, other modules, `testdata`, `.x`, `_x`, the insides of vendor folders, and what go.mod says to ignore are not.
    pub(super) fn walk(&self, start: &Path, prefix: &str, pattern: &Pattern) -> (Vec<String>, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut diagnostics = Vec::new();
        let mut waiting = vec![String::new()];
        while let Some(below) = waiting.pop() {
            let directory = super::tree::join(start, &below);
            let entries = match self.tree.list(&directory) {
                Ok(entries) => entries,
                Err(error) => {
                    let message = format!("{} cannot be read: {error}", self.shown(&directory).display());
                    diagnostics.push(Diagnostic::new(codes::UNREADABLE, message));
                    continue;
                }
            };
            let is_top = below.is_empty();
            let is_file = |name: &str| entries.iter().any(|entry| entry.name == name && !entry.is_directory);
            if !is_top && (is_file("go.mod") || self.is_ignored(&directory)) {
                continue;
            }
            if pattern.matches(&import_path::join(prefix, &below)) && self.has_counting_file(&directory) {
                found.push(below.clone());
            }
            let is_vendor = !is_top && below.rsplit('/').next() == Some("vendor");
            if is_vendor && !pattern.can_match_in_vendor() {
                continue;
            }
            let inner =
                entries.iter().filter(|entry| is_entered(entry)).map(|entry| import_path::join(&below, &entry.name));
            let inner = inner.filter(|below| pattern.can_match_below(&import_path::join(prefix, below)));
            let position = waiting.len();
            waiting.extend(inner);
            if let Some(added) = waiting.get_mut(position..) {
                added.reverse();
            }
        }
        (found, diagnostics)
    }

    /// Whether a main module's go.mod says to ignore a folder: `ignore ./x` at the root, `ignore x` anywhere.
    fn is_ignored(&self, directory: &Path) -> bool {
        let owners = self.main.modules.iter().filter(|main| directory.starts_with(&main.directory));
        let Some(main) = owners.max_by_key(|main| main.directory.components().count()) else { return false };
        let Some(below) = relative(directory, &main.directory) else { return false };
        let slashed = |path: &str| format!("/{}/", path.trim_matches('/'));
        let below = slashed(&below);
        main.go_mod.ignored.iter().any(|ignored| match ignored.strip_prefix("./") {
            Some(at_root) => below.starts_with(&slashed(at_root)),
            None => below.contains(&slashed(ignored)),
        })
    }
}

fn is_entered(entry: &DirectoryEntry) -> bool {
    entry.is_directory && !entry.is_link && is_walked(&entry.name)
}

/// Whether patterns enter folders of that name.
pub(super) fn is_walked(name: &str) -> bool {
    !name.starts_with(['.', '_']) && name != "testdata"
}
