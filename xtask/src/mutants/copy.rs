//! The copy of the repository in which mutants are built.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;

/// A directory with a copy of the repository, the crate that selects a mutant, and what is built.
///
/// It is kept, so that the next run builds only the packages that differ.
pub(super) struct Copy {
    directory: PathBuf,
    /// The files of the repository when the copy was made, so that edits do not change what is tested.
    files: BTreeMap<String, Original>,
    /// The manifests to which the crate is added as a dependency.
    manifests: BTreeSet<String>,
    /// Prevents two runs from using the same directory.
    _lock: File,
}

/// A file of the repository.
enum Original {
    Content(Vec<u8>, fs::Permissions),
    Link(PathBuf),
}

/// The part of the output of `cargo metadata` that is read.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

impl Copy {
    /// Prepares a directory for mutants in packages of the repository.
    pub(super) fn new(root: &Path, directory: &Path, packages: &[&str]) -> Result<Self, String> {
        let crate_directory = directory.join("active_mutant");
        create(&crate_directory)?;
        let lock = File::create(directory.join("lock")).map_err(shown(directory))?;
        if lock.try_lock().is_err() {
            return Err(format!("another run uses {}; choose another with `--directory`", directory.display()));
        }
        let directory = fs::canonicalize(directory).map_err(shown(directory))?;
        let manifest = "[package]\nname = \"active_mutant\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
            [lib]\npath = \"lib.rs\"\n\n[workspace]\n";
        write(&crate_directory.join("Cargo.toml"), manifest.as_bytes())?;
        write(&crate_directory.join("lib.rs"), include_bytes!("active_mutant.rs"))?;
        let root = fs::canonicalize(root).map_err(shown(root))?;
        let (files, manifests) = (files(&root, &directory)?, manifests(&root, packages)?);
        Ok(Copy { directory, files, manifests, _lock: lock })
    }

    /// Returns the text of a file of the repository.
    pub(super) fn text(&self, file: &str) -> Result<&str, String> {
        match self.files.get(file) {
            Some(Original::Content(content, _)) => {
                std::str::from_utf8(content).map_err(|error| format!("{file}: {error}"))
            }
            _ => Err(format!("{file}: not a file of the repository")),
        }
    }

    /// The root of the copy.
    pub(super) fn tree(&self) -> PathBuf {
        self.directory.join("tree")
    }

    /// The directory with what is built.
    pub(super) fn target(&self) -> PathBuf {
        self.directory.join("target")
    }

    /// Makes the copy equal to the repository, except for these files. Files that are already equal keep their time,
    /// so that they are not compiled again.
    pub(super) fn update(&self, changed: &BTreeMap<String, String>) -> Result<(), String> {
        let tree = self.tree();
        for (file, original) in &self.files {
            let path = tree.join(file);
            if let Some(parent) = path.parent() {
                create(parent)?;
            }
            match original {
                Original::Link(target) => link(target, &path)?,
                Original::Content(content, permissions) => {
                    let is_written = match changed.get(file) {
                        Some(text) => write(&path, text.as_bytes())?,
                        None if self.manifests.contains(file) => {
                            write(&path, with_dependency(self.text(file)?, &self.directory).as_bytes())?
                        }
                        None => write(&path, content)?,
                    };
                    if is_written {
                        fs::set_permissions(&path, permissions.clone()).map_err(shown(&path))?;
                    }
                }
            }
        }
        // Files of the last run that the repository does not have anymore.
        let list = self.directory.join("files");
        let last = fs::read_to_string(&list).unwrap_or_default();
        for stale in last.lines().filter(|file| !self.files.contains_key(*file)) {
            match fs::remove_file(tree.join(stale)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(format!("{stale}: {error}")),
                _ => {}
            }
        }
        let files: Vec<_> = self.files.keys().map(String::as_str).collect();
        write(&list, files.join("\n").as_bytes()).map(|_| ())
    }
}

/// Adds the crate in a directory to the dependencies of a package.
fn with_dependency(manifest: &str, directory: &Path) -> String {
    let line = format!("active_mutant = {{ path = {:?} }}", directory.join("active_mutant").display().to_string());
    match manifest.split_once("\n[dependencies]\n") {
        Some((before, after)) => format!("{before}\n[dependencies]\n{line}\n{after}"),
        None => format!("{manifest}\n[dependencies]\n{line}\n"),
    }
}

/// Reads the files of the repository that are tracked or could be, except those in a directory.
fn files(root: &Path, except: &Path) -> Result<BTreeMap<String, Original>, String> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let mut files = BTreeMap::new();
    for file in String::from_utf8_lossy(&output.stdout).split('\0').filter(|file| !file.is_empty()) {
        let path = root.join(file);
        // Git lists deleted files, too.
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        if metadata.is_symlink() {
            files.insert(file.to_owned(), Original::Link(fs::read_link(&path).map_err(shown(&path))?));
        } else if metadata.is_file() && !path.starts_with(except) {
            let content = fs::read(&path).map_err(shown(&path))?;
            files.insert(file.to_owned(), Original::Content(content, metadata.permissions()));
        }
    }
    Ok(files)
}

/// Returns the paths of the manifests of packages from the root.
fn manifests(root: &Path, packages: &[&str]) -> Result<BTreeSet<String>, String> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let output = Command::new("cargo").args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let ours = metadata.packages.into_iter().filter(|package| packages.contains(&package.name.as_str()));
    let paths = ours.filter_map(|package| Some(package.manifest_path.strip_prefix(root).ok()?.to_str()?.to_owned()));
    Ok(paths.collect())
}

/// Writes a file unless it has this content. Returns `true` if it did not.
fn write(path: &Path, content: &[u8]) -> Result<bool, String> {
    if fs::read(path).is_ok_and(|present| present == content) {
        return Ok(false);
    }
    fs::write(path, content).map_err(shown(path))?;
    Ok(true)
}

fn create(directory: &Path) -> Result<(), String> {
    fs::create_dir_all(directory).map_err(shown(directory))
}

/// Creates a symbolic link unless it exists, or on systems without them a copy of the file.
fn link(target: &Path, path: &Path) -> Result<(), String> {
    if fs::read_link(path).is_ok_and(|present| present == target) {
        return Ok(());
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(shown(path)(error)),
        _ => {}
    }
    #[cfg(unix)]
    let result = std::os::unix::fs::symlink(target, path);
    #[cfg(not(unix))]
    let result = fs::copy(path.with_file_name("").join(target), path).map(|_| ());
    result.map_err(shown(path))
}

/// Returns a function that adds a path to an error.
fn shown(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::with_dependency;

    #[test]
    fn manifests_get_the_dependency() {
        let line = "active_mutant = { path = \"/d/active_mutant\" }\n";
        assert_eq!(
            with_dependency("[package]\nname = \"a\"\n\n[dependencies]\nb = \"1\"\n", Path::new("/d")),
            format!("[package]\nname = \"a\"\n\n[dependencies]\n{line}b = \"1\"\n")
        );
        assert_eq!(with_dependency("[package]", Path::new("/d")), format!("[package]\n[dependencies]\n{line}"));
    }
}
