//! Documentation after a tag on its line.

use super::reader::SPACES;

/// Returns documentation after a tag, without the dash or colon before it: `The default.` for `- The default.`. Returns
/// `None` for other text, such as a part of a value.
pub(super) fn prose(rest: &str) -> Option<&str> {
    let rest = rest.trim_matches(SPACES);
    let marks = ['-', '\u{2013}', '\u{2014}', ':', ','];
    let text = rest.strip_prefix(marks).filter(|text| text.starts_with(SPACES)).unwrap_or(rest);
    let text = text.trim_start_matches(SPACES);
    let is_word = |word: &&str| word.chars().filter(|character| character.is_alphabetic()).count() > 1;
    let starts_as_text = text.starts_with(char::is_alphanumeric) || text.starts_with(['(', '"', '\'', '`']);
    (starts_as_text && text.split(SPACES).filter(is_word).count() > 1).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::prose;
    use crate::tags::{TagOptions, testing::read};

    #[test]
    fn a_second_tag_and_documentation_move_and_other_text_goes() {
        for (line, title, replacement) in [
            ("+maxLength=3 +minLength=1", "move `+minLength` to its own line", "\n\t// "),
            ("+maxLength=3 + 1", "remove it", ""),
            ("+maxLength=3 or more", "move the text to its own line", "\n\t// or more"),
            ("+optional - The default is 3.0", "move the text to its own line", "\n\t// The default is 3.0"),
            ("+optional,", "remove it", ""),
        ] {
            let (_, parsed) = read(&format!("\t// {line}\n"), &TagOptions::default());
            let fixes: Vec<_> = parsed.diagnostics.iter().filter_map(|one| one.fix.as_ref()).collect();
            let edits = fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.replacement.as_str()));
            assert_eq!(edits.collect::<Vec<_>>(), [replacement], "{line}");
            assert_eq!(fixes.iter().map(|fix| fix.title.as_str()).collect::<Vec<_>>(), [title], "{line}");
        }
    }

    #[test]
    fn documentation_is_distinguished_from_values() {
        for (rest, expected) in [
            ("- The default is 3.0.", Some("The default is 3.0.")),
            (": one of these ", Some("one of these")),
            ("the size of it", Some("the size of it")),
            ("(not yet used)", Some("(not yet used)")),
            ("- 5 is a lot", Some("5 is a lot")),
            ("-all of it", None),
            (",", None),
            ("chars", None),
            ("b,c;d", None),
            ("- x = 1", None),
            ("} + more text", None),
        ] {
            assert_eq!(prose(rest), expected, "{rest}");
        }
    }
}
