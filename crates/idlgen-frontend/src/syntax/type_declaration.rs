//! `type` declarations.

use tree_sitter::Node;

use super::{
    TypeDeclaration,
    grammar_field::Fields,
    reader::{TreeReader, parts},
};

impl TreeReader<'_> {
    /// Parses a `type_declaration`.
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
        let (Some(name), Some(definition)) = (node.field("name"), node.field("type")) else {
            return;
        };
        let mut type_parameters = Vec::new();
        for parameter in node.field("type_parameters").map(parts).unwrap_or_default() {
            type_parameters.extend(parameter.all_in_field("name").into_iter().map(|name| self.text(name).to_owned()));
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

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn types_of_all_forms() {
        let table = [
            ("type A = pkg.B", "type A 2:6 = pkg.B"),
            ("type A[T any, U, V ~int] []T", "type A[T, U, V] 2:6 []T"),
            ("type A[T any] = B[T, map[string]*C]", "type A[T] 2:6 = B[T, map[string]*C]"),
            ("type A [N + 1]string", "type A 2:6 [N + 1]string"),
            ("type A [N]string", "type A 2:6 [N]string"),
            ("type A (((*int)))", "type A 2:6 *int"),
            ("type A interface{}", "type A 2:6 interface{}"),
            ("type A interface{ /* none */ }", "type A 2:6 interface{}"),
            ("type A interface{ F() }", "type A 2:6 interface"),
            ("type A func(int) error", "type A 2:6 func"),
            ("type A <-chan int", "type A 2:6 chan"),
            ("type A map[ /* key */ string] /* value */ *[]int", "type A 2:6 map[string]*[]int"),
            ("type ( A int; B = string )", "type A 2:8 int\ntype B 2:15 = string"),
            ("type ()", ""),
            ("type A any", "type A 2:6 any"),
            ("type \u{e9}t\u{e9} int", "type \u{e9}t\u{e9} 2:6 int"),
        ];
        for (text, expected) in table {
            let expected = if expected.is_empty() { String::new() } else { format!("{expected}\n") };
            assert_eq!(shown(&format!("package a\n{text}\n")), format!("package a 1:9\n{expected}"), "{text}");
        }
    }
}
