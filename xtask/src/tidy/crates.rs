//! Each third-party crate is used in one directory only, so that it can be replaced by editing that directory.

use std::{collections::BTreeMap, path::Path};

use super::{dependencies::Metadata, files::File};

/// The directories that can use a crate. xtask and the examples can use any crate.
const FOLDERS: &[(&str, &[&str])] = &[
    ("annotate_snippets", &["crates/idlgen-frontend/src/diag/render"]),
    ("anstream", &["src/cli"]),
    ("clap", &["src/book/commands", "src/book/formats", "src/cli"]),
    ("clap_complete", &["src/cli"]),
    ("clap_mangen", &["src/cli"]),
    ("indexmap", &["crates/idlgen-schema/src"]),
    ("jiff", &["crates/idlgen-runtime/src/cel/library/time_zone"]),
    ("memchr", &["crates/idlgen-frontend/src/source", "crates/idlgen-frontend/src/tags/comment"]),
    ("minijinja", &["src/templates"]),
    ("prettyplease", &["src/emit/rust"]),
    ("proc_macro2", &["src/emit/rust"]),
    ("quote", &["src/emit/rust"]),
    ("rayon", &["src/parallel"]),
    ("regex_automata", &["crates/idlgen-runtime/src/regex"]),
    ("regex_syntax", &["crates/idlgen-runtime/src/regex"]),
    ("sha2", &["crates/idlgen-frontend/src/modules", "src/cli/harness", "src/emit/openapi"]),
    ("similar", &["src/out"]),
    ("syn", &["src/emit/rust"]),
    (
        "tempfile",
        &[
            "crates/idlgen-frontend/src/source",
            "src/cli/commands/cel/input",
            "src/cli/commands/fixes",
            "src/cli/commands/init",
            "src/cli/kubectl",
            "src/fetch",
            "src/out",
            "tests",
        ],
    ),
    ("toml", &["src/config"]),
    ("tree_sitter", &["crates/idlgen-frontend/src/syntax"]),
    ("tree_sitter_go", &["crates/idlgen-frontend/src/syntax"]),
    ("ureq", &["src/fetch"]),
];

pub(super) fn check(root: &Path, files: &[File]) -> Result<Vec<String>, String> {
    let metadata = Metadata::read(root)?;
    let direct: BTreeMap<String, Vec<String>> = metadata.direct_dependencies();
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() && !file.path.contains("testdata/")) {
        let Some((_, dependencies)) = direct
            .iter()
            .filter(|(folder, _)| folder.is_empty() || file.path.starts_with(&format!("{folder}/")))
            .max_by_key(|(folder, _)| folder.len())
        else {
            continue;
        };
        for (name, folders) in FOLDERS {
            let is_apart = ["xtask/", "examples/"].iter().any(|folder| file.path.starts_with(folder));
            let may_name = is_apart || folders.iter().any(|folder| is_within(&file.path, folder));
            if !may_name && dependencies.iter().any(|dependency| dependency == name) && names(&file.text, name) {
                problems.push(format!("{}: names the crate {name}, which {} may", file.path, folders.join(", ")));
            }
        }
    }
    Ok(problems)
}

/// Returns `true` if a file is the module of a directory, is in that directory, or is in one whose name continues after
/// `_`.
fn is_within(file: &str, folder: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| rest == ".rs" || rest.starts_with(['/', '_']))
}

/// Returns `true` if source text names a crate: at the start of a path or as a macro.
pub(super) fn names(text: &str, name: &str) -> bool {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.into_iter().any(|line| {
        line.match_indices(name).any(|(at, _)| {
            let before = line.get(..at).unwrap_or_default();
            let after = line.get(at + name.len()..).unwrap_or_default();
            let starts_path = !before.ends_with(|last: char| last.is_alphanumeric() || last == '_' || last == '"')
                && (!before.ends_with(':')
                    || before.ends_with(": ")
                    || before.trim() == "::"
                    || before.ends_with(" ::"));
            let is_used =
                after.starts_with("::") || after.starts_with('!') || (before.trim() == "use" && after.starts_with(';'));
            starts_path && is_used
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{is_within, names};

    #[test]
    fn finds_names_of_crates() {
        for line in ["use syn::File;", "    syn::parse(x)", "quote! { a }", "let x: syn::Item = y;", "::syn::File"] {
            assert!(names(line, "syn") || names(line, "quote"), "{line}");
        }
        for line in
            ["use crate::go::quote;", "go::quote::quote(x)", "// syn::File", "my_syn::x", "quoted!()", "async::x"]
        {
            assert!(!names(line, "syn") && !names(line, "quote"), "{line}");
        }
    }

    #[test]
    fn a_folder_has_a_module_file() {
        assert!(is_within("src/out.rs", "src/out"));
        assert!(is_within("src/out/diff.rs", "src/out"));
        assert!(is_within("src/emit/rust_types/a.rs", "src/emit/rust"));
        assert!(!is_within("src/outer.rs", "src/out"));
    }
}
