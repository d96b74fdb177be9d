//! Escapes text from any source for users, so that it cannot control a terminal or a program that reads a log.

use std::{borrow::Cow, fmt::Write};

/// Returns `true` for a character that a terminal does not display as itself: C0 and C1 control characters,
/// bidirectional formatting, and line separators other than line ends.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}

/// Escapes hidden characters in a multi-line text (`\u{1b}`, `\r`), except line ends and tabs. In a line that a log
/// would treat as a workflow command (`::error::`, `##[group]`), inserts a `\`.
pub fn visible(text: &str) -> Cow<'_, str> {
    without_commands(escaped(text, |character| !matches!(character, '\n' | '\t') && is_hidden(character)))
}

/// Escapes a text for a single line: like [`visible`], and also line ends and tabs. For file names and parts of
/// sentences.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    without_commands(escaped(text, is_hidden))
}

/// Escapes like [`visible`] for lines with a prefix, which cannot be workflow commands.
pub(super) fn visible_source(text: &str) -> Cow<'_, str> {
    without_brackets(escaped(text, |character| !matches!(character, '\n' | '\t') && is_hidden(character)))
}

/// Escapes hidden characters in JSON text with equivalent JSON escapes.
pub fn visible_json(mut text: String) -> String {
    if text.contains("##[") {
        text = text.replace("##[", "##\\u005b");
    }
    let is_hidden = |character: char| character != '\n' && is_hidden(character);
    if !text.contains(is_hidden) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            // No hidden character is above U+FFFF, so four digits suffice.
            let _ = write!(shown, "\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Escapes like [`visible`], and for XML attributes and content.
pub fn visible_xml(text: &str) -> String {
    let mut shown = String::new();
    for character in visible(text).chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\n' => shown.push_str("&#10;"),
            '\t' => shown.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => shown.push('\u{fffd}'),
            other => shown.push(other),
        }
    }
    shown
}

fn escaped(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_hidden(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// The workflow commands of GitHub's runner, as `::name ...::` at the start of a line after optional whitespace.
const COMMANDS: [&str; 14] = [
    "add-mask",
    "add-matcher",
    "add-path",
    "debug",
    "echo",
    "endgroup",
    "error",
    "group",
    "notice",
    "remove-matcher",
    "save-state",
    "set-env",
    "set-output",
    "warning",
];

/// Returns `true` if a line that begins with `::` is a command. `stop-commands` disables all others, with any token.
fn is_command(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix("::") else { return false };
    let name = rest.split([' ', ':']).next().unwrap_or_default().to_lowercase();
    rest.contains("::") && (name == "stop-commands" || COMMANDS.contains(&name.as_str()))
}

fn without_commands(text: Cow<'_, str>) -> Cow<'_, str> {
    let text = without_brackets(text);
    if !text.lines().any(is_command) {
        return text;
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive('\n') {
        if is_command(line) {
            shown.push('\\');
        }
        shown.push_str(line);
    }
    Cow::Owned(shown)
}

/// Escapes the older command syntax, which applies anywhere in a line.
fn without_brackets(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains("##[") { Cow::Owned(text.replace("##[", "##\\[")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        for (text, lines, line) in [
            ("plain é 漢 \u{200d}", "plain é 漢 \u{200d}", "plain é 漢 \u{200d}"),
            ("a\tb\nc", "a\tb\nc", "a\\tb\\nc"),
            ("\u{1b}[31m\u{7}\u{7f}", "\\u{1b}[31m\\u{7}\\u{7f}", "\\u{1b}[31m\\u{7}\\u{7f}"),
            ("\u{9b}31m\u{202e}\u{2066}", "\\u{9b}31m\\u{202e}\\u{2066}", "\\u{9b}31m\\u{202e}\\u{2066}"),
            ("a\r\nb\u{2028}", "a\\r\nb\\u{2028}", "a\\r\\nb\\u{2028}"),
            ("a\n ::error::x", "a\n\\ ::error::x", "a\\n ::error::x"),
            ("::idlgen_runtime::field::Path", "::idlgen_runtime::field::Path", "::idlgen_runtime::field::Path"),
            ("::STOP-commands::x", "\\::STOP-commands::x", "\\::STOP-commands::x"),
            ("::error x", "::error x", "::error x"),
            ("::other::x", "::other::x", "::other::x"),
            ("x ::error::x", "x ::error::x", "x ::error::x"),
            ("::error file=a,line=1::x", "\\::error file=a,line=1::x", "\\::error file=a,line=1::x"),
            ("a ##[error]b", "a ##\\[error]b", "a ##\\[error]b"),
        ] {
            assert_eq!((&*visible(text), &*visible_line(text)), (lines, line), "{text:?}");
        }
    }

    #[test]
    fn json_means_the_same() {
        let text = serde_json::to_string("a\u{9b}\u{202e}\u{7f}\u{1b}é##[").unwrap();
        let shown = visible_json(text.clone());
        assert_eq!(shown, r#""a\u009b\u202e\u007f\u001bé##\u005b""#);
        let read = |text: &str| serde_json::from_str::<String>(text).unwrap();
        assert_eq!(read(&shown), read(&text));
    }

    #[test]
    fn characters_without_a_shape_of_their_own_are_hidden() {
        for character in ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{feff}']
        {
            assert_eq!(visible(&format!("a{character}b")), format!("a\\u{{{:x}}}b", u32::from(character)));
        }
        for character in ['\u{200d}', '\u{2027}', '\u{202f}', '\u{2065}', '\u{206a}'] {
            assert_eq!(visible(&format!("a{character}b")), format!("a{character}b"));
        }
    }

    #[test]
    fn source_lines_cannot_be_commands_but_contain_brackets() {
        assert_eq!(visible_source("::error::x\n\t##[error]\u{1b}"), "::error::x\n\t##\\[error]\\u{1b}");
        assert_eq!(visible_json("{\n\"a\": 1}".to_owned()), "{\n\"a\": 1}");
    }

    #[test]
    fn xml_has_its_own_escapes() {
        assert_eq!(
            visible_xml("<a b=\"c\">&\n\t'\u{1b}\u{fffe}\u{ffff}\u{fffd}\n::error::x"),
            "&lt;a b=&quot;c&quot;&gt;&amp;&#10;&#9;'\\u{1b}\u{fffd}\u{fffd}\u{fffd}&#10;\\::error::x"
        );
    }
}
