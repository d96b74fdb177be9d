//! The text of a comment group, like `go/ast.CommentGroup.Text`, with the position of every line.

use std::borrow::Cow;

use crate::source::{FileId, Margin, Span, TextLines, line_end};

/// Collects the text of consecutive groups.
#[derive(Debug)]
pub(super) struct CommentText<'a> {
    file: FileId,
    text: &'a str,
    lines: TextLines,
    directives: TextLines,
}

impl<'a> CommentText<'a> {
    pub(super) fn new(file: FileId, text: &'a str) -> Self {
        CommentText { file, text, lines: TextLines::default(), directives: TextLines::default() }
    }

    /// Begins a group.
    pub(super) fn begin(&mut self) {
        self.lines = TextLines::default();
        self.directives = TextLines::default();
    }

    /// Adds the comment between two offsets, including its markers.
    pub(super) fn comment(&mut self, start: usize, end: usize) {
        let comment = self.text.get(start..end).unwrap_or_default();
        if let Some(line) = comment.strip_prefix("//") {
            let margin = self.margin(start, end);
            if let Some(line) = line.strip_prefix(' ') {
                self.line(start + 3, line, margin);
            } else if is_directive(line) {
                let (directive, span) = self.text_line(start + 2, line);
                self.directives.push(&directive, span);
            } else {
                self.line(start + 2, line, margin);
            }
        } else if let Some(inner) = comment.strip_prefix("/*") {
            let mut offset = start + 2;
            for line in inner.strip_suffix("*/").unwrap_or(inner).split('\n') {
                self.line(offset, line, None);
                offset += line.len() + 1;
            }
        }
    }

    /// Returns the margin of a `//` comment, if there are only tabs before it.
    fn margin(&self, start: usize, end: usize) -> Option<Margin> {
        let line = self.text.get(..start)?.trim_end_matches('\t');
        let is_alone = line.is_empty() || line.ends_with('\n');
        let after = self.text.get(end..)?;
        let end = (end + line_end(after.as_bytes()) + 1).min(self.text.len());
        is_alone.then_some(Margin { start: line.len() as u32, tabs: (start - line.len()) as u32, end: end as u32 })
    }

    fn line(&mut self, offset: usize, line: &str, margin: Option<Margin>) {
        let (line, span) = self.text_line(offset, line);
        // Removes leading blank lines and merges consecutive ones.
        if !line.is_empty() || self.lines.last().is_some_and(|last| !last.text.is_empty()) {
            self.lines.push_with_margin(&line, span, margin);
        }
    }

    fn text_line<'l>(&self, offset: usize, line: &'l str) -> (Cow<'l, str>, Span) {
        let line = line.trim_end_matches([' ', '\t', '\r']);
        // Go's scanner removes all carriage returns from a comment.
        let text = if line.contains('\r') { Cow::Owned(line.replace('\r', "")) } else { Cow::Borrowed(line) };
        (text, Span::new(self.file, offset, offset + line.len()))
    }

    /// Returns the lines and the directives of the group.
    pub(super) fn finish(&mut self) -> (TextLines, TextLines) {
        if self.lines.last().is_some_and(|last| last.text.is_empty()) {
            self.lines.pop();
        }
        (std::mem::take(&mut self.lines), std::mem::take(&mut self.directives))
    }
}

/// Returns `true` for a `//` comment that is a directive for a tool: `//go:build`, `//nolint:x`, or a comment that
/// begins with the word `line`, `extern` or `export`. `comment` does not include the `//`.
fn is_directive(comment: &str) -> bool {
    if ["line ", "extern ", "export "].iter().any(|prefix| comment.starts_with(prefix)) {
        return true;
    }
    let Some((tool, rest)) = comment.split_once(':') else { return false };
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    !tool.is_empty() && tool.bytes().all(is_plain) && rest.bytes().next().is_some_and(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(comments: &[&str]) -> (Vec<String>, Vec<String>) {
        let text = comments.join("\n");
        let mut collected = CommentText::new(FileId::from_index(0), &text);
        collected.begin();
        let mut start = 0;
        for comment in comments {
            collected.comment(start, start + comment.len());
            start += comment.len() + 1;
        }
        let (lines, directives) = collected.finish();
        for line in lines.iter().chain(directives.iter()) {
            assert_eq!(text[line.span.start as usize..line.span.end as usize].replace('\r', ""), line.text);
        }
        let texts = |lines: TextLines| lines.iter().map(|line| line.text.to_owned()).collect();
        (texts(lines), texts(directives))
    }

    #[test]
    fn a_comment_alone_on_its_lines_has_a_margin() {
        let text = "\t\t// ab\nx // c\n// d  \n//e";
        let collected = CommentText::new(FileId::from_index(0), text);
        let margin = |comment: &str| {
            let start = text.find(comment).unwrap();
            collected.margin(start, start + comment.len()).map(|margin| (margin.start, margin.tabs, margin.end))
        };
        let found = ["// ab", "// c", "// d", "//e"].map(margin);
        assert_eq!(found, [Some((0, 2, 8)), None, Some((15, 0, 22)), Some((22, 0, 25))]);
    }

    #[test]
    fn text_is_that_of_go() {
        let table: &[(&[&str], &[&str], &[&str])] = &[
            (&["// a", "//b", "//  c  "], &["a", "b", " c"], &[]),
            (&["//", "// ", "// a", "//", "//\t", "// b", "//"], &["a", "", "b"], &[]),
            (
                &["//+a", "//nolint:x", "//go:build y", "//Go:z", "//a:", "//:b", "//a:B"],
                &["+a", "Go:z", "a:", ":b", "a:B"],
                &["nolint:x", "go:build y"],
            ),
            (&["//line a", "//export a", "//extern a", "//lines"], &["lines"], &["line a", "export a", "extern a"]),
            (&["/* a\n\t * b \n\n\n   c */"], &[" a", "\t * b", "", "   c"], &[]),
            (&["/**/"], &[], &[]),
            (&["/* a\r\n b\r\n*/", "// c\r"], &[" a", " b", "", "c"], &[]),
            (&["// a\rb"], &["ab"], &[]),
            (&["/* not closed"], &[" not closed"], &[]),
        ];
        for (comments, lines, directives) in table {
            let (text, tools) = group(comments);
            assert_eq!(
                (text.as_slice(), tools.as_slice()),
                (
                    &lines.iter().map(ToString::to_string).collect::<Vec<_>>()[..],
                    &directives.iter().map(ToString::to_string).collect::<Vec<_>>()[..]
                ),
                "{comments:?}"
            );
        }
    }
}
