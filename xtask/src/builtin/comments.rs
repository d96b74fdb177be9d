//! The tag lines of comments, without prose and without the tags of other tools.

use idlgen::{
    syntax::{CommentGroup, CommentId, Comments, GoFile},
    tags::{self, Dialect, TagOptions},
};

/// Returns the comment lines above a declaration, each with the indentation.
pub(crate) fn above(file: &GoFile, comments: Comments, indent: &str) -> String {
    let lines = |id: Option<CommentId>| {
        let lines = id.and_then(|id| file.comment(id)).map(tag_lines).unwrap_or_default();
        as_comment(&lines, indent)
    };
    let (second, doc) = (lines(comments.second_closest), lines(comments.doc));
    let separator = if second.is_empty() { "" } else { "\n" };
    format!("{second}{separator}{doc}")
}

/// Returns the lines as a separate comment.
pub(crate) fn as_comment(lines: &[&str], indent: &str) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("{indent}// {line}\n")).collect();
    lines.concat()
}

/// Returns the lines of a comment group that belong to supported tags.
pub(crate) fn tag_lines(group: &CommentGroup) -> Vec<&str> {
    let options = TagOptions { report_unknown: false, ..TagOptions::default() };
    let parsed = tags::parse(&group.lines, &options);
    let meant = |start: u32, end: u32| {
        parsed.tags.iter().any(|tag| tag.dialect != Dialect::Foreign && tag.span.start <= end && start <= tag.span.end)
    };
    let lines = group.lines.iter().zip(&parsed.is_tag);
    lines
        .filter(|(line, is_tag)| **is_tag && meant(line.span.start, line.span.end))
        .map(|(line, _)| line.text)
        .collect()
}
