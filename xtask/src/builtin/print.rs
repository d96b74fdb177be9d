//! Prints declarations as Go.

use std::collections::BTreeSet;

use idlgen::syntax::{
    ConstantExpression, FieldDeclaration, GoFile, MethodDeclaration, ReturnValue, TypeDeclaration, TypeExpression,
    TypeExpressionKind,
};
use idlgen_runtime::go::quote;

use super::{
    comments::{above, as_comment, tag_lines},
    package::{File, Package},
    selection::{Selection, is_kept_field, is_meaningful_method},
};

/// Returns the Go file with the kept parts of `file`: its head, then each declaration. Empty if nothing is kept.
pub(crate) fn file(package: &Package, file: &File, selection: &Selection) -> Result<Vec<String>, String> {
    let mut printer = Printer { package, file, selection, qualifiers: BTreeSet::new() };
    let declarations = printer.declarations();
    let (before, behind) = package_comments(file);
    if declarations.is_empty() && before.is_empty() && behind.is_empty() {
        return Ok(Vec::new());
    }
    let clause = file.declarations.package.as_ref().ok_or_else(|| format!("{} has no package clause", file.name))?;
    let mut imports = Vec::new();
    for qualifier in &printer.qualifiers {
        let path = file.imports.get(qualifier).ok_or_else(|| format!("{} does not import {qualifier}", file.name))?;
        let is_last_part = path.rsplit('/').next() == Some(qualifier);
        let name = if is_last_part { String::new() } else { format!("{qualifier} ") };
        imports.push(format!("import {name}{}\n", quote(path)));
    }
    let head = format!("{before}package {}\n{behind}{}", clause.name, imports.concat());
    Ok(std::iter::once(head).chain(declarations).collect())
}

/// Returns the tags of the package: those of every comment in doc.go, and those above the package clause in other
/// files.
fn package_comments(file: &File) -> (String, String) {
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    let GoFile { comments, package_doc, .. } = &file.declarations;
    for (index, group) in comments.iter().enumerate() {
        let is_doc = package_doc.is_some_and(|id| id.0 as usize == index);
        let text = as_comment(&tag_lines(group), "");
        if text.is_empty() || !(is_doc || file.name == "doc.go") {
            continue;
        }
        match (is_doc, group.start_line < file.package_line) {
            (true, _) => before.push(text),
            (false, true) => before.push(format!("{text}\n")),
            (false, false) => behind.push(format!("\n{text}\n")),
        }
    }
    (before.concat(), behind.concat())
}

struct Printer<'a> {
    package: &'a Package,
    file: &'a File,
    selection: &'a Selection,
    /// The names of printed imports.
    qualifiers: BTreeSet<String>,
}

impl Printer<'_> {
    fn declarations(&mut self) -> Vec<String> {
        let file = &self.file.declarations;
        let mut printed = Vec::new();
        let is_kept = |declared: &str| self.selection.contains(&self.package.name(declared));
        for constant in file.constants.iter().filter(|constant| is_kept(&constant.name.name)) {
            let Some(value) = &constant.value else { continue };
            let comments = above(file, constant.comments, "");
            let ty = constant.ty.as_ref().map(|ty| format!(" {}", self.ty(ty, 0))).unwrap_or_default();
            let value = self.constant(value, constant.iota);
            printed.push(format!("{comments}const {}{ty} = {value}\n", constant.name.name));
        }
        for ty in file.types.iter().filter(|ty| is_kept(&ty.name.name)) {
            printed.push(self.type_declaration(ty));
        }
        for variable in file.group_versions.iter().filter(|variable| variable.name.name != "_") {
            let (group, version) = (self.constant(&variable.group, 0), self.constant(&variable.version, 0));
            let imported = self.file.imports.iter().find(|(_, path)| path.ends_with("/runtime/schema"));
            let Some((qualifier, _)) = imported else { continue };
            self.qualifiers.insert(qualifier.clone());
            let name = &variable.name.name;
            printed.push(format!("var {name} = {qualifier}.GroupVersion{{Group: {group}, Version: {version}}}\n"));
        }
        for registration in &file.registrations {
            let types = registration.types.iter().filter(|ty| is_kept(&ty.name)).map(|ty| format!("&{}{{}}", ty.name));
            let types: Vec<String> = types.collect();
            let call = match &registration.group_version {
                Some(variable) => format!("scheme.AddKnownTypes({variable}, {})", types.join(", ")),
                None => format!("SchemeBuilder.Register({})", types.join(", ")),
            };
            if !types.is_empty() {
                printed.push(format!("func init() {{ {call} }}\n"));
            }
        }
        for method in &file.methods {
            if is_kept(&method.receiver) && is_meaningful_method(&method.name.name) {
                printed.push(self.method(method));
            }
        }
        printed
    }

    fn type_declaration(&mut self, ty: &TypeDeclaration) -> String {
        let comments = above(&self.file.declarations, ty.comments, "");
        let equals = if ty.is_alias { "= " } else { "" };
        format!("{comments}type {} {equals}{}\n", ty.name.name, self.ty(&ty.definition, 0))
    }

    fn ty(&mut self, ty: &TypeExpression, depth: usize) -> String {
        match &ty.kind {
            TypeExpressionKind::Name { package: None, name, .. } => name.name.clone(),
            TypeExpressionKind::Name { package: Some(qualifier), name, .. } => {
                self.qualifiers.insert(qualifier.name.clone());
                format!("{}.{}", qualifier.name, name.name)
            }
            TypeExpressionKind::Pointer(element) => format!("*{}", self.ty(element, depth)),
            TypeExpressionKind::Slice(element) => format!("[]{}", self.ty(element, depth)),
            TypeExpressionKind::Array { length, element } => format!("[{length}]{}", self.ty(element, depth)),
            TypeExpressionKind::Map { key, value } => format!("map[{}]{}", self.ty(key, depth), self.ty(value, depth)),
            TypeExpressionKind::Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(|field| self.field(field, depth + 1)).collect();
                format!("struct {{\n{}{}}}", fields.concat(), "\t".repeat(depth))
            }
            TypeExpressionKind::Interface { is_empty: true } => "interface{}".to_owned(),
            // Only the fact that an interface has methods matters, not which ones.
            TypeExpressionKind::Interface { is_empty: false } => "interface{ opaque() }".to_owned(),
            // The parameters of functions and the element types of channels do not matter.
            TypeExpressionKind::Function => "func()".to_owned(),
            TypeExpressionKind::Channel => "chan int".to_owned(),
            TypeExpressionKind::Invalid => "any".to_owned(),
        }
    }

    fn field(&mut self, field: &FieldDeclaration, depth: usize) -> String {
        if !is_kept_field(self.package, self.file, field, self.selection) {
            return String::new();
        }
        let indent = "\t".repeat(depth);
        let comments = above(&self.file.declarations, field.comments, &indent);
        let name = if field.is_embedded { String::new() } else { format!("{} ", field.name.name) };
        let tag = field.struct_tag.as_ref().map(|tag| without_protobuf(&tag.name)).filter(|tag| !tag.is_empty());
        let tag = tag.map(|tag| format!(" `{tag}`")).unwrap_or_default();
        format!("{comments}{indent}{name}{}{tag}\n", self.ty(&field.ty, depth))
    }

    fn constant(&mut self, value: &ConstantExpression, iota: i64) -> String {
        match value {
            ConstantExpression::String(text) => quote(text),
            ConstantExpression::Integer(number) => number.to_string(),
            ConstantExpression::Float(number) => format!("{number:?}"),
            ConstantExpression::Iota => iota.to_string(),
            ConstantExpression::Name { package, name } => self.qualified(package.as_deref(), name),
            ConstantExpression::Call { package, name, argument } => {
                let function = self.qualified(package.as_deref(), name);
                format!("{function}({})", self.constant(argument, iota))
            }
            ConstantExpression::Unary(operator, operand) => format!("{operator}{}", self.constant(operand, iota)),
            ConstantExpression::Binary(operator, left, right) => {
                format!("({} {operator} {})", self.constant(left, iota), self.constant(right, iota))
            }
            ConstantExpression::Unsupported => "0".to_owned(),
        }
    }

    fn qualified(&mut self, qualifier: Option<&str>, name: &str) -> String {
        match qualifier {
            Some(qualifier) => {
                self.qualifiers.insert(qualifier.to_owned());
                format!("{qualifier}.{name}")
            }
            None => name.to_owned(),
        }
    }

    fn method(&mut self, method: &MethodDeclaration) -> String {
        let pointer = if method.pointer_receiver { "*" } else { "" };
        let parameters = vec!["_ any"; method.parameters].join(", ");
        let (results, body) = match method.returns.as_deref() {
            Some([ReturnValue::Strings(texts)]) => {
                let texts: Vec<String> = texts.iter().map(|text| quote(text)).collect();
                (" []string", format!(" return []string{{{}}} ", texts.join(", ")))
            }
            Some(
                [ReturnValue::Constant(value @ (ConstantExpression::String(_) | ConstantExpression::Name { .. }))],
            ) => (" string", format!(" return {} ", self.constant(value, 0))),
            _ => ("", String::new()),
        };
        format!("func ({pointer}{}) {}({parameters}){results} {{{body}}}\n", method.receiver, method.name.name)
    }
}

/// Returns a struct tag without the key `protobuf`.
fn without_protobuf(tag: &str) -> String {
    let mut kept = Vec::new();
    let mut rest = tag.trim();
    while let Some((key, behind)) = rest.split_once(":\"") {
        let mut is_escaped = false;
        let end = behind.find(|character| {
            let is_end = character == '"' && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            is_end
        });
        let Some((value, behind)) = end.and_then(|end| Some((behind.get(..end)?, behind.get(end + 1..)?))) else {
            break;
        };
        if key.trim() != "protobuf" {
            kept.push(format!("{}:\"{value}\"", key.trim()));
        }
        rest = behind;
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn struct_tags_lose_only_protobuf() {
        for (tag, expected) in [
            (r#"json:"a,omitempty" protobuf:"bytes,1,opt,name=a""#, r#"json:"a,omitempty""#),
            (
                r#"protobuf:"bytes,1,opt,name=a" json:",inline" patchStrategy:"merge""#,
                r#"json:",inline" patchStrategy:"merge""#,
            ),
            (r#"json:"a\"b""#, r#"json:"a\"b""#),
            ("", ""),
            ("broken", ""),
        ] {
            assert_eq!(without_protobuf(tag), expected);
        }
    }
}
