//! Lists of property names: `=a,b` or `(a, b)`.

use super::{
    arguments::read_arguments,
    quoted::Stop,
    reader::CommentReader,
    source_string::SourceString,
    value::{Absent, Head, expect_end, missing_value, read_value},
};
use crate::{diag::Diagnostic, tags::codes};

const EXPECTED: &str = "property names, separated by commas";

/// Reads distinct names. On a field, a single name is enough, because it refers to a sibling.
pub(super) fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<Vec<String>, Diagnostic> {
    let names: Vec<SourceString> = if reader.rest().starts_with('(') {
        let arguments = read_arguments(reader)?;
        expect_end(reader)?;
        arguments.into_iter().map(|argument| argument.value).collect()
    } else {
        let list = read_value(reader, head, EXPECTED, Absent::Forbidden, Stop::EndOfLine)?;
        list.as_ref().map(split).unwrap_or_default()
    };
    if names.is_empty() {
        return Err(missing_value(reader, head, EXPECTED));
    }
    let mut seen: Vec<&SourceString> = Vec::new();
    for name in &names {
        if name.text.is_empty() || name.text.contains(char::is_whitespace) {
            return Err(
                Diagnostic::new(codes::MALFORMED_VALUE, format!("`+{}` expects {EXPECTED}", head.name)).at(name.span)
            );
        }
        if let Some(first) = seen.iter().find(|first| first.text == name.text) {
            return Err(Diagnostic::new(codes::WRONG_VALUE, format!("duplicate name `{}`", name.text))
                .at(name.span)
                .and(first.span, "first here"));
        }
        seen.push(name);
    }
    Ok(names.into_iter().map(|name| name.text).collect())
}

fn split(list: &SourceString) -> Vec<SourceString> {
    let mut names = Vec::new();
    let mut start = 0;
    for name in list.text.split(',') {
        names.push(list.slice(start, start + name.len()).trimmed());
        start += name.len() + 1;
    }
    names
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn names() {
        expect(&[
            ("+mutually_exclusive=a,b", &["plain +mutually_exclusive: mutually exclusive \"a\" \"b\""]),
            ("+mutuallyExclusive=a, b ,c", &["plain +mutuallyExclusive: mutually exclusive \"a\" \"b\" \"c\""]),
            ("+mutally_exclusive=\"a,b\"", &["plain +mutally_exclusive: mutually exclusive \"a\" \"b\""]),
            ("+mutually_exclusive(a, 'b')", &["plain +mutually_exclusive: mutually exclusive \"a\" \"b\""]),
            ("+mutually_exclusive=a", &["plain +mutually_exclusive: mutually exclusive \"a\""]),
            (
                "+mutually_exclusive",
                &[
                    "plain +mutually_exclusive: malformed",
                    "missing-value: `+mutually_exclusive` requires a value: property names, separated by commas @ \
                     mutually_exclusive",
                ],
            ),
            (
                "+mutually_exclusive=a,b,a",
                &["plain +mutually_exclusive: malformed", "wrong-value: duplicate name `a` @ a"],
            ),
            (
                "+mutually_exclusive=a,,b",
                &[
                    "plain +mutually_exclusive: malformed",
                    "malformed-value: `+mutually_exclusive` expects property names, separated by commas @ ",
                ],
            ),
            (
                "+mutually_exclusive(a b",
                &["plain +mutually_exclusive: malformed", "malformed-value: expected `,` or `)` @ "],
            ),
        ]);
    }
}
