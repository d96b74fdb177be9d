//! The part of the source that is passed to the parser, and the conversion of its offsets.

use std::ops::Range;

/// Source without the parts that the parser does not need. Each omitted part is replaced with a space, so that the
/// surrounding tokens stay separate. Most of the bytes in API types are comments, which the parser would read byte by
/// byte.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    /// The source for the parser.
    pub(super) text: String,
    /// The offsets in the excerpt after which something is omitted, each with the total number of bytes omitted up to
    /// that point.
    omissions: Vec<(usize, usize)>,
}

impl Excerpt {
    /// Creates the excerpt of `text` from the byte `base` on. `blanks` contains the ranges to omit, in order. A range
    /// that exceeds the end of the source is not omitted.
    pub(super) fn new(text: &str, base: usize, blanks: &[Range<usize>]) -> Self {
        let first = blanks.partition_point(|blank| blank.end <= base);
        let mut excerpt = Excerpt::default();
        let (mut start, mut omitted) = (base, 0);
        for blank in blanks.iter().skip(first).take_while(|blank| blank.end <= text.len()) {
            let begin = blank.start.max(start);
            excerpt.text.push_str(text.get(start..begin).unwrap_or_default());
            excerpt.text.push(' ');
            omitted += blank.end.saturating_sub(begin + 1);
            excerpt.omissions.push((excerpt.text.len(), omitted));
            start = blank.end;
        }
        excerpt.text.push_str(text.get(start..).unwrap_or_default());
        excerpt
    }

    /// Converts an offset in the excerpt to an offset in the source, relative to the base.
    pub(super) fn offset(&self, offset: usize) -> usize {
        let before = self.omissions.partition_point(|(end, _)| *end <= offset).checked_sub(1);
        offset + before.and_then(|index| self.omissions.get(index)).map_or(0, |(_, omitted)| *omitted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_a_space_and_offsets_lead_back() {
        let text = "type A /* one */ struct {} // two\nvar x = 1 // three";
        let place = |what: &str| text.find(what).map(|start| start..start + what.len()).expect("is there");
        let blanks = [place("/* one */"), place("// two"), place("// three")];
        let behind = place("// two").end;
        for (base, end, expected) in [
            (0, text.len(), "type A   struct {}  \nvar x = 1  "),
            (behind, text.len(), "\nvar x = 1  "),
            (behind - 2, text.len(), " \nvar x = 1  "),
            // The end of the source is in the middle of the last comment.
            (behind, text.len() - 1, "\nvar x = 1 // thre"),
        ] {
            let excerpt = Excerpt::new(&text[..end], base, &blanks);
            assert_eq!(excerpt.text, expected);
            for word in ["type", "struct", "var", "= 1"] {
                if let Some(offset) = expected.find(word) {
                    assert!(text[base + excerpt.offset(offset)..].starts_with(word), "{word} of {base}..{end}");
                }
            }
            assert_eq!(base + excerpt.offset(expected.len()), end);
        }
    }
}
