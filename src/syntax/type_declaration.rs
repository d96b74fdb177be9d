//! `type` declarations.

use tree_sitter::Node;

use super::{
    TypeDeclaration,
    reader::{Reader, in_field, parts},
};

impl Reader<'_> {
    /// Reads a `type_declaration`.
    pub(super) fn type_declarations(&mut self, node: Node<'_>, types: &mut Vec<TypeDeclaration>) {
        let is_grouped = node.child(1).is_some_and(|child| child.kind() == "(");
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "type_spec" | "type_alias" => {
                    let first = if is_grouped { child } else { node };
                    self.type_specification(child, first, types);
                }
                "ERROR" => {
                    let mut cursor = child.walk();
                    for inner in child.named_children(&mut cursor) {
                        if matches!(inner.kind(), "type_spec" | "type_alias") {
                            self.type_specification(inner, inner, types);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn type_specification(&mut self, node: Node<'_>, first: Node<'_>, types: &mut Vec<TypeDeclaration>) {
        let (Some(name), Some(definition)) = (node.child_by_field_name("name"), node.child_by_field_name("type"))
        else {
            return;
        };
        let mut type_parameters = Vec::new();
        for parameter in node.child_by_field_name("type_parameters").map(parts).unwrap_or_default() {
            type_parameters.extend(in_field(parameter, "name").into_iter().map(|name| self.text(name).to_owned()));
        }
        let comments = self.comments(first, node, name);
        types.push(TypeDeclaration {
            name: self.identifier(name),
            type_parameters,
            is_alias: node.kind() == "type_alias",
            definition: self.type_expression(definition, 0),
            comments,
            span: self.span(node),
        });
    }
}
