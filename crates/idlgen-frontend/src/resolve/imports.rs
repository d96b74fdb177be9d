//! Resolution of qualifiers to imports: `metav1` in `metav1.ObjectMeta`.

use super::standard_library::is_standard_library;
use crate::syntax::{GoFile, Import};

/// The package that a qualifier refers to in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Qualifier<'a> {
    /// A package that was read, by its index.
    Read(usize),
    /// An import that was not read and that has this name.
    Unread(&'a Import),
    /// No import is known to have this name. It may be the package name of one of these imports, which were not read.
    Perhaps(Vec<&'a Import>),
}

/// Finds the import for `qualifier`. `read` returns the index and the package clause of an import path that was read.
///
/// The name of an import without an explicit name is the package clause of the imported package, which may differ from
/// the last element of the path.
pub(crate) fn qualifier<'a, 'b>(
    file: &'a GoFile,
    qualifier: &str,
    read: impl Fn(&str) -> Option<(usize, &'b str)>,
) -> Qualifier<'a> {
    let found = |import: &'a Import| match read(&import.path) {
        Some((package, _)) => Qualifier::Read(package),
        None => Qualifier::Unread(import),
    };
    if let Some(import) = file.imports.iter().find(|import| import.name.as_deref() == Some(qualifier)) {
        return found(import);
    }
    let unnamed = || file.imports.iter().filter(|import| import.name.is_none());
    if let Some((package, _)) =
        unnamed().filter_map(|import| read(&import.path)).find(|(_, clause)| *clause == qualifier)
    {
        return Qualifier::Read(package);
    }
    let unread = || unnamed().filter(|import| read(&import.path).is_none());
    match unread().find(|import| usual_names(&import.path).any(|name| name == qualifier)) {
        Some(import) => Qualifier::Unread(import),
        None => Qualifier::Perhaps(unread().filter(|import| !is_standard_library(&import.path)).collect()),
    }
}

/// Returns the likely package names for an import path: the last element, also without `.v2`, `go-` and `-go`, or the
/// element before a `/v2`.
fn usual_names(path: &str) -> impl Iterator<Item = &str> {
    let mut elements = path.rsplit('/');
    let last = elements.next().unwrap_or(path);
    let before = if is_major_version(last) { elements.next() } else { None };
    [Some(last), before].into_iter().flatten().flat_map(|element| {
        let plain = match element.rsplit_once('.') {
            Some((name, version)) if is_major_version(version) || version == "go" => name,
            _ => element,
        };
        let short = plain.strip_prefix("go-").or_else(|| plain.strip_suffix("-go"));
        let behind_dash = plain.rsplit_once('-').map(|(_, name)| name);
        [Some(plain), short, behind_dash].into_iter().flatten()
    })
}

/// Returns `true` for `v` followed by digits.
fn is_major_version(text: &str) -> bool {
    text.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_paths_suggest() {
        for (path, name) in [
            ("k8s.io/api/core/v1", "v1"),
            ("github.com/google/cel-go", "cel"),
            ("github.com/blang/semver/v4", "semver"),
            ("gopkg.in/yaml.v3", "yaml"),
            ("sigs.k8s.io/yaml", "yaml"),
            ("github.com/go-logr/logr", "logr"),
            ("github.com/example/go-spec", "spec"),
            ("kubevirt.io/containerized-data-importer-api", "api"),
            ("time", "time"),
        ] {
            assert!(usual_names(path).any(|usual| usual == name), "{path} {name}");
        }
        for (path, name) in [
            ("k8s.io/api/core/v1", "api"),
            ("gopkg.in/yaml.x3", "yaml"),
            ("example.com/api/vx", "api"),
            ("example.com/api/v", "api"),
            ("example.com/api/1", "api"),
        ] {
            assert!(!usual_names(path).any(|usual| usual == name), "{path} {name}");
        }
    }
}
