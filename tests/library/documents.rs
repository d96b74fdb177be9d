//! Generated documents are current, and no stale ones are left. `IDLGEN_BLESS=1` rewrites them.

#![allow(clippy::disallowed_methods, clippy::expect_used, reason = "the test looks at committed files")]

use std::{collections::BTreeSet, fs, path::Path};

use idlgen::book;

#[test]
fn the_generated_pages_are_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pages = book::pages().expect("the templates fit their data");
    let present = |path: &str| fs::read_to_string(docs.join(path)).unwrap_or_default();
    let changed: Vec<&book::Page> = pages.iter().filter(|page| present(&page.path) != page.text).collect();
    let generated: BTreeSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    let stale: Vec<String> = files(&docs).into_iter().filter(|path| !generated.contains(path.as_str())).collect();
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        for page in changed {
            let path = docs.join(&page.path);
            fs::create_dir_all(path.parent().expect("it is in docs")).expect("docs can be written");
            fs::write(path, &page.text).expect("docs can be written");
        }
        for path in stale {
            fs::remove_file(docs.join(path)).expect("docs can be written");
        }
        return;
    }
    let changed: Vec<&str> = changed.into_iter().map(|page| page.path.as_str()).collect();
    assert!(
        changed.is_empty() && stale.is_empty(),
        "run `cargo xtask bless` and look at the difference: changed {changed:?}, stale {stale:?}"
    );
}

/// Returns the files in the directories of generated pages.
fn files(docs: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for directory in book::DIRECTORIES {
        let entries = fs::read_dir(docs.join(directory)).into_iter().flatten();
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
        files.extend(names.map(|name| format!("{directory}/{name}")));
    }
    files
}

/// Every variable that the source names is in the table of docs/files.md.
#[test]
fn the_list_of_environment_variables_is_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/files.md")).expect("the page");
    let mut missing = BTreeSet::new();
    let mut directories = ["src", "crates/idlgen-frontend/src"].map(|directory| root.join(directory)).to_vec();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            // Tests follow the code that they test.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for call in ["set(\"", "variable(\"", "lookup(\"", "or_private(\"", "var_os(\"", "var(\""] {
                let names = code.split(call).skip(1).filter_map(|rest| rest.split('"').next());
                let is_variable =
                    |name: &&str| name.len() > 2 && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
                let is_upper = |name: &&str| name.starts_with(|first: char| first.is_ascii_uppercase());
                missing.extend(names.filter(is_variable).filter(is_upper).map(str::to_owned));
            }
        }
    }
    assert!(missing.len() > 10, "{missing:?}");
    missing.retain(|name| !page.contains(&format!("`{name}`")));
    assert_eq!(missing, BTreeSet::new());
}
