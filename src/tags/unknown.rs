//! Tags that no dialect knows.

use super::{
    Meaning, TagOptions,
    reader::CommentReader,
    registry::{self, TagDefinition, ValueForm},
    value::Head,
};
use crate::{
    diag::{Diagnostic, Severity},
    source::Span,
    tags::codes,
};

/// What becomes of a tag that is not in the table: the user allows it, nobody wants to hear of it, or it is diagnosed.
/// One that looks like one of ours is a mistake; any other is another tool's business, and said because nobody else
/// would.
pub(super) fn read(reader: &mut CommentReader<'_>, head: &Head, options: &TagOptions) -> Meaning {
    if options.allows(&head.name) || !options.report_unknown {
        return Meaning::Recognised;
    }
    let message = format!("unknown tag `+{}`", head.name);
    let allowed = "a tag of another tool is allowed in idlgen.toml: `[tags] allow`";
    let diagnostic = Diagnostic::new(codes::UNKNOWN_TAG, message.as_str()).at(head.span);
    if let Some((row, value)) = registry::with_value(&head.name) {
        let diagnostic = if has_no_effect(row.name) { without_effect(diagnostic) } else { diagnostic };
        reader.diagnostics.push(behind_colon(diagnostic, head, row, value));
        return Meaning::Malformed;
    }
    let suggestion = registry::suggest(&head.name);
    if !registry::is_ours(&head.name, suggestion.is_some()) {
        let diagnostic = Diagnostic::new(codes::FOREIGN_TAG, message).at(head.span);
        reader.diagnostics.push(diagnostic.note(allowed));
        return Meaning::Recognised;
    }
    let diagnostic = if has_no_effect(&head.name) { without_effect(diagnostic) } else { diagnostic };
    reader.diagnostics.push(match suggestion {
        Some(name) => diagnostic.fix(format!("use `+{name}`"), head.span, name),
        None => diagnostic.note(allowed),
    });
    Meaning::Malformed
}

/// Prefixes of tags from which code is generated and no output is built.
const WITHOUT_EFFECT: [&str; 4] = ["genclient:", "kubebuilder:object:", "kubebuilder:rbac:", "kubebuilder:webhook:"];

/// Whether no output would differ if the tag were right: all that `+genclient:…` says of definitions is
/// `nonNamespaced`.
fn has_no_effect(name: &str) -> bool {
    WITHOUT_EFFECT.iter().any(|prefix| name.starts_with(prefix)) && !name.to_lowercase().contains(":nonnamesp")
}

fn without_effect(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.severity = diagnostic.severity.min(Severity::Warning);
    diagnostic.note("no schema depends on tags of this family")
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
    use crate::{
        diag::Severity,
        tags::{TagOptions, testing::read},
    };

    #[test]
    fn what_no_output_depends_on_is_a_warning() {
        for (tag, expected) in [
            ("+genclient:Namespaced", Severity::Warning),
            ("+kubebuilder:object:generate:false", Severity::Warning),
            ("+genclient:nonNamespacd", Severity::Error),
            ("+kubebuilder:validation:MaxLenght=3", Severity::Error),
        ] {
            let (_, parsed) = read(&format!("// {tag}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            assert_eq!(diagnostic.severity, expected, "{tag}");
        }
    }

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
