//! Imports.

use tree_sitter::Node;

use super::{
    Import,
    grammar_field::Fields,
    literal,
    reader::{TreeReader, parts},
};
use crate::{diag::Diagnostic, syntax::codes};

impl TreeReader<'_> {
    /// Parses an `import_declaration`.
    pub(super) fn imports(&mut self, node: Node<'_>, imports: &mut Vec<Import>) {
        for child in parts(node) {
            match child.kind() {
                "import_spec" => self.import(child, imports),
                "import_spec_list" | "ERROR" => {
                    for inner in parts(child).into_iter().filter(|inner| inner.kind() == "import_spec") {
                        self.import(inner, imports);
                    }
                }
                _ => {}
            }
        }
    }

    fn import(&mut self, node: Node<'_>, imports: &mut Vec<Import>) {
        let Some(path) = node.field("path") else { return };
        let span = self.span(path);
        match literal::string(self.text(path)) {
            Ok(value) => imports.push(Import {
                path: value,
                name: node.field("name").map(|name| self.text(name).to_owned()),
                span,
            }),
            Err(reason) if !path.has_error() => {
                let message = format!("the import path is not a Go string: {reason}");
                self.diagnostics.push(Diagnostic::new(codes::BAD_LITERAL, message).at(span));
            }
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn imports_of_all_forms() {
        let text = "package a\nimport \"a\"\nimport (\n\tb \"x/b\" // b\n\t. `c`\n\t_ \"d\"; \"e\"\n)\nimport ()\n\
            import \"\\q\"\n";
        let expected = "package a 1:9
import \"a\" 2:8
import b \"x/b\" 4:4
import . \"c\" 5:4
import _ \"d\" 6:4
import \"e\" 6:9
9:8 IDL0203 the import path is not a Go string: `\\q` is not a Go escape
";
        assert_eq!(shown(text), expected);
    }
}
