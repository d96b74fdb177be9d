//! The modules of a crate, from its files.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use syn::{Attribute, Item, Visibility};

/// A crate. Its first module is the root.
pub(super) struct Source {
    modules: Vec<Module>,
}

/// A module without its test code.
pub(super) struct Module {
    pub(super) parent: Option<usize>,
    pub(super) is_public: bool,
    pub(super) is_hidden: bool,
    pub(super) children: BTreeMap<String, usize>,
    /// All items that are not modules.
    pub(super) items: Vec<Item>,
}

impl Source {
    /// Reads the crate whose root is this file.
    pub(super) fn read(root: &Path) -> Result<Self, String> {
        let mut source = Source { modules: Vec::new() };
        let folder = root.parent().unwrap_or(root).to_owned();
        source.add(Module::new(None, true, false), parse(root)?, &folder, &folder)?;
        Ok(source)
    }

    pub(super) fn module(&self, index: usize) -> Option<&Module> {
        self.modules.get(index)
    }

    pub(super) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter()
    }

    /// Adds a module and its submodules. `folder` contains the files of its children, `beside` contains its own
    /// file.
    fn add(&mut self, module: Module, items: Vec<Item>, folder: &Path, beside: &Path) -> Result<usize, String> {
        let index = self.modules.len();
        self.modules.push(module);
        for item in items {
            if is_for_tests(attributes(&item)) {
                continue;
            }
            let Item::Mod(child) = item else {
                if let Some(module) = self.modules.get_mut(index) {
                    module.items.push(item);
                }
                continue;
            };
            let name = child.ident.to_string();
            let name = name.trim_start_matches("r#").to_owned();
            let is_public = matches!(child.vis, Visibility::Public(_));
            let module = Module::new(Some(index), is_public, is_doc_hidden(&child.attrs));
            let inner = folder.join(&name);
            let added = if let Some((_, items)) = child.content {
                self.add(module, items, &inner, &inner)?
            } else if let Some(path) = path(&child.attrs) {
                let file = beside.join(path);
                let folder = file.parent().unwrap_or(beside).to_owned();
                self.add(module, parse(&file)?, &folder, &folder)?
            } else {
                self.add(module, parse(&folder.join(format!("{name}.rs")))?, &inner, folder)?
            };
            self.modules.get_mut(index).map(|module| module.children.insert(name, added));
        }
        Ok(index)
    }
}

impl Module {
    fn new(parent: Option<usize>, is_public: bool, is_hidden: bool) -> Self {
        Module { parent, is_public, is_hidden, children: BTreeMap::new(), items: Vec::new() }
    }
}

fn parse(file: &Path) -> Result<Vec<Item>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
    Ok(syn::parse_file(&text).map_err(|error| failed(&error))?.items)
}

/// Returns the file in a `path` attribute.
fn path(attributes: &[Attribute]) -> Option<PathBuf> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value().into()),
            _ => None,
        },
        _ => None,
    })
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    lists(attributes, "cfg", "test")
}

pub(super) fn is_doc_hidden(attributes: &[Attribute]) -> bool {
    lists(attributes, "doc", "hidden")
}

/// Returns `true` if there is an attribute `outer(inner)`.
fn lists(attributes: &[Attribute], outer: &str, inner: &str) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident(outer) && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == inner)
    })
}

/// Returns `true` if an item is hidden from the documentation.
pub(super) fn is_hidden(item: &Item) -> bool {
    is_doc_hidden(attributes(item))
}

pub(super) fn is_public(item: &Item) -> bool {
    let visibility = match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Union(item) => &item.vis,
        Item::Use(item) => &item.vis,
        _ => return false,
    };
    matches!(visibility, Visibility::Public(_))
}

/// Returns the name of an item, if it has one.
pub(super) fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
