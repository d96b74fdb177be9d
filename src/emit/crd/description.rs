//! Descriptions that are not to be longer than so many bytes (`sigs.k8s.io/controller-tools/pkg/crd`,
//! `desc_visitor.go`).

use idlgen_validate::Schema;

use crate::emit::openapi::nodes;

/// Ends every description of a tree at the last sentence within `length` bytes, else at the last word; 0 leaves them
/// out.
pub(super) fn shorten(tree: &mut Schema, length: usize) {
    nodes::for_each(tree, &mut |node| {
        if let Some(text) = node.description.take() {
            node.description = (length > 0).then(|| shortened(text, length));
        }
    });
}

/// `text` up to its last sentence or word within `length` bytes.
pub(crate) fn shortened(text: String, length: usize) -> String {
    if text.len() <= length {
        return text;
    }
    let end = (0..=length).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let within = text.get(..end).unwrap_or_default();
    // The mark that ends a sentence stays.
    if let Some(sentence) = within.rfind(ends_sentence) {
        let mark = within.get(sentence..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        return within.get(..sentence + mark).unwrap_or_default().to_owned();
    }
    let word = within.rfind(char::is_whitespace).and_then(|position| within.get(..position)).unwrap_or(within);
    format!("{word}...")
}

/// Unicode's property `Sentence_Terminal`, as far as comments of API types have it.
fn ends_sentence(character: char) -> bool {
    const OTHERS: &str = "\u{589}\u{61d}\u{61e}\u{61f}\u{6d4}\u{964}\u{965}\u{203c}\u{203d}\u{2047}\u{2048}\u{2049}\
        \u{3002}\
        \u{fe52}\u{fe56}\u{fe57}\u{ff01}\u{ff0e}\u{ff1f}\u{ff61}";
    matches!(character, '!' | '.' | '?') || OTHERS.contains(character)
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn descriptions_end_at_a_sentence_or_a_word() {
        for (text, length, expected) in [
            ("Short.", 10, "Short."),
            ("One. Two. Three.", 10, "One. Two."),
            ("See https://git.k8s.io/x for more", 22, "See https://git.k8s."),
            ("no sentence ends here", 12, "no sentence..."),
            ("unbreakable", 4, "unbr..."),
            ("äöü and more words", 5, "äö..."),
        ] {
            assert_eq!(shortened(text.to_owned(), length), expected, "{text}");
        }
    }
}
