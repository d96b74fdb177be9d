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

    #[test]
    fn lines_are_found_again() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.go", "1\n2 2\n3\n4\n5\n");
        let mut origins = Origins::default();
        // The second line is split in two, the third is removed.
        origins.replace(&[(Span::new(file, 3, 4), 1), (Span::new(file, 6, 8), 0)], &sources);
        let mut after = SourceMap::default();
        let file = after.add("a.go", "1\n2\n2\n4\n5\n");
        let at = |offset| origins.line(Span::new(file, offset, offset), &after);
        assert_eq!([at(0), at(2), at(4), at(6), at(8)], [1, 2, 2, 4, 5]);
    }
}
