//! The lines of a comment, sorted into tags and prose.

use super::{
    Meaning, Tag, TagOptions,
    reader::{BLANKS, Place, Reader},
    registry, unknown,
    value::{Head, read_meaning},
};
use crate::{diag::Diagnostic, source::TextLine};

/// What [`parse`] gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedComment {
    /// The tags, in source order.
    pub tags: Vec<Tag>,
    /// For each line, whether it belongs to a tag: as its first line, or as a later one.
    pub is_tag: Vec<bool>,
    /// What is wrong with them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the tags of one comment, as `CommentGroup::lines` gives its lines.
pub fn parse(lines: &[TextLine], options: &TagOptions) -> ParsedComment {
    let mut reader = Reader::new(lines);
    let mut tags = Vec::new();
    let mut is_tag = vec![false; lines.len()];
    let mut line = 0;
    while line < lines.len() {
        reader.place = Place { line, offset: 0 };
        let mut last = line;
        if let Some(tag) = read_tag(&mut reader, options) {
            tags.push(tag);
            last = reader.place.line;
            for flag in is_tag.iter_mut().take(last + 1).skip(line) {
                *flag = true;
            }
        }
        line = last + 1;
    }
    ParsedComment { tags, is_tag, diagnostics: reader.diagnostics }
}

/// Reads the tag that begins here, behind blanks; leaves the reader on the tag's last line.
fn read_tag(reader: &mut Reader<'_>, options: &TagOptions) -> Option<Tag> {
    reader.skip_blanks();
    let start = reader.place;
    if !reader.eat("+") {
        return None;
    }
    let name = registry::name_at(reader.rest());
    if name.is_empty() {
        return None;
    }
    let name_span = reader.span_ahead(name.len());
    reader.advance(name.len());
    let head = Head { name: name.to_owned(), span: name_span };
    let definition = registry::find(name);
    if definition.is_none() && !reader.rest().is_empty() && !reader.rest().starts_with(['=', '(', '[', ':', '>']) {
        return None;
    }
    let value_start = reader.place;
    let (dialect, meaning) = match definition {
        None => unknown::read(reader, &head, options),
        Some(definition) => {
            let meaning = read_meaning(reader, &head, definition).unwrap_or_else(|diagnostic| {
                reader.diagnostics.push(diagnostic);
                reader.place = start;
                Meaning::Malformed
            });
            (definition.dialect, meaning)
        }
    };
    if meaning == Meaning::Malformed || meaning == Meaning::Recognised {
        reader.place = reader.end_of_line(reader.place.line).max(value_start);
    }
    let end = Place {
        offset: reader.text(Place { offset: 0, ..reader.place }, reader.place).trim_end_matches(BLANKS).len(),
        ..reader.place
    };
    let value_span = (end > value_start).then(|| reader.span(value_start, end));
    Some(Tag {
        name: head.name,
        text: reader.text(start, end),
        span: reader.span(start, end),
        name_span,
        value_span,
        dialect,
        meaning,
    })
}
