//! Prose that is almost a tag, which all tools ignore without a message.

use crate::{
    diag::Diagnostic,
    tags::{
        Dialect, codes,
        reader::{CommentPosition, CommentReader, SPACES},
        registry::{self, TagDefinition, ValueSyntax},
    },
};

/// Checks a line of prose for `+ optional`, for a tag at its end, and for a tag without its `+`.
pub(super) fn check(reader: &mut CommentReader<'_>, line: usize) {
    let text = reader.line(line);
    if memchr::memchr2(b'+', b'=', text.as_bytes()).is_none() {
        return;
    }
    let diagnostic =
        blank_behind_plus(reader, line).or_else(|| behind_text(reader, line)).or_else(|| without_plus(reader, line));
    reader.diagnostics.extend(diagnostic);
}

/// Reports a space after the plus sign: `+ optional`.
fn blank_behind_plus(reader: &CommentReader<'_>, line: usize) -> Option<Diagnostic> {
    let text = reader.line(line);
    let plus = text.len() - text.trim_start_matches(SPACES).len();
    let behind = text.get(plus..)?.strip_prefix('+')?;
    let rest = behind.trim_start_matches(SPACES);
    let row = whole_tag(rest)?;
    if rest.len() == behind.len() {
        return None;
    }
    let start = CommentPosition { line, offset: plus + 1 };
    let blank = reader.span(start, CommentPosition { offset: text.len() - rest.len(), ..start });
    Some(
        Diagnostic::new(codes::NEAR_TAG, format!("`+ {}` is not a tag: unexpected space after `+`", row.name))
            .at(reader.span(CommentPosition { line, offset: plus }, reader.end_of_line(line)))
            .unsafe_fix("remove the space", blank, ""),
    )
}

/// Reports a tag after prose: `The name. +optional`.
fn behind_text(reader: &CommentReader<'_>, line: usize) -> Option<Diagnostic> {
    let text = reader.line(line).trim_end_matches(SPACES);
    // Most prose contains no plus sign, and searching for a single character is faster than for two.
    let (before, tag) = Some(text).filter(|text| text.contains('+'))?.rsplit_once(" +")?;
    // Only report the tag if it follows a complete sentence or has a value. Otherwise, this is prose about a tag, or
    // code.
    let before_tag = before.trim_end_matches(SPACES);
    let is_slip = before_tag.ends_with(['.', '!', '?', ';', ')']) || (tag.contains('=') && !before_tag.ends_with("//"));
    let row = whole_tag(tag).filter(|_| is_slip && !before_tag.is_empty())?;
    let start = CommentPosition { line, offset: before.len() + 1 };
    Some(
        Diagnostic::new(codes::NEAR_TAG, format!("`+{}` is not a tag: it follows other text", row.name))
            .at(reader.span(start, reader.end_of_line(line)))
            .note("a tag must start its line")
            .help("move it to its own line"),
    )
}

/// Reports a tag without a plus sign: `listType=set`.
fn without_plus(reader: &CommentReader<'_>, line: usize) -> Option<Diagnostic> {
    let text = reader.line(line).trim_matches(SPACES);
    let whole = Some(text).filter(|text| text.contains('=')).and_then(whole_tag);
    whole.filter(|row| !matches!(row.form, ValueSyntax::Presence(_)))?;
    let start = reader.line(line).len() - reader.line(line).trim_start_matches(SPACES).len();
    let start = CommentPosition { line, offset: start };
    Some(
        Diagnostic::new(codes::NEAR_TAG, format!("`{text}` is not a tag: its `+` is missing"))
            .at(reader.span(start, reader.end_of_line(line)))
            .unsafe_fix("add the `+`", reader.span(start, start), "+"),
    )
}

/// Returns the row of the tag if the entire string is a tag except for its `+`: a name, or a name, `=` and a value
/// without spaces.
fn whole_tag(text: &str) -> Option<&'static TagDefinition> {
    let name = registry::name_at(text);
    let rest = text.get(name.len()..)?;
    let is_alone = match rest.strip_prefix('=') {
        None => rest.is_empty(),
        Some(value) => !value.starts_with('=') && !value.contains(SPACES),
    };
    if name.is_empty() || !is_alone {
        return None;
    }
    registry::find(name).filter(|row| row.dialect != Dialect::Foreign)
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn prose_that_looks_like_a_tag() {
        expect(&[
            ("+ optional", &["near-tag: `+ optional` is not a tag: unexpected space after `+` @ + optional"]),
            ("+  listType=set", &["near-tag: `+ listType` is not a tag: unexpected space after `+` @ +  listType=set"]),
            ("The name. +optional", &["near-tag: `+optional` is not a tag: it follows other text @ +optional"]),
            ("  listType=set", &["near-tag: `listType=set` is not a tag: its `+` is missing @ listType=set"]),
        ]);
    }

    #[test]
    fn prose() {
        expect(&[
            ("+ something else", &[]),
            ("+ optional fields", &[]),
            ("+1", &[]),
            ("+1: if a is greater", &[]),
            ("+-------+-------+", &[]),
            ("+---- +optional fields ---+", &[]),
            ("+Inf/-Inf is returned", &[]),
            ("+foo and more", &[]),
            ("+", &[]),
            ("optional", &[]),
            ("default == 5", &[]),
            ("default==5", &[]),
            ("listType=set is the default", &[]),
            ("a +b", &[]),
            ("genclient=true", &[]),
            ("fields that are marked +optional", &[]),
            ("    // +listType=set", &[]),
            ("\t`// +default=\"Always\"`", &[]),
        ]);
    }
}
