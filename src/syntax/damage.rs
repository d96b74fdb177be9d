//! What the grammar could not read, in words.

use tree_sitter::Node;

use super::{outline::DeclarationKeyword, reader::Reader};
use crate::{
    diag::{Diagnostic, codes::syntax as codes},
    source::Span,
};

impl Reader<'_> {
    /// Reports the damage below `root`: at most once for a line.
    pub(super) fn damage(&mut self, root: Node<'_>, keyword: Option<DeclarationKeyword>) {
        if !root.has_error() || keyword.is_some_and(DeclarationKeyword::may_be_damaged) {
            return;
        }
        let mut last_line = 0;
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            let is_damage = (node.is_error() && !is_lenient(node)) || (node.is_missing() && node.kind() != "\n");
            if is_damage {
                let line = self.outline.line(self.start(node));
                if line != last_line {
                    last_line = line;
                    self.report(node);
                }
            } else if node.has_error() && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    fn report(&mut self, node: Node<'_>) {
        let (start, end) = (self.start(node), self.end(node));
        let span = Span::new(self.file, start, end);
        let unterminated = self.outline.unterminated.iter();
        if let Some(literal) =
            unterminated.filter(|literal| literal.start < end.max(start + 1) && literal.end >= start).next()
        {
            let place = Span::new(self.file, literal.start, literal.end);
            let message = format!("this {} is not closed", literal.what);
            self.diagnostics.push(Diagnostic::new(codes::SYNTAX_ERROR, message).at(place));
            return;
        }
        let message = if node.is_missing() {
            format!("expected {}", in_words(node.kind()))
        } else {
            let text = self.text(node);
            let shown = text.split_whitespace().next().unwrap_or(text);
            format!("unexpected `{}`", shown.chars().take(40).collect::<String>())
        };
        self.diagnostics.push(Diagnostic::new(codes::SYNTAX_ERROR, message).at(span));
    }
}

/// Whether an error node holds nothing but a specification that the grammar wants a line break after: `const ( A = 1 )`.
fn is_lenient(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.parent().is_some_and(|parent| matches!(parent.kind(), "const_declaration" | "var_spec_list"))
        && node.next_sibling().is_some_and(|next| next.kind() == ")")
        && node
            .children(&mut cursor)
            .all(|child| matches!(child.kind(), "const_spec" | "var_spec" | "comment") && !child.has_error())
}

fn in_words(kind: &str) -> String {
    match kind {
        "identifier" | "field_identifier" | "package_identifier" => "a name".to_owned(),
        "type_identifier" => "a type".to_owned(),
        other => format!("`{other}`"),
    }
}
