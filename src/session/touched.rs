//! Which types the problems of a run are about, and so which outputs they concern.

use std::collections::BTreeMap;

use crate::{
    codes,
    diag::{Code, Diagnostic, Severity},
    emit::Types,
    model::{Model, PackageId, Type, TypeDefinition, TypeId, TypeKind},
    modules,
    resolve::{self, is_standard_library},
    source::{FileId, Span},
};

/// The declarations of a model by their positions.
pub(super) struct Declarations<'m> {
    model: &'m Model,
    /// By file: where a declaration begins, where it ends, and the type that it is about.
    extents: BTreeMap<FileId, Vec<(u32, u32, TypeId)>>,
    packages: BTreeMap<FileId, PackageId>,
}

/// What a problem is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Concern {
    /// These types.
    Types(Vec<TypeId>),
    /// A package.
    Package(PackageId),
    /// No package, such as go.mod.
    Everything,
}

/// The types that a part of an output is built from.
pub(super) struct Reach {
    /// By id.
    types: Vec<bool>,
    /// By id: whether any type of the package is one.
    packages: Vec<bool>,
}

impl<'m> Declarations<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
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
        Declarations { model, extents, packages: model.packages.iter().flat_map(files).collect() }
    }

    /// What a problem is about.
    pub(super) fn concern(&self, diagnostic: &Diagnostic) -> Concern {
        let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else { return Concern::Everything };
        let Some(package) = self.packages.get(&span.file) else { return Concern::Everything };
        let of_file = self.extents.get(&span.file).map(Vec::as_slice).unwrap_or_default();
        let before = of_file.partition_point(|(start, ..)| *start <= span.start);
        let mut above = of_file.get(..before).unwrap_or_default().iter().rev();
        if let Some((.., id)) = above.find(|(_, end, _)| span.start <= *end) {
            return Concern::Types(vec![*id]);
        }
        if is_about_modules(diagnostic.code) {
            let lacking = of_file.iter().map(|(.., id)| *id).filter(|id| lacks_type(self.model.type_definition(*id)));
            let lacking: Vec<TypeId> = lacking.collect();
            if !lacking.is_empty() {
                return Concern::Types(lacking);
            }
        }
        Concern::Package(*package)
    }

    /// What a part of an output is built from.
    pub(super) fn reach(&self, types: &Types) -> Reach {
        let types = match types {
            Types::Some(types) => self.model.reached_from(types.iter().copied()),
            Types::All => {
                let requested = self.model.packages.iter().filter(|package| package.requested);
                self.model.reached_from(requested.flat_map(|package| package.types.iter().copied()))
            }
        };
        let is_reached = |id: &TypeId| types.get(id.0 as usize) == Some(&true);
        let packages = self.model.packages.iter().map(|package| package.types.iter().any(is_reached)).collect();
        Reach { types, packages }
    }

    /// Whether a problem is about something that no output is built from, so that it is no error of this run.
    ///
    /// What cannot be parsed may be anything. A type that embeds one of a missing package may be a kind, and so may the
    /// kinds of a package be of a group whose tag is malformed.
    pub(super) fn is_beside(&self, diagnostic: &Diagnostic, reach: &Reach) -> bool {
        match self.concern(diagnostic) {
            concern if reach.touches(&concern) => false,
            _ if codes::is_about_reading(diagnostic.code) && !is_about_modules(diagnostic.code) => false,
            Concern::Types(ids) => {
                let embeds_missing = |id: &TypeId| {
                    let fields = self.model.type_definition(*id).fields();
                    fields.iter().any(|field| field.is_embedded && holds_missing(&field.ty))
                };
                !is_about_modules(diagnostic.code) || !ids.iter().any(embeds_missing)
            }
            Concern::Package(id) => {
                let types = &self.model.package(id).types;
                !is_about_modules(diagnostic.code) && !types.iter().any(|id| self.model.embeds_type_meta(*id))
            }
            Concern::Everything => false,
        }
    }
}

impl Reach {
    /// Adds what another part is built from.
    pub(super) fn add(&mut self, other: &Reach) {
        let or = |mine: &mut Vec<bool>, others: &[bool]| {
            mine.iter_mut().zip(others).for_each(|(mine, other)| *mine |= *other);
        };
        or(&mut self.types, &other.types);
        or(&mut self.packages, &other.packages);
    }

    /// Whether what a problem is about is among these types.
    pub(super) fn touches(&self, concern: &Concern) -> bool {
        match concern {
            Concern::Types(ids) => ids.iter().any(|id| self.types.get(id.0 as usize) == Some(&true)),
            Concern::Package(id) => self.packages.get(id.0 as usize) == Some(&true),
            Concern::Everything => true,
        }
    }
}

/// Makes warnings of errors about what no output is built from.
pub(super) fn soften_beside(diagnostics: &mut [Diagnostic], declarations: &Declarations<'_>, reach: &Reach) {
    for diagnostic in diagnostics.iter_mut().filter(|one| one.severity == Severity::Error) {
        if declarations.is_beside(diagnostic, reach) {
            super::severity::soften(diagnostic);
        }
    }
}

/// Whether a problem keeps a declaration from being read at all, or leads to nothing, so that nobody knows what it
/// allows.
pub(super) fn is_unreadable(diagnostic: &Diagnostic) -> bool {
    diagnostic.primary.is_none()
        || codes::is_about_reading(diagnostic.code)
        || resolve::codes::LEADS_NOWHERE.contains(&diagnostic.code)
}

/// Whether a problem is that an imported package is not found.
fn is_about_modules(code: Code) -> bool {
    use modules::codes::{INVALID_IMPORT_PATH, MISSING_MODULE, NO_SUCH_PACKAGE, NOT_SEARCHED, OUTSIDE_MODULES};
    let codes = [
        INVALID_IMPORT_PATH,
        MISSING_MODULE,
        NO_SUCH_PACKAGE,
        NOT_SEARCHED,
        OUTSIDE_MODULES,
        modules::codes::UNKNOWN_MODULE,
    ];
    codes.contains(&code)
}

/// Whether a declaration names a type that was not found.
fn lacks_type(definition: &TypeDefinition) -> bool {
    match &definition.kind {
        TypeKind::Struct(fields) => fields.iter().any(|field| holds_missing(&field.ty)),
        TypeKind::Named(ty) | TypeKind::Alias(ty) => holds_missing(ty),
    }
}

fn holds_missing(ty: &Type) -> bool {
    match ty {
        Type::Invalid => true,
        Type::External { package, .. } => !is_standard_library(package),
        Type::Pointer(element) | Type::Slice(element) | Type::Array(element) => holds_missing(element),
        Type::Map(key, value) => holds_missing(key) || holds_missing(value),
        Type::Instance { arguments, .. } => arguments.iter().any(holds_missing),
        Type::Struct { fields, .. } => fields.iter().any(|field| holds_missing(&field.ty)),
        _ => false,
    }
}
