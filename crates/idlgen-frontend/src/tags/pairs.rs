//! Settings after a tag's value: `,key=value,key=value`, optionally over several lines.

use super::{
    cel_text, corrected,
    quoted::{Stop, read_text},
    reader::{CommentPosition, CommentReader},
    source_string::SourceString,
    value::Head,
};
use crate::{
    diag::{Applicability, Diagnostic, near},
    source::Span,
    tags::codes,
};

/// A key with its value.
pub(super) struct Pair {
    pub(super) key: &'static Key,
    /// The location of the key.
    pub(super) key_span: Span,
    /// The value. `None` for a key without a value.
    pub(super) value: Option<SourceString>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// Its names: the canonical one and aliases.
    pub(super) names: &'static [&'static str],
    /// The syntax of its value.
    pub(super) value: KeyValue,
}

/// The syntax of a value, which determines the end of an unquoted value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyValue {
    /// A CEL expression, which ends at a comma outside of brackets and strings.
    Expression,
    /// A string that ends at a comma.
    Text,
    /// An optional string that ends at a comma.
    Flag,
}

impl Key {
    /// Returns the name for messages.
    pub(super) fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or("")
    }
}

pub(super) fn read_value(reader: &mut CommentReader<'_>, kind: KeyValue) -> Result<SourceString, Diagnostic> {
    reader.skip_spaces();
    if kind == KeyValue::Expression && !reader.rest().starts_with(['"', '\'', '`']) {
        let length = cel_text::bare_length(reader.rest());
        let text = reader.rest().get(..length).unwrap_or("").trim_end();
        let span = reader.span_ahead(text.len());
        reader.advance(length);
        return Ok(SourceString::verbatim(text, span));
    }
    read_text(reader, Stop::At(&[',']))
}

/// Reads any number of `,key=value` up to the end of the line. If there is a comma at the end of a line and the next
/// line begins with a key, continues on that line. Reports unknown and duplicate keys and skips them.
pub(super) fn read_pairs(
    reader: &mut CommentReader<'_>,
    head: &Head,
    keys: &'static [Key],
    pairs: &mut Vec<Pair>,
) -> Result<(), Diagnostic> {
    loop {
        reader.skip_spaces();
        if reader.rest().is_empty() {
            return Ok(());
        }
        let comma = reader.span_ahead(1);
        if !reader.eat(",") {
            return Err(text_after_value(reader));
        }
        if reader.at_end() && !go_on(reader) {
            // The next line may have been intended as a continuation.
            let is_last = reader.place.line + 1 >= reader.line_count();
            let applicability = if is_last { Applicability::Safe } else { Applicability::Unsafe };
            return Err(Diagnostic::new(codes::TRAILING_TEXT, "trailing comma")
                .at(comma)
                .note(format!(
                    "the tag continues on the next line only if that line starts with a key: {}",
                    key_list(keys)
                ))
                .fix_as(applicability, "remove the comma", comma, ""));
        }
        reader.skip_spaces();
        read_pair(reader, head, keys, pairs)?;
    }
}

/// Reports text after a value. Directly after a quote, that quote was probably intended as part of the value.
fn text_after_value(reader: &CommentReader<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(codes::TRAILING_TEXT, "unexpected text after a value")
        .at_with(reader.span_of_rest(), "expected `,` and a key");
    let before = reader.line(reader.place.line).get(..reader.place.offset).unwrap_or_default();
    match before.chars().next_back() {
        Some(quote @ ('"' | '\'')) => {
            let start = CommentPosition { offset: reader.place.offset - 1, ..reader.place };
            let others = if quote == '"' { "`'…'`" } else { "`\"…\"`" };
            diagnostic
                .and(reader.span_from(start), "the value ends here")
                .help(format!("write a quote inside of the value as `\\{quote}`, or use {others} there"))
        }
        _ => diagnostic.help("quote a string that contains spaces, commas or quotes"),
    }
}

/// Reads `key=value`.
pub(super) fn read_pair(
    reader: &mut CommentReader<'_>,
    head: &Head,
    keys: &'static [Key],
    pairs: &mut Vec<Pair>,
) -> Result<(), Diagnostic> {
    let start = reader.place;
    let name = reader.take_while(is_key_character);
    let key_span = reader.span_from(start);
    let gap = reader.place;
    reader.skip_spaces();
    // controller-gen also accepts `:=`.
    let is_marker = head.name.starts_with("kubebuilder:");
    let has_value = !reader.rest().starts_with("==") && (reader.eat("=") || is_marker && reader.eat(":="));
    let key = keys.iter().find(|key| key.names.contains(&name));
    if name.is_empty() || (!has_value && key.is_none_or(|key| key.value != KeyValue::Flag)) {
        reader.place = start;
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, "expected `key=value`")
            .at_with(reader.span_of_rest(), format!("expected one of {}", key_list(keys)))
            .help("quote a string that contains a comma"));
    }
    let value = if has_value {
        Some(read_value(reader, key.map_or(KeyValue::Text, |key| key.value))?)
    } else {
        reader.place = gap;
        None
    };
    let Some(key) = key else {
        let diagnostic = unknown_key(reader, head, name, key_span, keys);
        reader.diagnostics.push(diagnostic);
        return Ok(());
    };
    if let Some(first) = pairs.iter().find(|pair| pair.key == key) {
        let diagnostic = Diagnostic::new(codes::DUPLICATE_KEY, format!("duplicate key `{name}`"))
            .at(key_span)
            .and(first.key_span, "first here");
        reader.diagnostics.push(diagnostic);
        return Ok(());
    }
    pairs.push(Pair { key, key_span, value });
    Ok(())
}

/// Moves to the next line if it begins with `key=`.
fn go_on(reader: &mut CommentReader<'_>) -> bool {
    let before = reader.place;
    if reader.next_line() {
        reader.skip_spaces();
        let here = reader.place;
        let name = reader.take_while(is_key_character);
        reader.skip_spaces();
        if !name.is_empty() && reader.rest().starts_with('=') && !reader.rest().starts_with("==") {
            reader.place = here;
            return true;
        }
    }
    reader.place = before;
    false
}

fn is_key_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn unknown_key(reader: &CommentReader<'_>, head: &Head, name: &str, span: Span, keys: &[Key]) -> Diagnostic {
    let near = near(name, keys.iter().flat_map(|key| key.names).copied());
    Diagnostic::new(codes::UNKNOWN_KEY, format!("`+{}` has no key `{name}`", head.name))
        .at(span)
        .note(format!("the keys are {}", key_list(keys)))
        .fix_near(near.map(|near| corrected::with_applicability(reader, near, span)), span)
}

fn key_list(keys: &[Key]) -> String {
    let names: Vec<String> = keys.iter().flat_map(|key| key.names).map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
