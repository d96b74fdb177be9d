//! `const` declarations.

use tree_sitter::Node;

use super::{
    ConstantDeclaration, ConstantExpression, TypeExpression,
    reader::{Reader, in_field},
};
use crate::{
    diag::{Diagnostic, codes::syntax as codes},
    source::Span,
};

/// What a specification without type and values repeats.
struct Repeated {
    ty: Option<TypeExpression>,
    values: Vec<ConstantExpression>,
    /// Where it stands.
    span: Span,
}

impl Reader<'_> {
    /// Reads a `const_declaration`.
    pub(super) fn constants(&mut self, node: Node<'_>, constants: &mut Vec<ConstantDeclaration>) {
        let mut repeated: Option<Repeated> = None;
        let mut iota = 0;
        let is_grouped = node.child(1).is_some_and(|child| child.kind() == "(");
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "const_spec" => {
                    let first = if is_grouped { child } else { node };
                    self.constant_specification(child, first, iota, &mut repeated, constants);
                    iota += 1;
                }
                // `const ( A = 1 )` on one line is damage in the eyes of the grammar; the specification is whole.
                "ERROR" => {
                    let mut cursor = child.walk();
                    for inner in child.named_children(&mut cursor).filter(|inner| inner.kind() == "const_spec") {
                        self.constant_specification(inner, inner, iota, &mut repeated, constants);
                        iota += 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn constant_specification(
        &mut self,
        node: Node<'_>,
        first: Node<'_>,
        iota: i64,
        repeated: &mut Option<Repeated>,
        constants: &mut Vec<ConstantDeclaration>,
    ) {
        let type_node = node.child_by_field_name("type");
        let value_node = node.child_by_field_name("value");
        let is_explicit = type_node.is_some() || value_node.is_some();
        if is_explicit {
            let ty = type_node.map(|ty| self.type_expression(ty, 0));
            let mut values = Vec::new();
            for value in value_node.map(Self::expressions).unwrap_or_default() {
                values.push(self.constant_expression(value, 0));
            }
            let span = self.span(value_node.or(type_node).unwrap_or(node));
            *repeated = Some(Repeated { ty, values, span });
        }
        for (position, name) in in_field(node, "name").into_iter().enumerate() {
            let may_copy = match repeated {
                Some(repeated) => (is_explicit && position == 0) || self.may_copy(repeated.span),
                None => false,
            };
            let source = repeated.as_ref().filter(|_| may_copy);
            let value = source.and_then(|repeated| repeated.values.get(position)).cloned();
            if repeated.as_ref().is_none_or(|repeated| repeated.values.len() <= position) && !node.has_error() {
                let message = format!("the constant `{}` has no value", self.text(name));
                self.diagnostics.push(Diagnostic::new(codes::NO_VALUE, message).at(self.span(name)));
            }
            constants.push(ConstantDeclaration {
                name: self.identifier(name),
                ty: source.and_then(|repeated| repeated.ty.clone()),
                value,
                iota,
                comments: self.comments(first, node, name),
            });
        }
    }
}
