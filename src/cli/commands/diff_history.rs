//! `idlgen diff --history`: the changes of the releases of a Go module or of a Git repository.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    diff_sides::{Operand, Reader, go_side, is_go},
    preparation::{apply, has_errors, session_of_text},
};
use crate::{
    cli::Exit,
    diag::Severity,
    diff::{Exceptions, History, Options, Release, Report, Side},
    modules::{VersionRange, cached_versions},
    session::{Generated, Session},
    source::{DiskFileSystem, FileSystem, tags},
};

/// A module, and the part of it to compare.
struct Subject {
    module: String,
    /// The path inside the module. Empty for all of it.
    path: String,
    /// `true` to include the packages below the path.
    is_pattern: bool,
    /// The versions in the module cache or from a proxy. Versions in the cache have a directory.
    versions: BTreeMap<String, Option<PathBuf>>,
}

/// Compares the releases of a module or of a repository in a range, each with the one before.
pub(super) fn history(
    reader: &Reader<'_>,
    range: &VersionRange,
    name: &str,
    options: &Options,
    shown: &mut Session<'_>,
) -> Result<History, Exit> {
    if is_path(name) {
        history_of_tags(reader, range, name, options, shown)
    } else {
        history_of_module(reader, range, name, options, shown)
    }
}

/// Returns `true` for a path in the work tree, and `false` for a module path.
fn is_path(name: &str) -> bool {
    let path = Path::new(name.strip_suffix("/...").unwrap_or(name));
    name.starts_with('.') || path.is_absolute() || DiskFileSystem.is_directory(path) || DiskFileSystem.is_file(path)
}

/// Compares a path in the tags of its repository.
fn history_of_tags(
    reader: &Reader<'_>,
    range: &VersionRange,
    name: &str,
    options: &Options,
    shown: &mut Session<'_>,
) -> Result<History, Exit> {
    let at = |revision| Operand { revision, path: Some(name.to_owned()), is_tree: false };
    let directory = at(None).directory(&reader.global.directory);
    let tags = tags(&directory).map_err(|error| reader.fail(&error.to_string()))?;
    let selected = range.select(tags);
    if selected.len() < 2 {
        let message = too_few(&format!("tags of the repository of {name}"), range, &selected);
        return Err(reader.fail(&message));
    }
    let read = |version: &str, shown: &mut Session<'_>| reader.read_revision(&at(Some(version.to_owned())), shown);
    let Some(history) = compared(name, selected, options, shown, read)? else {
        return Err(reader.fail(&format!("{name} has no kind and no CustomResourceDefinition in {range}")));
    };
    Ok(history)
}

/// Formats the error for a range with fewer than two releases.
fn too_few(releases: &str, range: &VersionRange, selected: &[String]) -> String {
    let found = match selected.first() {
        Some(only) => format!("only {only} is"),
        None => "none is".to_owned(),
    };
    format!("at least two {releases} are required, but {found} in {range}")
}

/// Compares releases, each with the one before. Returns `None` if none of them has a CRD.
fn compared(
    name: &str,
    versions: Vec<String>,
    options: &Options,
    shown: &mut Session<'_>,
    mut read: impl FnMut(&str, &mut Session<'_>) -> Result<Side, Exit>,
) -> Result<Option<History>, Exit> {
    let mut history = History::new(name);
    let mut before: Option<(String, Side)> = None;
    let mut kinds = 0;
    for version in versions {
        let side = read(&version, shown)?;
        kinds += side.crds.len();
        if let Some((earlier, old)) = &before {
            let report = Report::with_exceptions(old, &side, options, false, &mut Exceptions::default());
            history.releases.push(Release { before: earlier.clone(), version: version.clone(), report });
        }
        before = Some((version, side));
    }
    Ok((kinds > 0).then_some(history))
}

/// Compares the releases of a module in a range, each with the one before.
fn history_of_module(
    reader: &Reader<'_>,
    range: &VersionRange,
    name: &str,
    options: &Options,
    shown: &mut Session<'_>,
) -> Result<History, Exit> {
    let mut subject = subject(reader, name, shown)?;
    let selected = range.select(subject.versions.keys().cloned());
    if selected.len() < 2 {
        let of_cache = if reader.fetching.fetch { "" } else { " in the module cache; `--fetch` downloads others" };
        let message = too_few(&format!("releases of {}", subject.module), range, &selected);
        return Err(reader.fail(&format!("{message}{of_cache}")));
    }
    download(reader, &mut subject, &selected, shown)?;
    let read = |version: &str, shown: &mut Session<'_>| match subject.versions.get(version) {
        Some(Some(directory)) => read(reader, &subject, directory, shown),
        _ => Err(reader.fail(&format!("{}@{version} is not in the module cache", subject.module))),
    };
    let Some(history) = compared(&subject.module, selected, options, shown, read)? else {
        let message = format!("{name} has no kind and no CustomResourceDefinition in {range}");
        return Err(
            reader.fail(&format!("{message}; pass a path in the module, such as {}/config/crd", subject.module))
        );
    };
    Ok(history)
}

/// Splits a path into a module and a path inside it: tries the longest possible module path first.
fn subject(reader: &Reader<'_>, name: &str, shown: &Session<'_>) -> Result<Subject, Exit> {
    let Some(cache) = shown.environment.module_cache.clone() else {
        return Err(reader.fail("the module cache is unknown: GOMODCACHE, GOPATH and HOME are not set"));
    };
    let (whole, is_pattern) = match name.strip_suffix("/...") {
        Some(whole) => (whole, true),
        None => (name, false),
    };
    let ends = whole.match_indices('/').map(|(at, _)| at).chain([whole.len()]).collect::<Vec<_>>();
    let parts: Vec<(&str, &str)> = ends.into_iter().rev().filter_map(|end| whole.split_at_checked(end)).collect();
    let subject = |(module, rest): (&str, &str), versions| {
        let path = rest.trim_start_matches('/').to_owned();
        Subject { module: module.to_owned(), path, is_pattern, versions }
    };
    for part in &parts {
        let cached = cached_versions(&DiskFileSystem, &cache, part.0).into_iter();
        let mut versions: BTreeMap<String, Option<PathBuf>> =
            cached.map(|(version, directory)| (version, Some(directory))).collect();
        if versions.is_empty() {
            continue;
        }
        if reader.fetching.fetch {
            let listed =
                listed(reader, part.0, shown)?.map_err(|reason| reader.fail(&format!("{}: {reason}", part.0)))?;
            for version in listed {
                versions.entry(version).or_default();
            }
        }
        return Ok(subject(*part, versions));
    }
    if !reader.fetching.fetch {
        let place = cache.display();
        return Err(reader.fail(&format!("no version of a module {whole} is in {place}; `--fetch` downloads modules")));
    }
    let mut reasons = Vec::new();
    // The first element of a module path is a domain.
    for part in parts.iter().filter(|(module, _)| module.contains('/')) {
        match listed(reader, part.0, shown)? {
            Ok(listed) if listed.is_empty() => {}
            Ok(listed) => return Ok(subject(*part, listed.into_iter().map(|version| (version, None)).collect())),
            // Some proxies respond with an error if a path is not a module.
            Err(reason) => reasons.push(reason),
        }
    }
    let mut message = format!("no version of a module {whole} is in {} or at a proxy", cache.display());
    if let Some(reason) = reasons.pop() {
        message = format!("{message}: {reason}");
    }
    Err(reader.fail(&message))
}

/// The versions that a proxy lists, or an error message.
type Listed = Result<Vec<String>, String>;

/// Returns the versions that a proxy lists.
#[cfg(feature = "fetch")]
fn listed(reader: &Reader<'_>, module: &str, shown: &Session<'_>) -> Result<Listed, Exit> {
    let downloader =
        super::fetching::Downloader::for_reading(shown, reader.terminal).map_err(|reason| reader.fail(reason))?;
    Ok(downloader.versions(module))
}

#[cfg(not(feature = "fetch"))]
fn listed(reader: &Reader<'_>, _: &str, _: &Session<'_>) -> Result<Listed, Exit> {
    Err(reader.fail(super::preparation::NO_NETWORK))
}

/// Downloads the selected versions that are not in the module cache.
#[cfg(feature = "fetch")]
fn download(reader: &Reader<'_>, subject: &mut Subject, selected: &[String], shown: &Session<'_>) -> Result<(), Exit> {
    use crate::modules::ModuleVersion;

    let is_missing = |version: &&String| matches!(subject.versions.get(*version), Some(None));
    let missing = selected.iter().filter(is_missing);
    let wanted =
        missing.map(|version| ModuleVersion { path: subject.module.clone(), version: version.clone() }).collect();
    let downloader =
        super::fetching::Downloader::for_reading(shown, reader.terminal).map_err(|reason| reader.fail(reason))?;
    downloader.download(wanted).map_err(|reason| reader.fail(&reason))?;
    let cache = shown.environment.module_cache.clone().unwrap_or_default();
    for (version, directory) in cached_versions(&DiskFileSystem, &cache, &subject.module) {
        subject.versions.insert(version, Some(directory));
    }
    Ok(())
}

#[cfg(not(feature = "fetch"))]
fn download(reader: &Reader<'_>, subject: &mut Subject, selected: &[String], _: &Session<'_>) -> Result<(), Exit> {
    let is_missing = |version: &String| matches!(subject.versions.get(version), Some(None));
    if selected.iter().any(is_missing) { Err(reader.fail(super::preparation::NO_NETWORK)) } else { Ok(()) }
}

/// Returns the CRDs of a version: those in the files at the path, or those generated from the Go packages there.
fn read(reader: &Reader<'_>, subject: &Subject, directory: &Path, shown: &mut Session<'_>) -> Result<Side, Exit> {
    let path = directory.join(&subject.path);
    let text = path.to_string_lossy();
    let is_packages = subject.is_pattern || subject.path.is_empty() || is_go(&DiskFileSystem, &text);
    if !is_packages {
        // An early release may not have the path yet.
        return if path.exists() { reader.read_files(&path, shown) } else { Ok(Side::default()) };
    }
    let mut own = session_of_text(directory, "", reader.fetching, reader.terminal)?;
    let suffix = if subject.is_pattern || subject.path.is_empty() { "/..." } else { "" };
    let separator = if subject.path.is_empty() { "" } else { "/" };
    own.settings.packages = vec![format!(".{separator}{}{suffix}", subject.path)];
    apply(reader.arguments, &mut own.settings, reader.terminal)?;
    own.sources = std::mem::take(&mut shown.sources);
    let name = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (side, Generated { mut diagnostics, .. }) = go_side(&mut own, &name);
    // Warnings concern the authors of the module.
    diagnostics.retain(|one| one.severity == Severity::Error);
    shown.sources = own.sources;
    reader.terminal.diagnostics(&diagnostics, &shown.sources);
    if has_errors(&diagnostics) {
        return Err(reader.fail(&format!("{name}: the Go packages have errors, so nothing was compared")));
    }
    // Go files without kinds, such as one that embeds the CRDs.
    if side.crds.is_empty() && !subject.is_pattern && !subject.path.is_empty() {
        return reader.read_files(&path, shown);
    }
    Ok(side)
}
