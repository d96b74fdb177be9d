//! `const` declarations.

use tree_sitter::Node;

use super::{ConstantDeclaration, ConstantExpression, TypeExpression, grammar_field::Fields, reader::TreeReader};
use crate::{diag::Diagnostic, source::Span, syntax::codes};

/// The type and values of the previous specification, which Go repeats for a specification without a value.
struct Repeated {
    ty: Option<TypeExpression>,
    values: Vec<ConstantExpression>,
    /// The location.
    span: Span,
}

impl TreeReader<'_> {
    /// Parses a `const_declaration`.
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
                // The grammar reports `const ( A = 1 )` on a single line as a syntax error, although the specification
                // is complete.
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
        let type_node = node.field("type");
        let value_node = node.field("value");
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
        for (position, name) in node.all_in_field("name").into_iter().enumerate() {
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

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn groups_repeat_and_count() {
        let text = "package a
const A = 1 // a
// All.
const (
	// b
	B Size = \"b\"
	C
	D, E = iota, -iota // d
	F, G
	_
	H string = \"h\"
)
const (
	I = iota
)
const ( J = 1 )
const ( K = 1; L )
";
        let expected = "package a 1:9
const A 2:7 = 1 (iota 0)
  trailing: a
const B 6:2 Size = \"b\" (iota 0)
  doc: b
const C 7:2 Size = \"b\" (iota 1)
const D 8:2 = iota (iota 2)
  trailing: d
const E 8:5 = -iota (iota 2)
  trailing: d
const F 9:2 = iota (iota 3)
const G 9:5 = -iota (iota 3)
const _ 10:2 = iota (iota 4)
const H 11:2 string = \"h\" (iota 5)
const I 14:2 = iota (iota 0)
const J 16:9 = 1 (iota 0)
const K 17:9 = 1 (iota 0)
const L 17:16 = 1 (iota 1)
";
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn values_may_be_missing() {
        let text = "package a\nconst (\n\tA\n\tB, C = 1\n)\n";
        let expected = "package a 1:9
const A 3:2 = (none) (iota 0)
const B 4:2 = 1 (iota 1)
const C 4:5 = (none) (iota 1)
3:2 IDL0204 the constant `A` has no value
4:5 IDL0204 the constant `C` has no value
";
        assert_eq!(shown(text), expected);
    }
}
