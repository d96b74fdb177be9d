//! Assigns markers to declarations, and extracts descriptions without markers
//! (`sigs.k8s.io/controller-tools/pkg/markers`, `collect.go` and `zip.go`).

use super::Problem;
use crate::{
    resolve::PackageInput,
    source::{SourceMap, Span},
    syntax::{CommentGroup, CommentId, Comments, GoFile},
    tags::controller_gen::{Grammar, Marked, Target, read},
};

/// The comment reader of one package.
pub(super) struct CommentReader<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) grammar: Grammar,
    pub(super) package: &'a str,
    /// Marker parse errors. A single one discards the entire package.
    pub(super) problems: Vec<Problem>,
}

struct MarkerLine<'a> {
    text: &'a str,
    /// The start of its comment.
    place: Span,
}

impl CommentReader<'_> {
    /// Returns the markers of a type or field: those of the comment group above its doc comment, then those of the doc
    /// comment. Skips markers of the group above that only packages can have.
    pub(super) fn markers(&mut self, file: &GoFile, comments: &Comments, target: Target) -> Vec<Marked> {
        let mut found = Vec::new();
        for (id, is_doc) in [(comments.second_closest, false), (comments.doc, true)] {
            let Some(group) = id.and_then(|id| file.comment(id)) else { continue };
            for line in marker_lines(self.sources, group) {
                if is_doc || target == Target::Field || !self.is_of_package(line.text) {
                    let marked = self.read(&line, target);
                    // Few types have markers, and all are kept in memory, so do not overallocate.
                    found.reserve_exact(usize::from(marked.is_some()));
                    found.extend(marked);
                }
            }
        }
        found
    }

    /// Returns the package markers in a file: those of all groups that belong to no declaration.
    pub(super) fn package_markers(&mut self, file: &GoFile) -> Vec<Marked> {
        let clause = file.package.as_ref().map_or(0, |clause| clause.span.start);
        let above: Vec<CommentId> =
            file.types.iter().filter_map(|declaration| declaration.comments.second_closest).collect();
        let mut found = Vec::new();
        for (index, group) in file.comments.iter().enumerate() {
            let is_above_clause = group.lines.first().is_some_and(|line| line.span.start < clause);
            if !group.stands_alone && !is_above_clause {
                continue;
            }
            let is_above_type = above.iter().any(|id| id.0 as usize == index);
            for line in marker_lines(self.sources, group) {
                if !is_above_type || self.is_of_package(line.text) {
                    found.extend(self.read(&line, Target::Package));
                }
            }
        }
        found
    }

    /// Returns `true` for a package marker above a type: no type marker has the name, but a package marker does.
    fn is_of_package(&self, marker: &str) -> bool {
        read(marker, Target::Type, self.grammar).is_none() && read(marker, Target::Package, self.grammar).is_some()
    }

    fn read(&mut self, line: &MarkerLine<'_>, target: Target) -> Option<Marked> {
        let marked = read(line.text, target, self.grammar)?;
        let said = marked.errors.iter();
        let said = said.map(|message| Problem::new(self.package, Some(line.place), message.clone()));
        self.problems.extend(said);
        marked.errors.is_empty().then_some(marked)
    }
}

/// Returns the marker lines of a group: `//` comments that begin with `+`.
fn marker_lines<'a>(sources: &'a SourceMap, group: &'a CommentGroup) -> impl Iterator<Item = MarkerLine<'a>> {
    group.lines.iter().filter_map(move |line| {
        let text = line.text.trim();
        let begin = text.starts_with('+').then(|| line_comment(sources, line.span)).flatten()?;
        Some(MarkerLine { text, place: Span { start: begin, ..line.span } })
    })
}

/// Returns the offset of the `//` before a line, if it is a line comment.
fn line_comment(sources: &SourceMap, line: Span) -> Option<u32> {
    let before = sources.text(line.file).get(..line.start as usize)?.trim_end_matches([' ', '\t']);
    before.ends_with("//").then(|| before.len() as u32 - 2)
}

/// Returns the doc comment without markers, notes for developers (`TODO`) and everything after `---`.
pub(super) fn description(sources: &SourceMap, file: &GoFile, comments: &Comments, leaves_out_notes: bool) -> String {
    let Some(group) = comments.doc.and_then(|id| file.comment(id)) else { return String::new() };
    let lines: Vec<_> = group.lines.iter().collect();
    let is_line = |span: Span| line_comment(sources, span).is_some();
    let mut kept: Vec<&str> = Vec::new();
    let mut has_block = false;
    for line in &lines {
        let is_comment_line = is_line(line.span);
        if is_comment_line && line.text.trim().starts_with('+') {
            continue;
        }
        has_block |= !is_comment_line && !line.text.is_empty();
        // Merges consecutive blank lines, and drops leading ones.
        if !line.text.is_empty() || kept.last().is_some_and(|last| !last.is_empty()) {
            kept.push(line.text);
        }
    }
    if kept.last().is_some_and(|last| last.is_empty()) {
        kept.pop();
    }
    let mut written: Vec<&str> = Vec::new();
    let mut in_code = false;
    for line in kept {
        let line = if has_block { line.trim() } else { line };
        if leaves_out_notes {
            in_code ^= line.starts_with("```") || line.starts_with("~~~");
            if !in_code && line.starts_with("TODO") {
                continue;
            }
            if !in_code && line.starts_with("---") {
                break;
            }
        } else if line.is_empty() {
            // Until 0.15, the line itself and its end are written.
            written.push("\n");
            continue;
        }
        written.push(line);
    }
    written.join("\n")
}

/// Returns the package markers in all files of a package.
pub(super) fn of_package(reader: &mut CommentReader<'_>, input: &PackageInput) -> Vec<Marked> {
    input.files.iter().flat_map(|file| reader.package_markers(&file.declarations)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use crate::controller_gen::{Options, tests::spec_of};

    /// Returns the description of a type with this comment.
    fn description(comment: &str, minor: u16) -> String {
        let declarations = format!("{comment}\ntype Spec struct{{}}\n");
        let (schema, problems) = spec_of(&declarations, &Options { minor, ..Options::default() });
        assert_eq!(problems, Vec::<String>::new(), "{comment}");
        let schema: Json = serde_json::from_str(&schema).unwrap();
        schema["description"].as_str().unwrap_or_default().to_owned()
    }

    #[test]
    fn descriptions_are_comments_without_markers_and_notes() {
        for (comment, before, since) in [
            ("// A.\n// +optional\n// B.", "A.\nB.", "A.\nB."),
            ("// A.\n//\n// +optional\n//\n// B.", "A.\n\n\nB.", "A.\n\nB."),
            ("//\n// A.\n//", "A.", "A."),
            ("// A.\n// NOTE: later\n// B.", "A.\nNOTE: later\nB.", "A.\nB."),
            ("// A.\n// ---\n// B.", "A.\n---\nB.", "A."),
            (
                "// A.\n// ```\n// NOTE: x\n// ---\n// ```\n// ---\n// B.",
                "A.\n```\nNOTE: x\n---\n```\n---\nB.",
                "A.\n```\nNOTE: x\n---\n```",
            ),
            ("// ~~~\n// NOTE: x\n// ~~~\n// NOTE: y", "~~~\nNOTE: x\n~~~\nNOTE: y", "~~~\nNOTE: x\n~~~"),
            ("//   indented", "  indented", "  indented"),
            ("/* A.\n   B. */", "A.\nB.", "A.\nB."),
            ("/* A.\n   +optional */", "A.\n+optional", "A.\n+optional"),
            ("", "", ""),
        ] {
            let [comment, before, since] = [comment, before, since].map(|text| text.replace("NOTE", "TODO"));
            assert_eq!(description(&comment, 15), before, "0.15: {comment}");
            assert_eq!(description(&comment, 16), since, "0.16: {comment}");
            assert_eq!(description(&comment, 22), since, "0.22: {comment}");
        }
    }

    /// Markers may be in the comment above the one of the type, except those of packages.
    #[test]
    fn markers_are_those_of_the_two_comments_above() {
        let spec = |declarations: &str| spec_of(declarations, &Options { minor: 22, ..Options::default() });
        let field = |above: &str| format!("type Spec struct {{\n{above}\tF string `json:\"f\"`\n}}\n");
        for (above, is_applied) in [
            ("\t// +kubebuilder:validation:MinLength=1\n", true),
            ("\t// +kubebuilder:validation:MinLength=1\n\n\t// A field.\n", true),
            ("\t// +kubebuilder:validation:MinLength=1\n\n\t// Another.\n\n\t// A field.\n", false),
            ("\t/* +kubebuilder:validation:MinLength=1 */\n", false),
            ("\t// A field. +kubebuilder:validation:MinLength=1\n", false),
        ] {
            let (schema, problems) = spec(&field(above));
            assert_eq!((schema.contains("minLength"), problems.len()), (is_applied, 0), "{above}");
        }
        for (above, is_applied) in [
            ("// +kubebuilder:validation:MinProperties=1\n", true),
            ("// +kubebuilder:validation:MinProperties=1\n\n// Spec.\n", true),
            ("// +kubebuilder:validation:MinProperties=1\n\n// Another.\n\n// Spec.\n", false),
        ] {
            let (schema, problems) = spec(&format!("{above}type Spec struct{{}}\n"));
            assert_eq!((schema.contains("minProperties"), problems.len()), (is_applied, 0), "{above}");
        }
        // This marker makes the fields of a package or of a type optional.
        let optional = "// +kubebuilder:validation:Optional\n\n";
        let plain = field("");
        let required = |declarations: String| spec(&declarations).0.contains("required");
        assert!(required(plain.clone()));
        assert!(!required(format!("{optional}// Spec.\n{plain}")));
        assert!(!required(format!("{optional}var x int\n\n{plain}")));
    }
}
