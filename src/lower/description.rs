//! Doc comments to descriptions (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.generateDescription`).

use crate::model::Doc;

/// The description of a doc comment, with further lines behind it; `None` if nothing is left.
///
/// Lines are joined to paragraphs; a blank line begins a new one, an indented line stays on its own; lines of tags and lines that begin with
/// `TODO` are dropped; a line `---` ends the description.
pub(super) fn description(doc: &Doc, more: &[String]) -> Option<String> {
    let lines = doc.lines.iter().filter(|line| !line.is_tag).map(|line| line.text.as_str());
    let text = join(lines.chain(more.iter().map(String::as_str)));
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
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
            // Notes to the authors, and tags that were not read as such.
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
    use crate::model::DocLine;

    fn describe(lines: &[&str]) -> Option<String> {
        let lines =
            lines.iter().map(|text| DocLine { text: (*text).to_owned(), is_tag: text.starts_with("+tag") }).collect();
        description(&Doc { lines }, &[])
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
    fn further_lines_come_behind_the_comment() {
        let doc = Doc { lines: vec![DocLine { text: "Kind of it.".into(), is_tag: false }] };
        let more = [String::new(), "Possible enum values:".into(), " - `\"A\"` is a".into(), " - `\"B\"` ".into()];
        assert_eq!(
            description(&doc, &more).as_deref(),
            Some("Kind of it.\n\nPossible enum values:\n - `\"A\"` is a\n - `\"B\"`")
        );
    }
}
