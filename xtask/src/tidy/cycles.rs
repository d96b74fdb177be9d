//! Cycles of files: groups of files of a crate that use each other in a loop.
//!
//! A file uses the file that defines an item, not a file that exports it again. Uses of methods do not count, because
//! no path shows them.

mod components;
mod file_module;
mod uses;

use std::collections::BTreeSet;

use super::{files::File, source::Source};

use self::{
    components::components,
    file_module::{Crate, FileModule},
    uses::{Uses, uses},
};

/// The number of cycles, and of files in them. Both may only fall: a change that opens a cycle lowers them.
const LIMIT: Size = Size { cycles: 14, files: 133 };

#[derive(Clone, Copy, PartialEq, Eq)]
struct Size {
    cycles: usize,
    files: usize,
}

/// A cycle: its files, and for each the files in the cycle that it uses, with the names.
struct Cycle {
    root: String,
    uses: Uses,
}

pub(super) fn check(files: &[File]) -> Vec<String> {
    let cycles = cycles(files);
    let size = Size { cycles: cycles.len(), files: cycles.iter().map(|cycle| cycle.uses.len()).sum() };
    let Size { cycles: count, files: in_cycles } = size;
    if size == LIMIT {
        return Vec::new();
    }
    if count <= LIMIT.cycles && in_cycles <= LIMIT.files {
        return vec![format!("{}: lower LIMIT to {count} cycles and {in_cycles} files", file!())];
    }
    let limit = format!("at most {} cycles and {} files", LIMIT.cycles, LIMIT.files);
    let mut problems = vec![format!("{count} cycles with {in_cycles} files use each other, {limit}:")];
    problems.extend(cycles.iter().map(Cycle::line));
    problems
}

/// Returns a line for each cycle and each use in it.
pub(super) fn report(files: &[File]) -> Vec<String> {
    let mut lines = Vec::new();
    for cycle in cycles(files) {
        lines.push(cycle.line());
        for (file, used) in &cycle.uses {
            for (other, names) in used {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                lines.push(format!("    {} uses {}: {}", file.join("/"), other.join("/"), names.join(", ")));
            }
        }
    }
    lines
}

impl Cycle {
    fn line(&self) -> String {
        let files: Vec<String> = self.uses.keys().map(|module| module.join("/")).collect();
        format!("{}: {} files: {}", self.root, files.len(), files.join(", "))
    }
}

/// Returns the cycles of all crates.
fn cycles(files: &[File]) -> Vec<Cycle> {
    let mut cycles = Vec::new();
    for root in roots(files) {
        let modules = modules(files, &root);
        let uses = uses(&modules);
        for component in components(&uses) {
            let inside = |module: &Vec<String>| component.contains(module);
            let uses = uses.iter().filter(|(module, _)| inside(module)).map(|(module, used)| {
                let used = used.iter().filter(|(other, _)| inside(other));
                (module.clone(), used.map(|(other, names)| (other.clone(), names.clone())).collect())
            });
            cycles.push(Cycle { root: root.clone(), uses: uses.collect() });
        }
    }
    cycles
}

/// Returns the directories with the root file of a crate.
fn roots(files: &[File]) -> BTreeSet<String> {
    let roots = files.iter().filter(|file| !file.path.contains("testdata/")).filter_map(|file| {
        let root = file.path.strip_suffix("lib.rs").or_else(|| file.path.strip_suffix("main.rs"))?;
        (root == "src/" || root.ends_with("/src/")).then(|| root.to_owned())
    });
    roots.collect()
}

/// Returns the modules of a crate, without those that only tests use.
fn modules(files: &[File], root: &str) -> Crate {
    let below = |file: &File| -> Option<Vec<String>> {
        let path = file.path.strip_prefix(root)?.strip_suffix(".rs")?;
        match path {
            "lib" => Some(Vec::new()),
            "main" if files.iter().all(|other| other.path != format!("{root}lib.rs")) => Some(Vec::new()),
            "main" => None,
            _ if path.starts_with("bin/") => None,
            _ => Some(path.split('/').map(str::to_owned).collect()),
        }
    };
    let mut modules = Crate::new();
    let mut tests: Vec<Vec<String>> = Vec::new();
    for (file, path) in files.iter().filter_map(|file| Some((file, below(file)?))) {
        let source = Source::of(&file.text);
        tests.extend(source.test_modules().into_iter().map(|name| [path.clone(), vec![name]].concat()));
        modules.insert(path, FileModule::parse(&source.code_but_tests()));
    }
    modules.retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
    modules
}

#[cfg(test)]
mod tests {
    use super::{File, report};

    fn found(texts: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), text: (*text).to_owned() };
        report(&texts.iter().map(file).collect::<Vec<_>>())
    }

    #[test]
    fn files_that_use_each_other() {
        let files = [
            ("src/lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\n"),
            ("src/a.rs", "use super::b::B;\npub struct A(B);\n"),
            ("src/b.rs", "pub struct B;\nfn f() -> crate::A {}\n"),
            ("src/c.rs", "use crate::{a::A, b};\nfn f(a: A) -> b::B {}\n"),
        ];
        assert_eq!(found(&files), ["src/: 2 files: a, b", "    a uses b: B", "    b uses a: A"]);
    }

    #[test]
    fn a_module_and_its_submodules() {
        let files = [
            ("crates/x/src/lib.rs", "mod a;\n"),
            ("crates/x/src/a.rs", "mod b;\nstruct Row;\nconst ROWS: &[Row] = &[b::ROW];\n"),
            ("crates/x/src/a/b.rs", "use super::Row;\npub(super) const ROW: Row = Row;\n"),
        ];
        assert_eq!(found(&files), ["crates/x/src/: 2 files: a, a/b", "    a uses a/b: ROW", "    a/b uses a: Row"]);
    }

    #[test]
    fn exports_and_tests_are_no_uses() {
        let files = [
            ("src/lib.rs", "mod a;\n"),
            ("src/a.rs", "mod b;\n#[cfg(test)]\nmod tests;\npub use b::B;\npub struct A;\n"),
            ("src/a/b.rs", "pub struct B(super::A);\n#[cfg(test)]\nmod tests { use crate::a::f; }\n"),
            ("src/a/tests.rs", "use super::A;\npub fn g() {}\n"),
            ("testdata/src/lib.rs", "mod a;\nuse a::B;\nstruct C;\n"),
            ("testdata/src/a.rs", "struct B(crate::C);\n"),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn a_method_with_the_name_of_an_import() {
        let files = [
            ("src/lib.rs", "mod a;\nmod b;\n"),
            ("src/a.rs", "use crate::b::find;\npub struct A;\nimpl A { fn find(&self) { find() } }\n"),
            ("src/b.rs", "use crate::a::*;\npub fn find(a: A) {}\n"),
        ];
        assert_eq!(found(&files), ["src/: 2 files: a, b", "    a uses b: find", "    b uses a: A"]);
    }
}
