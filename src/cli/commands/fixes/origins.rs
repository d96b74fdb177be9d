//! Maps the lines of changed files to their original lines.

use std::{collections::BTreeMap, path::PathBuf};

use crate::source::{SourceMap, Span};

/// The original lines by file. Line numbers start with 1.
#[derive(Debug, Default)]
pub(super) struct Origins(BTreeMap<PathBuf, Vec<u32>>);

impl Origins {
    /// Returns the original line of a location in the current file.
    pub(super) fn line(&self, span: Span, sources: &SourceMap) -> u32 {
        let line = sources.line_column(span.file, span.start).line;
        let lines = self.0.get(sources.path(span.file));
        lines.and_then(|lines| lines.get((line as usize).saturating_sub(1)).copied()).unwrap_or(line)
    }

    /// Applies replacements in source order, each with its number of line breaks.
    pub(super) fn replace(&mut self, replaced: &[(Span, usize)], sources: &SourceMap) {
        // In reverse order, so that earlier lines keep their numbers.
        for (span, breaks) in replaced.iter().rev() {
            let first = sources.line_column(span.file, span.start).line as usize;
            let last = sources.line_column(span.file, span.end).line as usize;
            let lines = self
                .0
                .entry(sources.path(span.file).to_owned())
                .or_insert_with(|| (1..=sources.text(span.file).split('\n').count() as u32).collect());
            let origin = lines.get(first - 1).copied().unwrap_or(first as u32);
            // If entire lines are removed, the span ends at the start of the line after them.
            let is_whole = *breaks == 0 && last > first;
            let (from, to) = if is_whole { (first - 1, last - 1) } else { (first, last) };
            let new = std::iter::repeat_n(origin, *breaks);
            let to = to.min(lines.len());
            lines.splice(from.min(to)..to, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the original lines of `new`, after replacements of `old`.
    fn lines(old: &str, replaced: &[(usize, usize, usize)], new: &str) -> Vec<u32> {
        let mut sources = SourceMap::default();
        let file = sources.add("a.go", old);
        let mut origins = Origins::default();
        let replaced: Vec<_> =
            replaced.iter().map(|(start, end, breaks)| (Span::new(file, *start, *end), *breaks)).collect();
        origins.replace(&replaced, &sources);
        let mut after = SourceMap::default();
        let file = after.add("a.go", new);
        let starts = std::iter::once(0).chain(new.match_indices('\n').map(|(at, _)| at + 1));
        starts.map(|start| origins.line(Span::new(file, start, start), &after)).collect()
    }

    #[test]
    fn lines_are_found_again() {
        // The second line is split in two, the third is removed.
        assert_eq!(lines("1\n2 2\n3\n4\n5\n", &[(3, 4, 1), (6, 8, 0)], "1\n2\n2\n4\n5\n"), [1, 2, 2, 4, 5, 6]);
        assert_eq!(lines("1\n2\n3\n", &[], "1\n2\n3\n"), [1, 2, 3, 4]);
        // Several lines are removed, and a line in the middle of which nothing breaks stays.
        assert_eq!(lines("1\n2\n3\n4\n", &[(0, 4, 0)], "3\n4\n"), [3, 4, 5]);
        assert_eq!(lines("1\n2\n3\n4\n", &[(2, 3, 0)], "1\nx\n3\n4\n"), [1, 2, 3, 4, 5]);
        // Two lines become one with a break, or three lines with two breaks.
        assert_eq!(lines("1\n2\n3\n4\n", &[(2, 5, 1)], "1\nx\ny\n4\n"), [1, 2, 2, 4, 5]);
        assert_eq!(lines("1\n2\n3\n", &[(2, 3, 2)], "1\na\nb\nc\n3\n"), [1, 2, 2, 2, 3, 4]);
    }
}
