//! Every source file must be a module of its crate: a file that is not is never compiled, without any message.

use std::collections::BTreeSet;

use super::files::File;

/// Returns the module files of a crate: those below `src` except for programs, each of which is a separate root.
fn is_module(path: &str) -> bool {
    let Some((_, below)) = path.rsplit_once("src/") else { return false };
    !below.starts_with("bin/") && !matches!(below, "lib.rs" | "main.rs") && !path.contains("testdata/")
}

pub(super) fn check(files: &[File]) -> Vec<String> {
    let mut named = BTreeSet::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let folder = match file.path.strip_suffix(".rs") {
            Some(stem) if stem.ends_with("/lib") || stem.ends_with("/main") => {
                stem.rsplit_once('/').map_or("", |(folder, _)| folder)
            }
            Some(stem) => stem,
            None => continue,
        };
        for name in file.text.lines().filter_map(module_name) {
            named.insert(format!("{folder}/{name}.rs"));
        }
    }
    files
        .iter()
        .filter(|file| file.is_rust() && is_module(&file.path) && !named.contains(&file.path))
        .map(|file| format!("{}: no module names this file", file.path))
        .collect()
}

/// Returns the module that a line declares, if it is in a separate file.
fn module_name(line: &str) -> Option<&str> {
    let line = line.trim().strip_suffix(';')?;
    let (visibility, name) = line.rsplit_once("mod ")?;
    let is_visibility = visibility.is_empty() || visibility.starts_with("pub");
    (is_visibility && name.chars().all(|character| character.is_alphanumeric() || character == '_')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn files_that_no_module_names() {
        let files = [
            file("src/lib.rs", "pub mod a;\n"),
            file("src/a.rs", "#[cfg(test)]\nmod tests;\npub(crate) mod b;\n"),
            file("src/a/b.rs", ""),
            file("src/a/c.rs", ""),
            file("src/a/tests.rs", ""),
            file("src/bin/program.rs", ""),
            file("tests/whole.rs", ""),
        ];
        assert_eq!(check(&files), ["src/a/c.rs: no module names this file"]);
    }
}
