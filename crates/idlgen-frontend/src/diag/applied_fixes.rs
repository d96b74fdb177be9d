//! Applies the fixes attached to diagnostics.

use std::collections::BTreeMap;

use super::{Diagnostic, Edit, Fix};
use crate::source::{FileId, SourceMap, Span};

/// The result of applying fixes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedFixes {
    /// The changed files with their new content.
    pub files: BTreeMap<FileId, String>,
    /// The indices of the diagnostics whose fixes were applied.
    pub made: Vec<usize>,
    /// The replaced spans with the number of their new line breaks, in source order.
    pub replaced: Vec<(Span, usize)>,
}

/// Applies fixes in order. Skips a fix that overlaps an applied one: the next run, which checks the new source, can
/// apply it. Either all edits of a fix are applied or none. `may_make` selects the fixes.
pub fn apply_fixes(
    diagnostics: &[Diagnostic],
    sources: &SourceMap,
    may_make: impl Fn(&Diagnostic, &Fix) -> bool,
) -> AppliedFixes {
    let mut applied = AppliedFixes::default();
    let mut made: Vec<&Edit> = Vec::new();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let Some(fix) = diagnostic.fix.as_ref().filter(|fix| may_make(diagnostic, fix)) else { continue };
        let is_possible = |edit: &Edit| fits(edit.span, sources);
        let is_free = |edit: &Edit| !made.iter().any(|other| overlap(edit.span, other.span));
        // An edit requested by two diagnostics is applied once.
        let is_made = |edit: &Edit| made.contains(&edit);
        if fix.edits.is_empty() || !fix.edits.iter().all(|edit| is_possible(edit) && (is_free(edit) || is_made(edit))) {
            continue;
        }
        let new: Vec<&Edit> = fix.edits.iter().filter(|edit| !is_made(edit)).collect();
        made.extend(new);
        applied.made.push(index);
    }
    // In reverse order, so that earlier positions remain valid.
    made.sort_by_key(|edit| std::cmp::Reverse((edit.span.file, edit.span.start, edit.span.end)));
    for edit in made {
        let file = edit.span.file;
        let text = applied.files.entry(file).or_insert_with(|| sources.text(file).to_owned());
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
        applied.replaced.push((edit.span, edit.replacement.matches('\n').count()));
    }
    applied.replaced.reverse();
    applied
}

/// Returns `true` if the span is valid for its file.
fn fits(span: Span, sources: &SourceMap) -> bool {
    span.start <= span.end && sources.text(span.file).get(span.start as usize..span.end as usize).is_some()
}

/// Returns `true` if two edits affect the same characters, or insert at the same position.
fn overlap(one: Span, other: Span) -> bool {
    one.file == other.file && (one.start == other.start || (one.start < other.end && other.start < one.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Applicability, Code, CodeInfo, Severity};

    const CODE: Code =
        Code::new(&CodeInfo { number: 0, slug: "unknown", severity: Severity::Error, summary: "", explanation: "" });

    fn fix(edits: &[(FileId, usize, usize, &str)]) -> Diagnostic {
        let edits = edits.iter().map(|(file, start, end, text)| Edit {
            span: Span::new(*file, *start, *end),
            replacement: (*text).to_owned(),
        });
        let fix = Fix { title: String::new(), edits: edits.collect(), applicability: Applicability::Safe };
        Diagnostic { fix: Some(fix), ..Diagnostic::new(CODE, "") }
    }

    #[test]
    fn never_two_that_overlap() {
        let mut sources = SourceMap::default();
        let file = sources.add("a", "abcdéf");
        let applied = |diagnostics: &[Diagnostic]| {
            let applied = apply_fixes(diagnostics, &sources, |_, _| true);
            (applied.made.len(), applied.files.get(&file).cloned().unwrap_or_default())
        };
        let cases: [(&[Diagnostic], usize, &str); 8] = [
            (&[], 0, ""),
            (&[fix(&[(file, 0, 1, "x")]), fix(&[(file, 1, 2, "yy")])], 2, "xyycdéf"),
            (&[fix(&[(file, 0, 2, "x")]), fix(&[(file, 1, 3, "y")])], 1, "xcdéf"),
            (&[fix(&[(file, 1, 1, "x")]), fix(&[(file, 1, 1, "y")])], 1, "axbcdéf"),
            (&[fix(&[(file, 0, 1, "x")]), fix(&[(file, 0, 1, "x")])], 2, "xbcdéf"),
            // Either all edits of a fix are applied or none.
            (&[fix(&[(file, 0, 1, "x")]), fix(&[(file, 3, 4, "y"), (file, 0, 2, "")])], 1, "xbcdéf"),
            // Inside a character, and outside of the file.
            (&[fix(&[(file, 5, 6, "x")]), fix(&[(file, 3, 90, "x")])], 0, ""),
            (&[fix(&[(file, 4, 6, "e")])], 1, "abcdef"),
        ];
        for (diagnostics, changes, text) in cases {
            assert_eq!(applied(diagnostics), (changes, text.to_owned()), "{diagnostics:?}");
        }
        assert_eq!(apply_fixes(&[fix(&[(file, 0, 1, "x")])], &sources, |_, _| false), AppliedFixes::default());
    }
}
