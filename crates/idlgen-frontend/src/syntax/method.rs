//! Methods, and the values that they return if their body is a single `return`.

use tree_sitter::Node;

use super::{
    ConstantExpression, MethodDeclaration, ReturnValue, TypeExpressionKind,
    grammar_field::Fields,
    reader::{TreeReader, only_part, parts},
};

impl TreeReader<'_> {
    /// Parses a `method_declaration`.
    pub(super) fn method(&mut self, node: Node<'_>) -> Option<MethodDeclaration> {
        let name = node.field("name")?;
        let receiver = node.field("receiver").and_then(only_part)?.field("type")?;
        let mut receiver = self.type_expression(receiver, 0);
        let mut pointer_receiver = false;
        if let TypeExpressionKind::Pointer(target) = receiver.kind {
            pointer_receiver = true;
            receiver = *target;
        }
        let TypeExpressionKind::Name { name: receiver, .. } = receiver.kind else { return None };
        let parameters = node.field("parameters").map(parts).unwrap_or_default();
        Some(MethodDeclaration {
            receiver: receiver.name,
            pointer_receiver,
            name: self.identifier(name),
            parameters: parameters.into_iter().map(|parameter| parameter.all_in_field("name").len().max(1)).sum(),
            result: node.field("result").map(|result| self.text(result).to_owned()).unwrap_or_default(),
            returns: node.field("body").and_then(|body| self.returned(body)),
        })
    }

    /// Returns the values of a body that is a single `return` of constants.
    fn returned(&mut self, body: Node<'_>) -> Option<Vec<ReturnValue>> {
        if body.has_error() {
            return None;
        }
        let statement = only_part(only_part(body)?).filter(|statement| statement.kind() == "return_statement")?;
        let values = only_part(statement).map(Self::expressions).unwrap_or_default();
        values.into_iter().map(|value| self.return_value(value)).collect()
    }

    fn return_value(&mut self, node: Node<'_>) -> Option<ReturnValue> {
        match node.kind() {
            "nil" => Some(ReturnValue::Strings(Vec::new())),
            "composite_literal" => {
                let ty = node.field("type")?;
                if self.qualified_name(ty).is_some_and(|(_, name)| name == "OpenAPIDefinition") {
                    return self.composite_literal(node, 0).map(ReturnValue::Literal);
                }
                if ty.kind() != "slice_type" || ty.field("element").map(|element| self.text(element)) != Some("string")
                {
                    return None;
                }
                let mut strings = Vec::new();
                for element in parts(node.field("body")?) {
                    let element = only_part(element).filter(|_| element.kind() == "literal_element")?;
                    match self.constant_expression(element, 0) {
                        ConstantExpression::String(value) => strings.push(value),
                        _ => return None,
                    }
                }
                Some(ReturnValue::Strings(strings))
            }
            _ => match self.constant_expression(node, 0) {
                ConstantExpression::Unsupported => None,
                value => Some(ReturnValue::Constant(value)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn methods_and_what_they_return() {
        let table = [
            ("func (A) B() {}", "method A.B 2:10 (0 parameters)"),
            ("func (a *A) B(x, y int, z ...string) {}", "method *A.B 2:13 (3 parameters)"),
            ("func (a *A[T, U]) B(int, string) {}", "method *A.B 2:19 (2 parameters)"),
            (r#"func (A) B() string { /* c */ return "x" }"#, r#"method A.B 2:10 (0 parameters) returns "x""#),
            ("func (A) B() string { return C }", "method A.B 2:10 (0 parameters) returns C"),
            ("func (A) B() string { return pkg.C }", "method A.B 2:10 (0 parameters) returns pkg.C"),
            (
                r#"func (A) B() []string { return []string{"a", `b`, /* c */} }"#,
                r#"method A.B 2:10 (0 parameters) returns ["a", "b"]"#,
            ),
            ("func (A) B() []string { return nil }", "method A.B 2:10 (0 parameters) returns []"),
            (
                "func (A) B() (string, bool) { return \"a\", true }",
                "method A.B 2:10 (0 parameters) returns \"a\", true",
            ),
            ("func (A) B() [1]string { return [1]string{\"a\"} }", "method A.B 2:10 (0 parameters)"),
            ("func (A) B() []C { return []C{\"a\"} }", "method A.B 2:10 (0 parameters)"),
            ("func (A) B() []string { return []string{c} }", "method A.B 2:10 (0 parameters)"),
            ("func (A) B() []string { return []string{1: \"a\"} }", "method A.B 2:10 (0 parameters)"),
            ("func (A) B() string { x(); return \"a\" }", "method A.B 2:10 (0 parameters)"),
            ("func (A) B() string { return a.b.c }", "method A.B 2:10 (0 parameters)"),
            ("func (A) B() string", "method A.B 2:10 (0 parameters)"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(&format!("package a\n{text}\n")), format!("package a 1:9\n{expected}\n"), "{text}");
        }
    }
}
