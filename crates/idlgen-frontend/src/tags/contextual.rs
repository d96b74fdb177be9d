//! `+contextual`: a member of a union, and the value of the discriminator for which the member must be set.

use super::{
    TagKind,
    arguments::{Argument, read_arguments},
    quoted::Stop,
    reader::CommentReader,
    registry::{ValueReader, ValueSyntax},
    source_string::SourceString,
    value::{Absent, Head, expect_end, read_value},
};
use crate::{diag::Diagnostic, tags::codes};

/// The syntax of its value.
pub(super) const FORM: ValueSyntax =
    ValueSyntax::Own("`(NAME)=TEXT`, `(NAME, TEXT)` or `=NAME,TEXT`", ValueReader(read));

/// Reads `(discriminator)=value`, `(discriminator, value)`, `(discriminator: d, value: v)` or `=discriminator,value`.
fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    let fault = |reader: &CommentReader<'_>| {
        Diagnostic::new(codes::MALFORMED_VALUE, format!("`+{}` expects a property and its value", head.name))
            .at(head.span.to(reader.span_ahead(0)))
            .help(format!("write, for example, `+{}(type)=RollingUpdate`", head.name))
    };
    let (discriminator, value) = if reader.rest().starts_with('(') {
        let arguments = read_arguments(reader)?;
        if reader.at_end() {
            expect_end(reader)?;
            pair(arguments)
        } else {
            let value = read_value(reader, head, "the discriminator value", Absent::Forbidden, Stop::EndOfLine)?;
            match <[Argument; 1]>::try_from(arguments) {
                Ok([Argument { name, value: discriminator }])
                    if name.as_ref().is_none_or(|(name, _)| name == "discriminator") =>
                {
                    Some(discriminator).zip(value)
                }
                _ => None,
            }
        }
    } else {
        let value = read_value(reader, head, "a property and its value", Absent::Forbidden, Stop::EndOfLine)?;
        value.and_then(|both| {
            let comma = both.text.find(',')?;
            Some((both.slice(0, comma).trimmed(), both.slice(comma + 1, both.text.len()).trimmed()))
        })
    }
    .filter(|(discriminator, value)| {
        !discriminator.text.is_empty() && !value.text.is_empty() && !discriminator.text.contains(char::is_whitespace)
    })
    .ok_or_else(|| fault(reader))?;
    Ok(TagKind::Contextual { discriminator: discriminator.text, value: value.text })
}

/// Returns two values, positional or named.
fn pair(arguments: Vec<Argument>) -> Option<(SourceString, SourceString)> {
    let [first, second] = <[Argument; 2]>::try_from(arguments).ok()?;
    let names =
        (first.name.as_ref().map(|(name, _)| name.as_str()), second.name.as_ref().map(|(name, _)| name.as_str()));
    match names {
        (None, None) | (Some("discriminator"), Some("value")) => Some((first.value, second.value)),
        (Some("value"), Some("discriminator")) => Some((second.value, first.value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn spellings() {
        let expected: &[&str] = &["plain +contextual: contextual \"type\" is \"Rolling\""];
        expect(&[
            ("+contextual(type)=Rolling", expected),
            ("+contextual(\"type\")=\"Rolling\"", expected),
            ("+contextual(discriminator: type)=Rolling", expected),
            ("+contextual(type, Rolling)", expected),
            ("+contextual(value: 'Rolling', discriminator: 'type')", expected),
            ("+contextual=type,Rolling", expected),
        ]);
    }

    #[test]
    fn faults() {
        for tag in [
            "+contextual=type",
            "+contextual(type)",
            "+contextual(a, b)=c",
            "+contextual(x: a, y: b)",
            "+contextual=,x",
        ] {
            let shown = crate::tags::testing::show(&format!("// {tag}\n"));
            assert_eq!(shown.first().map(String::as_str), Some("plain +contextual: malformed"), "{tag}");
            assert!(
                shown.get(1).is_some_and(
                    |line| line.starts_with("malformed-value: `+contextual` expects a property and its value @ ")
                ),
                "{shown:?}"
            );
        }
    }
}
