//! Constant expressions.

use tree_sitter::Node;

use super::{
    ConstantExpression,
    grammar_field::Fields,
    literal::{self, LiteralError},
    reader::{MAX_DEPTH, TreeReader, only_part, parts},
};
use crate::{diag::Diagnostic, syntax::codes};

impl TreeReader<'_> {
    /// Parses an expression, as far as constants in API packages need it.
    pub(super) fn constant_expression(&mut self, node: Node<'_>, depth: usize) -> ConstantExpression {
        if depth > MAX_DEPTH {
            self.too_deep(node);
            return ConstantExpression::Unsupported;
        }
        match node.kind() {
            "interpreted_string_literal" | "raw_string_literal" => match literal::string(self.text(node)) {
                Ok(value) => ConstantExpression::String(value),
                // Strings with bytes that are not UTF-8, such as tables, are valid Go, so they are not reported.
                Err(reason) => {
                    if !node.has_error() && reason != LiteralError::NotText {
                        let diagnostic =
                            Diagnostic::new(codes::BAD_LITERAL, format!("invalid string literal: {reason}"));
                        self.diagnostics.push(diagnostic.at(self.span(node)));
                    }
                    ConstantExpression::Unsupported
                }
            },
            "int_literal" => {
                let text = self.text(node);
                match literal::integer(text) {
                    Some(value) => ConstantExpression::Integer(value),
                    // For an integer with more than 128 bits, only the magnitude is relevant.
                    None => literal::float(text).map_or(ConstantExpression::Unsupported, ConstantExpression::Float),
                }
            }
            "float_literal" => {
                literal::float(self.text(node)).map_or(ConstantExpression::Unsupported, ConstantExpression::Float)
            }
            "rune_literal" => literal::rune(self.text(node))
                .map_or(ConstantExpression::Unsupported, |value| ConstantExpression::Integer(value.into())),
            "iota" => ConstantExpression::Iota,
            "identifier" | "type_identifier" | "true" | "false" | "nil" => {
                ConstantExpression::Name { package: None, name: self.text(node).to_owned() }
            }
            "selector_expression" | "qualified_type" => match self.qualified_name(node) {
                Some((package, name)) => ConstantExpression::Name { package, name },
                None => ConstantExpression::Unsupported,
            },
            "parenthesized_expression" => match only_part(node) {
                Some(inner) => self.constant_expression(inner, depth + 1),
                None => ConstantExpression::Unsupported,
            },
            "call_expression" => {
                let argument = node.field("arguments").and_then(only_part);
                self.call(node.field("function"), argument, depth)
            }
            "unary_expression" => {
                let operator = node.field("operator").map_or("", |operator| self.text(operator));
                match (operator.chars().next(), node.field("operand")) {
                    (Some(operator @ ('-' | '+' | '^' | '!')), Some(operand)) => {
                        ConstantExpression::Unary(operator, Box::new(self.constant_expression(operand, depth + 1)))
                    }
                    _ => ConstantExpression::Unsupported,
                }
            }
            "binary_expression" => self.binary(node, depth),
            _ => ConstantExpression::Unsupported,
        }
    }

    /// Parses `a + b + c`. The nodes nest on the left side, and long strings are often written like this, so this uses
    /// a loop instead of recursion, and merges literals immediately.
    fn binary(&mut self, node: Node<'_>, depth: usize) -> ConstantExpression {
        let mut operations = Vec::new();
        let mut leftmost = node;
        while leftmost.kind() == "binary_expression" {
            let operator = leftmost.field("operator");
            let (Some(left), Some(operator), Some(right)) = (leftmost.field("left"), operator, leftmost.field("right"))
            else {
                return ConstantExpression::Unsupported;
            };
            operations.push((operator, right));
            leftmost = left;
        }
        let mut value = self.constant_expression(leftmost, depth + 1);
        let mut levels = depth;
        for (operator, right) in operations.into_iter().rev() {
            let operator = self.text(operator);
            let right_value = self.constant_expression(right, depth + 1);
            value = match (value, right_value) {
                (ConstantExpression::String(mut left), ConstantExpression::String(right)) if operator == "+" => {
                    left.push_str(&right);
                    ConstantExpression::String(left)
                }
                (ConstantExpression::Unsupported, _) | (_, ConstantExpression::Unsupported) => {
                    ConstantExpression::Unsupported
                }
                (left, right_value) => {
                    levels += 1;
                    if levels > MAX_DEPTH {
                        self.too_deep(right);
                        return ConstantExpression::Unsupported;
                    }
                    ConstantExpression::Binary(operator.to_owned(), Box::new(left), Box::new(right_value))
                }
            };
        }
        value
    }

    fn call(&mut self, function: Option<Node<'_>>, argument: Option<Node<'_>>, depth: usize) -> ConstantExpression {
        let (Some(mut function), Some(argument)) = (function, argument) else { return ConstantExpression::Unsupported };
        // Matches `(T)(x)`.
        for _ in 0..MAX_DEPTH {
            match function.kind() {
                "parenthesized_expression" => match only_part(function) {
                    Some(inner) => function = inner,
                    None => break,
                },
                _ => break,
            }
        }
        let Some((package, name)) = self.qualified_name(function) else { return ConstantExpression::Unsupported };
        let argument = Box::new(self.constant_expression(argument, depth + 1));
        ConstantExpression::Call { package, name, argument }
    }

    /// Returns the parts of `Name` or `pkg.Name`.
    pub(super) fn qualified_name(&self, node: Node<'_>) -> Option<(Option<String>, String)> {
        match node.kind() {
            "identifier" | "type_identifier" => Some((None, self.text(node).to_owned())),
            "selector_expression" => {
                let operand = node.field("operand").filter(|operand| operand.kind() == "identifier")?;
                let field = node.field("field")?;
                Some((Some(self.text(operand).to_owned()), self.text(field).to_owned()))
            }
            "qualified_type" => {
                let (package, name) = (node.field("package")?, node.field("name")?);
                Some((Some(self.text(package).to_owned()), self.text(name).to_owned()))
            }
            _ => None,
        }
        .filter(|(_, name)| !name.is_empty())
    }

    /// Returns the expressions of an `expression_list`, or a single expression outside of a list.
    pub(super) fn expressions(node: Node<'_>) -> Vec<Node<'_>> {
        if node.kind() == "expression_list" { parts(node) } else { vec![node] }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn expressions_of_all_forms() {
        let table = [
            (r#""a\n" + `b\c` + ("d")"#, r#""a\nb\\cd""#),
            (r#"A + "b" + "c""#, r#"((A + "b") + "c")"#),
            (r#""a" + pkg.B"#, r#"("a" + pkg.B)"#),
            ("0x_ff", "255"),
            ("0o17 + 017 + 0b11", "((15 + 15) + 3)"),
            ("1_000", "1000"),
            ("'a'", "97"),
            ("1.5e3", "1500"),
            ("0x1p-2", "0.25"),
            ("99999999999999999999999999999999999999999999", "1e+44"),
            ("1 << (10 * iota)", "(1 << (10 * iota))"),
            ("^uint32(0)", "^uint32(0)"),
            ("-+!true", "-+!true"),
            (r#"Size("a")"#, r#"Size("a")"#),
            (r#"pkg.Size("a")"#, r#"pkg.Size("a")"#),
            (r#"(pkg.Size)("a")"#, r#"pkg.Size("a")"#),
            (r#"(Size)("a")"#, r#"Size("a")"#),
            ("len(A)", "len(A)"),
            ("A &^ B | C", "((A &^ B) | C)"),
            ("f(1, 2)", "(not a constant that is understood)"),
            ("a.b.c", "(not a constant that is understood)"),
            ("1i", "(not a constant that is understood)"),
            (r#""\xff""#, "(not a constant that is understood)"),
            (r#"[]byte("a")"#, "(not a constant that is understood)"),
        ];
        for (text, expected) in table {
            let shown = shown(&format!("package a\nconst A = {text}\n"));
            assert_eq!(shown, format!("package a 1:9\nconst A 2:7 = {expected} (iota 0)\n"), "{text}");
        }
    }

    #[test]
    fn strings_without_value_are_said() {
        let expected = "package a 1:9
const A 2:7 = (not a constant that is understood) (iota 0)
2:11 IDL0203 invalid string literal: `\\q` is not a Go escape
";
        assert_eq!(shown("package a\nconst A = \"\\q\"\n"), expected);
    }
}
