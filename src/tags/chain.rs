//! Tags of validation-gen that hold a tag: `+k8s:eachVal=+k8s:maxLength=10`.

use super::{Dialect, TagOptions, reader::Reader, registry, unknown, value::Head};

/// Checks the names of the tags that are held, one inside the other; the reader stands behind the outermost name.
pub(super) fn check(reader: &mut Reader<'_>, options: &TagOptions) {
    while skip_arguments(reader) && reader.eat("=+") {
        let name = registry::name_at(reader.rest());
        let head = Head { name: name.to_owned(), span: reader.span_ahead(name.len()) };
        reader.advance(name.len());
        if name.is_empty() || registry::find(name).is_some_and(|row| row.dialect == Dialect::Declarative) {
            continue;
        }
        unknown::read(reader, &head, options);
        return;
    }
}

/// Moves on past `(…)`, if there is one; false if it is not closed.
fn skip_arguments(reader: &mut Reader<'_>) -> bool {
    if !reader.rest().starts_with('(') {
        return true;
    }
    let mut quote = None;
    let mut escaped = false;
    while let Some(character) = reader.peek() {
        reader.advance(character.len_utf8());
        match (quote, character) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), closing) if open == closing => quote = None,
            (None, '"' | '`') => quote = Some(character),
            (None, ')') => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn names_inside_are_checked() {
        expect(&[
            ("+k8s:eachVal=+k8s:maxLength=10", &["validation-gen +k8s:eachVal: recognised"]),
            ("+k8s:item(type: \"a)\")=+k8s:zeroOrOneOfMember", &["validation-gen +k8s:item: recognised"]),
            (
                "+k8s:alpha(since: \"1.37\")=+k8s:eachVal=+k8s:subfield(a)=+k8s:required # now",
                &["validation-gen +k8s:alpha: recognised"],
            ),
            (
                "+k8s:eachVal=+k8s:maxLenght=10",
                &[
                    "validation-gen +k8s:eachVal: recognised",
                    "unknown-tag: unknown tag `+k8s:maxLenght` @ k8s:maxLenght",
                ],
            ),
            (
                "+k8s:eachVal=+k8s:eachKey=+maxLength=10",
                &["validation-gen +k8s:eachVal: recognised", "unknown-tag: unknown tag `+maxLength` @ maxLength"],
            ),
            ("+k8s:eachVal=+5", &["validation-gen +k8s:eachVal: recognised"]),
            ("+k8s:subfield(name", &["validation-gen +k8s:subfield: recognised"]),
        ]);
    }
}
