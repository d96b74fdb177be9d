//! Composite literals: structs, maps and slices written out.

use tree_sitter::Node;

use super::{
    ConstantExpression, LiteralExpression,
    grammar_field::Fields,
    reader::{MAX_DEPTH, TreeReader, only_part, parts},
};

/// The syntax of a literal's elements, which depends on its type.
#[derive(Clone, Copy)]
enum ElementSyntax {
    /// `[]T{…}`.
    List,
    /// `map[K]V{…}`.
    Map,
    /// `T{…}`, or `{…}` inside another literal. The elements determine whether it is a struct.
    Named,
}

impl TreeReader<'_> {
    /// Parses a `composite_literal`. Returns `None` if it contains anything except constants and other literals.
    pub(super) fn composite_literal(&mut self, node: Node<'_>, depth: usize) -> Option<LiteralExpression> {
        let syntax = match node.field("type")?.kind() {
            "slice_type" => ElementSyntax::List,
            "map_type" => ElementSyntax::Map,
            "type_identifier" | "qualified_type" => ElementSyntax::Named,
            _ => return None,
        };
        self.literal_elements(node.field("body")?, syntax, depth)
    }

    fn literal_elements(&mut self, body: Node<'_>, syntax: ElementSyntax, depth: usize) -> Option<LiteralExpression> {
        if depth > MAX_DEPTH {
            self.too_deep(body);
            return None;
        }
        let mut list = Vec::new();
        let mut fields = Vec::new();
        let mut entries = Vec::new();
        for element in parts(body) {
            if element.kind() == "literal_element" {
                list.push(self.literal_expression(only_part(element)?, depth + 1)?);
                continue;
            }
            let key = only_part(element.field("key")?)?;
            let value = self.literal_expression(only_part(element.field("value")?)?, depth + 1)?;
            if matches!(syntax, ElementSyntax::Named) && key.kind() == "identifier" {
                fields.push((self.text(key).to_owned(), value));
            } else {
                entries.push((self.constant_expression(key, depth + 1), value));
            }
        }
        match (syntax, list.is_empty(), fields.is_empty(), entries.is_empty()) {
            (ElementSyntax::List, _, true, true) | (ElementSyntax::Named, false, true, true) => {
                Some(LiteralExpression::List(list))
            }
            (ElementSyntax::Map, true, true, _) | (ElementSyntax::Named, true, true, false) => {
                Some(LiteralExpression::Map(entries))
            }
            (ElementSyntax::Named, true, _, true) => Some(LiteralExpression::Struct(fields)),
            _ => None,
        }
    }

    fn literal_expression(&mut self, node: Node<'_>, depth: usize) -> Option<LiteralExpression> {
        if depth > MAX_DEPTH {
            self.too_deep(node);
            return None;
        }
        match node.kind() {
            "composite_literal" => self.composite_literal(node, depth),
            "literal_value" => self.literal_elements(node, ElementSyntax::Named, depth),
            "unary_expression" if node.field("operator").is_some_and(|sign| self.text(sign) == "&") => {
                self.literal_expression(node.field("operand")?, depth + 1)
            }
            _ => match self.constant_expression(node, depth) {
                ConstantExpression::Unsupported => None,
                ConstantExpression::Call { package: Some(package), name, argument } => {
                    Some(LiteralExpression::Call { package, name, argument: *argument })
                }
                value => Some(LiteralExpression::Constant(value)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn literals_of_definitions() {
        let table = [
            ("common.OpenAPIDefinition{}", " returns {}"),
            (
                r#"common.OpenAPIDefinition{Schema: spec.Schema{A: []string{"a", B}, C: map[string]x.Y{"d": {E: 1}}}}"#,
                r#" returns {Schema: {A: ["a", B], C: {"d": {E: 1}}}}"#,
            ),
            (
                r#"OpenAPIDefinition{A: &x.Y{B: ptr.To(int64(1))}, C: x.Names{"a"}, D: x.Map{"e": nil}, /* f */}"#,
                r#" returns {A: {B: ptr.To(int64(1))}, C: ["a"], D: {"e": nil}}"#,
            ),
            ("common.OpenAPIDefinition{A: []T{{B: 1}, {C: -2.5}}}", " returns {A: [{B: 1}, {C: -2.5}]}"),
            ("common.OpenAPIDefinition{A: f(1, 2)}", ""),
            ("common.OpenAPIDefinition{A: a.b.c}", ""),
            ("common.OpenAPIDefinition{A: []string{1: \"a\"}}", ""),
            ("common.OpenAPIDefinition{A: [2]int{1, 2}}", ""),
            ("common.OpenAPIDefinition{A: 1, 2}", ""),
            ("other.Thing{A: 1}", ""),
        ];
        for (text, expected) in table {
            let shown = shown(&format!("package a\nfunc (A) B() T {{ return {text} }}\n"));
            assert_eq!(shown, format!("package a 1:9\nmethod A.B 2:10 (0 parameters){expected}\n"), "{text}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let text = format!(
            "package a\nfunc (A) B() T {{ return OpenAPIDefinition{{A: {}1{} }}}}\n",
            "[]T{".repeat(300),
            "}".repeat(300)
        );
        assert!(shown(&text).contains("(0 parameters)\n"), "{}", shown(&text));
    }
}
