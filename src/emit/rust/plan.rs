//! What becomes of every Go type: decided once, before a line is written.

mod classify;
mod equality;
mod kind;
mod known;
mod member;
mod recursion;
mod selection;
mod shape;
mod variant;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use classify::Class;
pub(super) use kind::RustKind;
pub(super) use known::Known;
pub(super) use member::Member;
pub(super) use shape::{Float, Integer, Shape};
pub(super) use variant::Variant;

use super::{RustOptions, codes, module::ModulePath};
use crate::{
    diag::Diagnostic,
    model::{AnonymousId, Doc, Model, PackageId, TypeId},
};

/// Import paths of more parts have no module. No path of a file could be as long, and text is indented by the part.
const MAX_SEGMENTS: usize = 100;

/// A Rust type that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ItemId {
    /// A declared Go type.
    Declared(TypeId),
    /// A Go struct without a name, numbered.
    Anonymous(u32),
}

/// A Rust type that is written.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Which.
    pub(super) id: ItemId,
    /// The package that it belongs to.
    pub(super) package: PackageId,
    /// Its Rust name.
    pub(super) name: String,
    /// Its documentation.
    pub(super) doc: Doc,
    /// What it is.
    pub(super) form: Form,
    /// Whether its values can be compared, ordered and hashed without reserve: it holds neither floats nor free JSON.
    pub(super) is_exact: bool,
}

/// What a Rust type is.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// A struct.
    Struct {
        /// Type parameters.
        parameters: Vec<String>,
        /// Its fields.
        members: Vec<Member>,
    },
    /// A struct around one value.
    Newtype(Shape),
    /// A text of which some values are known by name.
    Enumeration {
        /// The known values.
        variants: Vec<Variant>,
        /// The variant that keeps other values.
        other: String,
    },
    /// Another name.
    Alias(Shape),
    /// A type of the runtime by its Go name.
    Known(Known),
}

/// The Rust types of a Go package.
#[derive(Clone, Debug)]
pub(super) struct Module {
    /// Where it is.
    pub(super) path: ModulePath,
    /// The Go import path.
    pub(super) import_path: String,
    /// The package's documentation.
    pub(super) doc: Doc,
    /// Its types in order.
    pub(super) items: Vec<ItemId>,
}

/// What becomes of every Go type.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) model: &'a Model,
    pub(super) options: &'a RustOptions,
    /// The packages that are written.
    pub(super) modules: BTreeMap<PackageId, Module>,
    /// The types that are written.
    pub(super) items: BTreeMap<ItemId, Item>,
    /// The fields of the structs without a name, by number.
    anonymous: BTreeMap<u32, shape::Anonymous>,
    /// The numbers of those that a type holds, by where they are written.
    anonymous_by_id: BTreeMap<(ItemId, AnonymousId), Vec<u32>>,
    /// The names of types that are taken.
    type_names: BTreeMap<PackageId, super::name::Names>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Plan<'a> {
    /// Decides what becomes of the types of the requested packages, and of all types that they use.
    pub(super) fn new(model: &'a Model, options: &'a RustOptions) -> Self {
        let mut plan = Plan {
            model,
            options,
            modules: BTreeMap::new(),
            items: BTreeMap::new(),
            anonymous: BTreeMap::new(),
            anonymous_by_id: BTreeMap::new(),
            type_names: BTreeMap::new(),
            diagnostics: Vec::new(),
        };
        plan.select();
        plan.place();
        plan.box_recursion();
        plan.find_inexact();
        plan
    }

    /// A type that is written.
    pub(super) fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.get(&id)
    }

    /// A declared type, if it is written.
    pub(super) fn declared(&self, id: TypeId) -> Option<&Item> {
        self.items.get(&ItemId::Declared(id))
    }

    /// The Rust module that stands for the package of a type, if the package is mapped to a crate that exists.
    pub(super) fn extern_package(&self, id: TypeId) -> Option<&'a super::ExternPackage> {
        let package = self.model.type_definition(id).package;
        self.options.extern_packages.get(&self.model.package(package).import_path)
    }

    /// Gives every package that has types a module, and its types an order.
    fn place(&mut self) {
        let mut by_owner: BTreeMap<ItemId, Vec<ItemId>> = BTreeMap::new();
        for (number, anonymous) in &self.anonymous {
            by_owner.entry(anonymous.owner).or_default().push(ItemId::Anonymous(*number));
        }
        let mut taken: BTreeSet<ModulePath> = BTreeSet::new();
        for package in &self.model.packages {
            let mut items: Vec<ItemId> = Vec::new();
            for id in &package.types {
                let id = ItemId::Declared(*id);
                if self.items.contains_key(&id) {
                    items.push(id);
                    add_anonymous(id, &by_owner, &mut items);
                }
            }
            let is_wanted = package.requested && !self.options.extern_packages.contains_key(&package.import_path);
            if items.is_empty() && !is_wanted {
                continue;
            }
            let mut path = ModulePath::of_package(&package.import_path);
            if path.segments.len() > MAX_SEGMENTS {
                let message = format!(
                    "the import path of package {} has {} parts; the limit for Rust modules is {MAX_SEGMENTS}",
                    package.name,
                    path.segments.len()
                );
                let first = package.types.first().map(|id| self.model.type_definition(*id).span);
                let diagnostic = Diagnostic::new(codes::RUST_MODULE_DEPTH, message);
                self.diagnostics.push(first.into_iter().fold(diagnostic, Diagnostic::at));
                continue;
            }
            while taken.contains(&path) {
                if let Some(last) = path.segments.last_mut() {
                    last.push('_');
                }
            }
            taken.insert(path.clone());
            let module = Module { path, import_path: package.import_path.clone(), doc: package.doc.clone(), items };
            self.modules.insert(package.id, module);
        }
    }
}

/// Adds the structs without a name that `owner` holds, in order, those in these included.
fn add_anonymous(owner: ItemId, by_owner: &BTreeMap<ItemId, Vec<ItemId>>, found: &mut Vec<ItemId>) {
    for id in by_owner.get(&owner).into_iter().flatten() {
        found.push(*id);
        add_anonymous(*id, by_owner, found);
    }
}
