//! Limits the length of descriptions (`sigs.k8s.io/controller-tools/pkg/crd`, `desc_visitor.go`).

use std::collections::BTreeMap;

use idlgen_validate::{Schema, schema::AdditionalProperties};

use crate::emit::openapi::nodes;

/// Maximum lengths of descriptions: the default, and those for field paths. If several paths match a field, the longest
/// path applies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths<'s> {
    /// The default length.
    pub(super) usual: Option<usize>,
    /// The lengths by field path, such as `spec.template`. `*` matches any field.
    pub(super) by_path: &'s BTreeMap<String, usize>,
}

/// Truncates every description in a tree to the last sentence within the limit, otherwise to the last word. 0 removes
/// them.
pub(super) fn shorten(tree: &mut Schema, lengths: Lengths<'_>) {
    if lengths.usual.is_none() && lengths.by_path.is_empty() {
        return;
    }
    let patterns = lengths.by_path.iter().map(|(path, length)| (path.split('.').collect(), *length)).collect();
    shorten_below(tree, lengths.usual, &patterns);
}

/// The remaining parts of the path patterns that may match a field, with their lengths.
type Patterns<'p> = Vec<(Vec<&'p str>, usize)>;

fn shorten_below(node: &mut Schema, length: Option<usize>, patterns: &Patterns<'_>) {
    // The branches of combinations describe the same value, so they have the same limit.
    if let Some(length) = length {
        let combined = node.all_of.iter_mut().chain(&mut node.any_of).chain(&mut node.one_of);
        for branch in combined.chain(node.not.as_deref_mut()) {
            nodes::for_each(branch, &mut |node| shorten_one(node, length));
        }
        shorten_one(node, length);
    }
    for (name, property) in &mut node.properties {
        let steps = patterns.iter().filter(|(path, _)| path.first().is_some_and(|step| step == name || *step == "*"));
        let left: Patterns<'_> =
            steps.map(|(path, length)| (path.iter().skip(1).copied().collect(), *length)).collect();
        let ended = left.iter().filter(|(path, _)| path.is_empty()).map(|(_, length)| *length).min();
        shorten_below(property, ended.or(length), &left);
    }
    // Items and map values have no names of their own.
    let values = match &mut node.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&mut **values),
        _ => None,
    };
    for inner in node.items.as_deref_mut().into_iter().chain(values) {
        shorten_below(inner, length, patterns);
    }
}

fn shorten_one(node: &mut Schema, length: usize) {
    if let Some(text) = node.description.take() {
        node.description = (length > 0).then(|| shortened(text, length));
    }
}

/// Returns `text` up to the last sentence or word within `length` bytes.
fn shortened(text: String, length: usize) -> String {
    if text.len() <= length {
        return text;
    }
    let end = (0..=length).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let within = text.get(..end).unwrap_or_default();
    match end_of(within) {
        // Keeps the punctuation mark at the end of the sentence.
        End::Sentence(sentence) => {
            let mark = within.get(sentence..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            within.get(..sentence + mark).unwrap_or_default().to_owned()
        }
        End::Word(word) => format!("{}...", within.get(..word).unwrap_or_default()),
    }
}

/// Returns `text` up to the last sentence or word within `length` bytes like controller-gen, which may cut a character.
/// `encoding/json` writes each byte of an incomplete character as U+FFFD.
pub(crate) fn cut(text: &str, length: usize) -> String {
    if text.len() <= length {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let whole = |end: usize| (0..=end).rev().find_map(|end| text.get(..end)).unwrap_or_default();
    let until = |end: usize| whole(end).to_owned() + &"\u{fffd}".repeat(end.min(bytes.len()) - whole(end).len());
    match end_of(whole(length)) {
        // Only the first byte of the punctuation mark is kept.
        End::Sentence(sentence) => until(sentence + 1),
        End::Word(word) if word < whole(length).len() => until(word) + "...",
        End::Word(_) => until(length) + "...",
    }
}

/// The end of a shortened description.
enum End {
    /// The position of the punctuation mark that ends the last sentence.
    Sentence(usize),
    /// The end of the last word that is followed by a space, or that of the text.
    Word(usize),
}

fn end_of(text: &str) -> End {
    let sentence = text.rfind(ends_sentence).filter(|position| *position > 0);
    let word = || text.rfind(char::is_whitespace).filter(|position| *position > 0).unwrap_or(text.len());
    sentence.map_or_else(|| End::Word(word()), End::Sentence)
}

/// Returns `true` for characters with Unicode's property `Sentence_Terminal` that occur in comments of API types.
fn ends_sentence(character: char) -> bool {
    const OTHERS: &str = "\u{589}\u{61d}\u{61e}\u{61f}\u{6d4}\u{964}\u{965}\u{203c}\u{203d}\u{2047}\u{2048}\u{2049}\
        \u{3002}\
        \u{fe52}\u{fe56}\u{fe57}\u{ff01}\u{ff0e}\u{ff1f}\u{ff61}";
    matches!(character, '!' | '.' | '?') || OTHERS.contains(character)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn paths_have_lengths_of_their_own() {
        let schema = json!({"type": "object", "description": "Root. More.", "properties": {
            "spec": {"type": "object", "description": "Spec. More.", "properties": {
                "a": {"type": "object", "description": "A. More.", "properties": {
                    "b": {"type": "string", "description": "B. More."},
                }},
                "list": {"type": "array", "description": "L. More.", "items": {
                    "type": "object", "description": "I. More.",
                    "properties": {"c": {"type": "string", "description": "C. More."}},
                }},
            }},
        }});
        let shown = |usual, paths: &[(&str, usize)]| {
            let mut tree = Schema::from_json(&schema).0;
            let by_path = paths.iter().map(|(path, length)| ((*path).to_owned(), *length)).collect();
            shorten(&mut tree, Lengths { usual, by_path: &by_path });
            let mut found = Vec::new();
            nodes::for_each(&mut tree, &mut |node| found.push(node.description.clone().unwrap_or_default()));
            found.join("|")
        };
        assert_eq!(shown(None, &[]), "B. More.|A. More.|C. More.|I. More.|L. More.|Spec. More.|Root. More.");
        assert_eq!(shown(Some(0), &[("spec.a", 4)]), "B.|A.|||||");
        assert_eq!(shown(None, &[("spec", 0), ("spec.list.c", 100)]), "||C. More.||||Root. More.");
        assert_eq!(shown(None, &[("*.*.b", 2)]), "B.|A. More.|C. More.|I. More.|L. More.|Spec. More.|Root. More.");
    }

    #[test]
    fn descriptions_end_at_a_sentence_or_a_word() {
        for (text, length, expected) in [
            ("Short.", 10, "Short."),
            ("One. Two. Three.", 10, "One. Two."),
            ("See https://git.k8s.io/x for more", 22, "See https://git.k8s."),
            ("no sentence ends here", 12, "no sentence..."),
            ("unbreakable", 4, "unbr..."),
            ("äöü and more words", 5, "äö..."),
            (".hidden files", 9, ".hidden..."),
        ] {
            assert_eq!(shortened(text.to_owned(), length), expected, "{text}");
        }
    }

    /// The results are those of controller-gen v0.22.0, as `encoding/json` writes them.
    #[test]
    fn a_cut_may_be_inside_a_character() {
        for (text, length, expected) in [
            ("Short.", 10, "Short."),
            ("One. Two. Three.", 10, "One. Two."),
            ("no sentence ends here", 12, "no sentence..."),
            ("中文：这是一个类型。", 20, "中文：这是一\u{fffd}\u{fffd}..."),
            ("规格。更多的文字", 20, "规格\u{fffd}"),
            ("äöü and more words", 5, "äö\u{fffd}..."),
            (".hidden files", 9, ".hidden..."),
        ] {
            assert_eq!(cut(text, length), expected, "{text}");
        }
    }
}
