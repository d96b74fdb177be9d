//! `+kubebuilder:validation:Format`: the format of the schema, regardless of the Go type.

use idlgen_schema::keyword::Keyword;

use super::{
    Constraint, TagKind,
    marker_arguments::read_element,
    reader::CommentReader,
    registry::{ValueReader, ValueSyntax},
    value::{Head, expect_end, expect_equals, missing_value},
};
use crate::diag::Diagnostic;

const EXPECTED: &str = "a name";

/// The syntax of its value.
pub(super) const FORM: ValueSyntax = ValueSyntax::Own("`=NAME`; `=\"\"` removes the format", ValueReader(read));

/// Reads the name. `Format=""` removes the format of the Go type: `byte` of `[]byte`.
fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    reader.skip_spaces();
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, EXPECTED));
    }
    let value = read_element(reader)?;
    expect_end(reader)?;
    Ok(TagKind::Constraint(Constraint::limit(Keyword::Format, value.text)))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn values() {
        let name = "+kubebuilder:validation:Format";
        for (value, expected) in [("=date-time", "\"date-time\""), ("=\"\"", "\"\""), (":=`byte`", "\"byte\"")] {
            expect(&[(&format!("{name}{value}"), &[&format!("kubebuilder {name}: format {expected}")])]);
        }
        expect(&[(
            name,
            &[
                "kubebuilder +kubebuilder:validation:Format: malformed",
                "missing-value: `+kubebuilder:validation:Format` requires a value: a name @ \
                 kubebuilder:validation:Format",
            ],
        )]);
    }
}
