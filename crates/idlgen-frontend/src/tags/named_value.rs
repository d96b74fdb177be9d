//! Markers whose value has a name, as in `+default:value=1`: controller-gen accepts any name.
//!
//! Source: `splitMarker` in controller-gen's package `markers`.

use super::{
    codes,
    reader::CommentReader,
    registry::{self, TagDefinition, ValueSyntax},
};
use crate::diag::{Diagnostic, Severity};

/// Returns the row of a marker if `name`, which is not the name of a tag, consists of the marker's name and the name of
/// its value. The current position must be before `name`.
pub(super) fn find(reader: &CommentReader<'_>, name: &str) -> Option<&'static TagDefinition> {
    let (marker, _) = name.rsplit_once(':')?;
    let has_value = reader.rest().strip_prefix(name)?.starts_with('=');
    let row = registry::find(marker).filter(|row| row.name == marker)?;
    let is_of_controller_gen = row.owner.split(", ").any(|owner| owner == "controller-gen");
    (has_value && is_of_controller_gen && has_one_value(&row.form)).then_some(row)
}

fn has_one_value(form: &ValueSyntax) -> bool {
    match form {
        ValueSyntax::Flag(_)
        | ValueSyntax::Exclusive(_)
        | ValueSyntax::Count(_)
        | ValueSyntax::Number(_)
        | ValueSyntax::PositiveNumber(_)
        | ValueSyntax::Text(_)
        | ValueSyntax::Name(_)
        | ValueSyntax::Line(_)
        | ValueSyntax::Word(..)
        | ValueSyntax::Words(..)
        | ValueSyntax::Names(_)
        | ValueSyntax::Own(..) => true,
        ValueSyntax::Nothing(_)
        | ValueSyntax::Presence(_)
        | ValueSyntax::Rule
        | ValueSyntax::Override
        | ValueSyntax::Wraps(..)
        | ValueSyntax::Chain(_)
        | ValueSyntax::Marker(_)
        | ValueSyntax::Arguments(..)
        | ValueSyntax::Unread(_) => false,
    }
}

/// Reports the name of the value. The current position must be before `name`.
pub(super) fn report(reader: &mut CommentReader<'_>, row: &TagDefinition, name: &str) {
    let span = reader.span_ahead(name.len());
    let mut of_value = span;
    of_value.start += row.name.len() as u32;
    let message = format!("`+{name}` is `+{}` with an argument name", row.name);
    let mut diagnostic = Diagnostic::new(codes::UNKNOWN_TAG, message)
        .at(span)
        .note("controller-gen and idlgen ignore the name; other tools do not recognize the tag")
        .fix(format!("use `+{}=`", row.name), of_value, "");
    diagnostic.severity = Severity::Warning;
    reader.diagnostics.push(diagnostic);
}

#[cfg(test)]
mod tests {
    use crate::{
        diag::Severity,
        tags::{TagOptions, testing::read},
    };

    #[test]
    fn values_with_a_name() {
        for (tag, plain) in [
            ("+default:value=1", "+default=1"),
            ("+kubebuilder:default:string=no", "+kubebuilder:default=no"),
            ("+kubebuilder:validation:MaxLength:any=3", "+kubebuilder:validation:MaxLength=3"),
        ] {
            let (_, parsed) = read(&format!("// {tag}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{tag}: {:?}", parsed.diagnostics) };
            assert_eq!(diagnostic.severity, Severity::Warning, "{tag}");
            assert!(diagnostic.fix.is_some(), "{tag}");
            let (_, expected) = read(&format!("// {plain}\n"), &TagOptions::default());
            assert_eq!(parsed.tags[0].meaning, expected.tags[0].meaning, "{tag}");
        }
        let (_, parsed) = read("// +kubebuilder:defaults:value=1\n", &TagOptions::default());
        assert_eq!(parsed.diagnostics[0].severity, Severity::Error);
    }
}
