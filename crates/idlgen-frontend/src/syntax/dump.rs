//! Formats declarations for `idlgen dump syntax`.

use std::fmt::Write;

use idlgen_runtime::go;

use super::{
    Comments, ConstantDeclaration, ConstantExpression, FieldDeclaration, GoFile, Identifier, LiteralExpression,
    MethodDeclaration, ReturnValue, TypeDeclaration, TypeExpression, TypeExpressionKind,
};
use crate::source::{SourceMap, Span};

/// Formats the declarations of a file: one line with line and column for each, followed by its comments and parts,
/// indented. Equal files have equal dumps.
pub fn dump(file: &GoFile, sources: &SourceMap) -> String {
    let mut dump = Dump { file, sources, text: String::new(), indent: 0 };
    dump.file();
    dump.text
}

struct Dump<'a> {
    file: &'a GoFile,
    sources: &'a SourceMap,
    text: String,
    indent: usize,
}

impl Dump<'_> {
    fn line(&mut self, line: &str) {
        let indent = self.indent * 2;
        let _ = writeln!(self.text, "{:indent$}{line}", "");
    }

    fn place(&self, span: Span) -> String {
        let place = self.sources.line_column(span.file, span.start);
        format!("{}:{}", place.line, place.column)
    }

    fn file(&mut self) {
        self.line(&format!("file {}", self.sources.path(self.file.file).display()));
        self.indent += 1;
        if let Some(package) = &self.file.package {
            let place = self.place(package.span);
            self.line(&format!("package {} {place}", package.name));
            self.indent += 1;
            let comments = Comments { doc: self.file.package_doc, ..Comments::default() };
            self.comments(&comments);
            self.indent -= 1;
        }
        for import in &self.file.imports {
            let name = import.name.as_ref().map_or_else(String::new, |name| format!("{name} "));
            let place = self.place(import.span);
            self.line(&format!("import {name}{} {place}", go::quote(&import.path)));
        }
        for declaration in &self.file.types {
            self.type_declaration(declaration);
        }
        for constant in &self.file.constants {
            self.constant(constant);
        }
        for method in &self.file.methods {
            self.method(method);
        }
        for variable in &self.file.group_versions {
            let place = self.place(variable.name.span);
            let (group, version) = (expression(&variable.group), expression(&variable.version));
            self.line(&format!("group-version {} {place} group={group} version={version}", variable.name.name));
        }
        for registration in &self.file.registrations {
            let group_version = registration.group_version.as_deref().unwrap_or("(scheme builder)");
            let mut names: Vec<&str> = registration.types.iter().map(|name| name.name.as_str()).collect();
            if registration.adds_meta_types {
                names.push("(meta types)");
            }
            self.line(&format!("register {group_version}: {}", names.join(", ")));
        }
    }

    fn comments(&mut self, comments: &Comments) {
        let groups = [("doc", comments.doc), ("above", comments.second_closest), ("trailing", comments.trailing)];
        for (label, group) in groups {
            let Some(group) = group.and_then(|id| self.file.comment(id)) else { continue };
            for line in group.lines.iter() {
                self.line(format!("{label}: {}", line.text).trim_end());
            }
            for line in group.directives.iter() {
                self.line(&format!("{label} directive: {}", line.text));
            }
        }
    }

    fn type_declaration(&mut self, declaration: &TypeDeclaration) {
        let place = self.place(declaration.name.span);
        let parameters = match declaration.type_parameters.as_slice() {
            [] => String::new(),
            parameters => format!("[{}]", parameters.join(", ")),
        };
        let alias = if declaration.is_alias { "= " } else { "" };
        let shown = type_expression(&declaration.definition);
        self.line(&format!("type {}{parameters} {place} {alias}{shown}", declaration.name.name));
        self.indent += 1;
        self.comments(&declaration.comments);
        self.fields_of(&declaration.definition);
        self.indent -= 1;
    }

    /// Adds the fields of structs inside a type.
    fn fields_of(&mut self, ty: &TypeExpression) {
        match &ty.kind {
            TypeExpressionKind::Struct(fields) => fields.iter().for_each(|field| self.field(field)),
            TypeExpressionKind::Pointer(inner)
            | TypeExpressionKind::Slice(inner)
            | TypeExpressionKind::Array { element: inner, .. } => self.fields_of(inner),
            TypeExpressionKind::Map { key, value } => {
                self.fields_of(key);
                self.fields_of(value);
            }
            TypeExpressionKind::Name { arguments, .. } => arguments.iter().for_each(|ty| self.fields_of(ty)),
            TypeExpressionKind::Interface { .. }
            | TypeExpressionKind::Function
            | TypeExpressionKind::Channel
            | TypeExpressionKind::Invalid => {}
        }
    }

    fn field(&mut self, field: &FieldDeclaration) {
        let place = self.place(field.name.span);
        let kind = if field.is_embedded { "embed" } else { "field" };
        let tag = field.struct_tag.as_ref().map_or_else(String::new, |tag| format!(" {}", go::quote(&tag.name)));
        self.line(&format!("{kind} {} {place} {}{tag}", field.name.name, type_expression(&field.ty)));
        self.indent += 1;
        self.comments(&field.comments);
        self.fields_of(&field.ty);
        self.indent -= 1;
    }

    fn constant(&mut self, constant: &ConstantDeclaration) {
        let place = self.place(constant.name.span);
        let ty = constant.ty.as_ref().map_or_else(String::new, |ty| format!(" {}", type_expression(ty)));
        let value = constant.value.as_ref().map_or_else(|| "(none)".to_owned(), expression);
        self.line(&format!("const {} {place}{ty} = {value} (iota {})", constant.name.name, constant.iota));
        self.indent += 1;
        self.comments(&constant.comments);
        self.indent -= 1;
    }

    fn method(&mut self, method: &MethodDeclaration) {
        let place = self.place(method.name.span);
        let pointer = if method.pointer_receiver { "*" } else { "" };
        let Identifier { name, .. } = &method.name;
        let returns = method.returns.as_ref().map_or_else(String::new, |values| {
            let values: Vec<String> = values.iter().map(return_value).collect();
            format!(" returns {}", values.join(", "))
        });
        self.line(&format!(
            "method {pointer}{}.{name} {place} ({} parameters){returns}",
            method.receiver, method.parameters
        ));
    }
}

fn return_value(value: &ReturnValue) -> String {
    match value {
        ReturnValue::Constant(value) => expression(value),
        ReturnValue::Strings(values) => {
            let values: Vec<String> = values.iter().map(|value| go::quote(value)).collect();
            format!("[{}]", values.join(", "))
        }
        ReturnValue::Literal(value) => literal(value),
    }
}

fn literal(value: &LiteralExpression) -> String {
    match value {
        LiteralExpression::Constant(value) => expression(value),
        LiteralExpression::Call { package, name, argument } => format!("{package}.{name}({})", expression(argument)),
        LiteralExpression::List(values) => {
            let values: Vec<String> = values.iter().map(literal).collect();
            format!("[{}]", values.join(", "))
        }
        LiteralExpression::Map(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}: {}", expression(key), literal(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        LiteralExpression::Struct(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name}: {}", literal(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}

fn qualified(package: Option<&str>, name: &str) -> String {
    package.map_or_else(|| name.to_owned(), |package| format!("{package}.{name}"))
}

fn type_expression(ty: &TypeExpression) -> String {
    match &ty.kind {
        TypeExpressionKind::Name { package, name, arguments } => {
            let name = qualified(package.as_ref().map(|package| package.name.as_str()), &name.name);
            let arguments: Vec<String> = arguments.iter().map(type_expression).collect();
            if arguments.is_empty() { name } else { format!("{name}[{}]", arguments.join(", ")) }
        }
        TypeExpressionKind::Pointer(target) => format!("*{}", type_expression(target)),
        TypeExpressionKind::Slice(element) => format!("[]{}", type_expression(element)),
        TypeExpressionKind::Array { length, element } => format!("[{length}]{}", type_expression(element)),
        TypeExpressionKind::Map { key, value } => format!("map[{}]{}", type_expression(key), type_expression(value)),
        TypeExpressionKind::Struct(_) => "struct".to_owned(),
        TypeExpressionKind::Interface { is_empty: true } => "interface{}".to_owned(),
        TypeExpressionKind::Interface { is_empty: false } => "interface".to_owned(),
        TypeExpressionKind::Function => "func".to_owned(),
        TypeExpressionKind::Channel => "chan".to_owned(),
        TypeExpressionKind::Invalid => "(invalid)".to_owned(),
    }
}

fn expression(value: &ConstantExpression) -> String {
    match value {
        ConstantExpression::String(value) => go::quote(value),
        ConstantExpression::Integer(value) => value.to_string(),
        ConstantExpression::Float(value) => go::format_float(*value),
        ConstantExpression::Iota => "iota".to_owned(),
        ConstantExpression::Name { package, name } => qualified(package.as_deref(), name),
        ConstantExpression::Call { package, name, argument } => {
            format!("{}({})", qualified(package.as_deref(), name), expression(argument))
        }
        ConstantExpression::Unary(operator, operand) => format!("{operator}{}", expression(operand)),
        ConstantExpression::Binary(operator, left, right) => {
            format!("({} {operator} {})", expression(left), expression(right))
        }
        ConstantExpression::Unsupported => "(not a constant that is understood)".to_owned(),
    }
}
