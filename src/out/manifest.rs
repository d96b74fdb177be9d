//! The manifest of an output directory, which lists the files that each target wrote there. Only these files are ever
//! removed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

/// The name of the manifest in its directory.
pub const FILE_NAME: &str = ".idlgen.manifest";

/// The first line, an explanation for readers.
const HEAD: &str = "# The files that idlgen wrote here, by target; it removes only these. Keep it with them.";

/// The files of each target, relative to the directory, with `/` as the separator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    targets: BTreeMap<String, BTreeSet<String>>,
}

impl Manifest {
    /// Parses a manifest. Returns the number of the first invalid line on failure.
    pub(super) fn parse(text: &str) -> Result<Self, usize> {
        let mut manifest = Manifest::default();
        let mut current: Option<&mut BTreeSet<String>> = None;
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(target) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                current = Some(manifest.targets.entry(target.to_owned()).or_default());
            } else if let (true, Some(files)) = (can_name(line), current.as_mut()) {
                files.insert(line.to_owned());
            } else {
                return Err(index + 1);
            }
        }
        Ok(manifest)
    }

    /// Returns the contents of the file. `None` if no target has files.
    pub(super) fn print(&self) -> Option<String> {
        let mut text = format!("{HEAD}\n");
        for (target, files) in self.targets.iter().filter(|(_, files)| !files.is_empty()) {
            let _ = writeln!(text, "[{target}]");
            for file in files {
                let _ = writeln!(text, "{file}");
            }
        }
        (text.lines().count() > 1).then_some(text)
    }

    /// Returns the files of a target, if it has written here.
    pub(super) fn files(&self, target: &str) -> Option<&BTreeSet<String>> {
        self.targets.get(target)
    }

    pub(super) fn set(&mut self, target: &str, files: BTreeSet<String>) {
        self.targets.insert(target.to_owned(), files);
    }

    /// Removes a file of any target.
    pub(super) fn remove(&mut self, file: &str) {
        for files in self.targets.values_mut() {
            files.remove(file);
        }
    }

    /// Returns the other target that wrote a file, if it is not `target`.
    pub(super) fn other_owner(&self, file: &str, target: &str) -> Option<&str> {
        let mut others = self.targets.iter().filter(|(name, _)| *name != target);
        others.find(|(_, files)| files.contains(file)).map(|(name, _)| name.as_str())
    }
}

/// Returns `true` if a manifest may list the path: it is below the directory of the manifest and has no hidden parts
/// (such as `.git`).
pub(super) fn can_name(path: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '<', '>', '"', '|', '?', '*'])
    };
    path.split('/').all(is_part) && !path.contains(char::is_control) && !path.starts_with(['#', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_again_in_the_same_bytes() {
        let mut manifest = Manifest::default();
        manifest.set("rust m.n/o", ["mod.rs", "a/b.rs"].map(str::to_owned).into());
        manifest.set("openapi", ["apis/x/v1.json"].map(str::to_owned).into());
        let text = manifest.print().unwrap();
        assert_eq!(text, format!("{HEAD}\n[openapi]\napis/x/v1.json\n[rust m.n/o]\na/b.rs\nmod.rs\n"));
        assert_eq!(Manifest::parse(&text), Ok(manifest));
        assert_eq!(Manifest::default().print(), None);
    }

    #[test]
    fn a_manifest_names_no_file_elsewhere() {
        for line in
            ["../a.rs", "/etc/passwd", "a/../../b", ".git/config", "a/.git/config", "a//b", "a\\b", "c:x", "<<<<<<< x"]
        {
            let text = format!("[rust]\nmod.rs\n{line}\n");
            assert_eq!(Manifest::parse(&text).map(drop), Err(3), "{line}");
        }
        assert_eq!(Manifest::parse("mod.rs\n"), Err(1));
    }
}
