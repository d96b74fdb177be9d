//! `+override:path=+tag`: a tag for a nested property in a single use of a type (KEP-4153 "Support Shared Template
//! Schemas").

use super::{
    Dialect, Tag, TagKind, TagOptions,
    reader::{CommentPosition, CommentReader},
    registry::{self, Target},
    tag_line::{MAX_DEPTH, read_tag},
    value::{Head, expect_equals},
};
use crate::{diag::Diagnostic, tags::codes};

/// Reads the part after `+override`.
pub(super) fn read(
    reader: &mut CommentReader<'_>,
    head: &Head,
    options: &TagOptions,
    depth: usize,
) -> Result<TagKind, Diagnostic> {
    if depth >= MAX_DEPTH {
        return Err(
            Diagnostic::new(codes::MALFORMED_VALUE, format!("more than {MAX_DEPTH} nested overrides")).at(head.span)
        );
    }
    let path = read_path(reader, head)?;
    expect_equals(reader, head, "`+` and a tag")?;
    reader.skip_spaces();
    let start = reader.place;
    let Some(nested) = read_tag(reader, options, depth + 1) else {
        reader.place = start;
        return Err(Diagnostic::new(
            codes::MALFORMED_VALUE,
            format!("`+{}` expects `+` and a tag after `=`", head.name),
        )
        .at(reader.span_of_rest())
        .help(format!("write, for example, `+{}:spec.capacity=+optional`", head.name)));
    };
    if nested.part.is_some_and(|part| part.index.is_some()) {
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, "an overriding rule must be a single tag")
            .at(nested.tag.name_span)
            .help("use `+validationRule=` with the expression, followed by `,message=…` and so on"));
    }
    check_target(&nested.tag)?;
    if nested.tag.meaning == TagKind::Malformed {
        return Ok(TagKind::Malformed);
    }
    Ok(TagKind::Override { path, tag: Box::new(nested.tag) })
}

/// Checks that a tag is allowed in an override, which is the case for tags of the same dialect that apply to fields.
fn check_target(tag: &Tag) -> Result<(), Diagnostic> {
    let on_field = registry::find(&tag.name).is_none_or(|row| row.targets.contains(&Target::Field));
    if tag.meaning == TagKind::Malformed || (tag.dialect == Dialect::Plain && on_field) {
        return Ok(());
    }
    Err(Diagnostic::new(codes::WRONG_VALUE, format!("`+{}` cannot be overridden", tag.name))
        .at(tag.name_span)
        .note("an override must contain a KEP-4153 tag that is allowed on fields"))
}

/// Reads `:a.b` or `(a.b)`. A name with other characters is written as `['name']`.
fn read_path(reader: &mut CommentReader<'_>, head: &Head) -> Result<Vec<String>, Diagnostic> {
    let start = reader.place;
    let in_parentheses = reader.eat("(");
    if !in_parentheses && !reader.eat(":") {
        return Err(path_fault(reader, head, start));
    }
    let mut path = vec![read_name(reader, head)?];
    while reader.eat(".") || reader.rest().starts_with("['") {
        path.push(read_name(reader, head)?);
    }
    if in_parentheses && !reader.eat(")") {
        return Err(path_fault(reader, head, start));
    }
    Ok(path)
}

/// Reads one name in the path.
fn read_name(reader: &mut CommentReader<'_>, head: &Head) -> Result<String, Diagnostic> {
    let start = reader.place;
    let name = if reader.eat("['") {
        let name = reader.take_while(|character| character != '\'');
        if !reader.eat("']") {
            return Err(path_fault(reader, head, start));
        }
        name
    } else {
        reader.take_while(|character| !".[]()='\" \t".contains(character))
    };
    if name.is_empty() {
        return Err(path_fault(reader, head, start));
    }
    Ok(name.to_owned())
}

fn path_fault(reader: &CommentReader<'_>, head: &Head, start: CommentPosition) -> Diagnostic {
    Diagnostic::new(
        codes::MALFORMED_VALUE,
        format!("`+{}` requires the path to the property, as JSON names", head.name),
    )
    .at(reader.span_from(start).to(reader.span_ahead(reader.peek().map_or(0, char::len_utf8))))
    .help(format!(
        "write, for example, `+{0}:spec.capacity=+optional` or `+{0}:limits['nvidia.com/gpu']=+minimum=1`",
        head.name
    ))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::{expect, show};

    #[test]
    fn overrides() {
        expect(&[
            ("+override:spec.capacity=+optional", &["plain +override: override \"spec\" \"capacity\": optional"]),
            ("+override(spec)=+maxLength=3", &["plain +override: override \"spec\": maxLength 3"]),
            (
                "+override:limits['nvidia.com/gpu'].x=+minimum=1",
                &["plain +override: override \"limits\" \"nvidia.com/gpu\" \"x\": minimum 1"],
            ),
            (
                "+override:spec=+validationRule=\"self.a\",message=\"b\"",
                &["plain +override: override \"spec\": rule \"self.a\" message \"b\""],
            ),
            (
                "+override:spec=+validationRule=`self.a\n  && self.b`,message=c",
                &["plain +override: override \"spec\": rule \"self.a && self.b\" message \"c\""],
            ),
            ("+override:a=+override:b=+required", &["plain +override: override \"a\": override \"b\": required"]),
        ]);
    }

    #[test]
    fn faults() {
        expect(&[
            (
                "+override=+optional",
                &[
                    "plain +override: malformed",
                    "malformed-value: `+override` requires the path to the property, as JSON names @ =",
                ],
            ),
            (
                "+override:a.=+optional",
                &[
                    "plain +override: malformed",
                    "malformed-value: `+override` requires the path to the property, as JSON names @ =",
                ],
            ),
            (
                "+override:a=optional",
                &[
                    "plain +override: malformed",
                    "malformed-value: `+override` expects `+` and a tag after `=` @ optional",
                ],
            ),
            ("+override:a=+optionl", &["plain +override: malformed", "unknown-tag: unknown tag `+optionl` @ optionl"]),
            (
                "+override:a=+maxLength=x",
                &[
                    "plain +override: malformed",
                    "malformed-value: `+maxLength` expects an integer of at least 0, not `x` @ x",
                ],
            ),
            (
                "+override:a=+groupName=x",
                &["plain +override: malformed", "wrong-value: `+groupName` cannot be overridden @ groupName"],
            ),
            (
                "+override:a=+validationRule[0]:rule=x",
                &[
                    "plain +override: malformed",
                    "malformed-value: an overriding rule must be a single tag @ validationRule",
                ],
            ),
        ]);
    }

    #[test]
    fn depth_is_bounded() {
        let tag = format!("// {}+optional\n", "+override:a=".repeat(10_000));
        let shown = show(&tag);
        assert_eq!(shown.last().map(String::as_str), Some("malformed-value: more than 8 nested overrides @ override"));
    }
}
