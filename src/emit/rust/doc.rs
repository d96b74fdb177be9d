//! Converts Go comments to Rust documentation.
//!
//! rustdoc parses Markdown and runs code blocks as Rust. Go comments are neither: prose is escaped, indented text
//! becomes a plain text block, and URLs become links.

use proc_macro2::TokenStream;
use quote::quote;

use super::print::{documentation, visible};
use crate::model::Doc;

/// Blocks in these languages keep their language. All others are plain text, so that they are not treated as Rust.
const LANGUAGES: &[&str] = &["bash", "console", "go", "json", "proto", "sh", "shell", "toml", "yaml", "yml"];

/// Returns the documentation attribute of a comment: a single one for all lines, which [`print`](super::print) splits.
pub(super) fn attributes(doc: &Doc) -> TokenStream {
    attributes_with(doc, "")
}

/// Returns the documentation attribute of a comment with a section after it.
pub(super) fn attributes_with(doc: &Doc, section: &str) -> TokenStream {
    let mut text = text(doc);
    if !text.is_empty() && !section.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(section);
    if text.is_empty() {
        return TokenStream::new();
    }
    let text = documentation(&text);
    quote! { #[doc = #text] }
}

/// Returns the documentation text without tags, notes for developers (`TODO`, and everything after `---`) and
/// surrounding blank lines.
///
/// Only the fences added here start a code block, and these are marked as not Rust. Control characters are
/// [escaped](visible) first, so that the result is checked as it is written to the file.
pub(super) fn text(doc: &Doc) -> String {
    // Iterate twice instead of collecting the lines, because a comment may have millions of lines.
    let prose = || {
        let lines = doc.lines().filter(|line| !line.is_tag).map(|line| visible(line.text));
        let lines = lines.take_while(|line| line.trim_end() != "---");
        lines.filter(|line| !line.trim_start().starts_with("TODO"))
    };
    let margin = margin(prose());
    let mut writer = Writer::default();
    for line in prose() {
        writer.line(line.trim_end().get(margin..).unwrap_or_default());
    }
    writer.finish()
}

/// Returns the length in bytes of the indentation that all non-blank lines share.
fn margin<S: AsRef<str>>(lines: impl Iterator<Item = S>) -> usize {
    let mut lines = lines.filter(|line| !line.as_ref().trim().is_empty());
    let Some(first) = lines.next() else { return 0 };
    let first = first.as_ref();
    let common = |line: S| {
        let both = first.bytes().zip(line.as_ref().bytes());
        both.take_while(|(left, right)| left == right && left.is_ascii_whitespace()).count()
    };
    lines.map(common).fold(first.len() - first.trim_start().len(), usize::min)
}

/// The open block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Block {
    #[default]
    Prose,
    /// List items with this indentation.
    List {
        start: usize,
        item: Item,
    },
    Indented,
    /// A code block between fences of this many characters, written by the author.
    Fenced {
        mark: char,
        count: usize,
    },
}

/// The marker of the last list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Bullet,
    Number,
}

/// List items with more spaces than this before them are in a nested list.
const NESTED: usize = 3;

#[derive(Debug, Default)]
struct Writer {
    /// The output, with a line break after each line.
    text: String,
    block: Block,
    /// The lines of the open code block.
    code: Vec<String>,
    /// The language of the open fenced block.
    language: &'static str,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let text = line.trim_start();
        let indentation: usize =
            line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum();
        if let Block::Fenced { mark, count } = self.block {
            if leading(text, mark) >= count {
                self.close();
            } else {
                self.code.push(line.replace('\t', "    "));
            }
        } else if let Some((block, language)) = fence(text) {
            self.close();
            self.block = block;
            self.language = language;
        } else if text.is_empty() && self.block == Block::Indented {
            self.code.push(String::new());
        } else if text.is_empty() {
            self.push("");
        } else if let Some((item, marker, rest)) = item(text) {
            self.close();
            if let Some((block, language)) = fence(rest) {
                // Write the marker on a line of its own, before the item's code block.
                self.push(&if item == Item::Bullet { format!("\\{marker}") } else { paragraph(marker) });
                self.block = block;
                self.language = language;
                return;
            }
            self.block = Block::List { start: indentation, item };
            let indent = if indentation > NESTED { "  " } else { "" };
            self.push(&format!("{indent}{marker} {}", item_text(marker, rest)));
        } else if let Block::List { start, item } = self.block
            && indentation > start
        {
            // Indent less than four spaces, which would start a code block, unless the enclosing item begins at least
            // two columns earlier. An escaped number does not start an item, and its marker is longer.
            let indent = match item {
                _ if start <= NESTED => "  ",
                Item::Bullet => "    ",
                Item::Number => "   ",
            };
            self.push(&format!("{indent}{}", paragraph(text)));
        } else if (1..4).contains(&indentation) && self.block == Block::Prose && self.continues() {
            self.push(&paragraph(text));
        } else if indentation > 0 {
            if self.block != Block::Indented {
                self.close();
                self.block = Block::Indented;
            }
            self.code.push(line.replace('\t', "    "));
        } else {
            self.close();
            self.push(&paragraph(text));
        }
    }

    /// Returns `true` if the previous line is prose that may continue.
    fn continues(&self) -> bool {
        self.last().is_some_and(|line| !line.is_empty() && !line.ends_with(':') && !line.starts_with("```"))
    }

    /// Returns the last line.
    fn last(&self) -> Option<&str> {
        let text = self.text.strip_suffix('\n')?;
        Some(text.rsplit_once('\n').map_or(text, |(_, last)| last))
    }

    /// Closes the open block. Blank lines at the end of indented text are written after it.
    fn close(&mut self) {
        let block = std::mem::take(&mut self.block);
        let code = std::mem::take(&mut self.code);
        match block {
            Block::Prose | Block::List { .. } => {}
            Block::Fenced { .. } => self.push_code(self.language, &code, 0),
            Block::Indented => {
                let count = code.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
                let margin = margin(code.iter());
                self.push_code("text", code.get(..count).unwrap_or_default(), margin);
                if count < code.len() {
                    self.push("");
                }
            }
        }
    }

    /// Writes a code block between fences that do not occur in it, with this many bytes removed from each line.
    fn push_code(&mut self, language: &str, lines: &[String], margin: usize) {
        let longest = lines.iter().map(|line| leading(line.trim_start(), '`')).max().unwrap_or(0);
        let fence = "`".repeat(longest.saturating_add(1).max(3));
        self.text.extend([&fence, language, "\n"]);
        for line in lines {
            self.text.extend([line.get(margin..).unwrap_or_default().trim_end(), "\n"]);
        }
        self.text.extend([&fence, "\n"]);
    }

    fn push(&mut self, line: &str) {
        if line.is_empty() && self.last().is_none_or(str::is_empty) {
            return;
        }
        self.text.extend([line, "\n"]);
    }

    fn finish(mut self) -> String {
        self.close();
        let length = self.text.trim_end_matches('\n').len();
        self.text.truncate(length);
        self.text
    }
}

/// Returns the number of `mark` characters at the start of a string.
fn leading(text: &str, mark: char) -> usize {
    text.chars().take_while(|character| *character == mark).count()
}

/// Returns the block that a fence opens, and its displayed language. A line with further backticks after the first ones
/// is inline code rather than a fence.
fn fence(text: &str) -> Option<(Block, &'static str)> {
    let mark = text.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let count = leading(text, mark);
    let language = text.get(count..)?.trim();
    if count < 3 || (mark == '`' && language.contains('`')) {
        return None;
    }
    let language = LANGUAGES.iter().find(|known| **known == language).copied().unwrap_or("text");
    Some((Block::Fenced { mark, count }, language))
}

/// Returns the marker and text of a list item: `- a`, `* a`, `+ a`, `1. a`, `2) a`.
fn item(text: &str) -> Option<(Item, &str, &str)> {
    let (item, length) = match leading_mark(text)? {
        (Item::Number, length) if length > 4 => return None,
        found => found,
    };
    let (marker, rest) = text.split_at_checked(length)?;
    let rest = rest.trim_start();
    (!rest.is_empty()).then_some((item, marker, rest))
}

/// Returns the Markdown list marker at the start of a line, and its length: it must be followed by a space or the end
/// of the line.
fn leading_mark(text: &str) -> Option<(Item, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (item, length) = match text.as_bytes().get(digits)? {
        b'-' | b'*' | b'+' if digits == 0 => (Item::Bullet, 1),
        b'.' | b')' if (1..=9).contains(&digits) => (Item::Number, digits + 1),
        _ => return None,
    };
    matches!(text.as_bytes().get(length), None | Some(b' ' | b'\t')).then_some((item, length))
}

/// Escapes the text of an item, so that it is not a thematic break and does not start another item, whose text might be
/// a code block.
fn item_text(marker: &str, text: &str) -> String {
    if text.chars().all(|character| character == ' ' || marker.contains(character)) {
        return format!("\\{text}");
    }
    match leading_mark(text) {
        Some((Item::Bullet, _)) => format!("\\{}", escape(text)),
        _ => paragraph(text),
    }
}

/// Escapes prose at the start of a line, so that it does not start a code block or a numbered list.
fn paragraph(text: &str) -> String {
    if let Some((Item::Number, length)) = leading_mark(text)
        && let Some((number, rest)) = text.split_at_checked(length.saturating_sub(1))
    {
        return format!("{number}\\{}", escape(rest));
    }
    let escaped = escape(text);
    if fence(&escaped).is_some() { format!("\\{escaped}") } else { escaped }
}

/// Escapes prose for Markdown: brackets, angle brackets and backslashes are escaped, URLs are put in angle brackets.
/// Keeps text between backticks.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let pairs = text.matches('`').count() / 2 * 2;
    let mut seen = 0;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let in_code = seen % 2 == 1;
        if !in_code && (rest.starts_with("http://") || rest.starts_with("https://")) {
            let address = address(rest);
            escaped.extend(["<", address, ">"]);
            rest = rest.get(address.len()..).unwrap_or("");
            continue;
        }
        match character {
            '`' if seen < pairs => {
                seen += 1;
                escaped.push('`');
            }
            '[' | ']' | '<' | '>' | '\\' | '`' if !in_code => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
        rest = rest.get(character.len_utf8()..).unwrap_or("");
    }
    escaped
}

/// Returns the URL at the start of `text`, without the punctuation of the sentence.
fn address(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || "<>`\"'{}|\\^".contains(c)).unwrap_or(text.len());
    let mut address = text.get(..end).unwrap_or(text);
    loop {
        let shorter = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_']);
        let shorter = ["()", "[]"].iter().fold(shorter, |shorter, pair| without_surplus_close(shorter, pair));
        if shorter.len() == address.len() {
            return address;
        }
        address = shorter;
    }
}

/// Removes an unmatched closing bracket at the end of `text`.
fn without_surplus_close<'a>(text: &'a str, pair: &str) -> &'a str {
    let Some((open, close)) = pair.split_at_checked(1) else { return text };
    match text.strip_suffix(close) {
        Some(shorter) if text.matches(close).count() > text.matches(open).count() => shorter,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use idlgen_testing::Random;
    use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

    use super::*;

    fn written(text: &str) -> String {
        let is_tag = |line: &str| line.strip_prefix('+').is_some_and(|rest| !rest.starts_with(' '));
        let mut doc = Doc::default();
        for line in text.lines() {
            doc.push(line, is_tag(line));
        }
        super::text(&doc)
    }

    #[test]
    fn prose_is_escaped() {
        for (doc, expected) in [
            ("Plain.", "Plain."),
            ("A map[string]int of <name>.", "A map\\[string\\]int of \\<name\\>."),
            ("See `[a]` and [b].", "See `[a]` and \\[b\\]."),
            ("An odd ` backtick [c].", "An odd \\` backtick \\[c\\]."),
            ("See https://k8s.io/docs/a_b#c.", "See <https://k8s.io/docs/a_b#c>."),
            ("(see http://a.b/c_(d)) here", "(see <http://a.b/c_(d)>) here"),
            ("+optional\nText.\n+listType=set", "Text."),
            ("\nOne.\n\n\nTwo.\n\n", "One.\n\nTwo."),
            ("Shown.\nTODO(x): hidden\n---\nhidden", "Shown."),
        ] {
            assert_eq!(written(doc), expected);
        }
    }

    #[test]
    fn code_is_text() {
        for (doc, expected) in [
            ("Like:\n\tkind: Pod\n\t  a: b\n\nEnd.", "Like:\n```text\nkind: Pod\n  a: b\n```\n\nEnd."),
            ("```\nlet a = 1;\n```\nEnd.", "```text\nlet a = 1;\n```\nEnd."),
            ("```yaml\na: [b]\n", "```yaml\na: [b]\n```"),
            ("```rust\npanic!()\n```", "```text\npanic!()\n```"),
            ("a) one\n   and more\nb) two", "a) one\nand more\nb) two"),
            ("Text:\n    four spaces", "Text:\n```text\nfour spaces\n```"),
            ("   a comment\n     in stars\n\n   of one margin", "a comment\nin stars\n\nof one margin"),
        ] {
            assert_eq!(written(doc), expected);
        }
    }

    #[test]
    fn lists_stay_lists() {
        for (doc, expected) in [
            ("Either:\n- one <a>\n- two\n  and more\nEnd.", "Either:\n- one \\<a\\>\n- two\n  and more\nEnd."),
            ("  - one\n    more\n  - two", "- one\n  more\n- two"),
            ("Top:\n\t* deep\n\t  more", "Top:\n  * deep\n    more"),
            ("Top:\n\t1. deep\n\n\t   more", "Top:\n  1. deep\n\n   more"),
            ("1. one\n2. two", "1. one\n2. two"),
            ("- one\n\n+ two", "- one\n\n+ two"),
        ] {
            assert_eq!(written(doc), expected);
        }
    }

    /// Tests comments whose code would run as doctests of the crate that contains the generated types.
    #[test]
    fn no_comment_becomes_code_that_runs() {
        for (doc, expected) in [
            ("~~~\npanic!();\n~~~\nEnd.", "```text\npanic!();\n```\nEnd."),
            ("~~~yaml\na: b\n~~~", "```yaml\na: b\n```"),
            ("````\n```\nx\n```\n````", "````text\n```\nx\n```\n````"),
            ("-     panic!();", "- panic!();"),
            ("1.      panic!();", "1. panic!();"),
            ("+     panic!();", "+ panic!();"),
            ("- -     panic!();", "- \\-     panic!();"),
            ("- ~~~\n  panic!();\n  ~~~\nEnd.", "\\-\n```text\n  panic!();\n```\nEnd."),
            ("2. ````\n  panic!();", "2\\.\n```text\n  panic!();\n```"),
            ("1234567. x\n2024. y\n1. ", "1234567\\. x\n2024\\. y\n1\\."),
            ("```\nx\n\u{1}```\n\n    panic!();\n```", "```text\nx\n```\n\n```text\npanic!();\n```\n```text\n```"),
            ("-\u{1}\u{1}\u{1}\u{1}\u{1}panic!();", "- panic!();"),
            ("\u{1}\u{1}\u{1}\u{1}panic!();", "panic!();"),
            ("a \u{202e}b", "a \\\\u{202e}b"),
            ("```x``` and `y`", "```x``` and `y`"),
        ] {
            assert_eq!(written(doc), expected, "{doc:?}");
            check_comment(doc);
        }
    }

    /// Tests random combinations of everything with a special meaning at the start of a line.
    #[test]
    fn no_random_comment_becomes_code_that_runs() {
        const PIECES: &[&str] = &[
            " ",
            "  ",
            "   ",
            "    ",
            "     ",
            "\t",
            "\n",
            "\n\n",
            "-",
            "*",
            "+",
            "1",
            "23",
            "2024",
            ".",
            ")",
            "`",
            "``",
            "```",
            "````",
            "~",
            "~~~",
            "~~~~",
            "#",
            "=",
            "===",
            "--",
            "___",
            ">",
            "<",
            "<pre>",
            "</pre>",
            "<!--",
            "[",
            "]",
            "[^a]:",
            ":",
            "|",
            "\\",
            "code",
            "a b",
            "http://a.b",
            "rust",
            "go",
            "\u{1}",
            "\u{b}",
            "\u{85}",
            "\u{a0}",
            "\u{2028}",
            "\u{2003}",
            "\u{202e}",
            "\r",
            "é",
        ];
        const INDENTATIONS: &[&str] = &["", "", " ", "  ", "   ", "\t", "\t  ", "\t   ", "     "];
        const BEGINNINGS: &[&str] = &["", "", "- ", "* ", "+ ", "1. ", "2. ", "12) ", "```", "~~~", "# ", "***", "> "];
        let mut random = Random::new(11);
        for _ in 0..10_000 {
            let count = 1 + random.below(24);
            let text: String = (0..count).map(|_| random.one_of(PIECES)).collect();
            check_comment(&text);
            let count = 2 + random.below(6);
            let lines = (0..count).map(|_| {
                let tail = if random.percent(60) { "x" } else { random.one_of(PIECES) };
                let line = [random.one_of(INDENTATIONS), random.one_of(BEGINNINGS), random.one_of(BEGINNINGS), tail];
                if random.percent(20) { String::new() } else { line.concat() }
            });
            check_comment(&lines.collect::<Vec<String>>().join("\n"));
        }
    }

    /// Parses the documentation of a comment like rustdoc: removes the common indentation. Asserts that no code block
    /// would run as Rust.
    fn check_comment(comment: &str) {
        let mut doc = Doc::default();
        doc.push(comment, false);
        let text = super::text(&doc);
        let lines: Vec<&str> = text.lines().collect();
        for line in &lines {
            let turned = |character: char| matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            assert!(!line.contains(turned) && !line.contains(['\n', '\r']), "{comment:?}: {line:?}");
        }
        let blanks = |line: &&str| line.len() - line.trim_start_matches(' ').len();
        let margin = lines.iter().filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
        for margin in [0, margin] {
            let text: Vec<&str> = lines.iter().map(|line| line.get(margin..).unwrap_or_default()).collect();
            let options = Options::ENABLE_TABLES
                | Options::ENABLE_FOOTNOTES
                | Options::ENABLE_STRIKETHROUGH
                | Options::ENABLE_TASKLISTS
                | Options::ENABLE_SMART_PUNCTUATION;
            for event in Parser::new_ext(&text.join("\n"), options) {
                let Event::Start(Tag::CodeBlock(kind)) = event else { continue };
                let CodeBlockKind::Fenced(language) = kind else {
                    panic!("{comment:?} is a block of code:\n{}", text.join("\n"))
                };
                assert!(*language == *"text" || LANGUAGES.contains(&&*language), "{comment:?}:\n{}", text.join("\n"));
            }
        }
    }
}
