//! The names declared by packages, and the resolution of names.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    PackageInput,
    builtin::{BUILTINS, builtin},
    imports::{self, Qualifier},
};
use crate::{
    diag::{Diagnostic, Label},
    model::{Builtin, TypeId},
    resolve::codes,
    syntax::{ConstantDeclaration, GoFile, Identifier, Import, TypeDeclaration},
};

/// A file, identified by the indexes of the package and the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileIndex {
    pub package: usize,
    /// The index of the file in the package.
    pub(crate) file: usize,
}

/// A declared type. [`TypeId`] is its index.
#[derive(Clone, Copy, Debug)]
pub struct TypeEntry<'a> {
    pub place: FileIndex,
    pub declaration: &'a TypeDeclaration,
}

/// A declared constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstantEntry<'a> {
    pub(crate) place: FileIndex,
    pub(crate) declaration: &'a ConstantDeclaration,
}

/// The package-level names of all packages.
#[derive(Debug)]
pub struct Names<'a> {
    /// The parsed packages.
    pub packages: &'a [PackageInput],
    /// All types, in the order of packages, files and declarations.
    pub types: Vec<TypeEntry<'a>>,
    /// All constants, in the order of packages, files and declarations.
    pub(crate) constants: Vec<ConstantEntry<'a>>,
    scopes: Vec<Scope<'a>>,
    by_path: BTreeMap<&'a str, usize>,
}

#[derive(Debug, Default)]
struct Scope<'a> {
    clause: &'a str,
    /// `true` if a file has syntax errors, so that it may declare more names.
    is_incomplete: bool,
    names: BTreeMap<&'a str, (Declared, &'a Identifier)>,
}

/// The declaration of a package-level name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    Type(TypeId),
    /// A constant, by its index in `Names::constants`.
    Constant(usize),
}

/// The resolution of a name in a type.
#[derive(Debug, PartialEq, Eq)]
pub enum Resolution<'a> {
    Declared(Declared),
    /// A predeclared type.
    Builtin(Builtin),
    /// A name in a package that was not read.
    Unread(Vec<&'a Import>),
    /// Unresolved: the qualifier is not an import.
    UnknownPackage,
    /// Unresolved: the package has no such name.
    Unknown {
        /// The package that was searched.
        package: usize,
    },
}

impl<'a> Names<'a> {
    /// Collects the names. If a name is declared twice in a requested package, this is reported. The first declaration
    /// is used.
    pub fn new(packages: &'a [PackageInput]) -> (Self, Vec<Diagnostic>) {
        let mut names =
            Names { packages, types: Vec::new(), constants: Vec::new(), scopes: Vec::new(), by_path: BTreeMap::new() };
        let mut diagnostics = Vec::new();
        for (index, package) in packages.iter().enumerate() {
            names.by_path.entry(&package.import_path).or_insert(index);
            let mut reported = Vec::new();
            let scope = names.scope(index, package, &mut reported);
            names.scopes.push(scope);
            if package.requested {
                diagnostics.append(&mut reported);
            }
        }
        (names, diagnostics)
    }

    fn scope(&mut self, index: usize, package: &'a PackageInput, diagnostics: &mut Vec<Diagnostic>) -> Scope<'a> {
        let mut scope = Scope::default();
        let mut clause: Option<&Identifier> = None;
        for (file, input) in package.files.iter().enumerate() {
            let place = FileIndex { package: index, file };
            if let Some(here) = &input.declarations.package {
                match clause {
                    None => clause = Some(here),
                    Some(first) if first.name != here.name => diagnostics.push(
                        Diagnostic::new(
                            codes::PACKAGE_CLAUSE,
                            format!("package `{}` in a directory of package `{}`", here.name, first.name),
                        )
                        .at(here.span)
                        .and(first.span, "package of the first file"),
                    ),
                    Some(_) => {}
                }
            }
            scope.is_incomplete |= !input.declarations.broken.is_empty();
            for declaration in &input.declarations.types {
                let entry = Declared::Type(TypeId(self.types.len() as u32));
                if scope.declare(entry, &declaration.name, diagnostics) {
                    self.types.push(TypeEntry { place, declaration });
                }
            }
            for declaration in &input.declarations.constants {
                let entry = Declared::Constant(self.constants.len());
                if declaration.name.name == "_" || scope.declare(entry, &declaration.name, diagnostics) {
                    self.constants.push(ConstantEntry { place, declaration });
                }
            }
        }
        scope.clause = clause.map_or("", |clause| &clause.name);
        let is_broken = |label: &Label| {
            let file = package.files.iter().find(|file| file.declarations.file == label.span.file);
            file.is_some_and(|file| !file.declarations.broken.is_empty())
        };
        // Merge conflicts, for example, contain declarations twice.
        diagnostics.retain(|one| !one.primary.iter().chain(&one.secondary).any(is_broken));
        scope
    }

    pub fn clause(&self, package: usize) -> &'a str {
        self.scopes.get(package).map_or("", |scope| scope.clause)
    }

    /// Returns the package with that import path, if it was read.
    pub fn package_of_path(&self, import_path: &str) -> Option<usize> {
        self.by_path.get(import_path).copied()
    }

    /// Returns the declarations of a file.
    pub fn file(&self, place: FileIndex) -> Option<&'a GoFile> {
        self.packages.get(place.package)?.files.get(place.file).map(|file| &file.declarations)
    }

    /// Returns the declaration of a name in a package.
    pub(crate) fn declared(&self, package: usize, name: &str) -> Option<Declared> {
        self.scopes.get(package)?.names.get(name).map(|(declared, _)| *declared)
    }

    /// Returns `true` if a package declares this name, but the declaration was not read because nothing references it,
    /// or if syntax errors hide some names of the package.
    pub(crate) fn may_declare(&self, package: usize, name: &str) -> bool {
        self.scopes.get(package).is_some_and(|scope| scope.is_incomplete) || self.is_unread(package, name)
    }

    /// Returns `true` if a package declares this name, but the declaration was not read because nothing references it.
    pub(crate) fn is_unread(&self, package: usize, name: &str) -> bool {
        self.packages.get(package).is_some_and(|package| package.unread.find(name).is_some())
    }

    /// Resolves `name`, or `qualifier.name`, in a file. The caller must handle type parameters.
    pub fn find(&self, place: FileIndex, qualifier: Option<&str>, name: &str) -> Resolution<'a> {
        let Some(file) = self.file(place) else { return Resolution::UnknownPackage };
        match qualifier {
            Some(qualifier) => self.find_qualified(file, qualifier, name),
            None => self.find_plain(file, place.package, name),
        }
    }

    fn find_qualified(&self, file: &'a GoFile, qualifier: &str, name: &str) -> Resolution<'a> {
        let read = |path: &str| self.package_of_path(path).map(|package| (package, self.clause(package)));
        match imports::qualifier(file, qualifier, read) {
            Qualifier::Read(package) => match self.declared(package, name) {
                Some(declared) if is_exported(name) => Resolution::Declared(declared),
                _ => Resolution::Unknown { package },
            },
            Qualifier::Unread(import) => Resolution::Unread(vec![import]),
            Qualifier::Perhaps(imports) if imports.is_empty() => Resolution::UnknownPackage,
            Qualifier::Perhaps(imports) => Resolution::Unread(imports),
        }
    }

    fn find_plain(&self, file: &'a GoFile, package: usize, name: &str) -> Resolution<'a> {
        if let Some(declared) = self.declared(package, name) {
            return Resolution::Declared(declared);
        }
        let mut unread = Vec::new();
        if is_exported(name) {
            for import in file.imports.iter().filter(|import| import.name.as_deref() == Some(".")) {
                match self.package_of_path(&import.path) {
                    Some(imported) => {
                        if let Some(declared) = self.declared(imported, name) {
                            return Resolution::Declared(declared);
                        }
                    }
                    None => unread.push(import),
                }
            }
        }
        match builtin(name) {
            Some(builtin) => Resolution::Builtin(builtin),
            None if unread.is_empty() => Resolution::Unknown { package },
            None => Resolution::Unread(unread),
        }
    }

    /// Returns the names of a package for suggestions: types or constants. For another package than `from`, only
    /// exported names.
    pub(crate) fn candidates(&self, package: usize, from: usize, types: bool) -> impl Iterator<Item = &'a str> {
        let names = self.scopes.get(package).into_iter().flat_map(|scope| scope.names.iter());
        let declared = names
            .filter(move |(_, (declared, _))| matches!(declared, Declared::Type(_)) == types)
            .map(|(name, _)| *name);
        let unread = self.packages.get(package).into_iter().flat_map(move |package| package.unread.names(types));
        // Include names that were not read, so that suggestions do not depend on which declarations were read.
        let declared: BTreeSet<&str> =
            declared.chain(unread).filter(|name| package == from || is_exported(name)).collect();
        let declared = declared.into_iter();
        declared.chain(BUILTINS.into_iter().filter(move |_| types && package == from))
    }
}

impl<'a> Scope<'a> {
    /// Records a declaration. Returns `false` if the name is taken.
    fn declare(&mut self, entry: Declared, name: &'a Identifier, diagnostics: &mut Vec<Diagnostic>) -> bool {
        if let Some((_, first)) = self.names.get(name.name.as_str()) {
            diagnostics.push(
                Diagnostic::new(codes::DUPLICATE_DECLARATION, format!("`{}` is declared twice", name.name))
                    .at_with(name.span, "this declaration is ignored")
                    .and(first.span, "the first declaration"),
            );
            return false;
        }
        self.names.insert(&name.name, (entry, name));
        true
    }
}

/// Returns `true` if Go exports a name.
pub(crate) fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}
