//! Source excerpts with underlined errors. The only user of annotate-snippets.

use std::{borrow::Cow, ops::Range, path::Path};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet, renderer::DecorStyle};

use super::format::Escapes;
use crate::{
    diag::{
        Applicability, Diagnostic, Edit, Fix, Label, Severity,
        visible::{visible_line, visible_source},
    },
    source::{FileId, SourceMap},
};

/// Number of context lines before and after the underlined source.
const CONTEXT_LINES: u32 = 1;

pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap, escapes: Escapes) -> String {
    let renderer = match escapes {
        Escapes::None => Renderer::plain(),
        Escapes::Colors => Renderer::styled().hyperlink(false),
        Escapes::ColorsAndLinks => Renderer::styled(),
    }
    .decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for diagnostic in diagnostics {
        let rendered = renderer.render(&groups(diagnostic, sources));
        let has_source = diagnostic.primary.is_some() || !diagnostic.secondary.is_empty();
        text.push_str(&if has_source { rendered } else { without_margin(&rendered) });
        text.push_str("\n\n");
    }
    text
}

/// Removes the line before the notes that separates them from a source excerpt.
fn without_margin(rendered: &str) -> String {
    let is_margin = |line: &str| {
        // Colors are escape sequences such as `ESC[1m`.
        let plain = line.split('\u{1b}').enumerate();
        let plain =
            plain.map(|(index, part)| if index == 0 { part } else { part.split_once('m').map_or("", |one| one.1) });
        plain.collect::<String>().trim() == "|"
    };
    match rendered.split_once('\n').map(|(title, notes)| (title, notes.split_once('\n').unwrap_or((notes, "")))) {
        Some((title, (margin, notes))) if is_margin(margin) => format!("{title}\n{notes}"),
        _ => rendered.to_owned(),
    }
}

fn groups<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Off | Severity::Info => Level::INFO,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.to_string())
        .id_url(diagnostic.code.address());
    let mut group = Group::with_title(title);
    let mut files: Vec<FileId> = Vec::new();
    for label in diagnostic.primary.iter().chain(&diagnostic.secondary) {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    for file in files {
        let of_file = |label: &&Label| label.span.file == file;
        let primary = diagnostic.primary.iter().filter(of_file).map(|label| (AnnotationKind::Primary, label));
        let secondary = diagnostic.secondary.iter().filter(of_file).map(|label| (AnnotationKind::Context, label));
        let labels: Vec<(AnnotationKind, &Label)> = primary.chain(secondary).collect();
        let window = Window::around(labels.iter().map(|(_, label)| label.span.start..label.span.end), file, sources);
        let length = sources.text(file).len();
        let (labels, far): (Vec<_>, Vec<_>) =
            labels.into_iter().partition(|(_, label)| window.contains(label.span.start, length));
        let mut snippet = Snippet::source(window.shown()).line_start(window.first_line as usize);
        let path = path(file, sources);
        if let Some((_, first)) = labels.first().filter(|_| window.is_cut) {
            // The displayed text starts inside a line, so its columns differ from those of the file.
            let place = sources.line_column(file, first.span.start);
            let origin = Origin::path(path).line(place.line as usize).char_column(place.column as usize);
            group = group.element(origin);
        } else {
            snippet = snippet.path(path);
        }
        for (kind, label) in labels {
            let mut annotation = kind.span(window.relative(label.span.start..label.span.end));
            if !label.text.is_empty() {
                annotation = annotation.label(label.text.as_str());
            }
            snippet = snippet.annotation(annotation);
        }
        group = group.element(snippet);
        for (_, label) in far {
            let place = sources.line_column(file, label.span.start);
            let text = if label.text.is_empty() { "also there" } else { &label.text };
            group = group.element(Level::NOTE.message(format!("{}:{}: {text}", place.line, place.column)));
        }
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut groups = vec![group];
    if let Some(fix) = &diagnostic.fix
        && let Some(first) = fix.edits.first()
        && fix.edits.iter().all(|edit| edit.span.file == first.span.file)
    {
        let file = first.span.file;
        let window = Window::around(fix.edits.iter().map(|edit| edit.span.start..edit.span.end), file, sources);
        let length = sources.text(file).len();
        let is_shown = |edit: &Edit| window.contains(edit.span.start, length) && window.contains(edit.span.end, length);
        if !fix.edits.iter().all(is_shown) {
            return groups;
        }
        let mut snippet =
            Snippet::source(window.shown()).line_start(window.first_line as usize).path(path(file, sources));
        for edit in &fix.edits {
            snippet =
                snippet.patch(Patch::new(window.relative(edit.span.start..edit.span.end), edit.replacement.as_str()));
        }
        groups
            .push(Level::HELP.secondary_title(fix_title(fix, &sources.path(file).to_string_lossy())).element(snippet));
    }
    groups
}

/// Returns the title of a fix and, if `--fix` does not apply it, the flag that does. `idlgen lint` fixes only Go files.
fn fix_title<'a>(fix: &'a Fix, path: &str) -> Cow<'a, str> {
    if fix.applicability == Applicability::Unsafe
        && Path::new(path).extension().is_some_and(|extension| extension == "go")
    {
        Cow::Owned(format!("{} (unsafe fix: `idlgen lint --fix --unsafe-fixes` applies it)", fix.title))
    } else {
        Cow::Borrowed(&fix.title)
    }
}

fn path(file: FileId, sources: &SourceMap) -> String {
    visible_line(&sources.path(file).to_string_lossy()).into_owned()
}

/// The displayed lines of a file. The renderer scans all its input, so the excerpt is short.
struct Window<'a> {
    text: &'a str,
    start: u32,
    first_line: u32,
    /// `true` if it starts inside a line.
    is_cut: bool,
    /// `true` if it needs no escaping.
    is_plain: bool,
}

/// Maximum number of bytes before and after the underlined source, for long lines.
const MARGIN: u32 = 1 << 10;
/// Maximum distance in bytes between locations in the same excerpt.
const MOST: u32 = 1 << 13;

impl<'a> Window<'a> {
    fn around(spans: impl Iterator<Item = Range<u32>>, file: FileId, sources: &'a SourceMap) -> Self {
        let whole = sources.text(file);
        let length = whole.len() as u32;
        let (mut start, mut end) = (length, 0);
        for span in spans {
            let (first, last) = (start.min(span.start), end.max(span.end));
            // The first location is always included. Others are included if they are close.
            if end > 0 && last - first > MOST {
                continue;
            }
            (start, end) = (first, last.min(first.saturating_add(MOST)));
        }
        let (mut start, mut end) = (start.min(length), end.min(length));
        let (least, most) = (start.saturating_sub(MARGIN), end.saturating_add(MARGIN).min(length));
        let bytes = whole.as_bytes();
        let mut lines = 0;
        while start > least && (bytes.get(start as usize - 1) != Some(&b'\n') || lines < CONTEXT_LINES) {
            if bytes.get(start as usize - 1) == Some(&b'\n') {
                lines += 1;
            }
            start -= 1;
        }
        lines = 0;
        while end < most && (bytes.get(end as usize) != Some(&b'\n') || lines < CONTEXT_LINES) {
            if bytes.get(end as usize) == Some(&b'\n') {
                lines += 1;
            }
            end += 1;
        }
        while !whole.is_char_boundary(start as usize) {
            start += 1;
        }
        while !whole.is_char_boundary(end as usize) {
            end -= 1;
        }
        let first_line = sources.line_column(file, start).line;
        let is_cut = start > 0 && bytes.get(start as usize - 1) != Some(&b'\n');
        let text = whole.get(start as usize..end as usize).unwrap_or("");
        let is_plain = matches!(shown(text), Cow::Borrowed(_));
        Window { text, start, first_line, is_cut, is_plain }
    }

    /// Returns `true` if it contains a location. A location after the end of the file is shown at its end.
    fn contains(&self, offset: u32, length: usize) -> bool {
        let offset = (offset as usize).min(length);
        (self.start as usize..=self.start as usize + self.text.len()).contains(&offset)
    }

    /// Returns the text with control characters escaped.
    fn shown(&self) -> Cow<'a, str> {
        if self.is_plain { Cow::Borrowed(self.text) } else { shown(self.text) }
    }

    /// Converts a range of the file to a range of the displayed text, limited to it and to character boundaries.
    fn relative(&self, range: Range<u32>) -> Range<usize> {
        let clamp = |offset: u32| {
            let mut offset = (offset.saturating_sub(self.start) as usize).min(self.text.len());
            while !self.text.is_char_boundary(offset) {
                offset -= 1;
            }
            if self.is_plain { offset } else { shown(self.text.get(..offset).unwrap_or_default()).len() }
        };
        clamp(range.start)..clamp(range.end).max(clamp(range.start))
    }
}

/// Escapes source text. Each line is printed after its line number, so none can start a workflow command.
fn shown(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(visible_source(&text.replace("\r\n", "\n")).into_owned())
    } else {
        visible_source(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diag::{Code, CodeInfo, Severity},
        source::Span,
    };

    const NONE: Code =
        Code::new(&CodeInfo { number: 0, slug: "unknown", severity: Severity::Error, summary: "", explanation: "" });

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.go", "é");
        for (start, end) in [(0, 900), (1, 1), (900, 901), (2, 1)] {
            render(&[Diagnostic::new(NONE, "m").at(Span::new(file, start, end))], &sources, Escapes::None);
        }
    }

    #[test]
    fn an_excerpt_has_few_lines_around_a_location() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.go", (0..100).map(|line| format!("// {line}")).collect::<Vec<_>>().join("\n"));
        let place = sources.text(file).find("// 50").unwrap() as u32;
        let window = Window::around(std::iter::once(place..place + 2), file, &sources);
        assert_eq!((window.text, window.first_line), ("// 49\n// 50\n// 51", 50));
    }

    #[test]
    fn of_a_long_line_a_part_is_shown_with_its_true_column() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.yaml", format!("{}é!{}", "x".repeat(200_000), "y".repeat(200_000)));
        let diagnostic = Diagnostic::new(NONE, "m").at(Span::new(file, 200_002, 200_003));
        let far = diagnostic.and(Span::new(file, 3, 4), "first here");
        let text = render(&[far], &sources, Escapes::None);
        assert!(text.contains("a.yaml:1:200002"), "{text}");
        assert!(text.contains("1:4: first here"), "{text}");
        assert!(text.len() < 1_000, "{}", text.len());
    }

    #[test]
    fn of_a_long_label_that_begins_before_the_excerpt_the_position_is_listed() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.go", format!("type A struct {{\n\tB int\n\tB int\n{}}}\n", "\t// …\n".repeat(2_000)));
        let diagnostic = Diagnostic::new(NONE, "m").at(Span::new(file, 24, 25));
        let labelled = diagnostic.and(Span::new(file, 0, 12_000), "in this struct");
        let text = render(&[labelled], &sources, Escapes::None);
        assert!(text.contains("a.go:3:2\n") && text.contains("note: 1:1: in this struct\n"), "{text}");
    }
}
