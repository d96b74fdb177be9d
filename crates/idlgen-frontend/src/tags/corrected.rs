//! Parses a corrected tag again, so that no suggestion is itself an error.

use super::{TagOptions, codes, comment, reader::CommentReader};
use crate::{
    diag::{Applicability, Diagnostic, Near},
    source::{FileId, Span, TextLines},
};

/// Maximum number of consecutive corrections: `enum=a,b` → `Enum=a,b` → `Enum=a;b`.
const MAX_ROUNDS: usize = 4;

/// The result of correcting a tag.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The corrected tag is valid. Contains its text, including other safe fixes that were necessary.
    Good(String),
    /// The corrected tag may continue on the next line, which is not known here.
    GoesOn,
    /// The corrected tag is invalid, and there is no safe fix. Contains the message.
    Bad(String),
}

/// Returns a similar name for a name in the current line, with its applicability: a fix is safe only if the corrected
/// tag is valid.
pub(super) fn with_applicability<'a>(reader: &CommentReader<'_>, near: Near<'a>, span: Span) -> Near<'a> {
    Near { applicability: near.applicability.max(applicability(reader, span, near.name)), ..near }
}

/// Returns the applicability of a fix in the current line, which is safe only if the corrected tag is valid.
pub(super) fn applicability(reader: &CommentReader<'_>, span: Span, replacement: &str) -> Applicability {
    let changed = reader.line_with(span, replacement);
    let tag = changed.as_deref().and_then(|line| line.get(line.find('+')?..));
    match tag.map(|tag| (tag, read_again(tag))) {
        Some((tag, Reading::Good(read))) if read == tag.trim_end() => Applicability::Safe,
        _ => Applicability::Unsafe,
    }
}

/// Parses a tag, which is a single line without `//`, and applies its safe fixes.
pub(super) fn read_again(tag: &str) -> Reading {
    let mut tag = tag.trim_end().to_owned();
    for _ in 0..MAX_ROUNDS {
        let Some(diagnostic) = first_problem(&tag) else { return Reading::Good(tag) };
        let fix = diagnostic.fix.as_ref().filter(|fix| fix.applicability == Applicability::Safe);
        let is_open = diagnostic.code == codes::UNCLOSED_QUOTE || tag.ends_with(',');
        let Some(fix) = fix.filter(|_| !is_open) else {
            return if is_open { Reading::GoesOn } else { Reading::Bad(diagnostic.message) };
        };
        for edit in fix.edits.iter().rev() {
            let range = edit.span.start as usize..edit.span.end as usize;
            if tag.get(range.clone()).is_none() {
                return Reading::Bad(diagnostic.message);
            }
            tag.replace_range(range, &edit.replacement);
        }
    }
    Reading::GoesOn
}

/// Returns the first problem of a known tag.
fn first_problem(tag: &str) -> Option<Diagnostic> {
    let mut lines = TextLines::default();
    lines.push(tag, Span::new(FileId::from_index(0), 0, tag.len()));
    // Whether the name is known is checked separately.
    let options = TagOptions { report_unknown: false, ..TagOptions::default() };
    comment::parse(&lines, &options).diagnostics.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_lead_to_others() {
        for (tag, expected) in [
            ("+maxLength=3", Reading::Good("+maxLength=3".to_owned())),
            ("+kubebuilder:validation:Enum=a,b", Reading::Good("+kubebuilder:validation:Enum=a;b".to_owned())),
            ("+maxLength:=3", Reading::Good("+maxLength=3".to_owned())),
            ("+validationRule=\"self > 3", Reading::GoesOn),
            ("+maxLength=x", Reading::Bad("`+maxLength` expects an integer of at least 0, not `x`".to_owned())),
        ] {
            assert_eq!(read_again(tag), expected, "{tag}");
        }
    }
}
