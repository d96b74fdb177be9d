//! Converts doc comments to descriptions.

use crate::{model::Doc, tags::go_escape};

/// Returns the description of a doc comment in paragraphs, with these lines appended. Returns `None` if it is empty
/// (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.generateDescription`).
///
/// Lines are joined to paragraphs. A blank line begins a new paragraph, and an indented line is preserved. Lines with
/// tags and lines that begin with `TODO` are dropped. A line `---` ends the description.
///
/// With `escapes`, backslashes are escapes as in Go string literals, as in the descriptions of servers before
/// Kubernetes 1.32.
pub(in crate::lower) fn description(doc: &Doc, more: &[String], escapes: bool) -> Option<String> {
    let lines = doc.lines().filter(|line| !line.is_tag).map(|line| line.text);
    let text = join(lines.chain(more.iter().map(String::as_str)));
    let text = if escapes { unescaped(text.trim_matches('\n').trim_matches(' ')) } else { text.trim().to_owned() };
    (!text.is_empty()).then_some(text)
}

/// Returns the description of a doc comment in lines. Returns `None` if it is empty (`extractDoc` of
/// `sigs.k8s.io/controller-tools/pkg/markers`).
///
/// Outside of fenced code, lines that begin with `TODO` are dropped, and a line that begins with `---` ends the
/// description. Lines that begin with `+` are treated as markers, known or not. In a block comment, leading spaces of
/// lines are removed.
pub(in crate::lower) fn lines(doc: &Doc) -> Option<String> {
    // Format the comment like `go/ast`: merge consecutive blank lines, and drop leading and trailing ones.
    let mut text: Vec<&str> = Vec::new();
    for line in doc.lines().filter(|line| !line.is_tag && !line.text.trim_start().starts_with('+')) {
        let line = if doc.has_block() { line.text.trim() } else { line.text.trim_end() };
        let is_wanted = |last: &&str| !last.is_empty() || doc.keeps_blank_lines();
        if !line.is_empty() || text.last().is_some_and(is_wanted) {
            text.push(line);
        }
    }
    while text.last().is_some_and(|last| last.is_empty()) {
        text.pop();
    }
    let mut kept = Vec::new();
    let mut is_code = false;
    for line in text {
        is_code ^= line.starts_with("```") || line.starts_with("~~~");
        if !is_code && line.starts_with("---") {
            break;
        }
        if is_code || !line.starts_with("TODO") {
            kept.push(line);
        }
    }
    let text = kept.join("\n");
    (!text.is_empty()).then_some(text)
}

/// Replaces Go's escapes. Preserves invalid escapes, for which openapi-gen generated invalid Go code.
fn unescaped(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find('\\') {
        let (before, at) = rest.split_at(position);
        unescaped.push_str(before);
        let (length, character) = go_escape(at).unwrap_or((1, '\\'));
        unescaped.push(character);
        rest = at.get(length..).unwrap_or_default();
    }
    unescaped.push_str(rest);
    unescaped
}

fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for line in lines {
        if line == "---" {
            break;
        }
        let line = line.trim_end_matches(' ');
        let content = line.trim_start_matches(' ');
        if line.is_empty() {
            text.pop();
            text.push_str("\n\n");
        } else if content.starts_with("TODO") || content.starts_with('+') {
            // Skip notes for developers, and tags that were not parsed as such.
        } else if line.starts_with([' ', '\t']) {
            text.pop();
            text.push('\n');
            text.push_str(line);
            text.push('\n');
        } else {
            text.push_str(line);
            text.push(' ');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(lines: &[&str]) -> Option<String> {
        let mut doc = Doc::default();
        for line in lines {
            doc.push(line, line.starts_with("+tag"));
        }
        description(&doc, &[], false)
    }

    #[test]
    fn lines_become_paragraphs() {
        let cases: &[(&[&str], Option<&str>)] = &[
            (&[], None),
            (&["+tag"], None),
            (&["One", "two."], Some("One two.")),
            (&["One.", "", "Two."], Some("One.\n\nTwo.")),
            (&["One. ", "Two."], Some("One. Two.")),
            (&["One:", "  indented", "Two."], Some("One:\n  indented\nTwo.")),
            (&["One:", "\tcode", "", "Two."], Some("One:\n\tcode\n\nTwo.")),
            (&["One.", "TODO: this", " TODOs too", "Two."], Some("One. Two.")),
            (&["One.", "+unread", "Two."], Some("One. Two.")),
            (&["One.", "", "+tag", "", "Two."], Some("One.\n\n\nTwo.")),
            (&["One.", "---", "Two."], Some("One.")),
            (&["One.", "----", "Two."], Some("One. ---- Two.")),
            (&["---"], None),
            (&["  first", "second"], Some("first\nsecond")),
        ];
        for (lines, expected) in cases {
            assert_eq!(describe(lines).as_deref(), *expected, "{lines:?}");
        }
    }

    #[test]
    fn lines_stay_lines() {
        let cases: &[(&[&str], Option<&str>)] = &[
            (&[], None),
            (&["+tag"], None),
            (&["", "One", "  two. ", "", "", "Three.", ""], Some("One\n  two.\n\nThree.")),
            (&["One.", "TODO: this", "Two.", "--- more", "Three."], Some("One.\nTwo.")),
            (&["One.", "```", "---", "TODO", "```", "Two."], Some("One.\n```\n---\nTODO\n```\nTwo.")),
            (&["One.", " +unread", "Two."], Some("One.\nTwo.")),
            (&["One.", "", "TODO: this", "", "+tag"], Some("One.\n")),
        ];
        for (text, expected) in cases {
            let mut doc = Doc::default();
            for line in *text {
                doc.push(line, line.starts_with("+tag"));
            }
            assert_eq!(lines(&doc).as_deref(), *expected, "{text:?}");
        }
    }

    #[test]
    fn lines_of_blocks_begin_without_blanks() {
        for (has_block, expected) in [(true, "One\ntwo.\n\nThree."), (false, " One\n\ttwo.\n\n   Three.")] {
            let mut doc = Doc::default();
            if has_block {
                doc.set_block();
            }
            for line in [" One", "\ttwo.", "", "   Three."] {
                doc.push(line, false);
            }
            assert_eq!(lines(&doc).as_deref(), Some(expected));
        }
    }

    #[test]
    fn further_lines_come_behind_the_comment() {
        let mut doc = Doc::default();
        doc.push("Kind of it.", false);
        let more = [String::new(), "Possible enum values:".into(), " - `\"A\"` is a".into(), " - `\"B\"` ".into()];
        assert_eq!(
            description(&doc, &more, false).as_deref(),
            Some("Kind of it.\n\nPossible enum values:\n - `\"A\"` is a\n - `\"B\"`")
        );
    }

    #[test]
    fn backslashes_were_escapes_once() {
        for (line, plain, escaped) in [
            (r#"say \"so\""#, r#"say \"so\""#, r#"say "so""#),
            (r"\\SYSTEM", r"\\SYSTEM", r"\SYSTEM"),
            (r"a\tb\x41\101", r"a\tb\x41\101", "a\tbAA"),
            (r"\d+ and \", r"\d+ and \", r"\d+ and \"),
        ] {
            let mut doc = Doc::default();
            doc.push(line, false);
            assert_eq!(description(&doc, &[], false).as_deref(), Some(plain));
            assert_eq!(description(&doc, &[], true).as_deref(), Some(escaped));
        }
    }
}
