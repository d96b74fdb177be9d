//! Built-in declarations as a file tree: `<built-in>/MODULE@VERSION/PACKAGE/FILE`.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::package::PackageData;
use crate::{
    archive::{Archive, MalformedArchive},
    modules::semver::minor,
    source::{DirectoryEntry, FileSystem},
};

/// The directory of built-in files in diagnostics. It does not exist in any file system.
pub const ROOT: &str = "<built-in>";

/// The declarations of several modules in several versions. A package is decompressed on demand.
#[derive(Debug, Default)]
pub struct Declarations {
    archive: Archive<'static>,
    /// For each module, the versions by minor version of Kubernetes.
    versions: BTreeMap<String, BTreeMap<u64, String>>,
    /// The decompressed packages by import path.
    unpacked: Mutex<BTreeMap<String, Arc<PackageData>>>,
    /// The listed directories by module and version.
    folders: Mutex<BTreeMap<(String, String), Arc<Folders>>>,
}

/// The file names in each directory of a module, by path relative to its root.
type Folders = BTreeMap<String, Vec<String>>;

impl Declarations {
    /// Packs packages by import path. `folders` contains, for each module and version, the files of its packages by
    /// their paths in the module.
    pub fn pack(
        packages: &BTreeMap<String, PackageData>,
        folders: &BTreeMap<(String, String), BTreeMap<String, Vec<String>>>,
    ) -> Vec<u8> {
        let mut parts: BTreeMap<String, String> =
            packages.iter().map(|(path, data)| (path.clone(), data.to_text())).collect();
        for ((module, version), folders) in folders {
            let lines: Vec<String> =
                folders.iter().map(|(folder, files)| format!("{folder} {}\n", files.join(" "))).collect();
            parts.insert(format!("{module}@{version}"), lines.concat());
        }
        Archive::pack(&parts)
    }

    /// Reads the modules packed by [`pack`](Self::pack).
    ///
    /// # Errors
    /// Returns an error if the list of parts is corrupt.
    pub fn read(bytes: &'static [u8]) -> Result<Self, MalformedArchive> {
        let archive = Archive::read(bytes)?;
        let mut versions: BTreeMap<String, BTreeMap<u64, String>> = BTreeMap::new();
        for (module, version) in archive.parts().filter_map(|(name, _)| name.split_once('@')) {
            let released_with = minor(version).ok_or(MalformedArchive)?;
            versions.entry(module.to_owned()).or_default().insert(released_with, version.to_owned());
        }
        Ok(Declarations { archive, versions, ..Declarations::default() })
    }

    /// Iterates over the versions of a module with their Kubernetes minor versions, oldest first.
    pub fn versions(&self, module: &str) -> impl Iterator<Item = (u64, &str)> {
        let versions = self.versions.get(module).into_iter().flatten();
        versions.map(|(minor, version)| (*minor, version.as_str()))
    }

    /// Returns the version of a module that is closest to a Kubernetes minor version, or the newer one of two equally
    /// close versions. Without a minor version, returns the newest.
    pub fn nearest(&self, module: &str, minor: Option<u64>) -> Option<(u64, &str)> {
        match minor {
            Some(wanted) => self.versions(module).min_by_key(|(minor, _)| (minor.abs_diff(wanted), u64::MAX - minor)),
            None => self.versions(module).last(),
        }
    }

    /// Returns the directory of a module.
    pub fn root(&self, module: &str, version: &str) -> PathBuf {
        Path::new(ROOT).join(format!("{module}@{version}"))
    }

    /// Splits a path into the module, its version and the path relative to its root.
    fn place(&self, path: &Path) -> Option<(&str, &str, String)> {
        let parts: Option<Vec<&str>> = path.strip_prefix(ROOT).ok()?.iter().map(|part| part.to_str()).collect();
        let joined = parts?.join("/");
        let (module, rest) = joined.split_once('@')?;
        let (version, below) = rest.split_once('/').unwrap_or((rest, ""));
        let (module, versions) = self.versions.get_key_value(module)?;
        let version = versions.values().find(|known| *known == version)?;
        Some((module, version, below.to_owned()))
    }

    fn folders(&self, module: &str, version: &str) -> Option<Arc<Folders>> {
        let key = (module.to_owned(), version.to_owned());
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folders) = known.get(&key) {
            return Some(Arc::clone(folders));
        }
        let text = self.archive.text(&format!("{module}@{version}"))?;
        let folder = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            Some((words.next()?, words.collect()))
        };
        let folders: Arc<Folders> = Arc::new(text.lines().filter_map(folder).collect());
        known.insert(key, Arc::clone(&folders));
        Some(folders)
    }

    fn package(&self, import_path: &str) -> Option<Arc<PackageData>> {
        let mut known = self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(package) = known.get(import_path) {
            return Some(Arc::clone(package));
        }
        let package = Arc::new(PackageData::from_text(&self.archive.text(import_path)?)?);
        known.insert(import_path.to_owned(), Arc::clone(&package));
        Some(package)
    }

    fn text(&self, path: &Path) -> Option<String> {
        let (module, version, below) = self.place(path)?;
        let (folder, file) = below.rsplit_once('/')?;
        self.package(&format!("{module}/{folder}"))?.file(version, file)
    }
}

impl FileSystem for Declarations {
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = self.text(path).ok_or(io::ErrorKind::NotFound)?.into_bytes();
        bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1));
        Ok(bytes)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        let not_found = || io::Error::from(io::ErrorKind::NotFound);
        let (module, version, below) = self.place(path).ok_or_else(not_found)?;
        let folders = self.folders(module, version).ok_or_else(not_found)?;
        let entry = |name: &str, is_directory| DirectoryEntry::new(OsStr::new(name), is_directory, false);
        let mut entries: BTreeSet<DirectoryEntry> = BTreeSet::new();
        for (folder, files) in folders.iter() {
            let rest = if below.is_empty() { Some(folder.as_str()) } else { folder.strip_prefix(below.as_str()) };
            match rest.map(|rest| (rest, if below.is_empty() { Some(rest) } else { rest.strip_prefix('/') })) {
                Some(("", _)) => entries.extend(files.iter().map(|file| entry(file, false))),
                Some((_, Some(inner))) => entries.extend(inner.split('/').next().map(|name| entry(name, true))),
                _ => {}
            }
        }
        if entries.is_empty() { Err(not_found()) } else { Ok(entries.into_iter().collect()) }
    }

    fn is_file(&self, path: &Path) -> bool {
        let Some((module, version, below)) = self.place(path) else { return false };
        let Some((folder, file)) = below.rsplit_once('/') else { return false };
        let folders = self.folders(module, version);
        folders.is_some_and(|folders| folders.get(folder).is_some_and(|files| files.iter().any(|name| name == file)))
    }

    fn is_directory(&self, path: &Path) -> bool {
        self.list(path).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two versions of a module with two packages.
    fn declarations() -> Declarations {
        let version = |version: &str, text: &str| {
            ((version.to_owned(), "types.go".to_owned()), vec!["package v1\n".to_owned(), text.to_owned()])
        };
        let package =
            PackageData::new(&BTreeMap::from([version("v0.30.1", "type A int\n"), version("v0.33.0", "type B int\n")]));
        let packages = BTreeMap::from([("k8s.io/x/core/v1".to_owned(), package)]);
        let files = BTreeMap::from([("core/v1".to_owned(), vec!["types.go".to_owned()])]);
        let folders =
            ["v0.30.1", "v0.33.0"].map(|version| (("k8s.io/x".to_owned(), version.to_owned()), files.clone()));
        Declarations::read(Declarations::pack(&packages, &folders.into()).leak()).unwrap()
    }

    #[test]
    fn the_nearest_version_is_chosen() {
        let declarations = declarations();
        let nearest = |minor| declarations.nearest("k8s.io/x", minor);
        assert_eq!(nearest(None), Some((33, "v0.33.0")));
        for (wanted, expected) in [(1, 30), (30, 30), (31, 30), (32, 33), (99, 33)] {
            assert_eq!(nearest(Some(wanted)).map(|(minor, _)| minor), Some(expected), "{wanted}");
        }
        assert_eq!(declarations.nearest("k8s.io/y", None), None);
    }

    #[test]
    fn it_is_a_tree_of_files() {
        let declarations = declarations();
        let root = declarations.root("k8s.io/x", "v0.30.1");
        assert_eq!(root, Path::new("<built-in>/k8s.io/x@v0.30.1"));
        let names = |path: &str| -> Vec<String> {
            let entries = declarations.list(&root.join(path)).unwrap_or_default();
            entries.into_iter().map(|entry| entry.name).collect()
        };
        assert_eq!(names(""), ["core"]);
        assert_eq!(names("core"), ["v1"]);
        assert_eq!(names("core/v1"), ["types.go"]);
        assert_eq!(names("cor"), Vec::<String>::new());
        assert!(declarations.is_file(&root.join("core/v1/types.go")) && !declarations.is_file(&root.join("core/v1")));
        assert!(declarations.is_directory(&root.join("core")) && !declarations.is_directory(&root.join("apps")));
        assert!(!declarations.is_directory(Path::new("<built-in>/k8s.io/x@v0.31.0")));
        let read = |version: &str| {
            let file = declarations.root("k8s.io/x", version).join("core/v1/types.go");
            declarations.read_up_to(&file, 100).map(|bytes| String::from_utf8(bytes).unwrap()).ok()
        };
        assert_eq!(read("v0.30.1").as_deref(), Some("package v1\ntype A int\n"));
        assert_eq!(read("v0.33.0").as_deref(), Some("package v1\ntype B int\n"));
        assert_eq!(read("v0.31.0"), None);
    }
}
