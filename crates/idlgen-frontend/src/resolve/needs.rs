//! The packages that must be read before names can be resolved.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    PackageInput,
    names::{Declared, FileIndex, Names, Resolution, is_exported},
};
use crate::{
    model::TypeId,
    source::Span,
    syntax::{
        CommentId, ConstantDeclaration, ConstantExpression, FieldDeclaration, LiteralExpression, ReturnValue,
        TypeExpression, TypeExpressionKind,
    },
    tags::{DEFAULT_REFERENCE, default_reference},
};

/// A package that is needed but was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    pub import_path: String,
    /// The import or the tag that refers to it.
    pub span: Span,
    pub purpose: Purpose,
    /// The names that it must declare.
    pub names: BTreeSet<String>,
}

/// The packages and names to be read.
#[derive(Debug, Default)]
pub struct Needs {
    /// Packages that were not read.
    pub packages: Vec<Need>,
    /// Names whose declarations must be read, by the index of their package.
    pub names: BTreeMap<usize, BTreeSet<String>>,
}

/// The purpose of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A requested package references a type in it. Without the package, every output would be incorrect.
    Type,
    /// A default in a requested package references a constant in it.
    Default,
    /// A constant references it. The constant may be unused.
    Constant,
    /// It may declare the name, but so may other imports.
    Search,
    /// Only declarations that do not affect any output reference it, such as fields that are not in JSON. It is read if
    /// it is available.
    Unpublished,
}

impl Purpose {
    /// Returns `true` if a missing package is not reported.
    pub fn is_silent(self) -> bool {
        matches!(self, Purpose::Search | Purpose::Unpublished)
    }
}

/// Returns everything that the types and constants of requested packages reference and that was not read: imports,
/// without duplicates, in the order of their first use, and declarations of dependencies.
///
/// For imported packages, only considers declarations that are actually reached, because references of other
/// declarations are never resolved. `types` contains additional types (import path and name), which are treated as
/// referenced by a requested package.
pub fn needs(names: &Names<'_>, types: &[(&str, &str)]) -> Needs {
    let mut walk = Walk {
        names,
        seen: vec![false; names.types.len()],
        packages: BTreeSet::new(),
        constants: BTreeSet::new(),
        queue: Vec::new(),
        waiting: Vec::new(),
        unpublished: Vec::new(),
        is_published: true,
        needs: Needs::default(),
    };
    for (index, entry) in names.types.iter().enumerate() {
        let is_root = |package: &PackageInput| {
            package.requested || types.contains(&(package.import_path.as_str(), entry.declaration.name.name.as_str()))
        };
        if names.packages.get(entry.place.package).is_some_and(is_root) {
            walk.reach(TypeId(index as u32));
        }
    }
    for (index, package) in names.packages.iter().enumerate() {
        if package.requested {
            walk.package(index);
        }
    }
    let mut next = 0;
    loop {
        if let Some((place, value)) = walk.waiting.pop() {
            walk.constant(place, value);
        } else if let Some(id) = walk.queue.get(next).copied() {
            next += 1;
            walk.declaration(id);
        } else if let Some((place, expression, parameters)) = walk.unpublished.pop() {
            // All published declarations have been visited. Everything found from here on is not published.
            walk.is_published = false;
            walk.expression(place, expression, parameters);
        } else {
            break;
        }
    }
    walk.needs
}

/// Returns `true` if a constant is declared with a type of its own package. Constants of other packages can only be
/// values of such a type.
fn is_of_own_type(constant: &ConstantDeclaration) -> bool {
    match (&constant.ty, &constant.value) {
        (Some(ty), _) => matches!(ty.kind, TypeExpressionKind::Name { package: None, .. }),
        (None, Some(ConstantExpression::Call { package, .. })) => package.is_none(),
        _ => false,
    }
}

/// Returns `true` if any of the tools includes a field in the JSON of its struct. An embedded field may promote its
/// methods to the struct, whatever its `json` tag.
fn is_published(field: &FieldDeclaration) -> bool {
    let json = field.struct_tag.as_ref().and_then(|tag| tag.name.split("json:\"").nth(1));
    let is_omitted = json.is_some_and(|json| json.starts_with("-\""));
    field.is_embedded || (!is_omitted && (json.is_some() || is_exported(&field.name.name)))
}

struct Walk<'n, 'a> {
    names: &'n Names<'a>,
    seen: Vec<bool>,
    packages: BTreeSet<usize>,
    constants: BTreeSet<usize>,
    queue: Vec<TypeId>,
    /// The values of referenced constants. They are visited later instead of recursively, because a chain of them may
    /// be longer than the stack allows.
    waiting: Vec<(FileIndex, &'a ConstantExpression)>,
    /// The types of fields that are not part of JSON, with the type parameters in scope.
    unpublished: Vec<(FileIndex, &'a TypeExpression, &'a [String])>,
    /// `true` while visiting declarations that are published.
    is_published: bool,
    needs: Needs,
}

impl<'a> Walk<'_, 'a> {
    fn reach(&mut self, id: TypeId) {
        if let Some(seen) = self.seen.get_mut(id.0 as usize)
            && !*seen
        {
            *seen = true;
            self.queue.push(id);
            if let Some(entry) = self.names.types.get(id.0 as usize) {
                self.unread(entry.place.package, &entry.declaration.name.name);
            }
        }
    }

    /// Records a name whose declaration in a package has not been read.
    fn unread(&mut self, package: usize, name: &str) {
        if self.names.is_unread(package, name) {
            self.needs.names.entry(package).or_default().insert(name.to_owned());
        }
    }

    /// Records an unqualified name whose declaration has not been read, in the file's own package or in a dot import.
    fn unread_plain(&mut self, place: FileIndex, name: &str) {
        self.unread(place.package, name);
        let imports = self.names.file(place).into_iter().flat_map(|file| &file.imports);
        for import in imports.filter(|import| import.name.as_deref() == Some(".")) {
            if let Some(package) = self.names.package_of_path(&import.path) {
                self.unread(package, name);
            }
        }
    }

    fn declaration(&mut self, id: TypeId) {
        let Some(entry) = self.names.types.get(id.0 as usize) else { return };
        self.package(entry.place.package);
        self.defaults(entry.place, entry.declaration.comments.doc);
        self.expression(entry.place, &entry.declaration.definition, &entry.declaration.type_parameters);
    }

    /// Visits the constants, methods and registrations of a package when it is first reached.
    fn package(&mut self, index: usize) {
        if !self.packages.insert(index) {
            return;
        }
        let Some(package) = self.names.packages.get(index) else { return };
        for (file, input) in package.files.iter().enumerate() {
            let place = FileIndex { package: index, file };
            for constant in &input.declarations.constants {
                if !package.requested && !is_of_own_type(constant) {
                    continue;
                }
                if let Some(ty) = &constant.ty {
                    self.constant_type(place, ty);
                }
                if let Some(value) = &constant.value {
                    self.constant(place, value);
                }
            }
            // Of the return values of methods, only those that affect schemas are used.
            for method in input.declarations.methods.iter().filter(|method| method.name.name.starts_with("OpenAPI")) {
                for value in method.returns.iter().flatten() {
                    match value {
                        ReturnValue::Constant(value) => self.constant(place, value),
                        ReturnValue::Literal(value) => self.literal(place, value),
                        ReturnValue::Strings(_) => {}
                    }
                }
            }
            if package.requested {
                for variable in &input.declarations.group_versions {
                    self.constant(place, &variable.group);
                    self.constant(place, &variable.version);
                }
            }
        }
    }

    fn expression(&mut self, place: FileIndex, expression: &'a TypeExpression, parameters: &'a [String]) {
        match &expression.kind {
            TypeExpressionKind::Name { package, name, arguments } => {
                if package.is_some() || !parameters.contains(&name.name) {
                    self.name(place, package.as_ref().map(|package| package.name.as_str()), &name.name, Purpose::Type);
                }
                for argument in arguments {
                    self.expression(place, argument, parameters);
                }
            }
            TypeExpressionKind::Pointer(element)
            | TypeExpressionKind::Slice(element)
            | TypeExpressionKind::Array { element, .. } => self.expression(place, element, parameters),
            TypeExpressionKind::Map { key, value } => {
                self.expression(place, key, parameters);
                self.expression(place, value, parameters);
            }
            TypeExpressionKind::Struct(fields) => self.fields(place, fields, parameters),
            TypeExpressionKind::Interface { .. }
            | TypeExpressionKind::Function
            | TypeExpressionKind::Channel
            | TypeExpressionKind::Invalid => {}
        }
    }

    fn fields(&mut self, place: FileIndex, fields: &'a [FieldDeclaration], parameters: &'a [String]) {
        for field in fields {
            if is_published(field) {
                self.defaults(place, field.comments.doc);
                self.expression(place, &field.ty, parameters);
            } else {
                self.unpublished.push((place, &field.ty, parameters));
            }
        }
    }

    fn constant_type(&mut self, place: FileIndex, ty: &TypeExpression) {
        if let TypeExpressionKind::Name { package, name, .. } = &ty.kind {
            self.name(place, package.as_ref().map(|package| package.name.as_str()), &name.name, Purpose::Constant);
        }
    }

    fn literal(&mut self, place: FileIndex, literal: &LiteralExpression) {
        match literal {
            LiteralExpression::Constant(value) | LiteralExpression::Call { argument: value, .. } => {
                self.constant(place, value);
            }
            LiteralExpression::List(values) => values.iter().for_each(|value| self.literal(place, value)),
            LiteralExpression::Map(entries) => {
                for (key, value) in entries {
                    self.constant(place, key);
                    self.literal(place, value);
                }
            }
            LiteralExpression::Struct(fields) => fields.iter().for_each(|(_, value)| self.literal(place, value)),
        }
    }

    fn constant(&mut self, place: FileIndex, expression: &ConstantExpression) {
        match expression {
            ConstantExpression::Name { package, name } => {
                self.name(place, package.as_deref(), name, Purpose::Constant);
            }
            ConstantExpression::Call { package, name, argument } => {
                self.name(place, package.as_deref(), name, Purpose::Constant);
                self.constant(place, argument);
            }
            ConstantExpression::Unary(_, operand) => self.constant(place, operand),
            ConstantExpression::Binary(_, left, right) => {
                self.constant(place, left);
                self.constant(place, right);
            }
            ConstantExpression::String(_)
            | ConstantExpression::Integer(_)
            | ConstantExpression::Float(_)
            | ConstantExpression::Iota
            | ConstantExpression::Unsupported => {}
        }
    }

    fn name(&mut self, place: FileIndex, qualifier: Option<&str>, name: &str, purpose: Purpose) {
        match self.names.find(place, qualifier, name) {
            Resolution::Declared(Declared::Type(id)) => self.reach(id),
            Resolution::Unread(imports) => {
                let purpose = if imports.len() == 1 { purpose } else { Purpose::Search };
                for import in imports {
                    self.need(&import.path, import.span, purpose, name);
                }
                if qualifier.is_none() {
                    self.unread_plain(place, name);
                }
            }
            Resolution::Declared(Declared::Constant(index)) => {
                if self.constants.insert(index)
                    && let Some(entry) = self.names.constants.get(index)
                {
                    self.unread(entry.place.package, name);
                    self.waiting.extend(entry.declaration.value.as_ref().map(|value| (entry.place, value)));
                }
            }
            Resolution::Unknown { package } if qualifier.is_some() => self.unread(package, name),
            Resolution::Builtin(_) | Resolution::Unknown { .. } if qualifier.is_none() => {
                self.unread_plain(place, name);
            }
            Resolution::Builtin(_) | Resolution::UnknownPackage | Resolution::Unknown { .. } => {}
        }
    }

    /// Visits packages in `+default=ref(import/path.Name)` of a comment.
    fn defaults(&mut self, place: FileIndex, comment: Option<CommentId>) {
        let Some(group) = comment.and_then(|id| self.names.file(place).and_then(|file| file.comment(id))) else {
            return;
        };
        if !group.lines.may_contain(DEFAULT_REFERENCE) {
            return;
        }
        for line in group.lines.iter() {
            match default_reference(line.text) {
                Some((Some(path), name)) => match self.names.package_of_path(path) {
                    Some(package) => self.unread(package, name),
                    None => self.need(path, line.span, Purpose::Default, name),
                },
                Some((None, name)) => self.unread(place.package, name),
                None => {}
            }
        }
    }

    fn need(&mut self, import_path: &str, span: Span, purpose: Purpose, name: &str) {
        let purpose = if self.is_published { purpose } else { Purpose::Unpublished };
        let packages = &mut self.needs.packages;
        let at = packages.iter().position(|need| need.import_path == import_path).unwrap_or_else(|| {
            packages.push(Need { import_path: import_path.to_owned(), span, purpose, names: BTreeSet::new() });
            packages.len() - 1
        });
        let Some(need) = packages.get_mut(at) else { return };
        if purpose == Purpose::Type && need.purpose != Purpose::Type {
            (need.span, need.purpose) = (span, purpose);
        }
        if !need.names.contains(name) {
            need.names.insert(name.to_owned());
        }
    }
}
