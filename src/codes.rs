//! Diagnostic codes of all stages. No stage depends on this module: code that needs the names of codes gets them as a
//! parameter.

use crate::{
    config,
    diag::{Code, Codes, Severity},
    emit, kubevirt, modules, objects, syntax,
};

/// Returns the table of all codes, which resolves codes, names and prefixes (`IDL03`).
pub fn all() -> Codes {
    let tables = [
        emit::openapi::codes::ALL,
        emit::crd::codes::ALL,
        emit::rust::codes::ALL,
        config::codes::ALL,
        objects::codes::ALL,
        kubevirt::codes::ALL,
    ];
    let tabled = tables.into_iter().flatten().copied();
    Codes::new(tabled.chain(idlgen_frontend::codes()))
}

/// Returns `true` if an error of this code means that input is unreadable: a module, a file, Go source, idlgen.toml, an
/// object. Other errors may be hidden then, so a run cannot suppress it.
pub fn is_about_reading(code: Code) -> bool {
    let tables = [modules::codes::ALL, syntax::codes::ALL, config::codes::ALL, &[objects::codes::NOT_YAML]];
    code.info().severity == Severity::Error && tables.into_iter().any(|table| table.contains(&code))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn names_are_unique_and_said() {
        let codes = all();
        let mut slugs: Vec<_> = codes.iter().map(|code| code.info().slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), codes.iter().count());
        for code in codes.iter() {
            assert!(!code.info().explanation.is_empty(), "{code} has no explanation");
            assert!(code.info().summary.ends_with('.'), "{code}: the summary is a sentence");
        }
    }

    #[test]
    fn every_code_that_is_declared_is_here() {
        let mut declared = [declarations(&root().join("src")), declarations(&front_end().join("src"))].concat();
        declared.sort_unstable();
        let found: Vec<u16> = all().iter().map(Code::number).collect();
        assert_eq!(declared, found);
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the folder itself is what is tested")]
    fn every_explanation_has_its_code() {
        let files =
            [root().to_owned(), front_end()].map(|root| std::fs::read_dir(root.join("templates/codes")).unwrap());
        let mut files: Vec<String> = files
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut expected: Vec<String> = all().iter().map(|code| format!("{}.md", code.info().slug)).collect();
        expected.sort();
        assert_eq!(files, expected);
    }

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    fn front_end() -> PathBuf {
        root().join("crates/idlgen-frontend")
    }

    /// Returns the numbers of all declared codes, in order.
    #[expect(clippy::disallowed_methods, reason = "the source itself is what is tested")]
    fn declarations(source: &Path) -> Vec<u16> {
        let mut folders = vec![source.to_path_buf()];
        let mut numbers = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(path).unwrap();
                    let rows = text.split(" explained!(").skip(1);
                    numbers.extend(rows.filter_map(|row| row.split_once(',')?.0.trim().parse::<u16>().ok()));
                }
            }
        }
        numbers.sort_unstable();
        numbers
    }
}
