//! `+enum`: the constants of the type, or the values that the tag lists.

use serde_json::Value as Json;

use super::{
    Constraint, Meaning,
    default_value::invalid_json,
    passage::Passage,
    quoted::Stop,
    reader::Reader,
    registry::{ValueForm, ValueReader},
    value::{Absent, Head, expect_equals, malformed, read_value},
};
use crate::diag::Diagnostic;

const EXPECTED: &str = "a JSON list, or values separated by `;`";

/// The form of its value.
pub(super) const FORM: ValueForm = ValueForm::Own("none, `=[JSON, …]` or `=VALUE;VALUE`", ValueReader(read));

/// Reads nothing, `=["a","b"]` or `=a;b`.
fn read(reader: &mut Reader<'_>, head: &Head) -> Result<Meaning, Diagnostic> {
    if head.name.starts_with("kubebuilder:") {
        return of_controller_gen(reader, head);
    }
    let Some(value) = read_value(reader, head, EXPECTED, Absent::Allowed, Stop::EndOfLine)? else {
        return Ok(Meaning::Enum);
    };
    let values = if value.text.starts_with('[') { parse_list(head, &value)? } else { split(head, &value)? };
    Ok(Meaning::Constraint(Constraint::Enum(values)))
}

/// `a;"b"`, or `{a,"b"}`, which is controller-gen's other spelling of lists.
fn of_controller_gen(reader: &mut Reader<'_>, head: &Head) -> Result<Meaning, Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    let span = reader.span_of_rest();
    let text = reader.rest().trim();
    let listed = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(|list| list.replace(',', ";"));
    let value = Passage::verbatim(listed.as_deref().unwrap_or(text), span);
    reader.advance(reader.rest().len());
    Ok(Meaning::Constraint(Constraint::Enum(split(head, &value)?)))
}

fn parse_list(head: &Head, value: &Passage) -> Result<Vec<Json>, Diagnostic> {
    let values: Vec<Json> = serde_json::from_str(&value.text).map_err(|error| invalid_json(head, value, &error))?;
    if values.is_empty() {
        return Err(malformed(head, value, "at least one value"));
    }
    Ok(values)
}

/// Values between semicolons; one that is no JSON scalar is a string.
fn split(head: &Head, value: &Passage) -> Result<Vec<Json>, Diagnostic> {
    let mut values = Vec::new();
    for text in value.text.split(';').map(str::trim) {
        if text.is_empty() {
            return Err(malformed(head, value, "values without gaps between `;`"));
        }
        values.push(serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.to_owned())));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn values() {
        expect(&[
            ("+enum", &["plain +enum: enum of the type's constants"]),
            ("+enum=a;b", &["plain +enum: enum \"a\" \"b\""]),
            ("+enum=1; 2 ;x", &["plain +enum: enum 1 2 \"x\""]),
            ("+enum=[\"a\", 1]", &["plain +enum: enum \"a\" 1"]),
            (
                "+enum=[]",
                &["plain +enum: malformed", "malformed-value: `+enum` expects at least one value, not `[]` @ []"],
            ),
            (
                "+enum=a;;b",
                &[
                    "plain +enum: malformed",
                    "malformed-value: `+enum` expects values without gaps between `;`, not `a;;b` @ a;;b",
                ],
            ),
            (
                "+enum=[\"a\"",
                &[
                    "plain +enum: malformed",
                    "malformed-value: the value of `+enum` is not valid JSON: EOF while parsing a list @ \"",
                ],
            ),
        ]);
    }
}
