//! Converts type expressions to types of the model.

use super::{
    names::{Declared, FileIndex, Resolution, is_exported},
    package_reader::PackageReader,
    report::Owner,
};
use crate::{
    diag::{Diagnostic, nearest},
    model::{AnonymousId, Type, TypeId},
    resolve::codes,
    syntax::{Identifier, TypeExpression, TypeExpressionKind},
};

/// The declaration that contains a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeclarationContext<'a> {
    pub(super) place: FileIndex,
    /// Names of the declaration's type parameters.
    pub(super) parameters: &'a [String],
    /// The owner of diagnostics about the type.
    pub(super) owner: Owner,
}

impl PackageReader<'_, '_> {
    /// Resolves a type expression. An unresolved name is reported and becomes [`Type::Invalid`].
    pub(super) fn read_type(&mut self, context: DeclarationContext<'_>, expression: &TypeExpression) -> Type {
        let mut element = |expression: &TypeExpression| Box::new(self.read_type(context, expression));
        match &expression.kind {
            TypeExpressionKind::Name { package, name, arguments } => {
                self.read_name(context, package.as_ref(), name, arguments)
            }
            TypeExpressionKind::Pointer(target) => Type::Pointer(element(target)),
            TypeExpressionKind::Slice(target) => Type::Slice(element(target)),
            TypeExpressionKind::Array { element: target, .. } => Type::Array(element(target)),
            TypeExpressionKind::Map { key, value } => Type::Map(element(key), element(value)),
            TypeExpressionKind::Struct(fields) => {
                Type::Struct { id: AnonymousId(expression.span), fields: self.read_fields(context, fields) }
            }
            TypeExpressionKind::Interface { is_empty } => Type::Interface { is_empty: *is_empty },
            TypeExpressionKind::Function => Type::Function,
            TypeExpressionKind::Channel => Type::Channel,
            TypeExpressionKind::Invalid => Type::Invalid,
        }
    }

    fn read_name(
        &mut self,
        context: DeclarationContext<'_>,
        package: Option<&Identifier>,
        name: &Identifier,
        arguments: &[TypeExpression],
    ) -> Type {
        if package.is_none() && context.parameters.contains(&name.name) {
            return Type::Parameter(name.name.clone());
        }
        let qualifier = package.map(|package| package.name.as_str());
        match self.names.find(context.place, qualifier, &name.name) {
            Resolution::Declared(Declared::Type(id)) => self.instantiate(context, id, name, arguments),
            Resolution::Declared(Declared::Constant(_)) => {
                let message = format!("`{}` is a constant, not a type", name.name);
                self.report.add(context.owner, Diagnostic::new(codes::UNKNOWN_TYPE, message).at(name.span));
                Type::Invalid
            }
            Resolution::Builtin(builtin) => Type::Builtin(builtin),
            Resolution::Unread(imports) => match imports.as_slice() {
                [import] => Type::External { package: import.path.clone(), name: name.name.clone() },
                _ => self.unknown_package(context, package.unwrap_or(name)),
            },
            Resolution::UnknownPackage => self.unknown_package(context, package.unwrap_or(name)),
            Resolution::Unknown { package } => self.unknown_type(context, package, qualifier.is_some(), name),
        }
    }

    /// Returns a declared type with its type arguments, after checking their number.
    fn instantiate(
        &mut self,
        context: DeclarationContext<'_>,
        id: TypeId,
        name: &Identifier,
        arguments: &[TypeExpression],
    ) -> Type {
        let Some(entry) = self.names.types.get(id.0 as usize) else { return Type::Invalid };
        let declaration = entry.declaration;
        let wanted = declaration.type_parameters.len();
        if arguments.len() != wanted {
            let message = format!(
                "`{}` expects {}, found {}",
                name.name,
                count(wanted, "type argument"),
                if arguments.is_empty() { "none".to_owned() } else { arguments.len().to_string() }
            );
            let diagnostic = Diagnostic::new(codes::TYPE_ARGUMENTS, message)
                .at(name.span)
                .and(declaration.name.span, "declared here");
            self.report.add(context.owner, diagnostic);
            return Type::Invalid;
        }
        if arguments.is_empty() {
            return Type::Named(id);
        }
        let arguments = arguments.iter().map(|argument| self.read_type(context, argument)).collect();
        Type::Instance { base: id, arguments }
    }

    fn unknown_package(&mut self, context: DeclarationContext<'_>, qualifier: &Identifier) -> Type {
        if self.names.file(context.place).is_some_and(|file| !file.broken.is_empty()) {
            // The syntax errors may hide the import.
            return Type::Invalid;
        }
        let mut diagnostic = Diagnostic::new(
            codes::UNKNOWN_PACKAGE,
            format!("unresolved package `{}`: this file does not import it", qualifier.name),
        )
        .at(qualifier.span);
        let imported = self.names.file(context.place).into_iter().flat_map(|file| file.imports.iter());
        let known: Vec<&str> = imported
            .filter_map(|import| match &import.name {
                Some(name) => Some(name.as_str()),
                None => self.names.package_of_path(&import.path).map(|package| self.names.clause(package)),
            })
            .collect();
        if let Some(close) = nearest(&qualifier.name, known) {
            diagnostic = diagnostic.unsafe_fix(format!("use `{close}`"), qualifier.span, close);
        }
        self.report.add(context.owner, diagnostic);
        Type::Invalid
    }

    fn unknown_type(
        &mut self,
        context: DeclarationContext<'_>,
        package: usize,
        is_qualified: bool,
        name: &Identifier,
    ) -> Type {
        let path = self.names.packages.get(package).map_or("", |package| package.import_path.as_str());
        if self.names.may_declare(package, &name.name) {
            // For another package, records the package on which the declaration depends.
            return if package == context.place.package {
                Type::Invalid
            } else {
                Type::External { package: path.to_owned(), name: name.name.clone() }
            };
        }
        let declared = self.names.declared(package, &name.name).is_some();
        if !declared && self.names.packages.get(package).is_some_and(|package| package.is_built_in) {
            let message = format!("type `{}` is not among the built-in declarations of package {path}", name.name);
            let diagnostic = Diagnostic::new(codes::UNKNOWN_TYPE, message)
                .at(name.span)
                .note("the module that contains the package is not on this machine")
                .help("download it: add `--fetch`, or run `go mod download`");
            self.report.add(context.owner, diagnostic);
            return Type::Invalid;
        }
        let message = if is_qualified && declared && !is_exported(&name.name) {
            format!("`{}` is not exported by package {path}", name.name)
        } else {
            format!("type `{}` is undefined in package {path}", name.name)
        };
        let mut diagnostic = Diagnostic::new(codes::UNKNOWN_TYPE, message).at(name.span);
        if let Some(close) = nearest(&name.name, self.names.candidates(package, context.place.package, true)) {
            diagnostic = diagnostic.unsafe_fix(format!("use `{close}`"), name.span, close);
        }
        diagnostic = diagnostic.note(
            "idlgen does not read test files, files that a build constraint excludes, zz_generated files and, \
             without CGO_ENABLED=1, files that need cgo",
        );
        self.report.add(context.owner, diagnostic);
        Type::Invalid
    }
}

/// Formats `no type argument`, `1 type argument`, `2 type arguments`.
fn count(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
