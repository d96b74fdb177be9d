//! A tag's value and its meaning, by the form that the table gives.

use idlgen_validate::schema::Number;

use super::{
    Exclusive, Meaning, contextual, default_value, enumeration, error_message, names,
    number::parse_number,
    openapi_gen,
    passage::Passage,
    quoted::{Stop, read_text},
    reader::Reader,
    registry::{TagDefinition, ValueForm},
};
use crate::{
    diag::{Diagnostic, codes::tags as codes, nearest},
    source::Span,
};

/// The tag whose value is read.
pub(super) struct Head {
    /// Its name as written.
    pub(super) name: String,
    /// The name's position.
    pub(super) span: Span,
}

/// Reads what follows the name. A fault that leaves no meaning is the error; lesser ones go to the reader.
pub(super) fn read_meaning(
    reader: &mut Reader<'_>,
    head: &Head,
    definition: &TagDefinition,
) -> Result<Meaning, Diagnostic> {
    Ok(match definition.form {
        ValueForm::Nothing(make) => {
            if reader.rest().starts_with('=') {
                return Err(unexpected_value(reader, head));
            }
            expect_end(reader)?;
            make()
        }
        ValueForm::Presence(make) => {
            if reader.rest().starts_with('=') {
                let span = reader.span_of_rest();
                reader.diagnostics.push(
                    Diagnostic::new(
                        codes::IGNORED_VALUE,
                        format!("`+{}` takes no value; this one is ignored", head.name),
                    )
                    .at(span)
                    .note("openapi-gen only looks whether the tag is there")
                    .fix("remove the value", span, ""),
                );
                reader.advance(reader.rest().len());
            }
            expect_end(reader)?;
            make()
        }
        ValueForm::Flag(make) => match read_value(reader, head, "`true` or `false`", Absent::Allowed)? {
            None => make(true),
            Some(value) => make(parse_flag(&value).ok_or_else(|| malformed(head, &value, "`true` or `false`"))?),
        },
        ValueForm::Exclusive(make) => match read_value(reader, head, "a number, `true` or `false`", Absent::Allowed)? {
            None => make(Exclusive::Flag(true)),
            Some(value) => match (parse_flag(&value), parse_number(&value.text)) {
                (Some(flag), _) => make(Exclusive::Flag(flag)),
                (None, Some(limit)) => make(Exclusive::Limit(limit)),
                (None, None) => return Err(malformed(head, &value, "a number, `true` or `false`")),
            },
        },
        ValueForm::Count(make) => {
            let value = required_value(reader, head, "an integer from 0")?;
            make(parse_count(&value).ok_or_else(|| malformed(head, &value, "an integer from 0"))?)
        }
        ValueForm::Number(make) => {
            let value = required_value(reader, head, "a number")?;
            make(parse_number(&value.text).ok_or_else(|| malformed(head, &value, "a number"))?)
        }
        ValueForm::PositiveNumber(make) => {
            let value = required_value(reader, head, "a number above 0")?;
            let number = parse_number(&value.text).filter(|number| number.as_f64() > 0.0);
            make(number.ok_or_else(|| malformed(head, &value, "a number above 0"))?)
        }
        ValueForm::Text(make) => make(required_value(reader, head, "text")?.text),
        ValueForm::Line(make) => {
            if !reader.eat("=") {
                return Err(missing_value(reader, head, "text"));
            }
            let text = reader.rest().trim().to_owned();
            reader.advance(reader.rest().len());
            make(text)
        }
        ValueForm::Word(words, make) => {
            let value = required_value(reader, head, &one_of(words))?;
            if !words.contains(&value.text.as_str()) {
                return Err(wrong_word(head, &value.text, value.span, words));
            }
            make(value.text)
        }
        ValueForm::Words(words, make) => {
            let value = required_value(reader, head, &one_of(words))?;
            if let Some(word) = value.text.split(',').find(|word| !words.contains(word)) {
                return Err(wrong_word(head, word, value.span, words));
            }
            make(value.text)
        }
        ValueForm::Names(make) => make(names::read(reader, head)?),
        ValueForm::Enumeration => enumeration::read(reader, head)?,
        ValueForm::Default => default_value::read(reader, head)?,
        ValueForm::ErrorMessage => error_message::read(reader, head)?,
        ValueForm::Contextual => contextual::read(reader, head)?,
        ValueForm::OpenApiGen => openapi_gen::read(reader, head)?,
        // Rules and tags that hold tags are read where tags are.
        ValueForm::Rule
        | ValueForm::Override
        | ValueForm::Chain(_)
        | ValueForm::Arguments(_)
        | ValueForm::Unread(_) => Meaning::Recognised,
    })
}

/// Whether a tag may go without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absent {
    Allowed,
    Forbidden,
}

/// Reads `=value` up to the line's end.
pub(super) fn read_value(
    reader: &mut Reader<'_>,
    head: &Head,
    expected: &str,
    absent: Absent,
) -> Result<Option<Passage>, Diagnostic> {
    if absent == Absent::Allowed && reader.at_end() {
        return Ok(None);
    }
    expect_equals(reader, head, expected)?;
    reader.skip_blanks();
    let value = read_text(reader, Stop::EndOfLine)?;
    if value.text.is_empty() {
        return Err(missing_value(reader, head, expected));
    }
    expect_end(reader)?;
    Ok(Some(value))
}

fn required_value(reader: &mut Reader<'_>, head: &Head, expected: &str) -> Result<Passage, Diagnostic> {
    read_value(reader, head, expected, Absent::Forbidden)?.ok_or_else(|| missing_value(reader, head, expected))
}

/// Moves on past the `=` behind the name.
pub(super) fn expect_equals(reader: &mut Reader<'_>, head: &Head, expected: &str) -> Result<(), Diagnostic> {
    if reader.eat("=") {
        return Ok(());
    }
    let gap = reader.place;
    reader.skip_blanks();
    if reader.rest().starts_with('=') {
        let span = reader.span_from(gap);
        return Err(Diagnostic::new(
            codes::BLANK_BEFORE_EQUALS,
            format!("a blank between `+{}` and its `=`", head.name),
        )
        .at(span)
        .note("openapi-gen takes the blank as part of the name, and does not know that name")
        .fix("remove the blank", span, ""));
    }
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, expected));
    }
    Err(trailing_text(reader).note(format!("`+{}` is followed by `=` and {expected}", head.name)))
}

/// Sees to it that nothing is left of the line.
pub(super) fn expect_end(reader: &mut Reader<'_>) -> Result<(), Diagnostic> {
    let gap = reader.place;
    reader.skip_blanks();
    if reader.rest().is_empty() {
        return Ok(());
    }
    let fix = reader.span(gap, reader.end_of_line(gap.line));
    Err(trailing_text(reader).fix("remove it", fix, ""))
}

fn trailing_text(reader: &Reader<'_>) -> Diagnostic {
    Diagnostic::new(codes::TRAILING_TEXT, "text behind the tag").at_with(reader.span_of_rest(), "not part of the tag")
}

fn unexpected_value(reader: &Reader<'_>, head: &Head) -> Diagnostic {
    let span = reader.span_of_rest();
    Diagnostic::new(codes::UNEXPECTED_VALUE, format!("`+{}` takes no value", head.name)).at(span).fix(
        "remove the value",
        span,
        "",
    )
}

pub(super) fn missing_value(reader: &Reader<'_>, head: &Head, expected: &str) -> Diagnostic {
    Diagnostic::new(codes::MISSING_VALUE, format!("`+{}` needs a value: {expected}", head.name))
        .at(head.span.to(reader.span_ahead(0)))
}

/// A value of the wrong form.
pub(super) fn malformed(head: &Head, value: &Passage, expected: &str) -> Diagnostic {
    Diagnostic::new(
        codes::MALFORMED_VALUE,
        format!("`+{}` expects {expected}, not `{}`", head.name, shortened(&value.text)),
    )
    .at_with(value.span, format!("expected {expected}"))
}

/// A word that is not on the list.
pub(super) fn wrong_word(head: &Head, word: &str, span: Span, words: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        codes::WRONG_VALUE,
        format!("`+{}` is {}, not `{}`", head.name, one_of(words), shortened(word)),
    )
    .at(span);
    match nearest(word, words.iter().copied()) {
        Some(word) => diagnostic.fix(format!("use `{word}`"), span, word),
        None => diagnostic,
    }
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A text as it fits a message.
fn shortened(text: &str) -> String {
    let mut characters = text.chars().map(|character| if character == '\n' { ' ' } else { character });
    let mut short: String = characters.by_ref().take(60).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

fn parse_flag(value: &Passage) -> Option<bool> {
    value.text.parse().ok()
}

fn parse_count(value: &Passage) -> Option<u64> {
    match parse_number(&value.text) {
        Some(Number::Int(count)) => u64::try_from(count).ok(),
        _ => None,
    }
}
