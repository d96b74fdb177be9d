//! The codes of all stages, put together, and their documentation. No stage reads this: who needs names of codes is given them.

use std::fmt::Write;

use crate::{
    check, config,
    diag::{Codes, Severity},
    emit, lower, modules, objects, resolve, syntax, tags,
};

/// All codes.
pub fn all() -> Codes {
    let tables = [
        modules::codes::ALL,
        syntax::codes::ALL,
        tags::codes::ALL,
        tags::rule_codes::ALL,
        tags::marker_codes::ALL,
        resolve::codes::ALL,
        lower::codes::ALL,
        emit::openapi::codes::ALL,
        emit::rust::codes::ALL,
        config::codes::ALL,
        objects::codes::ALL,
    ];
    let tabled = tables.into_iter().flatten().copied();
    Codes::new(tabled.chain(check::codes()).chain(check::cel::codes()))
}

/// docs/diagnostics.md.
pub fn reference_markdown() -> String {
    let mut text = String::from(
        "# Diagnostics\n\nEvery diagnostic has a code and a name. `idlgen explain CODE` prints what stands here. Severities can be set by code or name in \
         idlgen.toml (`[diagnostics]`); `//idlgen:allow CODE reason` above a declaration silences one there.\n\n\
         <!-- Generated from the codes of the stages; a test keeps it current. -->\n",
    );
    for code in all().iter() {
        let info = code.info();
        let severity = match info.severity {
            Severity::Off => "off",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let _ = write!(text, "\n## {code} {}\n\n{} Severity: {severity}.\n", info.slug, info.summary);
        let explanation = info.explanation.trim();
        if !explanation.is_empty() {
            let _ = write!(text, "\n{explanation}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

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
        let declared = declarations(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let found: Vec<String> = all().iter().map(|code| code.number().to_string()).collect();
        assert_eq!(declared, found);
    }

    /// The numbers of all `CodeInfo` outside tests, in order.
    #[expect(clippy::disallowed_methods, reason = "the source itself is what is tested")]
    fn declarations(source: &Path) -> Vec<String> {
        let mut folders = vec![source.to_path_buf()];
        let mut numbers = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(path).unwrap();
                    let rows = text.split("Code::new(&CodeInfo {\n    number: ").skip(1);
                    numbers
                        .extend(rows.filter_map(|row| row.split_once(',').map(|(number, _)| format!("{number:0>3}"))));
                }
            }
        }
        numbers.sort();
        numbers
    }
}
