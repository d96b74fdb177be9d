//! The changes that diagnostics carry, made.

use std::collections::BTreeMap;

use super::{Diagnostic, Edit, Fix};
use crate::source::{FileId, SourceMap, Span};

/// Texts as they are when the changes of diagnostics are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mended {
    /// The files that change, with their new texts.
    pub files: BTreeMap<FileId, String>,
    /// The diagnostics whose fix was made, by index.
    pub made: Vec<usize>,
    /// What was replaced by how many lines, in order of place.
    pub replaced: Vec<(Span, usize)>,
}

/// Makes the change of each diagnostic that has one, in order, unless it overlaps one that was made before: then it is
/// left for another run, which sees what became of the text. All edits of a change are made, or none. `may_make` says
/// which fixes are made.
pub fn mend(diagnostics: &[Diagnostic], sources: &SourceMap, may_make: impl Fn(&Diagnostic, &Fix) -> bool) -> Mended {
    let mut mended = Mended::default();
    let mut made: Vec<&Edit> = Vec::new();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let Some(fix) = diagnostic.fix.as_ref().filter(|fix| may_make(diagnostic, fix)) else { continue };
        let is_possible = |edit: &Edit| fits(edit.span, sources);
        let is_free = |edit: &Edit| !made.iter().any(|other| overlap(edit.span, other.span));
        // What two diagnostics ask for alike is done.
        let is_made = |edit: &Edit| made.contains(&edit);
        if fix.edits.is_empty() || !fix.edits.iter().all(|edit| is_possible(edit) && (is_free(edit) || is_made(edit))) {
            continue;
        }
        let new: Vec<&Edit> = fix.edits.iter().filter(|edit| !is_made(edit)).collect();
        made.extend(new);
        mended.made.push(index);
    }
    // From the end, so that positions before stay right.
    made.sort_by_key(|edit| std::cmp::Reverse((edit.span.file, edit.span.start, edit.span.end)));
    for edit in made {
        let file = edit.span.file;
        let text = mended.files.entry(file).or_insert_with(|| sources.text(file).to_owned());
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
        mended.replaced.push((edit.span, edit.replacement.matches('\n').count()));
    }
    mended.replaced.reverse();
    mended
}

/// Whether the span is one of its file's text.
fn fits(span: Span, sources: &SourceMap) -> bool {
    span.start <= span.end && sources.text(span.file).get(span.start as usize..span.end as usize).is_some()
}

/// Whether two edits touch the same characters, or the same place between two.
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
        let mended = |diagnostics: &[Diagnostic]| {
            let mended = mend(diagnostics, &sources, |_, _| true);
            (mended.made.len(), mended.files.get(&file).cloned().unwrap_or_default())
        };
        let cases: [(&[Diagnostic], usize, &str); 8] = [
            (&[], 0, ""),
            (&[fix(&[(file, 0, 1, "x")]), fix(&[(file, 1, 2, "yy")])], 2, "xyycdéf"),
            (&[fix(&[(file, 0, 2, "x")]), fix(&[(file, 1, 3, "y")])], 1, "xcdéf"),
            (&[fix(&[(file, 1, 1, "x")]), fix(&[(file, 1, 1, "y")])], 1, "axbcdéf"),
            (&[fix(&[(file, 0, 1, "x")]), fix(&[(file, 0, 1, "x")])], 2, "xbcdéf"),
            // All of a change or nothing.
            (&[fix(&[(file, 0, 1, "x")]), fix(&[(file, 3, 4, "y"), (file, 0, 2, "")])], 1, "xbcdéf"),
            // Inside of a character, and outside of the text.
            (&[fix(&[(file, 5, 6, "x")]), fix(&[(file, 3, 90, "x")])], 0, ""),
            (&[fix(&[(file, 4, 6, "e")])], 1, "abcdef"),
        ];
        for (diagnostics, changes, text) in cases {
            assert_eq!(mended(diagnostics), (changes, text.to_owned()), "{diagnostics:?}");
        }
        assert_eq!(mend(&[fix(&[(file, 0, 1, "x")])], &sources, |_, _| false), Mended::default());
    }
}
