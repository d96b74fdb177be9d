//! The public API of the published crates: one sorted line per item, in a file `api.txt` of each crate. The diff shows
//! every change of it. rustdoc writes the same as JSON, but only with a nightly toolchain.
//!
//! Items with `#[doc(hidden)]` are not part of it. Items that a macro of the crate generates are not found.

mod names;
mod print;
mod source;

use std::{collections::BTreeSet, fs, path::Path};

use names::{Imported, Target, imports};
use source::{Source, is_hidden, is_public};

/// The published crates, with their directories.
const CRATES: &[(&str, &str)] = &[
    ("idlgen", ""),
    ("idlgen_cel", "crates/idlgen-cel/"),
    ("idlgen_frontend", "crates/idlgen-frontend/"),
    ("idlgen_runtime", "crates/idlgen-runtime/"),
    ("idlgen_schema", "crates/idlgen-schema/"),
    ("idlgen_validate", "crates/idlgen-validate/"),
    ("idlgen_yaml", "crates/idlgen-yaml/"),
];

/// Prints the number of public items of each crate.
pub(crate) fn run(root: &Path) -> Result<bool, String> {
    for (name, folder) in CRATES {
        println!("{:6} {name}", api(root, name, folder)?.lines().count());
    }
    Ok(true)
}

/// Rewrites the files.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    for (name, folder) in CRATES {
        let path = root.join(format!("{folder}api.txt"));
        fs::write(&path, api(root, name, folder)?).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Returns the lines that differ between the files and the sources.
pub(crate) fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    for (name, folder) in CRATES {
        let path = format!("{folder}api.txt");
        let known = fs::read_to_string(root.join(&path)).unwrap_or_default();
        let found = api(root, name, folder)?;
        problems.extend(difference(&known, &found).map(|line| format!("{path}: {line} (`cargo xtask bless`)")));
    }
    Ok(problems)
}

fn difference<'t>(known: &'t str, found: &'t str) -> impl Iterator<Item = String> {
    let (old, new): (BTreeSet<&'t str>, BTreeSet<&'t str>) = (known.lines().collect(), found.lines().collect());
    let lines = |sign: &'static str, from: &BTreeSet<&'t str>, without: &BTreeSet<&'t str>| {
        from.difference(without).map(|line| format!("{sign} {line}")).collect::<Vec<_>>()
    };
    [lines("-", &old, &new), lines("+", &new, &old)].concat().into_iter()
}

/// Returns the public API of a crate.
fn api(root: &Path, name: &str, folder: &str) -> Result<String, String> {
    let source = Source::read(&root.join(format!("{folder}src/lib.rs")))?;
    Ok(text(&source, name))
}

fn text(source: &Source, name: &str) -> String {
    let mut walk = Walk { source, implementations: names::implementations(source), lines: BTreeSet::new() };
    walk.module(0, name, &mut Vec::new());
    let macros = source.modules().flat_map(|module| &module.items).filter_map(print::exported_macro);
    let macros: Vec<String> = macros.map(|exported| format!("{name}::{exported}!")).collect();
    walk.lines.extend(macros.into_iter().map(|path| (path.clone(), format!("macro {path}"))));
    walk.lines.into_iter().map(|(_, line)| line + "\n").collect()
}

/// Finds the items that are reachable from the root of a crate.
struct Walk<'s> {
    source: &'s Source,
    implementations: names::Implementations<'s>,
    /// The lines, with their sort keys.
    lines: BTreeSet<(String, String)>,
}

impl Walk<'_> {
    /// Adds a module under a public path. `within` contains the modules that lead to it.
    fn module(&mut self, module: usize, path: &str, within: &mut Vec<usize>) {
        if within.contains(&module) {
            return;
        }
        within.push(module);
        if within.len() > 1 {
            self.lines.insert((path.to_owned(), format!("pub mod {path}")));
        }
        self.contents(module, path, within);
        within.pop();
    }

    /// Adds the public items of a module under a path.
    fn contents(&mut self, module: usize, path: &str, within: &mut Vec<usize>) {
        let Some(here) = self.source.module(module) else { return };
        for (name, child) in &here.children {
            if self.source.module(*child).is_some_and(|child| child.is_public && !child.is_hidden) {
                self.module(*child, &format!("{path}::{name}"), within);
            }
        }
        for (index, item) in here.items.iter().enumerate() {
            if !is_public(item) || is_hidden(item) {
                continue;
            }
            if let syn::Item::Use(import) = item {
                for imported in imports(&import.tree) {
                    self.imported(module, &imported, path, within);
                }
            } else {
                self.item(module, index, path, None);
            }
        }
    }

    /// Adds the items that a `pub use` imports into a module.
    fn imported(&mut self, module: usize, imported: &Imported, path: &str, within: &mut Vec<usize>) {
        for target in names::resolve(self.source, module, &imported.path) {
            match (target, &imported.name) {
                (Target::Module(target), None) if !within.contains(&target) => {
                    within.push(target);
                    self.contents(target, path, within);
                    within.pop();
                }
                (Target::Module(_) | Target::Item(..), None) => {}
                (Target::Module(target), Some(name)) => self.module(target, &format!("{path}::{name}"), within),
                (Target::Item(target, index), Some(name)) => self.item(target, index, path, Some(name)),
                (Target::Other(other), name) => {
                    let name = name.as_deref().unwrap_or("*");
                    self.lines.insert((format!("{path}::{name}"), format!("pub use {path}::{name} = {other}")));
                }
            }
        }
    }

    /// Adds an item and its members under a path, possibly with another name.
    fn item(&mut self, module: usize, index: usize, path: &str, name: Option<&str>) {
        let Some(item) = self.source.module(module).and_then(|module| module.items.get(index)) else { return };
        let Some(own) = source::name(item) else { return };
        let path = format!("{path}::{}", name.unwrap_or(&own));
        self.lines.extend(print::item(item, &path));
        for implementation in self.implementations.get(&(module, index)).into_iter().flatten() {
            self.lines.extend(print::implementation(implementation, &path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{difference, source::Source, text};

    fn api(files: &[(&str, &str)]) -> String {
        let folder = tempfile::tempdir().unwrap_or_else(|error| unreachable!("{error}"));
        for (path, text) in files {
            let path = folder.path().join(path);
            assert!(path.parent().is_some_and(|parent| std::fs::create_dir_all(parent).is_ok()));
            assert!(std::fs::write(path, text).is_ok());
        }
        let source = Source::read(&folder.path().join("lib.rs"));
        text(&source.unwrap_or_else(|message| unreachable!("{message}")), "own")
    }

    #[test]
    fn only_what_is_reached_is_public() {
        let lib = "
            mod hidden_away;
            pub mod open;
            #[doc(hidden)] pub mod __private { pub fn never() {} }
            #[cfg(test)] pub mod tests { pub fn never() {} }
            pub use hidden_away::{Inner as Renamed, deep::*};
            pub use serde_json as json;
            fn own() {}
            pub(crate) fn near() {}
        ";
        let hidden_away = "pub struct Inner { pub a: u8, b: u8 }\npub struct Never;\npub mod deep;\nimpl Inner {\n\
            pub fn new(a: u8) -> Self { Inner { a, b: 0 } }\n fn never(&self) {} }";
        let files = [
            ("lib.rs", lib),
            ("hidden_away.rs", hidden_away),
            ("hidden_away/deep.rs", "pub const MOST: usize = 1 + 1;\nconst LEAST: usize = 0;"),
            ("open.rs", "pub mod further { pub use super::super::hidden_away::Inner; }"),
        ];
        assert_eq!(
            api(&files),
            "pub const own::MOST: usize\n\
             pub own::Renamed::a: u8\n\
             pub struct own::Renamed\n\
             pub fn own::Renamed::new(a: u8) -> Self\n\
             pub use own::json = serde_json\n\
             pub mod own::open\n\
             pub mod own::open::further\n\
             pub own::open::further::Inner::a: u8\n\
             pub struct own::open::further::Inner\n\
             pub fn own::open::further::Inner::new(a: u8) -> Self\n"
        );
    }

    #[test]
    fn every_kind_of_item_has_its_line() {
        let lib = "
            /// Text.
            #[derive(Clone, Debug)]
            #[non_exhaustive]
            pub enum Choice<T> { /// Text.
                None, One(T), Two { a: T, b: u8 } }
            impl<T: Copy> std::fmt::Display for Choice<T> {
                fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) }
            }
            pub trait Shape: Sized { const SIDES: u8; type Unit; fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 } }
            pub type Pair<T> = (T, T);
            pub static NAME: &str = \"x\";
            pub const fn long<'a, T>(first: &'a [T], second: impl Fn(&T) -> bool, third: Option<Box<dyn Shape<Unit = T>>>)
                -> Result<Vec<&'a T>, String> where T: Clone { loop {} }
            pub struct Wrapped(pub u8, u8);
            #[macro_export] macro_rules! shout { () => {} }
        ";
        assert_eq!(
            api(&[("lib.rs", lib)]),
            "#[non_exhaustive] pub enum own::Choice<T>\n\
             own::Choice::None\n\
             own::Choice::One(T)\n\
             own::Choice::Two { a: T, b: u8 }\n\
             impl Clone for own::Choice\n\
             impl Debug for own::Choice\n\
             impl<T: Copy> std::fmt::Display for own::Choice\n\
             pub static own::NAME: &str\n\
             pub type own::Pair<T> = (T, T)\n\
             const own::Shape::SIDES: u8\n\
             fn own::Shape::area(&self) -> f64\n\
             fn own::Shape::twice(&self) -> f64 { .. }\n\
             pub trait own::Shape: Sized\n\
             type own::Shape::Unit\n\
             pub own::Wrapped::0: u8\n\
             pub struct own::Wrapped\n\
             pub const fn own::long<'a, T>(first: &'a [T], second: impl Fn(&T) -> bool, \
             third: Option<Box<dyn Shape<Unit = T>>>) -> Result<Vec<&'a T>, String> where T: Clone\n\
             macro own::shout!\n"
        );
    }

    #[test]
    fn a_difference_has_both_sides() {
        assert_eq!(difference("a\nb\n", "b\nc\n").collect::<Vec<_>>(), ["- a", "+ c"]);
    }
}
