//! Tags that no dialect knows.

use super::{
    Meaning, TagOptions,
    reader::CommentReader,
    registry::{self, TagDefinition, ValueForm},
    value::Head,
};
use crate::{diag::Diagnostic, source::Span, tags::codes};

/// What becomes of a tag that is not in the table: the user allows it, nobody wants to hear of it, or it is diagnosed.
pub(super) fn read(reader: &mut CommentReader<'_>, head: &Head, options: &TagOptions) -> Meaning {
    if options.allows(&head.name) || !options.report_unknown {
        return Meaning::Recognised;
    }
    let diagnostic = Diagnostic::new(codes::UNKNOWN_TAG, format!("unknown tag `+{}`", head.name)).at(head.span);
    reader.diagnostics.push(if let Some((row, value)) = registry::with_value(&head.name) {
        behind_colon(diagnostic, head, row, value)
    } else if let Some(name) = registry::suggest(&head.name) {
        diagnostic.fix(format!("use `+{name}`"), head.span, name)
    } else {
        diagnostic.note("a tag of another tool is allowed in idlgen.toml: `[tags] allow`")
    });
    Meaning::Malformed
}

/// The value stands behind a colon: `+kubebuilder:validation:MaxLength:5`.
fn behind_colon(diagnostic: Diagnostic, head: &Head, row: &TagDefinition, value: &str) -> Diagnostic {
    if row.keyword == Some("uniqueItems") {
        return diagnostic
            .note("API servers refuse `uniqueItems` in a definition; `+listType=set` says it of a list of scalars");
    }
    let colon = head.span.start + row.name.len() as u32;
    match row.form {
        ValueForm::Nothing(_) | ValueForm::Presence(_) => {
            diagnostic.fix(format!("use `+{}`", row.name), Span { start: colon, ..head.span }, "")
        }
        _ => diagnostic.fix(
            format!("use `+{}={value}`", row.name),
            Span { start: colon, end: colon + 1, ..head.span },
            "=",
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::tags::{TagOptions, testing::read};

    #[test]
    fn values_behind_a_colon() {
        for (tag, mended) in [
            ("+kubebuilder:validation:MaxLength:5", Some("+kubebuilder:validation:MaxLength=5")),
            ("+kubebuilder:validation:Required:true", Some("+kubebuilder:validation:Required")),
            ("+kubebuilder:validation:Enum:a;b", Some("+kubebuilder:validation:Enum=a;b")),
            ("+kubebuilder:validation:UniqueItems:true", None),
            ("+listType:set", Some("+listType=set")),
            ("+kubebuilder:validation:OneOf=a;b", None),
        ] {
            let comment = format!("// {tag}\n");
            let (_, parsed) = read(&comment, &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            let text = diagnostic.fix.as_ref().map(|fix| {
                let edit = &fix.edits[0];
                let (start, end) = (edit.span.start as usize, edit.span.end as usize);
                format!("{}{}{}", &comment[3..start], edit.replacement, comment[end..].trim_end())
            });
            assert_eq!(text.as_deref(), mended, "{tag}");
        }
    }
}
