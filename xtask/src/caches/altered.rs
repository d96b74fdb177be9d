//! Module caches that differ from the real one in a module.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

/// Makes a cache that has only the modules of these paths, of every version that is there.
pub(super) fn only(full: &Path, cache: &Path, modules: &[&str]) -> Result<(), String> {
    fs::create_dir_all(cache).map_err(|error| error.to_string())?;
    link(&full.join("cache"), &cache.join("cache"))?;
    for module in modules {
        let (parent, name) = module.rsplit_once('/').unwrap_or(("", module));
        let prefix = format!("{name}@");
        for folder in folders(&full.join(parent))? {
            let is_version = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix));
            if let Some(name) = folder.file_name().filter(|_| is_version) {
                fs::create_dir_all(cache.join(parent)).map_err(|error| error.to_string())?;
                link(&folder, &cache.join(parent).join(name))?;
            }
        }
    }
    Ok(())
}

/// Makes a cache that has everything, but a module (`PATH@VERSION`) in which every type is another one: its properties
/// have other names, its texts are numbers, and no type marshals itself.
pub(super) fn all_but(full: &Path, cache: &Path, module: &str) -> Result<(), String> {
    let escaped = crate::go_modules::folder(Path::new(""), module);
    let mut parts: Vec<String> = escaped.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let last = parts.pop().ok_or("a module has a path")?;
    let (mut from, mut to) = (full.to_owned(), cache.to_owned());
    fs::create_dir_all(&to).map_err(|error| error.to_string())?;
    for part in parts {
        link_all_but(&from, &to, &part)?;
        (from, to) = (from.join(&part), to.join(&part));
        fs::create_dir_all(&to).map_err(|error| error.to_string())?;
    }
    link_all_but(&from, &to, &last)?;
    copy(&from.join(&last), &to.join(&last))
}

fn link_all_but(from: &Path, to: &Path, but: &str) -> Result<(), String> {
    let entries = fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for entry in entries.flatten().filter(|entry| entry.file_name() != but) {
        link(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| error.to_string())?;
    let entries = fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for entry in entries.flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            fs::write(target, alter(&text)).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Go source of other types.
fn alter(text: &str) -> String {
    let text = text.replace("json:\"", "json:\"altered").replace("json:\"altered,", "json:\",");
    let text = text.replace("MarshalJSON(", "MarshalAltered(").replace("MarshalText(", "MarshalOther(");
    let mut altered: Vec<String> = Vec::new();
    for line in text.lines() {
        let declares = line.starts_with("type ") && line.trim_end().ends_with(" string");
        altered.push(if declares {
            line.trim_end().trim_end_matches("string").to_owned() + "int64"
        } else {
            line.to_owned()
        });
    }
    altered.join("\n")
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect())
}

fn link(from: &Path, to: &Path) -> Result<(), String> {
    symlink(from, to).map_err(|error| format!("{}: {error}", to.display()))
}
