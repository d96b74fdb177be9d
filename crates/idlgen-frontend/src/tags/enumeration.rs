//! `+enum`: the constants of the type, or the values that the tag lists.

use idlgen_schema::keyword::Keyword;
use serde_json::Value as Json;

use super::{
    Constraint, TagKind,
    default_value::invalid_json,
    marker_arguments,
    quoted::Stop,
    reader::{CommentPosition, CommentReader, SPACES},
    registry::{ValueReader, ValueSyntax},
    source_string::{SourceString, Spelling},
    value::{Absent, Head, expect_end, expect_equals, malformed, missing_value, read_value},
};
use crate::{
    diag::{Applicability, Diagnostic},
    tags::codes,
};

const EXPECTED: &str = "a JSON list, or values separated by `;`";

const LISTED: &str = "values separated by `;`";

/// The syntax of its value.
pub(super) const FORM: ValueSyntax = ValueSyntax::Own("none, `=[JSON, …]` or `=VALUE;VALUE`", ValueReader(read));

/// Reads an empty value, `=["a","b"]` or `=a;b`.
fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    if head.name.starts_with("kubebuilder:") {
        return of_controller_gen(reader, head);
    }
    let Some(value) = read_value(reader, head, EXPECTED, Absent::Allowed, Stop::EndOfLine)? else {
        return Ok(TagKind::Enum);
    };
    let values = if value.text.starts_with('[') { parse_list(head, &value)? } else { split(head, &value)? };
    Ok(TagKind::Constraint(Constraint::limit(Keyword::Enum, values)))
}

/// Reads `a;"b"`, or `{a,"b"}`, which is controller-gen's other notation for lists.
fn of_controller_gen(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    expect_equals(reader, head, LISTED)?;
    reader.skip_spaces();
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, LISTED));
    }
    let all = reader.span_of_rest();
    let start = reader.place;
    let values = marker_arguments::read_list(reader)?;
    if reader.rest().starts_with(',') {
        return Err(commas(reader, start));
    }
    expect_end(reader)?;
    if values.is_empty() {
        return Err(malformed(head, &SourceString::verbatim("{}", all), "at least one value"));
    }
    if let Some(gap) = values.iter().find(|value| value.text.is_empty() && value.spelling == Spelling::Bare) {
        return Err(malformed(head, gap, "no empty values between separators"));
    }
    Ok(TagKind::Constraint(Constraint::limit(Keyword::Enum, values.iter().map(guessed).collect::<Vec<_>>())))
}

/// Creates the diagnostic for `a,b` if `a;b` was probably intended.
fn commas(reader: &mut CommentReader<'_>, start: CommentPosition) -> Diagnostic {
    let comma = reader.span_ahead(1);
    reader.place = start;
    let all = reader.span_of_rest();
    let mut quote = None;
    let separated: String = reader
        .rest()
        .trim_end_matches(SPACES)
        .chars()
        .map(|character| {
            match (character, quote) {
                ('"' | '`', None) => quote = Some(character),
                (_, Some(open)) if open == character => quote = None,
                (',', None) => return ';',
                _ => {}
            }
            character
        })
        .collect();
    let diagnostic = Diagnostic::new(codes::TRAILING_TEXT, "separate the values with `;`, not with commas").at(comma);
    let has_both = reader.rest().contains(';');
    let separated = match json_list(reader.rest()).or_else(|| words_in_brackets(reader.rest())) {
        Some(values) => values,
        None if reader.rest().starts_with('[') => return diagnostic,
        None => separated,
    };
    let applicability = if has_both { Applicability::Unsafe } else { Applicability::Safe };
    diagnostic.fix_as(applicability, format!("write `{separated}`"), all, separated)
}

/// Converts `["a",1]` to `"a";1`.
fn json_list(text: &str) -> Option<String> {
    let values: Vec<Json> = serde_json::from_str(text.trim_end_matches(SPACES)).ok()?;
    let is_scalar = |value: &Json| !value.is_array() && !value.is_object() && !value.is_null();
    (!values.is_empty() && values.iter().all(is_scalar))
        .then(|| values.iter().map(Json::to_string).collect::<Vec<_>>().join(";"))
}

/// Converts `[a, b]` to `a;b`.
fn words_in_brackets(text: &str) -> Option<String> {
    let words = text.trim_end_matches(SPACES).strip_prefix('[')?.strip_suffix(']')?;
    let words: Vec<&str> = words.split(',').map(str::trim).collect();
    let is_word = |word: &&str| {
        let is_plain = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
        !word.is_empty() && word.chars().all(is_plain)
    };
    words.iter().all(is_word).then(|| words.join(";"))
}

/// Infers the type of a value: it is a string if it is quoted, or if it is not a number, `true` or `false`.
pub(super) fn guessed(value: &SourceString) -> Json {
    let text = value.text.as_str();
    let is_number = text.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit() || first == '.');
    let number = match text.parse::<i64>() {
        _ if value.spelling != Spelling::Bare => None,
        Ok(integer) if is_number => Some(Json::from(integer)),
        // JSON numbers do not include `inf` and a leading `+`.
        Err(_) if is_number => text.parse().ok().and_then(serde_json::Number::from_f64).map(Json::Number),
        _ => None,
    };
    match text {
        "true" | "false" if value.spelling == Spelling::Bare => Json::Bool(text == "true"),
        _ => number.unwrap_or_else(|| Json::String(text.to_owned())),
    }
}

fn parse_list(head: &Head, value: &SourceString) -> Result<Vec<Json>, Diagnostic> {
    let values: Vec<Json> = serde_json::from_str(&value.text).map_err(|error| invalid_json(head, value, &error))?;
    if values.is_empty() {
        return Err(malformed(head, value, "at least one value"));
    }
    Ok(values)
}

/// Splits values at semicolons. A value that is not a JSON scalar is a string.
fn split(head: &Head, value: &SourceString) -> Result<Vec<Json>, Diagnostic> {
    let mut values = Vec::new();
    for text in value.text.split(';').map(str::trim) {
        if text.is_empty() {
            return Err(malformed(head, value, "no empty values between `;`"));
        }
        values.push(serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.to_owned())));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use crate::tags::{
        TagOptions,
        testing::{expect, read},
    };

    #[test]
    fn values_of_controller_gen() {
        for (values, expected) in [
            ("a;b", "\"a\" \"b\""),
            ("{\"a,b\",c}", "\"a,b\" \"c\""),
            ("\"a;b\"; c ;", "\"a;b\" \"c\""),
            ("1;\"1\";0755;-2;1.5;100Mi;null;true", "1 \"1\" 755 -2 1.5 \"100Mi\" \"null\" true"),
            ("\"\";it's", "\"\" \"it's\""),
        ] {
            let tag = format!("+kubebuilder:validation:Enum={values}");
            let expected = format!("kubebuilder +kubebuilder:validation:Enum: enum {expected}");
            expect(&[(&tag, &[&expected])]);
        }
        for (values, fault) in [
            ("a,b", "trailing-text: separate the values with `;`, not with commas @ ,"),
            (
                "a;;b",
                "malformed-value: `+kubebuilder:validation:Enum` expects no empty values between separators, not `` @ ",
            ),
            ("{}", "malformed-value: `+kubebuilder:validation:Enum` expects at least one value, not `{}` @ {}"),
        ] {
            let tag = format!("+kubebuilder:validation:Enum={values}");
            expect(&[(&tag, &["kubebuilder +kubebuilder:validation:Enum: malformed", fault])]);
        }
    }

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
                    "malformed-value: `+enum` expects no empty values between `;`, not `a;;b` @ a;;b",
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

    #[test]
    fn commas_are_replaced_if_the_values_are_clear() {
        for (values, instead) in [
            ("a,b", Some("a;b")),
            ("[\"a\",1]", Some("\"a\";1")),
            ("[a, b-c]", Some("a;b-c")),
            ("[a,b", None),
            ("[a,,b]", None),
        ] {
            let (_, parsed) = read(&format!("// +kubebuilder:validation:Enum={values}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{values}: {:?}", parsed.diagnostics) };
            let fix = diagnostic.fix.as_ref().map(|fix| fix.edits[0].replacement.as_str());
            assert_eq!(fix, instead, "{values}");
        }
    }
}
