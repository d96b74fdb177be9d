//! The lines of a comment, sorted into tags and prose.

mod near_tag;
mod repetition;

use std::collections::BTreeMap;

use super::{
    Tag, TagOptions,
    pairs::Pair,
    reader::{Place, Reader},
    registry::TagDefinition,
    tag_line::read_tag,
    validation_rule,
    value::Head,
};
use crate::{diag::Diagnostic, source::TextLine};

/// What [`parse`] gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedComment {
    /// The tags, in source order. The lines of one indexed rule are one tag, at the place of the first.
    pub tags: Vec<Tag>,
    /// For each line, whether it belongs to a tag: as its first line, or as a later one.
    pub is_tag: Vec<bool>,
    /// What is wrong with them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the tags of one comment, as `CommentGroup::lines` gives its lines.
///
/// ```
/// use idlgen::{source::{FileId, Span, TextLine}, tags::{self, Constraint, Meaning, TagOptions}};
///
/// let text = "+maxLength=20";
/// let span = Span::new(FileId::from_index(0), 0, text.len());
/// let parsed = tags::parse(&[TextLine { text: text.to_owned(), span }], &TagOptions::default());
/// assert_eq!(parsed.tags[0].meaning, Meaning::Constraint(Constraint::MaxLength(20)));
/// assert_eq!(parsed.is_tag, [true]);
/// assert!(parsed.diagnostics.is_empty());
/// ```
pub fn parse(lines: &[TextLine], options: &TagOptions) -> ParsedComment {
    let mut reader = Reader::new(lines);
    let mut tags: Vec<Tag> = Vec::new();
    let mut definitions: Vec<Option<&'static TagDefinition>> = Vec::new();
    let mut rules: BTreeMap<u32, IndexedRule> = BTreeMap::new();
    let mut is_tag = vec![false; lines.len()];
    let mut line = 0;
    while line < lines.len() {
        reader.place = Place { line, offset: 0 };
        let Some(read) = read_tag(&mut reader, options, 0) else {
            if options.report_unknown {
                near_tag::check(&mut reader, line);
            }
            line += 1;
            continue;
        };
        let next = reader.place.line.max(line) + 1;
        is_tag.iter_mut().take(next).skip(line).for_each(|flag| *flag = true);
        line = next;
        let indexed = read.part.and_then(|part| Some((part.index?, part.pairs)));
        if let Some((index, pairs)) = indexed {
            if let Some(rule) = rules.get_mut(&index) {
                validation_rule::add(&mut reader, &mut rule.pairs, pairs);
                if let Some(tag) = tags.get_mut(rule.tag) {
                    tag.text.push('\n');
                    tag.text.push_str(&read.tag.text);
                    tag.span = tag.span.to(read.tag.span);
                }
                continue;
            }
            rules.insert(index, IndexedRule { tag: tags.len(), pairs });
        }
        tags.push(read.tag);
        definitions.push(read.definition);
    }
    for rule in rules.values() {
        if let Some(tag) = tags.get_mut(rule.tag) {
            let head = Head { name: tag.name.clone(), span: tag.name_span };
            tag.meaning = validation_rule::finish(&mut reader, &head, &rule.pairs);
        }
    }
    repetition::check(&mut reader.diagnostics, &tags, &definitions);
    ParsedComment { tags, is_tag, diagnostics: reader.diagnostics }
}

/// A rule that is written in lines with one index.
struct IndexedRule {
    /// The tag's index.
    tag: usize,
    pairs: Vec<Pair>,
}
