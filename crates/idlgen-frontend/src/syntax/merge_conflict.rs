//! Markers of merge conflicts, which version control writes between two versions of the same lines.

use std::{collections::BTreeSet, ops::Range};

use super::{GoFile, reader::TreeReader};
use crate::{diag::Diagnostic, source::Span, syntax::codes};

/// Reports each merge conflict with syntax errors once, in place of these errors. All of its lines are broken.
pub(super) fn report(reader: &mut TreeReader<'_>, go_file: &mut GoFile) {
    let conflicts = conflicts(reader.text);
    let mut with_errors = BTreeSet::new();
    reader.diagnostics.retain(|diagnostic| {
        let Some(at) = diagnostic.primary.as_ref().map(|label| label.span.start as usize) else { return true };
        let index = conflicts.partition_point(|conflict| conflict.end <= at);
        let is_inside = conflicts.get(index).is_some_and(|conflict| conflict.contains(&at));
        if is_inside {
            with_errors.insert(index);
        }
        !is_inside
    });
    // In comments and raw strings, such lines are valid.
    for conflict in with_errors.into_iter().filter_map(|index| conflicts.get(index)) {
        let marker = Span::new(reader.file, conflict.start, conflict.start + OURS.len());
        let diagnostic = Diagnostic::new(codes::SYNTAX_ERROR, "unresolved merge conflict").at(marker);
        reader.diagnostics.push(diagnostic.help("keep one version of the lines, and delete the conflict markers"));
        go_file.broken.push(Span::new(reader.file, conflict.start, conflict.end));
    }
}

/// The marker before the first version of the lines.
const OURS: &str = "<<<<<<<";

/// The marker between the versions.
const BETWEEN: &str = "=======";

/// The marker after the last version.
const THEIRS: &str = ">>>>>>>";

/// Returns the byte ranges from the first to the last marker of each conflict.
fn conflicts(text: &str) -> Vec<Range<usize>> {
    let mut conflicts = Vec::new();
    let mut start = None;
    let mut is_second = false;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(OURS) {
            (start, is_second) = (Some(offset), false);
        } else if line.starts_with(BETWEEN) {
            is_second = true;
        } else if line.starts_with(THEIRS) && is_second {
            conflicts.extend(start.take().map(|start| start..offset + line.len()));
        }
        offset += line.len();
    }
    conflicts
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::diagnostics;

    #[test]
    fn a_conflict_is_one_error() {
        let conflict = "3:1 IDL0201 unresolved merge conflict";
        for (text, expected) in [
            // Between fields, with and without common lines.
            (
                "package a\ntype A struct {\n<<<<<<< HEAD\n\tB int `json:\"b\"`\n=======\n\
                 \tB string `json:\"b\"`\n>>>>>>> branch\n}\n",
                conflict,
            ),
            (
                "package a\ntype A struct {\n<<<<<<< HEAD\n||||||| base\n\tC int\n=======\n\tB string\n\
                 >>>>>>> branch\n}\n",
                conflict,
            ),
            // Around declarations, and around the start of one.
            ("package a\n\n<<<<<<< HEAD\ntype A int\n=======\ntype A string\n>>>>>>> branch\n\ntype B int\n", conflict),
            (
                "package a\n\n<<<<<<< HEAD\ntype A struct {\n\tB int\n=======\ntype A struct {\n\tB string\n\
                 >>>>>>> branch\n}\n",
                conflict,
            ),
            // In a comment and in a string, the lines are valid.
            ("package a\n/*\n<<<<<<< a\n=======\n>>>>>>> b\n*/\ntype A int\n", ""),
            ("package a\nconst A = `\n<<<<<<< a\n=======\n>>>>>>> b\n`\n", ""),
            // Incomplete markers are ordinary errors.
            ("package a\ntype A int\n=======\n", "3:1 IDL0201 expected a declaration, found `=`"),
        ] {
            let found = diagnostics(text);
            let found: Vec<&str> = found.lines().filter(|line| !line.starts_with(' ')).collect();
            assert_eq!(found.join("\n"), expected, "{text}");
        }
    }
}
