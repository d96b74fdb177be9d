//! Tags of validation-gen that contain another tag: `+k8s:eachVal=+k8s:maxLength=10`.

use super::{
    Dialect, GateCondition, Gated, Nested, Placement, Tag, TagKind, TagOptions,
    arguments::read_arguments,
    reader::CommentReader,
    registry::{self, NestedTagRole},
    tag_line::{MAX_DEPTH, read_tag},
    unknown,
    value::Head,
};
use crate::{diag::Diagnostic, tags::codes};

/// Reads the tag nested in another tag. The current position must be after the name of the outer tag. If the nested tag
/// has no effect, neither has the outer tag.
pub(super) fn read(
    reader: &mut CommentReader<'_>,
    options: &TagOptions,
    holder: NestedTagRole,
    depth: usize,
) -> Result<TagKind, Diagnostic> {
    let start = reader.place;
    let mut names = Vec::new();
    if reader.rest().starts_with('(') {
        names = read_arguments(reader)?;
    }
    if !reader.rest().starts_with("=+") {
        reader.place = start;
        check(reader, options);
        return Ok(TagKind::Recognised);
    }
    reader.advance(1);
    if depth + 1 >= MAX_DEPTH {
        let name = registry::name_at(reader.rest().get(1..).unwrap_or_default());
        let message = format!("more than {MAX_DEPTH} nested tags");
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, message).at(reader.span_ahead(1 + name.len())));
    }
    let Some(held) = read_tag(reader, options, depth + 1) else { return Ok(TagKind::Recognised) };
    if held.definition.is_some_and(|row| row.dialect != Dialect::Declarative) {
        let message = format!("`+{}` is not a validation-gen tag; only these can be nested", held.tag.name);
        return Err(Diagnostic::new(codes::UNKNOWN_TAG, message).at(held.tag.name_span));
    }
    if let (NestedTagRole::WhereOn | NestedTagRole::WhereOff, [option]) = (holder, names.as_slice()) {
        let gate = option.value.text.clone();
        let condition =
            if holder == NestedTagRole::WhereOn { GateCondition::on(gate) } else { GateCondition::off(gate) };
        return Ok(TagKind::Gated(Box::new(Gated { condition, placement: Placement::Here, tag: held.tag })));
    }
    if matches!(held.tag.meaning, TagKind::Recognised | TagKind::Holding(_)) {
        return Ok(TagKind::Holding(Box::new(held.tag)));
    }
    Ok(match (holder, names.as_slice()) {
        (NestedTagRole::Itself, _) => held.tag.meaning,
        (NestedTagRole::Elements, _) => nested(Nested::Elements, held.tag).meaning,
        (NestedTagRole::Property, [name]) => nested(Nested::Property(name.value.text.clone()), held.tag).meaning,
        (NestedTagRole::Property | NestedTagRole::WhereOn | NestedTagRole::WhereOff, _) => TagKind::Recognised,
    })
}

/// Returns a tag for a nested value.
pub(super) fn nested(nested: Nested, tag: Tag) -> Tag {
    match tag.meaning {
        TagKind::Recognised | TagKind::Holding(_) | TagKind::Malformed => tag,
        _ => Tag { meaning: TagKind::Nested { nested, tag: Box::new(tag.clone()) }, ..tag },
    }
}

/// Checks the names of nested tags. The current position must be after the outermost name.
pub(super) fn check(reader: &mut CommentReader<'_>, options: &TagOptions) {
    loop {
        skip_arguments(reader);
        if !reader.eat("=+") {
            return;
        }
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

/// Skips `(…)`, if present, or the rest of the comment if it is not closed.
fn skip_arguments(reader: &mut CommentReader<'_>) {
    if !reader.rest().starts_with('(') {
        return;
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
            (None, ')') => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn names_inside_are_checked() {
        expect(&[
            ("+k8s:eachVal=+k8s:maxLength=10", &["validation-gen +k8s:eachVal: of elements: maxLength 10"]),
            (
                "+k8s:beta(since: \"1.37\")=+k8s:subfield(a)=+k8s:required # now",
                &["validation-gen +k8s:beta: of property \"a\": required"],
            ),
            ("+k8s:item(type: \"a)\")=+k8s:zeroOrOneOfMember", &["validation-gen +k8s:item: recognised"]),
            (
                "+k8s:alpha(since: \"1.37\")=+k8s:eachVal=+k8s:subfield(a)=+k8s:required # now",
                &["validation-gen +k8s:alpha: recognised"],
            ),
            (
                "+k8s:eachVal=+k8s:maxLenght=10",
                &[
                    "validation-gen +k8s:eachVal: malformed",
                    "unknown-tag: unknown tag `+k8s:maxLenght` @ k8s:maxLenght",
                ],
            ),
            (
                "+k8s:eachVal=+k8s:eachKey=+maxLength=10",
                &[
                    "validation-gen +k8s:eachVal: holding +k8s:eachKey",
                    "unknown-tag: unknown tag `+maxLength` @ maxLength",
                ],
            ),
            (
                "+k8s:eachVal=+maxLength=10",
                &[
                    "validation-gen +k8s:eachVal: malformed",
                    "unknown-tag: `+maxLength` is not a validation-gen tag; only these can be nested @ maxLength",
                ],
            ),
            ("+k8s:item(type: `\\`)=+k8s:nope", &["validation-gen +k8s:item: recognised"]),
            ("+k8s:eachVal=+5", &["validation-gen +k8s:eachVal: recognised"]),
        ]);
    }

    #[test]
    fn depth_is_bounded_and_said() {
        let tag = |levels: usize| format!("{}+k8s:maxLength=3", "+k8s:eachVal=".repeat(levels));
        let held = format!("validation-gen +k8s:eachVal: {}maxLength 3", "of elements: ".repeat(7));
        let refused = "malformed-value: more than 8 nested tags @ +k8s:maxLength";
        expect(&[
            (&tag(7), &[&held]),
            (&tag(8), &["validation-gen +k8s:eachVal: malformed", refused]),
            (&tag(10_000), &["validation-gen +k8s:eachVal: malformed", &refused.replace("maxLength", "eachVal")]),
        ]);
    }
}
