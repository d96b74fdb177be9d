//! Messages for source that the grammar could not parse.

use tree_sitter::Node;

use super::{
    explain::explain,
    outline::DeclarationKeyword,
    reader::{MAX_DIAGNOSTICS, TreeReader},
};
use crate::{diag::Diagnostic, source::Span, syntax::codes};

impl TreeReader<'_> {
    /// Reports the syntax errors in the declaration between the reader's base and the byte `end`. If the tokens reveal
    /// the error, reports that; otherwise, reports the locations in the tree.
    pub(super) fn report_syntax_errors(
        &mut self,
        places: Vec<Diagnostic>,
        end: usize,
        keyword: Option<DeclarationKeyword>,
    ) {
        if places.is_empty() {
            return;
        }
        let mistakes =
            keyword.map(|keyword| explain(self.text, self.outline.scanner(self.text, self.base), end, keyword));
        let mistakes = mistakes.unwrap_or_default();
        if mistakes.is_empty() {
            self.diagnostics.extend(places);
            return;
        }
        for mistake in mistakes {
            let place = Span::new(self.file, mistake.start, mistake.end);
            let mut diagnostic = Diagnostic::new(codes::SYNTAX_ERROR, mistake.message).at(place);
            diagnostic.help.extend(mistake.help.map(str::to_owned));
            self.diagnostics.push(diagnostic);
        }
    }

    /// Returns the syntax errors in the tree, at most one per line.
    pub(super) fn syntax_errors(&self, root: Node<'_>) -> Vec<Diagnostic> {
        let mut places = Vec::new();
        let mut last_line = 0;
        let mut cursor = root.walk();
        // Track the depth here, because `TreeCursor::depth` counts the ancestors on each call.
        let mut depth = 0_usize;
        loop {
            let node = cursor.node();
            let is_statement = depth == 1 && !is_declaration(node.kind());
            let is_damage =
                (node.is_error() && !is_lenient(node)) || (node.is_missing() && node.kind() != "\n") || is_statement;
            if is_damage {
                let line = self.outline.line(self.start(node));
                if line != last_line {
                    last_line = line;
                    places.push(self.damaged_place(node));
                }
            } else if (node.has_error() || depth == 0) && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() || places.len() >= MAX_DIAGNOSTICS {
                    return places;
                }
                depth = depth.saturating_sub(1);
            }
        }
    }

    fn damaged_place(&self, node: Node<'_>) -> Diagnostic {
        let message = if node.is_missing() {
            format!("expected {}", in_words(node.kind()))
        } else {
            let text = self.text(node);
            let shown = text.split_whitespace().next().unwrap_or(text);
            format!("unexpected `{}`", shown.chars().take(40).collect::<String>())
        };
        Diagnostic::new(codes::SYNTAX_ERROR, message).at(self.span(node))
    }
}

/// Returns `true` if all syntax errors of a file are inside functions and variables.
pub(super) fn is_sound(root: Node<'_>) -> bool {
    let mut cursor = root.walk();
    !root.is_error()
        && root.children(&mut cursor).all(|child| {
            let may_be_damaged =
                matches!(child.kind(), "function_declaration" | "method_declaration" | "var_declaration");
            is_declaration(child.kind()) && (!child.has_error() || may_be_damaged)
        })
}

/// Returns `true` if a node is allowed at file level. The grammar, unlike Go, also allows statements there.
fn is_declaration(kind: &str) -> bool {
    matches!(
        kind,
        "package_clause"
            | "import_declaration"
            | "type_declaration"
            | "const_declaration"
            | "var_declaration"
            | "method_declaration"
            | "function_declaration"
            | "comment"
            | "empty_statement"
            | "ERROR"
            | "\n"
            | ";"
            | "\0"
    )
}

/// Returns `true` if an error node contains only a complete specification after which the grammar expects a line break,
/// as in `const ( A = 1 )`.
fn is_lenient(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let is_specification = |child: Node<'_>| {
        matches!(child.kind(), "const_spec" | "var_spec") && !child.has_error() || child.kind() == "comment"
    };
    // Check the siblings last, because finding them takes time proportional to their number.
    node.child_count() < 100
        && node.children(&mut cursor).all(is_specification)
        && node.parent().is_some_and(|parent| matches!(parent.kind(), "const_declaration" | "var_spec_list"))
        && node.next_sibling().is_some_and(|next| next.kind() == ")")
}

/// Describes a node kind for users.
fn in_words(kind: &str) -> String {
    match kind {
        "identifier" | "field_identifier" | "package_identifier" => "a name".to_owned(),
        "type_identifier" => "a type".to_owned(),
        other => format!("`{other}`"),
    }
}
