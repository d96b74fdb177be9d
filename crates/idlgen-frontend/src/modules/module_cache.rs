//! The module cache: the target of `go mod download` (<https://go.dev/ref/mod#module-cache>).

use std::path::{Path, PathBuf};

use super::{go_mod::ModuleVersion, semver};
use crate::source::FileSystem;

#[derive(Clone, Debug)]
pub(super) struct ModuleCache {
    root: PathBuf,
}

impl ModuleCache {
    /// Creates a cache in this directory.
    pub(super) fn new(root: PathBuf) -> Self {
        ModuleCache { root }
    }

    /// Returns the directory of a module's files.
    pub(super) fn directory(&self, path: &str, version: &str) -> Option<PathBuf> {
        Some(self.root.join(format!("{}@{}", escape(path)?, escape(version)?)))
    }

    /// Returns the path of a module's downloaded go.mod, which may exist without the module's files.
    pub(super) fn go_mod(&self, path: &str, version: &str) -> Option<PathBuf> {
        let file = format!("{}.mod", escape(version)?);
        Some(self.root.join("cache").join("download").join(escape(path)?).join("@v").join(file))
    }

    /// Returns the file with the hash of the module's zip.
    pub(super) fn hash_file(&self, path: &str, version: &str) -> Option<PathBuf> {
        let file = format!("{}.ziphash", escape(version)?);
        Some(self.root.join("cache").join("download").join(escape(path)?).join("@v").join(file))
    }

    pub(super) fn module_at(&self, directory: &Path) -> Option<ModuleVersion> {
        let below = directory.strip_prefix(&self.root).ok()?;
        let mut path = String::new();
        for part in below {
            let part = part.to_str()?;
            if !path.is_empty() {
                path.push('/');
            }
            if let Some((name, version)) = part.rsplit_once('@') {
                path.push_str(name);
                return Some(ModuleVersion { path: unescape(&path)?, version: unescape(version)? });
            }
            path.push_str(part);
        }
        None
    }

    /// Returns the versions of a module whose files are available.
    pub(super) fn versions(&self, files: &dyn FileSystem, path: &str) -> Vec<String> {
        let Some(escaped) = escape(path) else { return Vec::new() };
        let (folder, name) = match escaped.rsplit_once('/') {
            Some((folder, name)) => (self.root.join(folder), name),
            None => (self.root.clone(), escaped.as_str()),
        };
        let entries = files.list(&folder).unwrap_or_default();
        let directories = entries.iter().filter(|entry| entry.is_directory);
        let versions = directories.filter_map(|entry| unescape(entry.name.strip_prefix(name)?.strip_prefix('@')?));
        versions.filter(|version| semver::is_valid(version)).collect()
    }

    /// Returns the highest available release of a module, or the highest pre-release if there is no release. For
    /// modules released with Kubernetes, only considers versions that are not newer than Kubernetes
    /// 1.`kubernetes_minor`. If all versions are newer, returns the closest one.
    pub(super) fn newest(&self, files: &dyn FileSystem, path: &str, kubernetes_minor: Option<u16>) -> Option<String> {
        let versions = self.versions(files, path).into_iter();
        let too_young = |version: &str| {
            let released_with = semver::minor(version).filter(|_| path.starts_with("k8s.io/"));
            released_with.zip(kubernetes_minor).map_or(0, |(minor, wanted)| minor.saturating_sub(u64::from(wanted)))
        };
        versions.max_by(|left, right| {
            let by_age = too_young(right).cmp(&too_young(left));
            let by_release = || semver::is_release(left).cmp(&semver::is_release(right));
            by_age.then_with(by_release).then_with(|| semver::compare(left, right))
        })
    }
}

/// Escapes a path or version for case-insensitive file systems: replaces each capital with `!` and the lowercase
/// letter. Returns `None` for an invalid path or version, so that nothing else becomes part of a file name.
pub fn escape(text: &str) -> Option<String> {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            'A'..='Z' => escaped.extend(['!', character.to_ascii_lowercase()]),
            'a'..='z' | '0'..='9' | '-' | '.' | '_' | '~' | '+' | '/' => escaped.push(character),
            _ => return None,
        }
    }
    let is_inside = escaped.split('/').all(|part| !matches!(part, "" | "." | ".."));
    is_inside.then_some(escaped)
}

fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '!' => plain.push(characters.next().filter(char::is_ascii_lowercase)?.to_ascii_uppercase()),
            'A'..='Z' => return None,
            _ => plain.push(character),
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::MemoryFileSystem;

    #[test]
    fn capitals_are_escaped() {
        let cache = ModuleCache::new("/cache".into());
        let directory = cache.directory("github.com/Azure/SDK", "v1.0.0-RC1");
        assert_eq!(directory, Some("/cache/github.com/!azure/!s!d!k@v1.0.0-!r!c1".into()));
        let go_mod = cache.go_mod("github.com/Azure/SDK", "v1.0.0");
        assert_eq!(go_mod, Some("/cache/cache/download/github.com/!azure/!s!d!k/@v/v1.0.0.mod".into()));
        let hash = cache.hash_file("github.com/Azure/SDK", "v1.0.0");
        assert_eq!(hash, Some("/cache/cache/download/github.com/!azure/!s!d!k/@v/v1.0.0.ziphash".into()));
        let module = cache.module_at(Path::new("/cache/github.com/!azure/!s!d!k@v1.0.0-!r!c1/a/b"));
        let module = module.map(|module| format!("{} {}", module.path, module.version));
        assert_eq!(module.as_deref(), Some("github.com/Azure/SDK v1.0.0-RC1"));
        assert_eq!(cache.module_at(Path::new("/elsewhere/a@v1.0.0")), None);
        for path in ["a/../b", "a//b", "a!b", "a@b", "/a", "é"] {
            assert_eq!(cache.directory(path, "v1.0.0"), None, "{path}");
        }
        assert_eq!(cache.directory("a.b/c", "../../etc"), None);
        assert_eq!(unescape("v1.0.0-!r!c1").as_deref(), Some("v1.0.0-RC1"));
        assert_eq!((unescape("a!"), unescape("a!B"), unescape("A")), (None, None, None));
    }

    #[test]
    fn a_release_is_newer_than_every_pre_release() {
        let mut files = MemoryFileSystem::default();
        for name in [
            "api@v0.9.0",
            "api@v0.35.0",
            "api@v0.36.0-rc.1",
            "api@v0.4.0",
            "apis@v9.0.0",
            "pre@v1.0.0-a",
            "pre@v1.0.0-b",
        ] {
            files.insert(format!("/cache/k8s.io/{name}/go.mod"), "module m");
        }
        files.insert("/cache/k8s.io/api@v9.0.0", "a file");
        let cache = ModuleCache::new("/cache".into());
        assert_eq!(cache.newest(&files, "k8s.io/api", None).as_deref(), Some("v0.35.0"));
        assert_eq!(cache.newest(&files, "k8s.io/pre", None).as_deref(), Some("v1.0.0-b"));
        assert_eq!(cache.newest(&files, "k8s.io/none", None), None);
        assert_eq!(cache.newest(&files, "none", None), None);
        for (minor, expected) in [(35, "v0.35.0"), (36, "v0.35.0"), (34, "v0.9.0"), (8, "v0.4.0"), (3, "v0.4.0")] {
            assert_eq!(cache.newest(&files, "k8s.io/api", Some(minor)).as_deref(), Some(expected), "{minor}");
        }
        assert_eq!(cache.newest(&files, "k8s.io/pre", Some(35)).as_deref(), Some("v1.0.0-b"));
    }
}
