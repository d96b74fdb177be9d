//! The items, imports and paths of a source file.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::directions::path::{is_name, tokens};

/// The name of an import of all items.
pub(super) const ALL: &str = "*";

/// Keywords before the name of an item.
const ITEMS: &[&str] = &["fn", "struct", "enum", "trait", "type", "const", "static", "union"];

/// The modules of a crate by their paths from its root.
pub(super) type Crate = BTreeMap<Vec<String>, FileModule>;

#[derive(Default)]
pub(super) struct FileModule {
    /// The names of its items.
    pub(super) items: BTreeSet<String>,
    /// The names of items inside others, such as methods.
    pub(super) inner_items: BTreeSet<String>,
    pub(super) imports: Vec<Import>,
    /// The paths with more than one segment.
    pub(super) paths: Vec<Vec<String>>,
    /// All names outside imports.
    pub(super) words: BTreeSet<String>,
}

/// A name of a `use` declaration.
pub(super) struct Import {
    pub(super) path: Vec<String>,
    /// The name in this module, or [`ALL`].
    pub(super) name: String,
    /// `true` for `pub use` with any visibility.
    pub(super) is_exported: bool,
}

impl FileModule {
    /// Parses code without comments, literals and tests.
    pub(super) fn parse(code: &str) -> Self {
        let tokens = tokens(code);
        let token = |at: usize| tokens.get(at).map_or("", String::as_str);
        let before = |at: usize| at.checked_sub(1).map_or("", token);
        let mut module = FileModule::default();
        let (mut at, mut depth) = (0, 0_usize);
        while at < tokens.len() {
            match token(at) {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "use" => {
                    let is_exported = matches!(before(at), "pub" | ")");
                    at = import(&tokens, at + 1, &[], is_exported, &mut module.imports);
                }
                // The name of a module is not a use of an item with that name.
                "mod" => at += 1,
                "macro_rules" => {
                    module.items.insert(token(at + 2).to_owned());
                }
                // `'static` is a lifetime.
                keyword if ITEMS.contains(&keyword) && before(at) != "'" && is_name(token(at + 1)) => {
                    let items = if depth == 0 { &mut module.items } else { &mut module.inner_items };
                    items.insert(token(at + 1).to_owned());
                }
                word if is_name(word) => {
                    module.words.insert(word.to_owned());
                    let is_first = !matches!(before(at), "::" | ".");
                    let path = path(&tokens, at);
                    if is_first && path.len() > 1 {
                        module.paths.push(path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        module
    }
}

/// Reads a path that begins with a name.
fn path(tokens: &[String], start: usize) -> Vec<String> {
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let mut path = vec![token(start).to_owned()];
    let mut at = start + 1;
    while token(at) == "::" && is_name(token(at + 1)) {
        path.push(token(at + 1).to_owned());
        at += 2;
    }
    path
}

/// Reads the tree of a `use` declaration. Returns the position of its last token.
fn import(tokens: &[String], start: usize, before: &[String], is_exported: bool, found: &mut Vec<Import>) -> usize {
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let mut path = before.to_vec();
    let mut at = start;
    loop {
        match token(at) {
            "::" => {}
            "{" => {
                while !matches!(token(at), "}" | "") {
                    at += 1;
                    if !matches!(token(at), "}" | "") {
                        at = import(tokens, at, &path, is_exported, found) + 1;
                    }
                }
                return at;
            }
            "*" => {
                found.push(Import { path, name: ALL.to_owned(), is_exported });
                return at;
            }
            name if is_name(name) => {
                if name != "self" || path.is_empty() {
                    path.push(name.to_owned());
                }
            }
            _ => return at,
        }
        if token(at + 1) == "as" {
            found.push(Import { path, name: token(at + 2).to_owned(), is_exported });
            return at + 2;
        }
        if is_name(token(at)) && token(at + 1) != "::" {
            let name = path.last().cloned().unwrap_or_default();
            found.push(Import { path, name, is_exported });
            return at;
        }
        at += 1;
    }
}
