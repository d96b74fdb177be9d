//! One tag: where it begins, its name, its value, where it ends.

use super::{
    Dialect, Meaning, Nested, Tag, TagOptions, chain,
    reader::{CommentPosition, CommentReader},
    registry::{self, TagDefinition, ValueForm},
    unknown,
    validation_rule::{self, RulePart},
    value::{Head, read_meaning},
};
use crate::{
    diag::{Applicability, Diagnostic, Severity},
    source::Span,
    tags::codes,
};

/// What markers of controller-gen for the items of a list begin with.
const ITEMS: &str = "kubebuilder:validation:items:";

/// How many tags may stand inside each other.
pub(super) const MAX_DEPTH: usize = 8;

/// A tag that was read.
pub(super) struct ReadTag {
    /// The tag. The meaning of one line of an indexed rule is open until all its lines are read.
    pub(super) tag: Tag,
    /// Its row of the table.
    pub(super) definition: Option<&'static TagDefinition>,
    /// The keys of an indexed rule.
    pub(super) part: Option<RulePart>,
}

/// Reads the tag that begins here, behind blanks; leaves the reader on the tag's last line. `None` if the line is
/// prose.
pub(super) fn read_tag(reader: &mut CommentReader<'_>, options: &TagOptions, depth: usize) -> Option<ReadTag> {
    reader.skip_blanks();
    let start = reader.place;
    if !reader.eat("+") {
        return None;
    }
    let name = registry::name_at(reader.rest());
    if name.is_empty() {
        return None;
    }
    let written = name;
    let named_value = with_named_value(name, reader.rest());
    let definition = registry::find(name).or(named_value);
    // Behind the name of a rule, or of a marker with arguments, stands the name of its first argument.
    let name = match definition {
        Some(row) if matches!(row.form, ValueForm::Rule | ValueForm::Arguments(..)) && name.starts_with(row.name) => {
            row.name
        }
        _ => name,
    };
    let head = match named_value {
        Some(row) => Head { name: row.name.to_owned(), span: reader.span_ahead(written.len()) },
        None => Head { name: name.to_owned(), span: reader.span_ahead(name.len()) },
    };
    reader.advance(if named_value.is_some() { written.len() } else { name.len() });
    if let Some(row) = named_value {
        reader.diagnostics.push(value_has_a_name(&head, row, written));
    }
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
                ValueForm::Rule => read_rule(reader, &head, &mut part),
                ValueForm::Override => super::override_tag::read(reader, &head, options, depth),
                ValueForm::Holds(_, holder) => chain::read(reader, options, holder, depth),
                ValueForm::Chain(_) => {
                    chain::check(reader, options);
                    Ok(Meaning::Recognised)
                }
                _ => read_meaning(reader, &head, row),
            };
            let meaning = meaning.unwrap_or_else(|diagnostic| {
                reader.diagnostics.push(diagnostic);
                Meaning::Malformed
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

/// Tags without a family that controller-gen knows.
const PLAIN_OF_CONTROLLER_GEN: [&str; 5] = ["default", "listMapKey", "listType", "mapType", "structType"];

/// The row of a marker whose value was given a name, as in `+default:value=1`: controller-gen takes any name
/// (`splitMarker` in its package `markers`).
fn with_named_value(name: &str, rest: &str) -> Option<&'static TagDefinition> {
    let (marker, _) = name.rsplit_once(':')?;
    let is_known = marker.starts_with("kubebuilder:") || PLAIN_OF_CONTROLLER_GEN.contains(&marker);
    let has_value = rest.get(name.len()..)?.starts_with('=');
    if !is_known || !has_value || registry::find(name).is_some() {
        return None;
    }
    let is_value = |form: &ValueForm| {
        matches!(
            form,
            ValueForm::Flag(_)
                | ValueForm::Exclusive(_)
                | ValueForm::Count(_)
                | ValueForm::Number(_)
                | ValueForm::PositiveNumber(_)
                | ValueForm::Text(_)
                | ValueForm::Name(_)
                | ValueForm::Line(_)
                | ValueForm::Word(..)
                | ValueForm::Words(..)
                | ValueForm::Names(_)
                | ValueForm::Own(..)
        )
    };
    registry::find(marker).filter(|row| row.name == marker && is_value(&row.form))
}

fn value_has_a_name(head: &Head, row: &TagDefinition, written: &str) -> Diagnostic {
    let mut diagnostic =
        Diagnostic::new(codes::UNKNOWN_TAG, format!("`+{written}` is `+{}` with a name for its value", row.name));
    diagnostic.severity = Severity::Warning;
    let name = Span { start: head.span.start + row.name.len() as u32, ..head.span };
    diagnostic.at(head.span).note("controller-gen and idlgen ignore the name; other tools do not know the tag").fix(
        format!("use `+{}=`", row.name),
        name,
        "",
    )
}

/// Reads a rule that is all in one tag, or one line of an indexed one.
fn read_rule(reader: &mut CommentReader<'_>, head: &Head, part: &mut Option<RulePart>) -> Result<Meaning, Diagnostic> {
    let read = validation_rule::read_part(reader, head)?;
    if read.index.is_none() {
        return Ok(validation_rule::finish(reader, head, &read.pairs));
    }
    *part = Some(read);
    Ok(Meaning::Malformed)
}

/// `:=`, which controller-gen allows.
fn colon_before_equals(reader: &mut CommentReader<'_>, row: &TagDefinition) {
    if !reader.rest().starts_with(":=") {
        return;
    }
    let span = reader.span_ahead(1);
    reader.advance(1);
    if row.dialect != Dialect::Kubebuilder {
        // In `+genclient:=onlyVerbs=a`, the `=` may be what is wrong.
        let value = reader.rest().strip_prefix('=').unwrap_or_default();
        let is_certain = !value.contains('=') && registry::find(&format!("{}:{value}", row.name)).is_none();
        let applicability = if is_certain { Applicability::Safe } else { Applicability::Unsafe };
        reader.diagnostics.push(
            Diagnostic::new(codes::COLON_BEFORE_EQUALS, format!("`+{}:=` is read by controller-gen only", row.name))
                .at(span)
                .fix_as(applicability, "remove the colon", span, ""),
        );
    }
}

/// The value without the `=`.
fn value_span(reader: &CommentReader<'_>, start: CommentPosition, end: CommentPosition) -> Option<Span> {
    if end <= start {
        return None;
    }
    let rest = reader.line(start.line).get(start.offset..).unwrap_or("");
    let skipped = rest.len() - rest.strip_prefix(":=").or_else(|| rest.strip_prefix('=')).unwrap_or(rest).len();
    let start = CommentPosition { offset: start.offset + skipped, ..start };
    Some(reader.span(start, end))
}
