//! Reads a single tag: its start, its name, its value, and its end.

use super::{
    Dialect, Nested, Tag, TagKind, TagOptions, chain, named_value,
    reader::{CommentPosition, CommentReader},
    registry::{self, TagDefinition, ValueSyntax},
    unknown,
    validation_rule::{self, RulePart},
    value::{Head, read_kind},
};
use crate::{
    diag::{Applicability, Diagnostic},
    source::Span,
    tags::codes,
};

/// The prefix of controller-gen's markers for list items.
const ITEMS: &str = "kubebuilder:validation:items:";

/// Maximum nesting depth of tags in tags.
pub(super) const MAX_DEPTH: usize = 8;

/// The result of reading a tag.
pub(super) struct ReadTag {
    /// The tag. If it is a line of an indexed rule, its meaning is not set before all lines have been read.
    pub(super) tag: Tag,
    /// The row of the tag.
    pub(super) definition: Option<&'static TagDefinition>,
    /// The keys of an indexed rule.
    pub(super) part: Option<RulePart>,
}

/// Reads the tag at the current position, after spaces. The position is then on the last line of the tag. Returns
/// `None` for prose.
pub(super) fn read_tag(reader: &mut CommentReader<'_>, options: &TagOptions, depth: usize) -> Option<ReadTag> {
    reader.skip_spaces();
    let start = reader.place;
    if !reader.eat("+") {
        return None;
    }
    let name = registry::name_at(reader.rest());
    if name.is_empty() {
        return None;
    }
    let definition = registry::find(name);
    let named_value = if definition.is_none() { named_value::find(reader, name) } else { None };
    if let Some(row) = named_value {
        named_value::report(reader, row, name);
    }
    let definition = definition.or(named_value);
    // In rules and in markers with arguments, the name is followed by the name of the first argument.
    let (known, length) = match definition {
        Some(row)
            if matches!(row.form, ValueSyntax::Rule | ValueSyntax::Arguments(..)) && name.starts_with(row.name) =>
        {
            (row.name, row.name.len())
        }
        Some(row) if named_value.is_some() => (row.name, name.len()),
        _ => (name, name.len()),
    };
    let head = Head { name: known.to_owned(), span: reader.span_ahead(length) };
    reader.advance(length);
    let is_prose = !reader.rest().is_empty() && !reader.rest().starts_with(['=', '(', '[', ':', '>']);
    if definition.is_none() && is_prose && registry::with_value(name).is_none() {
        return None;
    }
    let value_start = reader.place;
    let mut part = None;
    let (dialect, meaning) = match definition {
        None => (Dialect::Foreign, unknown::read(reader, &head, options)),
        Some(row) => {
            colon_before_equals(reader, row);
            reader.takes_comments = row.dialect == Dialect::Declarative;
            let meaning = match row.form {
                ValueSyntax::Rule => read_rule(reader, &head, &mut part),
                ValueSyntax::Override => super::override_tag::read(reader, &head, options, depth),
                ValueSyntax::Wraps(_, holder) => chain::read(reader, options, holder, depth),
                ValueSyntax::Chain(_) => {
                    chain::check(reader, options);
                    Ok(TagKind::Recognised)
                }
                _ => read_kind(reader, &head, row),
            };
            let meaning = meaning.unwrap_or_else(|diagnostic| {
                reader.diagnostics.push(diagnostic);
                TagKind::Malformed
            });
            (row.dialect, meaning)
        }
    };
    let end = reader.end_of_line(reader.place.line).max(value_start);
    reader.place = end;
    let mut tag = Tag {
        text: reader.text(start, end),
        span: reader.span(start, end),
        name_span: head.span,
        value_span: value_span(reader, value_start, end),
        name: head.name,
        dialect,
        meaning,
    };
    tag.lend();
    if definition.is_some_and(|row| row.name.starts_with(ITEMS)) {
        tag = chain::nested(Nested::Items, tag);
    }
    Some(ReadTag { tag, definition, part })
}

/// Reads a complete rule, or one line of an indexed rule.
fn read_rule(reader: &mut CommentReader<'_>, head: &Head, part: &mut Option<RulePart>) -> Result<TagKind, Diagnostic> {
    let read = validation_rule::read_part(reader, head)?;
    if read.index.is_none() {
        return Ok(validation_rule::finish(reader, head, &read.pairs));
    }
    *part = Some(read);
    Ok(TagKind::Malformed)
}

/// Handles `:=`, which controller-gen allows.
fn colon_before_equals(reader: &mut CommentReader<'_>, row: &TagDefinition) {
    if !reader.rest().starts_with(":=") {
        return;
    }
    let span = reader.span_ahead(1);
    reader.advance(1);
    if row.dialect != Dialect::Kubebuilder && row.owner != "controller-gen" {
        // In `+genclient:=onlyVerbs=a`, the first `=` may be the error.
        let value = reader.rest().strip_prefix('=').unwrap_or_default();
        let is_certain = !value.contains('=') && registry::find(&format!("{}:{value}", row.name)).is_none();
        let applicability = if is_certain { Applicability::Safe } else { Applicability::Unsafe };
        reader.diagnostics.push(
            Diagnostic::new(codes::COLON_BEFORE_EQUALS, format!("only controller-gen reads `+{}:=`", row.name))
                .at(span)
                .fix_as(applicability, "remove the colon", span, ""),
        );
    }
}

/// Returns the span of the value, without the `=`.
fn value_span(reader: &CommentReader<'_>, start: CommentPosition, end: CommentPosition) -> Option<Span> {
    if end <= start {
        return None;
    }
    let rest = reader.line(start.line).get(start.offset..).unwrap_or("");
    let skipped = rest.len() - rest.strip_prefix(":=").or_else(|| rest.strip_prefix('=')).unwrap_or(rest).len();
    let start = CommentPosition { offset: start.offset + skipped, ..start };
    Some(reader.span(start, end))
}
