//! The state that the parsers of all constructs share: source, positions, comments, diagnostics and limits.

use tree_sitter::{Node, Parser};

use super::{Comments, Identifier, TypeExpression, TypeExpressionKind, excerpt::Excerpt, outline::Outline};
use crate::{
    diag::Diagnostic,
    source::{FileId, Span},
    syntax::codes,
};

/// Maximum nesting depth of types, expressions and statements. It is greater than in any practical source, and safe for
/// the stack.
pub(super) const MAX_DEPTH: usize = 200;

/// Maximum number of diagnostics per file. A file with more is probably not Go source.
pub(super) const MAX_DIAGNOSTICS: usize = 100;

/// Maximum total size in bytes of the source copied for `A, B T` and implicitly repeated constants in a file. Further
/// copies are omitted, with a diagnostic.
const MAX_COPIED: usize = 16 * 1024 * 1024;

/// A reader of tree nodes. `base` is the offset of the tree's source in the file.
pub(super) struct TreeReader<'a> {
    pub(super) file: FileId,
    /// The complete source.
    pub(super) text: &'a str,
    /// The offset of the tree's source in the file.
    pub(super) base: usize,
    /// The part of the source that is passed to the parser.
    pub(super) excerpt: Excerpt,
    /// The comments and lines.
    pub(super) outline: &'a Outline,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The parser, which is created on demand: creating it takes longer than parsing a small declaration.
    pub(super) parser: Option<Parser>,
    copied: usize,
}

impl<'a> TreeReader<'a> {
    pub(super) fn new(file: FileId, text: &'a str, outline: &'a Outline) -> Self {
        let mut parser = Parser::new();
        let parser = parser.set_language(&tree_sitter_go::LANGUAGE.into()).is_ok().then_some(parser);
        let excerpt = Excerpt::default();
        TreeReader { file, text, base: 0, excerpt, outline, diagnostics: Vec::new(), parser, copied: 0 }
    }

    pub(super) fn start(&self, node: Node<'_>) -> usize {
        self.base + self.excerpt.offset(node.start_byte())
    }

    pub(super) fn end(&self, node: Node<'_>) -> usize {
        self.base + self.excerpt.offset(node.end_byte())
    }

    pub(super) fn span(&self, node: Node<'_>) -> Span {
        Span::new(self.file, self.start(node), self.end(node))
    }

    /// Returns the source of a node. Empty for a node that the parser has inserted.
    pub(super) fn text(&self, node: Node<'_>) -> &'a str {
        self.text.get(self.start(node)..self.end(node)).unwrap_or_default()
    }

    /// Returns the span of the declarations between two offsets, with the comments above the first one.
    pub(super) fn part(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, self.outline.before_comments(start), self.outline.before_comments(end))
    }

    pub(super) fn identifier(&self, node: Node<'_>) -> Identifier {
        Identifier { name: self.text(node).to_owned(), span: self.span(node) }
    }

    /// Returns the comments of a specification. `first` is the node below the doc comment: the keyword of the
    /// declaration if it has no parentheses, otherwise the specification.
    pub(super) fn comments(&self, first: Node<'_>, specification: Node<'_>, name: Node<'_>) -> Comments {
        self.outline.comments(self.start(first), self.end(specification), self.start(name))
    }

    /// Reports that `node` is nested too deeply.
    pub(super) fn too_deep(&mut self, node: Node<'_>) {
        let start = self.start(node);
        let diagnostic = Diagnostic::new(codes::TOO_LARGE, format!("nested more than {MAX_DEPTH} levels deep"))
            .at(Span::new(self.file, start, (start + 1).min(self.end(node))));
        self.diagnostics.push(diagnostic);
    }

    /// Returns `true` if the source at `span` may be copied once more.
    pub(super) fn may_copy(&mut self, span: Span) -> bool {
        let before = self.copied;
        self.copied = self.copied.saturating_add((span.end - span.start) as usize + 16);
        if self.copied <= MAX_COPIED {
            return true;
        }
        if before <= MAX_COPIED {
            let message = format!("types and values shared by several names exceed {} MiB", MAX_COPIED >> 20);
            self.diagnostics.push(Diagnostic::new(codes::TOO_LARGE, message).at(span));
        }
        false
    }

    /// Returns a copy of `ty` for another name.
    pub(super) fn copy_type(&mut self, ty: &TypeExpression) -> TypeExpression {
        if self.may_copy(ty.span) {
            ty.clone()
        } else {
            TypeExpression { kind: TypeExpressionKind::Invalid, span: ty.span }
        }
    }
}

/// Returns the children of a node, except for comments and punctuation.
pub(super) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// Returns the child of a node, if it has exactly one, except for comments and punctuation.
pub(super) fn only_part(node: Node<'_>) -> Option<Node<'_>> {
    match parts(node).as_slice() {
        [part] => Some(*part),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::MAX_DEPTH;
    use crate::{
        source::SourceMap,
        syntax::{parse, testing::diagnostics},
    };

    #[test]
    fn the_first_byte_of_the_nested_part_is_marked() {
        let mut sources = SourceMap::default();
        let text = format!("package a\ntype A {}int\n", "*".repeat(MAX_DEPTH + 2));
        let file = sources.add("a.go", text.as_str());
        let (_, diagnostics) = parse(file, &text);
        let spans: Vec<&str> =
            diagnostics.iter().filter_map(|one| Some(sources.slice(one.primary.as_ref()?.span))).collect();
        assert_eq!(spans, ["*"]);
    }

    #[test]
    fn nested_types_and_values_have_a_limit() {
        const VALUE: &str = "func (A) OpenAPIDefinition() T { return OpenAPIDefinition{A: ";
        for (before, open, core, close, after, too_many) in [
            ("type A ", "*", "int", "", "", 201),
            ("type A ", "[]", "int", "", "", 201),
            ("type A ", "[2]", "int", "", "", 201),
            ("type A ", "map[string]", "int", "", "", 201),
            ("type A ", "map[", "int", "]int", "", 201),
            ("type A ", "(", "int", ")", "", 201),
            // The grammar has a node for the argument and one for its type.
            ("type A ", "G[", "int", "]", "", 101),
            ("type A ", "struct{ F ", "int", "}", "", 201),
            ("const A = ", "(", "1", ")", "", 201),
            ("const A = ", "-", "1", "", "", 201),
            // The operation and the parentheses.
            ("const A = ", "1 + (", "1", ")", "", 101),
            ("const A = ", "", "1", " + 1", "", 201),
            ("const A = ", "T(", "1", ")", "", 201),
            (VALUE, "&", "T{}", "", "} }", 200),
            (VALUE, "[]T{", "1", "}", "} }", 200),
            (VALUE, "T{F: ", "1", "}", "} }", 200),
            (VALUE, "map[T]T{\"\": ", "1", "}", "} }", 200),
            ("func (A) OpenAPIDefinition() T { return OpenAPIDefinition{A: map[T]T{", "(", "1", ")", ": 1}} }", 199),
        ] {
            let is_rejected = |count: usize| {
                let nested = format!("{before}{}{core}{}{after}", open.repeat(count), close.repeat(count));
                let diagnostics = diagnostics(&format!("package a\n{nested}\n"));
                diagnostics.contains(&format!("nested more than {MAX_DEPTH} levels deep"))
            };
            assert!(!is_rejected(too_many - 1), "{before}{open}");
            assert!(is_rejected(too_many), "{before}{open}");
        }
    }
}
