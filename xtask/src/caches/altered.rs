//! Module caches that differ from the real one in one module.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

/// Creates a cache with only the modules of these paths, in every available version.
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

/// Creates a cache in which all types of one module (`PATH@VERSION`) are changed: its properties have other names, its
/// strings are numbers, and no type has a custom JSON encoding.
pub(super) fn all_but(full: &Path, cache: &Path, module: &str) -> Result<(), String> {
    let escaped = crate::go_modules::cached_module(Path::new(""), module);
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

/// Returns Go source with other types.
fn alter(text: &str) -> String {
    let text = text.replace("json:\"", "json:\"altered").replace("json:\"altered,", "json:\",");
    let text = text.replace("MarshalJSON(", "MarshalAltered(").replace("MarshalText(", "MarshalOther(");
    text.lines().map(altered).collect::<Vec<_>>().join("\n")
}

/// Returns a line with another type, if it declares a type or a field of a basic type.
fn altered(line: &str) -> String {
    let is_name = |word: &&str| word.chars().all(|character| character.is_alphanumeric() || character == '_');
    let words: Vec<&str> = line.split_whitespace().collect();
    let (["type", name, basic] | [name, basic]) = words.as_slice() else { return line.to_owned() };
    let other = match *basic {
        "string" => "int64",
        "bool" | "byte" | "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16" | "uint32"
        | "uint64" | "float32" | "float64" => "string",
        _ => return line.to_owned(),
    };
    let before = line.trim_end().strip_suffix(basic);
    before.filter(|_| is_name(name)).map_or_else(|| line.to_owned(), |before| format!("{before}{other}"))
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect())
}

fn link(from: &Path, to: &Path) -> Result<(), String> {
    symlink(from, to).map_err(|error| format!("{}: {error}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_tags_are_others() {
        for (line, expected) in [
            ("type Code uint32", "type Code string".to_owned()),
            ("type Name string", "type Name int64".to_owned()),
            ("\tName string", "\tName int64".to_owned()),
            ("\tName string `json:\"name,omitempty\"`", "\tName string `json:\"alteredname,omitempty\"`".to_owned()),
            ("\tOther `json:\",inline\"`", "\tOther `json:\",inline\"`".to_owned()),
            ("func (c Code) MarshalJSON() {", "func (c Code) MarshalAltered() {".to_owned()),
            ("type Code = other.Code", "type Code = other.Code".to_owned()),
        ] {
            assert_eq!(alter(line), expected);
        }
    }
}
