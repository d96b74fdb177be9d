//! Plans the Rust type of every Go type before code is written.

mod classify;
mod equality;
mod item;
mod kind;
mod known;
mod member;
mod planned_type;
mod recursion;
mod selection;
mod type_conversion;
mod unknown_types;
mod variant;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use classify::Class;
pub(super) use item::{Item, ItemId, ItemKind, Member};
pub(super) use kind::RustKind;
pub(super) use known::Known;
pub(super) use planned_type::{Float, Integer, PlannedType};
use unknown_types::UnknownTypes;
pub(super) use variant::Variant;

use super::{RustOptions, codes, module::ModulePath};
use crate::{
    diag::Diagnostic,
    lower::is_custom_resource,
    model::{AnonymousId, Doc, Model, PackageId, TypeId, is_served_natively},
};

/// Maximum number of parts of an import path that has a module. Longer file paths are not possible, and each part adds
/// indentation.
const MAX_SEGMENTS: usize = 100;

/// The Rust types of a Go package.
#[derive(Clone, Debug)]
pub(super) struct Module {
    pub(super) path: ModulePath,
    /// The Go import path.
    pub(super) import_path: String,
    /// The package's documentation.
    pub(super) doc: Doc,
    /// Its types in order.
    pub(super) items: Vec<ItemId>,
}

/// The plan of all Go types.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) model: &'a Model,
    pub(super) options: &'a RustOptions,
    /// The modules to write.
    pub(super) modules: BTreeMap<PackageId, Module>,
    /// The types to write.
    pub(super) items: BTreeMap<ItemId, Item>,
    /// The fields of anonymous structs, by number.
    anonymous: BTreeMap<u32, item::Anonymous>,
    /// The numbers of the anonymous structs in a type, by their location in the source.
    anonymous_by_id: BTreeMap<(ItemId, AnonymousId), Vec<u32>>,
    /// The used type names.
    type_names: BTreeMap<PackageId, super::name::Names>,
    /// For each type id, `true` if only custom resources contain the type.
    of_custom_resources: Vec<bool>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The types of packages that are not read.
    unknown: UnknownTypes,
}

impl<'a> Plan<'a> {
    /// Plans the types of the requested packages and all types that they use.
    pub(super) fn new(model: &'a Model, options: &'a RustOptions) -> Self {
        let mut plan = Plan {
            model,
            options,
            modules: BTreeMap::new(),
            items: BTreeMap::new(),
            anonymous: BTreeMap::new(),
            anonymous_by_id: BTreeMap::new(),
            type_names: BTreeMap::new(),
            of_custom_resources: types_of_custom_resources(model, &options.native_packages),
            diagnostics: Vec::new(),
            unknown: UnknownTypes::default(),
        };
        plan.select();
        let unknown = std::mem::take(&mut plan.unknown);
        plan.diagnostics.extend(unknown.diagnostics());
        plan.place();
        plan.box_recursion();
        plan.find_inexact();
        plan
    }

    /// Returns a type to write.
    pub(super) fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.get(&id)
    }

    /// Returns a declared type, if it is written.
    pub(super) fn declared(&self, id: TypeId) -> Option<&Item> {
        self.items.get(&ItemId::Declared(id))
    }

    /// Returns `true` if a Go type occurs in custom resources and in no built-in type.
    pub(super) fn is_of_custom_resources(&self, id: ItemId) -> bool {
        let declared = match id {
            ItemId::Declared(id) => Some(id),
            ItemId::Anonymous(number) => match self.anonymous.get(&number).map(|anonymous| anonymous.owner) {
                Some(ItemId::Declared(id)) => Some(id),
                _ => None,
            },
        };
        declared.and_then(|id| self.of_custom_resources.get(id.0 as usize)) == Some(&true)
    }

    /// Returns the Rust module for the package of a type, if the package is mapped to an existing crate that has the
    /// type.
    pub(super) fn extern_package(&self, id: TypeId) -> Option<&'a super::ExternPackage> {
        let package = self.model.type_definition(id).package;
        let package = self.options.extern_packages.get(&self.model.package(package).import_path)?;
        (!package.has_only_structs() || self.is_struct_type(id)).then_some(package)
    }

    /// Assigns a module to every package that has types, and orders its types.
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

/// Adds the anonymous structs in `owner` in order, including nested ones.
fn add_anonymous(owner: ItemId, by_owner: &BTreeMap<ItemId, Vec<ItemId>>, found: &mut Vec<ItemId>) {
    for id in by_owner.get(&owner).into_iter().flatten() {
        found.push(*id);
        add_anonymous(*id, by_owner, found);
    }
}

/// Returns for each type id whether custom resources of the requested packages contain the type, and no built-in type
/// of these packages does.
fn types_of_custom_resources(model: &Model, native: &[String]) -> Vec<bool> {
    let requested = model.types.iter().filter(|definition| model.package(definition.package).requested);
    let (native, custom): (Vec<_>, Vec<_>) =
        requested.partition(|definition| is_served_natively(&model.package(definition.package).import_path, native));
    let kinds = custom.iter().map(|definition| definition.id).filter(|id| is_custom_resource(model, *id));
    let mut types = model.reached_from(kinds);
    let built_in = model.reached_from(native.iter().map(|definition| definition.id));
    types.iter_mut().zip(built_in).for_each(|(is_custom, is_built_in)| *is_custom &= !is_built_in);
    types
}
