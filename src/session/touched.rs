//! Determines the types that the problems of a run affect, and the outputs that depend on these types.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use super::problem_kind::is_about_modules;
use crate::{
    codes,
    diag::{Diagnostic, Severity},
    emit::Types,
    model::{Field, Model, PackageId, Type, TypeDefinition, TypeId, TypeKind},
    resolve::is_standard_library,
    source::{FileId, Span},
    syntax,
};

/// The declarations of a model by their positions.
pub(super) struct Declarations<'m> {
    model: &'m Model,
    /// For each file, the start, the end and the type of each declaration.
    extents: BTreeMap<FileId, Vec<(u32, u32, TypeId)>>,
    packages: BTreeMap<FileId, PackageId>,
    /// The import paths of missing packages, by the location of their diagnostics.
    missing: &'m BTreeMap<Span, String>,
    /// The types that reference a type of an incompletely read package, with that package.
    incomplete: Vec<(TypeId, PackageId)>,
}

/// The declarations that a problem concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Concern {
    /// These types.
    Types(Vec<TypeId>),
    /// These types, which need a missing package.
    Lacking {
        /// The affected types.
        types: Vec<TypeId>,
        /// The types whose CRDs need the missing package as well.
        defined: Vec<TypeId>,
    },
    Package(PackageId),
    /// All packages, because the problem belongs to none of them: for example, an error in go.mod.
    Everything,
}

/// The types from which a part of an output is built.
pub(super) struct Reach {
    /// For each type id, `true` if the output needs the complete published type.
    types: Vec<bool>,
    /// For each type id, `true` if CRDs are built from the type.
    defined: Vec<bool>,
    /// For each package id, `true` if one of its types is needed.
    packages: Vec<bool>,
}

impl<'m> Declarations<'m> {
    pub(super) fn new(model: &'m Model, missing: &'m BTreeMap<Span, String>) -> Self {
        let mut extents: BTreeMap<FileId, Vec<(u32, u32, TypeId)>> = BTreeMap::new();
        for definition in &model.types {
            let mut add =
                |span: Span| extents.entry(span.file).or_default().push((span.start, span.end, definition.id));
            add(definition.extent);
            for constant in &definition.constants {
                add(constant.span);
                constant.tags.iter().for_each(|tag| add(tag.span));
            }
        }
        for of_file in extents.values_mut() {
            of_file.sort_unstable();
        }
        let files = |package: &'m crate::model::Package| package.files.iter().map(|file| (*file, package.id));
        let packages = model.packages.iter().flat_map(files).collect();
        Declarations { model, extents, packages, missing, incomplete: references_to_incomplete(model) }
    }

    /// Returns the types with a reference that a syntax error in this package may prevent from being resolved.
    fn unresolved(&self, package: PackageId) -> impl Iterator<Item = TypeId> {
        let types = self.model.package(package).types.iter().copied();
        let is_invalid = |id: &TypeId| contains(self.model.type_definition(*id), &|ty| matches!(ty, Type::Invalid));
        let elsewhere = self.incomplete.iter().filter(move |(_, needed)| *needed == package).map(|(id, _)| *id);
        types.filter(is_invalid).chain(elsewhere)
    }

    /// Returns the types that reference a type of an incompletely read package, which may declare that type.
    pub(super) fn incomplete(&self) -> impl Iterator<Item = TypeId> {
        self.incomplete.iter().map(|(id, _)| *id)
    }

    /// Returns the declarations that a problem concerns.
    pub(super) fn concern(&self, diagnostic: &Diagnostic) -> Concern {
        let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else { return Concern::Everything };
        let Some(package) = self.packages.get(&span.file) else { return Concern::Everything };
        let of_file = self.extents.get(&span.file).map(Vec::as_slice).unwrap_or_default();
        let before = of_file.partition_point(|(start, ..)| *start <= span.start);
        let mut above = of_file.get(..before).unwrap_or_default().iter().rev();
        if let Some((.., id)) = above.find(|(_, end, _)| span.start <= *end) {
            let mut types = vec![*id];
            if syntax::codes::ALL.contains(&diagnostic.code) {
                types.extend(self.unresolved(*package));
            }
            return Concern::Types(types);
        }
        if is_about_modules(diagnostic.code) {
            // The problem is reported at the first import of the package, but types in other files may need the package
            // as well.
            let missing = self.missing.get(&span);
            let of_package = |package: &str| missing.is_some_and(|missing| missing == package);
            let lacking = |is_part: &dyn Fn(&Field) -> bool| -> Vec<TypeId> {
                let is_such = |ty: &Type| names(ty, &of_package);
                let naming = self.model.types.iter().filter(|definition| holds(definition, is_part, &is_such));
                let in_file = of_file.iter().map(|(.., id)| self.model.type_definition(*id));
                let is_invalid = |ty: &Type| matches!(ty, Type::Invalid);
                let in_file = in_file.filter(|definition| holds(definition, is_part, &is_invalid));
                let lacking: BTreeSet<TypeId> = naming.chain(in_file).map(|definition| definition.id).collect();
                lacking.into_iter().collect()
            };
            let types = lacking(&Field::is_published);
            if !types.is_empty() {
                return Concern::Lacking { types, defined: lacking(&Field::is_defined_by_type) };
            }
        }
        Concern::Package(*package)
    }

    /// Returns the types from which a part of an output is built.
    pub(super) fn reach(&self, types: &Types) -> Reach {
        let none = || vec![false; self.model.types.len()];
        let (types, defined) = match types {
            Types::Some(types) => (self.model.reached_from(types.iter().copied()), none()),
            Types::Defined(types) => (none(), self.model.reached_by_definitions(types.iter().copied())),
            Types::All => {
                let requested = self.model.packages.iter().filter(|package| package.requested);
                let types = requested.flat_map(|package| package.types.iter().copied());
                let types = types.filter(|id| self.model.type_definition(*id).is_exported());
                (self.model.reached_from(types), none())
            }
        };
        let mut reach = Reach { types, defined, packages: Vec::new() };
        let touches = |package: &crate::model::Package| {
            let mut incomplete = self.incomplete.iter().filter(|(_, needed)| *needed == package.id);
            package.types.iter().any(|id| reach.has(*id)) || incomplete.any(|(id, _)| reach.has(*id))
        };
        let packages = self.model.packages.iter().map(touches).collect();
        reach.packages = packages;
        reach
    }

    /// Returns `true` if a problem affects no declaration from which an output is built, so that it is not an error of
    /// this run.
    ///
    /// Returns `false` if this is uncertain: a declaration that cannot be parsed may be anything, a type defined by a
    /// type of a missing package may be a kind, and the kinds of a package with an invalid group tag may be in any
    /// group.
    pub(super) fn affects_no_output(&self, diagnostic: &Diagnostic, reach: &Reach) -> bool {
        let is_missing = is_about_modules(diagnostic.code);
        match self.concern(diagnostic) {
            concern if reach.touches(&concern) => false,
            _ if codes::is_about_reading(diagnostic.code) && !is_missing => false,
            Concern::Types(ids) | Concern::Lacking { types: ids, .. } => {
                !is_missing || !ids.iter().any(|id| self.may_be_kind(*id))
            }
            Concern::Package(id) => !self.model.package(id).types.iter().any(|id| self.model.embeds_type_meta(*id)),
            Concern::Everything => false,
        }
    }

    /// Returns `true` if a declaration may be a kind, because it is based on a missing type and its package has kinds.
    pub(super) fn may_be_kind(&self, id: TypeId) -> bool {
        let definition = self.model.type_definition(id);
        let (TypeKind::Named(ty) | TypeKind::Alias(ty)) = &definition.kind else { return false };
        let is_missing = matches!(ty, Type::Invalid) || names(ty, &|package| !is_standard_library(package));
        is_missing && self.model.package(definition.package).group_version.is_some()
    }
}

impl Reach {
    /// Adds the types of another part.
    pub(super) fn add(&mut self, other: &Reach) {
        let or = |mine: &mut Vec<bool>, others: &[bool]| {
            mine.iter_mut().zip(others).for_each(|(mine, other)| *mine |= *other);
        };
        or(&mut self.types, &other.types);
        or(&mut self.defined, &other.defined);
        or(&mut self.packages, &other.packages);
    }

    /// Returns the import paths of the packages with a type that is needed.
    pub(super) fn packages<'m>(&self, model: &'m Model) -> impl Iterator<Item = &'m str> {
        let needed = model.packages.iter().zip(&self.packages).filter(|(_, is_needed)| **is_needed);
        needed.map(|(package, _)| package.import_path.as_str())
    }

    fn has(&self, id: TypeId) -> bool {
        is_among(&self.types, id) || is_among(&self.defined, id)
    }

    /// Returns `true` if a problem concerns one of these types.
    pub(super) fn touches(&self, concern: &Concern) -> bool {
        match concern {
            Concern::Types(ids) => ids.iter().any(|id| self.has(*id)),
            Concern::Lacking { types, defined } => {
                types.iter().any(|id| is_among(&self.types, *id))
                    || defined.iter().any(|id| is_among(&self.defined, *id))
            }
            Concern::Package(id) => self.packages.get(id.0 as usize) == Some(&true),
            Concern::Everything => true,
        }
    }
}

/// Returns the types that reference a type that a package of the model may declare, with that package.
fn references_to_incomplete(model: &Model) -> Vec<(TypeId, PackageId)> {
    let by_path: BTreeMap<&str, PackageId> =
        model.packages.iter().map(|package| (package.import_path.as_str(), package.id)).collect();
    let mut references = Vec::new();
    for definition in &model.types {
        let found = RefCell::new(BTreeSet::new());
        let collect = |ty: &Type| {
            if let Type::External { package, .. } = ty {
                found.borrow_mut().extend(by_path.get(package.as_str()));
            }
            false
        };
        contains(definition, &collect);
        references.extend(found.into_inner().into_iter().map(|package| (definition.id, package)));
    }
    references
}

fn is_among(types: &[bool], id: TypeId) -> bool {
    types.get(id.0 as usize) == Some(&true)
}

/// Changes errors to warnings if they affect no declaration from which an output is built.
pub(super) fn downgrade_unaffected(diagnostics: &mut [Diagnostic], declarations: &Declarations<'_>, reach: &Reach) {
    for diagnostic in diagnostics.iter_mut().filter(|one| one.severity == Severity::Error) {
        if declarations.affects_no_output(diagnostic, reach) {
            super::severity::soften(diagnostic);
        }
    }
}

/// Returns `true` if a declaration contains a type that satisfies `is_such`.
pub(super) fn contains(definition: &TypeDefinition, is_such: &dyn Fn(&Type) -> bool) -> bool {
    holds(definition, &|_| true, is_such)
}

/// Returns `true` if a declaration contains a type that satisfies `is_such`. In structs, searches only the fields that
/// `is_part` selects.
fn holds(definition: &TypeDefinition, is_part: &dyn Fn(&Field) -> bool, is_such: &dyn Fn(&Type) -> bool) -> bool {
    match &definition.kind {
        TypeKind::Struct(fields) => have(fields, is_part, is_such),
        TypeKind::Named(ty) | TypeKind::Alias(ty) => is_made_of(ty, is_part, is_such),
    }
}

fn have(fields: &[Field], is_part: &dyn Fn(&Field) -> bool, is_such: &dyn Fn(&Type) -> bool) -> bool {
    fields.iter().filter(|field| is_part(field)).any(|field| is_made_of(&field.ty, is_part, is_such))
}

fn is_made_of(ty: &Type, is_part: &dyn Fn(&Field) -> bool, is_such: &dyn Fn(&Type) -> bool) -> bool {
    let is_made_of = |ty: &Type| is_made_of(ty, is_part, is_such);
    is_such(ty)
        || match ty {
            Type::Pointer(element) | Type::Slice(element) | Type::Array(element) => is_made_of(element),
            Type::Map(key, value) => is_made_of(key) || is_made_of(value),
            Type::Instance { arguments, .. } => arguments.iter().any(is_made_of),
            Type::Struct { fields, .. } => have(fields, is_part, is_such),
            _ => false,
        }
}

/// Returns `true` for a missing type whose package satisfies `is_such`.
fn names(ty: &Type, is_such: &dyn Fn(&str) -> bool) -> bool {
    matches!(ty, Type::External { package, .. } if is_such(package))
}
