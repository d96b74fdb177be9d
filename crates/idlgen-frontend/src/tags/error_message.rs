//! `+errorMessage(keyword)="…",reason=…`: a custom message for a keyword's error (`x-kubernetes-validation-errors` of
//! KEP-4153).

use super::{
    TagKind,
    arguments::read_arguments,
    pairs::{Key, KeyValue, read_pairs, read_value},
    reader::CommentReader,
    registry::{self, ValueReader, ValueSyntax},
    validation_rule::{check_message, parse_reason},
    value::{Head, expect_equals},
};
use crate::{
    diag::{Diagnostic, near},
    tags::codes,
};

static KEYS: &[Key] = &[Key { names: &["reason"], value: KeyValue::Text }];

/// The syntax of its value.
pub(super) const FORM: ValueSyntax =
    ValueSyntax::Own("`(KEYWORD)=TEXT`, optionally with `,reason=REASON`", ValueReader(read));

/// Reads the part after the name.
fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    let keyword = read_keyword(reader, head)?;
    expect_equals(reader, head, "the error message")?;
    let text = read_value(reader, KeyValue::Text)?;
    let mut pairs = Vec::new();
    read_pairs(reader, head, KEYS, &mut pairs)?;
    let Some(message) = check_message(reader, &text) else { return Ok(TagKind::Malformed) };
    let reason = match pairs.first().and_then(|pair| pair.value.as_ref()) {
        None => None,
        Some(value) => match parse_reason(reader, value) {
            None => return Ok(TagKind::Malformed),
            reason => reason,
        },
    };
    Ok(TagKind::ErrorMessage { keyword, message: message.text, reason })
}

fn read_keyword(reader: &mut CommentReader<'_>, head: &Head) -> Result<String, Diagnostic> {
    let start = reader.place;
    let arguments = if reader.rest().starts_with('(') { read_arguments(reader)? } else { Vec::new() };
    let [argument] = arguments.as_slice() else {
        return Err(Diagnostic::new(
            codes::MALFORMED_VALUE,
            format!("`+{}` requires one keyword in parentheses", head.name),
        )
        .at(head.span.to(reader.span_from(start)))
        .help(format!("write, for example, `+{}(maxLength)=\"too long a name\"`", head.name)));
    };
    let keyword = argument.value.text.as_str();
    if registry::keywords_with_errors().any(|known| known == keyword) {
        return Ok(keyword.to_owned());
    }
    let span = argument.value.span;
    Err(Diagnostic::new(codes::WRONG_VALUE, format!("no error has the keyword `{keyword}`"))
        .at(span)
        .note(format!("the keywords are {}", registry::keywords_with_errors().collect::<Vec<_>>().join(", ")))
        .fix_near(near(keyword, registry::keywords_with_errors()), span))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn messages() {
        expect(&[
            (
                "+errorMessage(minLength)=\"say, more\",reason=Required",
                &["plain +errorMessage: error of minLength message \"say, more\" reason FieldValueRequired"],
            ),
            ("+errorMessage(enum)=no such colour", &["plain +errorMessage: error of enum message \"no such colour\""]),
            (
                "+errorMessage(minlength)=x",
                &["plain +errorMessage: malformed", "wrong-value: no error has the keyword `minlength` @ minlength"],
            ),
            (
                "+errorMessage=x",
                &[
                    "plain +errorMessage: malformed",
                    "malformed-value: `+errorMessage` requires one keyword in parentheses @ errorMessage",
                ],
            ),
            (
                "+errorMessage(enum)=\"\"",
                &["plain +errorMessage: malformed", "invalid-message: the message is empty @ "],
            ),
            (
                "+errorMessage(enum)=a,field=b",
                &[
                    "plain +errorMessage: error of enum message \"a\"",
                    "unknown-rule-key: `+errorMessage` has no key `field` @ field",
                ],
            ),
        ]);
    }
}
