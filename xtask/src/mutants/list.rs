//! The mutants of a package, as cargo-mutants lists them.

use std::{ops::Range, path::Path, process::Command};

use serde::Deserialize;

/// A change of the source: the text of a span is replaced.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Mutant {
    pub(super) name: String,
    /// The path from the root of the repository.
    pub(super) file: String,
    span: Span,
    pub(super) replacement: String,
    pub(super) genre: Genre,
}

/// What a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) enum Genre {
    /// The statements of a function.
    FnValue,
    BinaryOperator,
    UnaryOperator,
    /// A match arm without a guard, which is deleted.
    MatchArm,
    MatchArmGuard,
    /// A field of a struct expression with a base, which is deleted.
    StructField,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Span {
    start: Position,
    end: Position,
}

/// A line and a column in characters, both from 1.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

/// Returns all mutants of a package.
pub(super) fn list(root: &Path, package: &str) -> Result<Vec<Mutant>, String> {
    let output = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", package])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(format!("cargo mutants: {messages}; install it with `cargo install cargo-mutants --locked`"));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("the list of cargo mutants: {error}"))
}

impl Mutant {
    /// Returns the bytes that the mutant replaces in the text of its file.
    pub(super) fn range(&self, text: &str) -> Option<Range<usize>> {
        let range = self.span.start.offset(text)?..self.span.end.offset(text)?;
        (range.start <= range.end).then_some(range)
    }

    /// Returns the text of its file with the mutation.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        let mut text = text.to_owned();
        text.replace_range(self.range(&text)?, &self.replacement);
        Some(text)
    }
}

impl Position {
    fn offset(self, text: &str) -> Option<usize> {
        let start = text.split_inclusive('\n').take(self.line.checked_sub(1)?).map(str::len).sum();
        let rest = text.get(start..)?;
        let column = self.column.checked_sub(1)?;
        rest.char_indices().map(|(offset, _)| start + offset).chain([text.len()]).nth(column)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Genre, Mutant, Position, Span};

    /// Creates the mutant that replaces the first appearance of a string.
    pub(in crate::mutants) fn mutant(text: &str, genre: Genre, replaced: &str, replacement: &str) -> Mutant {
        let position = |offset: usize| {
            let before = &text[..offset];
            let line = before.matches('\n').count() + 1;
            Position { line, column: before.rsplit('\n').next().unwrap().chars().count() + 1 }
        };
        let start = text.find(replaced).expect("the replaced string");
        Mutant {
            name: format!("a.rs: replace {replaced} with {replacement}"),
            file: "a.rs".to_owned(),
            span: Span { start: position(start), end: position(start + replaced.len()) },
            replacement: replacement.to_owned(),
            genre,
        }
    }

    #[test]
    fn columns_are_characters() {
        let text = "fn a() {}\nconst É: bool = \"é\" == \"e\";\n";
        let mutant = mutant(text, Genre::BinaryOperator, "==", "!=");
        assert_eq!(mutant.apply(text).unwrap(), text.replace("==", "!="));
        let beyond = Position { line: 9, column: 9 };
        assert_eq!(beyond.offset(text), None);
    }

    #[test]
    fn entries_of_cargo_mutants_are_read() {
        let json = r#"[{
            "package": "p", "file": "src/a.rs", "function": null, "genre": "BinaryOperator", "replacement": "!=",
            "name": "src/a.rs:2:3: replace == with != in f",
            "span": {"start": {"line": 2, "column": 3}, "end": {"line": 2, "column": 5}}
        }]"#;
        let mutants: Vec<Mutant> = serde_json::from_str(json).unwrap();
        assert_eq!(mutants[0].apply("\na == b").unwrap(), "\na != b");
    }
}
