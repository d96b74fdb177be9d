//! What the parser sees of a text, and the way back from there.

use std::ops::Range;

/// A text without what the parser need not see. Of each such piece a space is left, so that what stands around it stays
/// apart: most of the bytes of API types are comments, and the parser would go through them one by one.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    /// What is seen.
    pub(super) text: String,
    /// Behind which bytes of the excerpt something is left out, and how many bytes are left out up to there.
    omissions: Vec<(usize, usize)>,
}

impl Excerpt {
    /// The excerpt of `text` from the byte `base` on. `blanks` are the pieces to leave out, in order; one that goes
    /// beyond the end of the text stays.
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

    /// Where an offset of the excerpt stands in the text, counted from the base.
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
            // The end of the text is in the middle of the last comment.
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
