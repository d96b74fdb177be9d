//! Underlying types, as far as controller-gen uses Go's type checker.

use crate::{
    model::Builtin,
    resolve::{Declared, FileIndex, NameMeaning, Names, is_standard_library},
    syntax::{TypeExpression, TypeExpressionKind},
};

/// Maximum number of declarations to follow.
const MAX_STEPS: usize = 100;

/// The resolution of a name in a type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GoType {
    /// Unresolved.
    Invalid,
    /// A predeclared type.
    Builtin(Builtin),
    /// A declared type, by its index in [`Names::types`].
    Declared(usize),
    /// A parameter of the enclosing declaration.
    Parameter,
    /// A standard library type.
    Standard { package: String, name: String },
}

#[derive(Clone, Debug)]
pub(super) enum Underlying<'a> {
    /// A predeclared type.
    Builtin(Builtin),
    /// Another type, as written.
    Written(FileIndex, &'a TypeExpression),
    /// A standard library type.
    Standard {
        package: String,
        name: String,
    },
    Unknown,
}

/// Resolves `name` or `qualifier.name` in a file.
pub(super) fn find(
    names: &Names<'_>,
    place: FileIndex,
    qualifier: Option<&str>,
    name: &str,
    parameters: &[String],
) -> GoType {
    if qualifier.is_none() && parameters.iter().any(|parameter| parameter == name) {
        return GoType::Parameter;
    }
    match names.find(place, qualifier, name) {
        NameMeaning::Declared(Declared::Type(id)) => GoType::Declared(id.0 as usize),
        NameMeaning::Builtin(builtin) => GoType::Builtin(builtin),
        NameMeaning::Unread(imports) => match imports.as_slice() {
            [import] if is_standard_library(&import.path) => {
                GoType::Standard { package: import.path.clone(), name: name.to_owned() }
            }
            _ => GoType::Invalid,
        },
        NameMeaning::Declared(Declared::Constant(_)) | NameMeaning::UnknownPackage | NameMeaning::Unknown { .. } => {
            GoType::Invalid
        }
    }
}

pub(super) fn underlying<'a>(names: &Names<'a>, place: FileIndex, expression: &'a TypeExpression) -> Underlying<'a> {
    let (mut place, mut expression) = (place, expression);
    for _ in 0..MAX_STEPS {
        let TypeExpressionKind::Name { package, name, .. } = &expression.kind else {
            return Underlying::Written(place, expression);
        };
        let qualifier = package.as_ref().map(|package| package.name.as_str());
        match find(names, place, qualifier, &name.name, &[]) {
            GoType::Builtin(builtin) => return Underlying::Builtin(builtin),
            GoType::Standard { package, name } => return Underlying::Standard { package, name },
            GoType::Declared(index) => {
                let Some(entry) = names.types.get(index) else { return Underlying::Unknown };
                (place, expression) = (entry.place, &entry.declaration.definition);
            }
            GoType::Invalid | GoType::Parameter => return Underlying::Unknown,
        }
    }
    Underlying::Unknown
}

/// Returns the declared type of a name after following aliases.
pub(super) fn unaliased(names: &Names<'_>, index: usize) -> Option<usize> {
    let mut index = index;
    for _ in 0..MAX_STEPS {
        let entry = names.types.get(index)?;
        if !entry.declaration.is_alias {
            return Some(index);
        }
        let TypeExpressionKind::Name { package, name, .. } = &entry.declaration.definition.kind else { return None };
        let qualifier = package.as_ref().map(|package| package.name.as_str());
        match find(names, entry.place, qualifier, &name.name, &[]) {
            GoType::Declared(next) => index = next,
            _ => return None,
        }
    }
    None
}

/// Returns Go's name for the syntax of a type expression, as `%T` prints it.
pub(super) fn syntax_kind(expression: &TypeExpression) -> &'static str {
    match &expression.kind {
        TypeExpressionKind::Name { arguments, .. } if arguments.len() > 1 => "*ast.IndexListExpr",
        TypeExpressionKind::Name { arguments, .. } if arguments.len() == 1 => "*ast.IndexExpr",
        TypeExpressionKind::Name { package: Some(_), .. } => "*ast.SelectorExpr",
        TypeExpressionKind::Name { .. } => "*ast.Ident",
        TypeExpressionKind::Pointer(_) => "*ast.StarExpr",
        TypeExpressionKind::Slice(_) | TypeExpressionKind::Array { .. } => "*ast.ArrayType",
        TypeExpressionKind::Map { .. } => "*ast.MapType",
        TypeExpressionKind::Struct(_) => "*ast.StructType",
        TypeExpressionKind::Interface { .. } => "*ast.InterfaceType",
        TypeExpressionKind::Function => "*ast.FuncType",
        TypeExpressionKind::Channel => "*ast.ChanType",
        TypeExpressionKind::Invalid => "*ast.BadExpr",
    }
}

/// Returns Go's name for the kind of a type, as `%T` prints it.
pub(super) fn type_kind(expression: &TypeExpression) -> &'static str {
    match &expression.kind {
        TypeExpressionKind::Name { .. } | TypeExpressionKind::Invalid => "*types.Named",
        TypeExpressionKind::Pointer(_) => "*types.Pointer",
        TypeExpressionKind::Slice(_) => "*types.Slice",
        TypeExpressionKind::Array { .. } => "*types.Array",
        TypeExpressionKind::Map { .. } => "*types.Map",
        TypeExpressionKind::Struct(_) => "*types.Struct",
        TypeExpressionKind::Interface { .. } => "*types.Interface",
        TypeExpressionKind::Function => "*types.Signature",
        TypeExpressionKind::Channel => "*types.Chan",
    }
}

/// Formats a type like Go's type checker.
pub(super) fn spelling(names: &Names<'_>, place: FileIndex, expression: &TypeExpression) -> String {
    let inner = |expression: &TypeExpression| spelling(names, place, expression);
    match &expression.kind {
        TypeExpressionKind::Name { package, name, .. } => {
            let qualifier = package.as_ref().map(|package| package.name.as_str());
            match find(names, place, qualifier, &name.name, &[]) {
                GoType::Declared(index) => declared_spelling(names, index),
                GoType::Standard { package, name } => format!("{package}.{name}"),
                _ => name.name.clone(),
            }
        }
        TypeExpressionKind::Pointer(target) => format!("*{}", inner(target)),
        TypeExpressionKind::Slice(element) => format!("[]{}", inner(element)),
        TypeExpressionKind::Array { length, element } => format!("[{length}]{}", inner(element)),
        TypeExpressionKind::Map { key, value } => format!("map[{}]{}", inner(key), inner(value)),
        TypeExpressionKind::Struct(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| {
                    let tag = field
                        .struct_tag
                        .as_ref()
                        .map_or_else(String::new, |tag| format!(" {}", idlgen_runtime::go::quote(&tag.name)));
                    let name = if field.is_embedded { String::new() } else { format!("{} ", field.name.name) };
                    format!("{name}{}{tag}", inner(&field.ty))
                })
                .collect();
            format!("struct{{{}}}", fields.join("; "))
        }
        TypeExpressionKind::Interface { is_empty: true } => "interface{}".to_owned(),
        TypeExpressionKind::Interface { is_empty: false } => "interface{...}".to_owned(),
        TypeExpressionKind::Function => "func()".to_owned(),
        TypeExpressionKind::Channel => "chan".to_owned(),
        TypeExpressionKind::Invalid => "invalid type".to_owned(),
    }
}

/// Formats `import/path.Name`.
pub(super) fn declared_spelling(names: &Names<'_>, index: usize) -> String {
    let Some(entry) = names.types.get(index) else { return String::new() };
    let package = names.packages.get(entry.place.package).map_or("", |package| &package.import_path);
    format!("{package}.{}", entry.declaration.name.name)
}
