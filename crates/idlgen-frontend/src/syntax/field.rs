//! Fields of structs.

use tree_sitter::Node;

use super::{
    FieldDeclaration, Identifier, TypeExpression, TypeExpressionKind, grammar_field::Fields, literal,
    reader::TreeReader,
};
use crate::{diag::Diagnostic, source::Span, syntax::codes};

impl TreeReader<'_> {
    /// Returns the fields of a `struct_type`, including valid fields between invalid ones.
    pub(super) fn fields(&mut self, node: Node<'_>, depth: usize) -> Vec<FieldDeclaration> {
        let mut fields = Vec::new();
        let mut cursor = node.walk();
        for list in node.named_children(&mut cursor).filter(|child| child.kind() == "field_declaration_list") {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                match child.kind() {
                    "field_declaration" => self.field(child, depth, &mut fields),
                    // A field directly inside an error node is itself complete.
                    "ERROR" => {
                        let mut cursor = child.walk();
                        for inner in
                            child.named_children(&mut cursor).filter(|inner| inner.kind() == "field_declaration")
                        {
                            self.field(inner, depth, &mut fields);
                        }
                    }
                    _ => {}
                }
            }
        }
        fields
    }

    fn field(&mut self, node: Node<'_>, depth: usize, fields: &mut Vec<FieldDeclaration>) {
        let Some(type_node) = node.field("type") else { return };
        let mut ty = self.type_expression(type_node, depth + 1);
        let struct_tag = node.field("tag").and_then(|tag| self.struct_tag(tag));
        let names = node.all_in_field("name");
        let span = self.span(node);
        if names.is_empty() {
            // For an embedded `*T`, the grammar has no separate node for the pointer.
            if let Some(star) = node.child(0).filter(|child| child.kind() == "*") {
                let span = Span::new(self.file, self.start(star), ty.span.end as usize);
                ty = TypeExpression { kind: TypeExpressionKind::Pointer(Box::new(ty)), span };
            }
            let Some(name) = ty.embedded_name().cloned() else { return };
            // Upstream uses the line of the type's identifier, after the qualifier.
            let comments = self.outline.comments(span.start as usize, span.end as usize, name.span.start as usize);
            fields.push(FieldDeclaration { name, is_embedded: true, ty, struct_tag, comments, span });
            return;
        }
        let last = names.len() - 1;
        for (position, name) in names.into_iter().enumerate() {
            let comments = self.comments(node, node, name);
            let own_type = if position == last {
                std::mem::replace(&mut ty, TypeExpression { kind: TypeExpressionKind::Invalid, span })
            } else {
                self.copy_type(&ty)
            };
            fields.push(FieldDeclaration {
                name: self.identifier(name),
                is_embedded: false,
                ty: own_type,
                struct_tag: struct_tag.clone(),
                comments,
                span,
            });
        }
    }

    fn struct_tag(&mut self, node: Node<'_>) -> Option<Identifier> {
        let span = self.span(node);
        match literal::string(self.text(node)) {
            Ok(name) => Some(Identifier { name, span }),
            Err(reason) => {
                // The parser has already reported a missing closing quote.
                if !node.has_error() {
                    let message = format!("the struct tag is not a Go string: {reason}");
                    self.diagnostics.push(Diagnostic::new(codes::BAD_LITERAL, message).at(span));
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::{diagnostics, shown};

    #[test]
    fn fields_of_all_forms() {
        let text = r#"package a
type A struct {
	// Shared.
	B, C int `json:"b"` // both
	metav1.ObjectMeta `json:"metadata,omitempty"`
	*D
	*pkg.E "json:\"e\""
	F[string]
	*pkg.G[int, *H]
	I struct {
		// Inner.
		J []map[string]*K `x`
	} `json:"i"`
	L [3]string
	_ int
}
"#;
        let expected = r#"package a 1:9
type A 2:6 struct
  field B 4:2 int "json:\"b\""
    doc: Shared.
    trailing: both
  field C 4:5 int "json:\"b\""
    doc: Shared.
    trailing: both
  embed ObjectMeta 5:9 metav1.ObjectMeta "json:\"metadata,omitempty\""
  embed D 6:3 *D
  embed E 7:7 *pkg.E "json:\"e\""
  embed F 8:2 F[string]
  embed G 9:7 *pkg.G[int, *H]
  field I 10:2 struct "json:\"i\""
    field J 12:3 []map[string]*K "x"
      doc: Inner.
  field L 14:2 [3]string
  field _ 15:2 int
"#;
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn struct_tags_are_go_strings() {
        let text = "package a\ntype A struct {\n\tB int \"a\\q\"\n\tC int \"\"\n\tD int `a\r\nb`\n}\n";
        let expected = "package a 1:9
type A 2:6 struct
  field B 3:2 int
  field C 4:2 int \"\"
  field D 5:2 int \"a\\nb\"
3:8 IDL0203 the struct tag is not a Go string: `\\q` is not a Go escape
";
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn the_type_of_a_single_name_is_not_copied() {
        // Copies of the nested structs would exceed the limit.
        let (open, close) = ("struct { F ".repeat(100), " }".repeat(100));
        let text = format!("package a\ntype A {open}/* {} */ int{close}\n", "x".repeat(200_000));
        assert_eq!(diagnostics(&text), "");
    }
}
