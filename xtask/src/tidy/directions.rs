//! The directories in [`ROOTS`] use each other in one direction: that of the table in ARCHITECTURE.md.

pub(super) mod path;
mod table;

use std::collections::BTreeSet;

use super::{files::File, source::Source};

use self::{
    path::paths,
    table::{Row, rows},
};

/// The page with the table.
const PAGE: &str = "ARCHITECTURE.md";

/// The directories with the stages. They share one table, because `idlgen` exports the modules of its front end.
const ROOTS: &[&str] = &["crates/idlgen-frontend/src/", "src/"];

/// Modules that only list other modules, in a directory of [`ROOTS`].
const FRONT_PAGES: &[&str] = &["lib.rs", "main.rs"];

pub(super) fn check(files: &[File]) -> Vec<String> {
    let Some(page) = files.iter().find(|file| file.path == PAGE) else { return vec![format!("there is no {PAGE}")] };
    let rows = rows(&page.text);
    let mut problems = upward(&rows);
    let sources = || files.iter().filter(|file| file.is_rust() && below_root(&file.path).is_some());
    let tests: Vec<String> = sources().flat_map(test_files).collect();
    for file in sources() {
        if below_root(&file.path).is_some_and(|path| FRONT_PAGES.contains(&path)) {
            continue;
        }
        let Some(module) = module(&file.path) else { continue };
        let Some(row) = row(&rows, &module) else {
            problems.push(format!("{}: its folder has no row in {PAGE}", file.path));
            continue;
        };
        if !tests.iter().any(|test| file.path == format!("{test}.rs") || file.path.starts_with(&format!("{test}/"))) {
            problems.extend(forbidden(&rows, row, &module, file));
        }
    }
    problems
}

/// Returns the uses of directories that are not above in the table, unless the reason names them. Without such uses,
/// there is no cycle.
fn upward(rows: &[Row]) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for used in &row.may_use {
            if !rows.iter().take(index).any(|above| above.folder == *used) && !row.excused.contains(used) {
                problems.push(format!("{PAGE}: `{}` may use `{used}`, which does not stand above it", row.folder));
            }
        }
    }
    problems
}

/// Returns the modules that a file uses but may not use.
fn forbidden(rows: &[Row], own: &Row, module: &[String], file: &File) -> BTreeSet<String> {
    let mut problems = BTreeSet::new();
    for path in paths(&Source::of(&file.text).code_but_tests(), module) {
        match row(rows, &path) {
            Some(used) if used.folder == own.folder || own.may_use.contains(&used.folder) => {}
            Some(used) => {
                let message = format!("`{}` may not use `{}` ({PAGE})", own.folder, used.folder);
                problems.insert(format!("{}: {}: {message}", file.path, path.join("::")));
            }
            // The path leads to an item of the crate root, such as a macro.
            None => {}
        }
    }
    problems
}

/// Returns the row of a module or item: the row with the longest matching path.
fn row<'r>(rows: &'r [Row], path: &[String]) -> Option<&'r Row> {
    let holds = |row: &&Row| {
        let mut steps = path.iter();
        row.folder.split('/').all(|folder| steps.next().is_some_and(|step| step == folder))
    };
    rows.iter().filter(holds).max_by_key(|row| row.folder.len())
}

/// Returns a path relative to the directory of [`ROOTS`] that contains it.
fn below_root(path: &str) -> Option<&str> {
    ROOTS.iter().find_map(|root| path.strip_prefix(root))
}

/// Returns the segments of a module's path.
fn module(path: &str) -> Option<Vec<String>> {
    Some(below_root(path)?.strip_suffix(".rs")?.split('/').map(str::to_owned).collect())
}

/// Returns the test-only submodules of a file, as file paths without `.rs`.
fn test_files(file: &File) -> Vec<String> {
    let folder = file.path.trim_end_matches(".rs");
    Source::of(&file.text).test_modules().into_iter().map(|name| format!("{folder}/{name}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{File, check};

    const TABLE: &str = "\
| folder | may use | why |
|---|---|---|
| `source` | | |
| `check` | `source` | |
| `lower` | `source`, `check` | |
| `check/cel` | `source`, `check`, `lower` | |
";

    fn said(path: &str, text: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        check(&[file("ARCHITECTURE.md", TABLE), file(path, text)])
    }

    #[test]
    fn uses_of_the_table_only() {
        let none = [""; 0];
        assert_eq!(said("src/check/cel/a.rs", "use crate::{lower::B, source::{C, D}};\nuse super::super::E;\n"), none);
        assert_eq!(said("src/lower/a.rs", "use crate::check::B;\n// crate::check::cel\n"), none);
        assert_eq!(
            said("src/lower/a.rs", "use crate::{check::{B, cel::C}};\n"),
            ["src/lower/a.rs: check::cel::C: `lower` may not use `check/cel` (ARCHITECTURE.md)"]
        );
        assert_eq!(
            said("src/check.rs", "fn f() { crate::lower::g(); }\n#[cfg(test)]\nmod tests { use crate::lower; }\n"),
            ["src/check.rs: lower::g: `check` may not use `lower` (ARCHITECTURE.md)"]
        );
        assert_eq!(said("src/new.rs", ""), ["src/new.rs: its folder has no row in ARCHITECTURE.md"]);
        assert_eq!(
            said("crates/idlgen-frontend/src/source/a.rs", "use crate::check::B;\n"),
            ["crates/idlgen-frontend/src/source/a.rs: check::B: `source` may not use `check` (ARCHITECTURE.md)"]
        );
        assert_eq!(said("crates/idlgen-frontend/src/lib.rs", "pub use crate::check::B;\n"), none);
        assert_eq!(said("crates/idlgen-yaml/src/a.rs", "use crate::check::B;\n"), none);
    }

    #[test]
    fn tables_without_cycles() {
        let file = File {
            path: "ARCHITECTURE.md".to_owned(),
            text: TABLE.replace("| `source` | |", "| `source` | `lower` |"),
        };
        assert_eq!(check(&[file]), ["ARCHITECTURE.md: `source` may use `lower`, which does not stand above it"]);
    }
}
