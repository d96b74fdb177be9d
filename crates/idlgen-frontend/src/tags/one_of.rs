//! `+kubebuilder:validation:ExactlyOneOf=a;b`, `AtMostOneOf` and `AtLeastOneOf`: the number of these properties of a
//! struct that may be set.

use super::{
    OneOf, TagKind, marker_arguments,
    reader::CommentReader,
    registry::{ValueReader, ValueSyntax},
    source_string::SourceString,
    value::{Head, expect_end, expect_equals, malformed, missing_value},
};
use crate::{diag::Diagnostic, tags::codes};

const EXPECTED: &str = "property names, separated by `;`";

/// The syntax of the value of `ExactlyOneOf`.
pub(super) const EXACTLY: ValueSyntax = form(|reader, head| read(reader, head, OneOf::Exactly));

/// The syntax of the value of `AtMostOneOf`.
pub(super) const AT_MOST: ValueSyntax = form(|reader, head| read(reader, head, OneOf::AtMost));

/// The syntax of the value of `AtLeastOneOf`.
pub(super) const AT_LEAST: ValueSyntax = form(|reader, head| read(reader, head, OneOf::AtLeast));

type Reader = fn(&mut CommentReader<'_>, &Head) -> Result<TagKind, Diagnostic>;

const fn form(read: Reader) -> ValueSyntax {
    ValueSyntax::Own("`=NAME;NAME` or `={NAME,NAME}`", ValueReader(read))
}

fn read(reader: &mut CommentReader<'_>, head: &Head, how: OneOf) -> Result<TagKind, Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    reader.skip_spaces();
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, EXPECTED));
    }
    let all = reader.span_of_rest();
    let names = marker_arguments::read_list(reader)?;
    expect_end(reader)?;
    if names.is_empty() {
        return Err(malformed(head, &SourceString::verbatim("{}", all), EXPECTED));
    }
    for (index, name) in names.iter().enumerate() {
        if name.text.is_empty() {
            return Err(malformed(head, name, EXPECTED));
        }
        if name.text.contains('.') {
            let message = format!("`+{}` takes properties of the struct itself, not `{}`", head.name, name.text);
            return Err(Diagnostic::new(codes::MALFORMED_VALUE, message)
                .at(name.span)
                .note("controller-gen rejects names with a dot")
                .help("put the tag on the type of the nested struct"));
        }
        if let Some(first) = names.iter().take(index).find(|first| first.text == name.text) {
            return Err(Diagnostic::new(codes::WRONG_VALUE, format!("duplicate name `{}`", name.text))
                .at(name.span)
                .and(first.span, "first here"));
        }
    }
    Ok(TagKind::OneOf(how, names.into_iter().map(|name| name.text).collect()))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn names() {
        expect(&[
            (
                "+kubebuilder:validation:ExactlyOneOf=a;b",
                &["kubebuilder +kubebuilder:validation:ExactlyOneOf: exactly one of \"a\" \"b\""],
            ),
            (
                "+kubebuilder:validation:AtMostOneOf={a,\"b\"}",
                &["kubebuilder +kubebuilder:validation:AtMostOneOf: at most one of \"a\" \"b\""],
            ),
            (
                "+kubebuilder:validation:AtLeastOneOf=a",
                &["kubebuilder +kubebuilder:validation:AtLeastOneOf: at least one of \"a\""],
            ),
            (
                "+kubebuilder:validation:AtLeastOneOf=a;b.c",
                &[
                    "kubebuilder +kubebuilder:validation:AtLeastOneOf: malformed",
                    "malformed-value: `+kubebuilder:validation:AtLeastOneOf` takes properties of the struct itself, \
                     not `b.c` @ b.c",
                ],
            ),
            (
                "+kubebuilder:validation:AtMostOneOf=a;b;a",
                &["kubebuilder +kubebuilder:validation:AtMostOneOf: malformed", "wrong-value: duplicate name `a` @ a"],
            ),
        ]);
    }
}
