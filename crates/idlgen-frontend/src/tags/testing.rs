//! Parses comments in tests.

use super::{ParsedComment, TagOptions, dump, parse};
use crate::source::{Margin, SourceMap, Span, TextLines};

/// Parses a comment in Go source, which consists of every line that begins with `//`.
pub(crate) fn read(comment: &str, options: &TagOptions) -> (SourceMap, ParsedComment) {
    let mut sources = SourceMap::default();
    let file = sources.add("types.go", comment);
    let mut lines = TextLines::default();
    let mut start = 0;
    for line in comment.split_inclusive('\n') {
        if let Some(text) = line.trim_end().trim_start_matches(['\t', ' ']).strip_prefix("//") {
            let text = text.strip_prefix(' ').unwrap_or(text);
            let offset = start + line.trim_end().len() - text.len();
            let tabs = line.len() - line.trim_start_matches('\t').len();
            let margin = Margin { start: start as u32, tabs: tabs as u32, end: (start + line.len()) as u32 };
            lines.push_with_margin(text, Span::new(file, offset, offset + text.len()), Some(margin));
        }
        start += line.len();
    }
    let parsed = parse(&lines, options);
    (sources, parsed)
}

/// Returns the tags of a comment, one per line and without positions, and its diagnostics as
/// `code slug: message @ source`.
pub(super) fn show(comment: &str) -> Vec<String> {
    let (sources, parsed) = read(comment, &TagOptions::default());
    let mut shown: Vec<String> =
        dump(&parsed.tags, &sources).lines().filter_map(|line| Some(line.split_once(' ')?.1.to_owned())).collect();
    for diagnostic in &parsed.diagnostics {
        let place = diagnostic.primary.as_ref().map_or("", |label| sources.slice(label.span));
        let slug = diagnostic.code.info().slug;
        shown.push(format!("{slug}: {} @ {place}", diagnostic.message.replace('\n', "⏎")));
    }
    shown
}

/// Compares the output of [`show`] for comments, each with a single tag and written without `//`, with the expected
/// output.
pub(super) fn expect(rows: &[(&str, &[&str])]) {
    for (tag, expected) in rows {
        let comment = format!("// {}\n", tag.replace('\n', "\n// "));
        assert_eq!(show(&comment), *expected, "{tag}");
    }
}
