//! Types as written.

use tree_sitter::Node;

use super::{
    Identifier, TypeExpression, TypeExpressionKind,
    grammar_field::Fields,
    reader::{MAX_DEPTH, TreeReader, only_part, parts},
};

impl TreeReader<'_> {
    /// Parses a type. Returns [`TypeExpressionKind::Invalid`] for an invalid type, whose syntax error is reported
    /// elsewhere.
    pub(super) fn type_expression(&mut self, node: Node<'_>, depth: usize) -> TypeExpression {
        let span = self.span(node);
        if depth > MAX_DEPTH {
            self.too_deep(node);
            return TypeExpression { kind: TypeExpressionKind::Invalid, span };
        }
        let kind = match node.kind() {
            "identifier" | "type_identifier" | "qualified_type" | "generic_type" => self.named_type(node, depth),
            "parenthesized_type" | "type_elem" => match only_part(node) {
                Some(inner) => return self.type_expression(inner, depth + 1),
                None => TypeExpressionKind::Invalid,
            },
            "pointer_type" => match parts(node).first() {
                Some(target) => TypeExpressionKind::Pointer(Box::new(self.type_expression(*target, depth + 1))),
                None => TypeExpressionKind::Invalid,
            },
            "slice_type" => TypeExpressionKind::Slice(self.boxed_type(node, "element", depth)),
            "array_type" => TypeExpressionKind::Array {
                length: node.field("length").map_or_else(String::new, |length| self.text(length).to_owned()),
                element: self.boxed_type(node, "element", depth),
            },
            "map_type" => TypeExpressionKind::Map {
                key: self.boxed_type(node, "key", depth),
                value: self.boxed_type(node, "value", depth),
            },
            "struct_type" => TypeExpressionKind::Struct(self.fields(node, depth)),
            "interface_type" => TypeExpressionKind::Interface { is_empty: parts(node).is_empty() },
            "function_type" => TypeExpressionKind::Function,
            "channel_type" => TypeExpressionKind::Channel,
            _ => TypeExpressionKind::Invalid,
        };
        TypeExpression { kind, span }
    }

    fn boxed_type(&mut self, node: Node<'_>, field: &str, depth: usize) -> Box<TypeExpression> {
        Box::new(match node.field(field) {
            Some(inner) => self.type_expression(inner, depth + 1),
            None => TypeExpression { kind: TypeExpressionKind::Invalid, span: self.span(node) },
        })
    }

    fn named_type(&mut self, node: Node<'_>, depth: usize) -> TypeExpressionKind {
        let mut arguments = Vec::new();
        let mut named = node;
        if node.kind() == "generic_type" {
            let Some(base) = node.field("type") else { return TypeExpressionKind::Invalid };
            named = base;
            for argument in node.field("type_arguments").map(parts).unwrap_or_default() {
                arguments.push(self.type_expression(argument, depth + 1));
            }
        }
        let (package, name) = match named.kind() {
            "qualified_type" => (named.field("package"), named.field("name")),
            _ => (None, Some(named)),
        };
        match name.map(|name| self.identifier(name)) {
            Some(name) if !name.name.is_empty() => {
                TypeExpressionKind::Name { package: package.map(|package| self.identifier(package)), name, arguments }
            }
            _ => TypeExpressionKind::Invalid,
        }
    }
}

impl TypeExpression {
    /// Returns the name of a field that embeds this type.
    pub(super) fn embedded_name(&self) -> Option<&Identifier> {
        match &self.kind {
            TypeExpressionKind::Name { name, .. } => Some(name),
            TypeExpressionKind::Pointer(target) => target.embedded_name(),
            _ => None,
        }
    }
}
