//! Resolution of paths.

use std::collections::BTreeMap;

use syn::{Item, ItemImpl, Type, UseTree};

use super::source::{Source, name};

/// The item that a path resolves to.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Target {
    Module(usize),
    /// An item of a module, by its index.
    Item(usize, usize),
    /// A path into another crate.
    Other(String),
}

/// A name that a `use` imports.
pub(super) struct Imported {
    pub(super) path: Vec<String>,
    /// `None` for `*`.
    pub(super) name: Option<String>,
}

/// The implementations of each type, by module and index of the item.
pub(super) type Implementations<'s> = BTreeMap<(usize, usize), Vec<&'s ItemImpl>>;

/// The maximum length of a chain of imports.
const DEEPEST: usize = 16;

/// Lists the names of a `use`.
pub(super) fn imports(tree: &UseTree) -> Vec<Imported> {
    fn collect(tree: &UseTree, path: &[String], found: &mut Vec<Imported>) {
        let joined = |step: &syn::Ident| {
            let is_own = step == "self" && !path.is_empty();
            if is_own { path.to_vec() } else { [path, &[step.to_string()]].concat() }
        };
        match tree {
            UseTree::Path(step) => collect(&step.tree, &joined(&step.ident), found),
            UseTree::Name(last) => {
                let path = joined(&last.ident);
                let name = path.last().cloned();
                found.push(Imported { path, name });
            }
            UseTree::Rename(last) => {
                found.push(Imported { path: joined(&last.ident), name: Some(last.rename.to_string()) });
            }
            UseTree::Glob(_) => found.push(Imported { path: path.to_vec(), name: None }),
            UseTree::Group(group) => group.items.iter().for_each(|tree| collect(tree, path, found)),
        }
    }
    let mut found = Vec::new();
    collect(tree, &[], &mut found);
    found
}

pub(super) fn resolve(source: &Source, module: usize, path: &[String]) -> Vec<Target> {
    let found = resolve_within(source, module, path, DEEPEST);
    if found.is_empty() { vec![Target::Other(path.join("::"))] } else { found }
}

fn resolve_within(source: &Source, module: usize, path: &[String], deepest: usize) -> Vec<Target> {
    let (Some((first, rest)), Some(here), Some(deepest)) =
        (path.split_first(), source.module(module), deepest.checked_sub(1))
    else {
        return Vec::new();
    };
    let starts = match first.as_str() {
        "crate" => vec![Target::Module(0)],
        "self" => vec![Target::Module(module)],
        "super" => here.parent.map(Target::Module).into_iter().collect(),
        // A module, not what a `use` of the same name imports from it: only the module has something inside.
        _ => match here.children.get(first) {
            Some(child) if !rest.is_empty() => vec![Target::Module(*child)],
            _ => named(source, module, first, deepest),
        },
    };
    if rest.is_empty() {
        return starts;
    }
    let inner = starts.into_iter().flat_map(|start| match start {
        Target::Module(start) => resolve_within(source, start, rest, deepest),
        Target::Other(other) => vec![Target::Other(format!("{other}::{}", rest.join("::")))],
        Target::Item(..) => Vec::new(),
    });
    inner.collect()
}

/// Resolves a name in a module.
fn named(source: &Source, module: usize, wanted: &str, deepest: usize) -> Vec<Target> {
    let Some(here) = source.module(module) else { return Vec::new() };
    let mut found: Vec<Target> = here.children.get(wanted).copied().map(Target::Module).into_iter().collect();
    let mut globs = Vec::new();
    for (index, item) in here.items.iter().enumerate() {
        let Item::Use(import) = item else {
            if name(item).is_some_and(|name| name == wanted) {
                found.push(Target::Item(module, index));
            }
            continue;
        };
        for imported in imports(&import.tree) {
            if imported.name.as_deref() == Some(wanted) && imported.path != [wanted] {
                let targets = resolve_within(source, module, &imported.path, deepest);
                if targets.is_empty() {
                    found.push(Target::Other(imported.path.join("::")));
                }
                found.extend(targets);
            } else if imported.name.is_none() {
                globs.push(imported.path);
            }
        }
    }
    if found.is_empty() {
        for path in globs {
            for target in resolve_within(source, module, &path, deepest) {
                if let Target::Module(target) = target
                    && target != module
                {
                    found.extend(named(source, target, wanted, deepest.saturating_sub(1)));
                }
            }
        }
    }
    found
}

/// Finds the type of each implementation.
pub(super) fn implementations(source: &Source) -> Implementations<'_> {
    let mut found = Implementations::new();
    for (module, here) in source.modules().enumerate() {
        for item in &here.items {
            let Item::Impl(implementation) = item else { continue };
            let Type::Path(own) = &*implementation.self_ty else { continue };
            let path: Vec<String> = own.path.segments.iter().map(|step| step.ident.to_string()).collect();
            for target in resolve_within(source, module, &path, DEEPEST) {
                if let Target::Item(module, index) = target {
                    found.entry((module, index)).or_default().push(implementation);
                }
            }
        }
    }
    found
}
