//! Go comments as Rust documentation.
//!
//! rustdoc reads Markdown and runs what looks like Rust code. Go's prose is neither: here it is escaped, indented text
//! becomes a block of plain text, and addresses become links.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::Doc;

/// Blocks of these languages keep their name; all others are plain text, so that nothing is taken for Rust.
const LANGUAGES: &[&str] = &["bash", "console", "go", "json", "proto", "sh", "shell", "toml", "yaml", "yml"];

/// The documentation attributes of a comment, one for each line.
pub(super) fn attributes(doc: &Doc) -> TokenStream {
    let lines = lines(doc);
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote! { #(#[doc = #lines])* }
}

/// The lines of the documentation: tags, notes to developers (`TODO`, and everything behind `---`) and blank lines at
/// the ends left out.
pub(super) fn lines(doc: &Doc) -> Vec<String> {
    let mut prose: Vec<&str> = Vec::new();
    for line in doc.lines.iter().filter(|line| !line.is_tag) {
        let text = line.text.trim_end();
        if text == "---" {
            break;
        }
        if !text.trim_start().starts_with("TODO") {
            prose.push(text);
        }
    }
    let margin = margin(prose.iter().copied());
    let mut writer = Writer::default();
    for line in prose {
        writer.line(line.get(margin..).unwrap_or_default());
    }
    writer.finish()
}

/// The white space that all lines but blank ones begin with: its length in bytes.
fn margin<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> usize {
    let mut lines = lines.filter(|line| !line.trim().is_empty());
    let Some(first) = lines.next() else { return 0 };
    let white = |line: &str| line.len() - line.trim_start().len();
    let common = |line: &str| {
        let both = first.bytes().zip(line.bytes());
        both.take_while(|(left, right)| left == right && left.is_ascii_whitespace()).count()
    };
    lines.map(common).fold(white(first), usize::min)
}

/// What the lines so far have opened.
#[derive(Debug, Default, PartialEq, Eq)]
enum Block {
    #[default]
    Prose,
    /// Items that begin at this indentation.
    List(usize),
    /// Indented text.
    Indented,
    /// A block between fences that the author wrote.
    Fenced,
}

#[derive(Debug, Default)]
struct Writer {
    lines: Vec<String>,
    block: Block,
    /// The lines of indented text so far.
    indented: Vec<String>,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let text = line.trim_start();
        let indentation: usize =
            line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum();
        if let Some(language) = text.strip_prefix("```") {
            self.fence(language);
        } else if self.block == Block::Fenced {
            self.push(&line.replace('\t', "    "));
        } else if text.is_empty() && self.block == Block::Indented {
            self.indented.push(String::new());
        } else if text.is_empty() {
            self.push("");
        } else if is_item(text) {
            self.close();
            self.block = Block::List(indentation);
            self.push(&format!("{}{}", if indentation > 3 { "  " } else { "" }, escape(text)));
        } else if let Block::List(start) = self.block
            && indentation > start
        {
            self.push(&format!("  {}{}", if start > 3 { "  " } else { "" }, escape(text)));
        } else if (1..4).contains(&indentation) && self.block == Block::Prose && self.continues() {
            self.push(&escape(text));
        } else if indentation > 0 {
            if self.block != Block::Indented {
                self.close();
                self.block = Block::Indented;
            }
            self.indented.push(line.replace('\t', "    "));
        } else {
            self.close();
            self.push(&escape(text));
        }
    }

    /// Whether the line above is prose that may go on.
    fn continues(&self) -> bool {
        self.lines.last().is_some_and(|line| !line.is_empty() && !line.ends_with(':') && line != "```")
    }

    fn fence(&mut self, language: &str) {
        if self.block == Block::Fenced {
            self.block = Block::Prose;
            self.push("```");
            return;
        }
        self.close();
        self.block = Block::Fenced;
        let language = language.trim();
        let language = if LANGUAGES.contains(&language) { language } else { "text" };
        self.push(&format!("```{language}"));
    }

    /// Ends the block that is open. Blank lines that end indented text come behind it.
    fn close(&mut self) {
        match std::mem::take(&mut self.block) {
            Block::Prose | Block::List(_) => {}
            Block::Fenced => self.push("```"),
            Block::Indented => {
                let lines = std::mem::take(&mut self.indented);
                let count = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
                let margin = margin(lines.iter().map(String::as_str));
                self.block = Block::Fenced;
                self.push("```text");
                for line in lines.iter().take(count) {
                    self.push(line.get(margin..).unwrap_or_default());
                }
                self.push("```");
                self.block = Block::Prose;
                if count < lines.len() {
                    self.push("");
                }
            }
        }
    }

    fn push(&mut self, line: &str) {
        let is_blank = line.is_empty();
        if is_blank && self.lines.last().is_none_or(String::is_empty) && self.block != Block::Fenced {
            return;
        }
        self.lines.push(line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect());
    }

    fn finish(mut self) -> Vec<String> {
        self.close();
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        self.lines
    }
}

/// Whether the line begins an item of a list: `- a`, `* a`, `1. a`, `2) a`.
fn is_item(text: &str) -> bool {
    if text.starts_with("- ") || text.starts_with("* ") {
        return true;
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    (1..=3).contains(&digits) && text.get(digits..).is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(") "))
}

/// Prose as Markdown that says the same: brackets, angles and backslashes are escaped, addresses put between angles.
/// What stands between backticks stays.
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

/// The address at the beginning of `text`, without the punctuation of the sentence around it.
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

/// `text` without a closing bracket at its end that nothing in it opens.
fn without_surplus_close<'a>(text: &'a str, pair: &str) -> &'a str {
    let Some((open, close)) = pair.split_at_checked(1) else { return text };
    match text.strip_suffix(close) {
        Some(shorter) if text.matches(close).count() > text.matches(open).count() => shorter,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::DocLine;

    fn written(text: &str) -> String {
        let lines = text.lines().map(|line| DocLine { text: line.to_owned(), is_tag: line.starts_with('+') }).collect();
        super::lines(&Doc { lines }).join("\n")
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
            ("1. one\n2. two", "1. one\n2. two"),
        ] {
            assert_eq!(written(doc), expected);
        }
    }
}
