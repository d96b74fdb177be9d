//! `+kubebuilder:validation:Format`: the format of a value, or with `""` none, whatever the Go type says.

use super::{
    Constraint, Meaning,
    marker_arguments::read_element,
    reader::CommentReader,
    registry::{ValueForm, ValueReader},
    value::{Head, expect_end, expect_equals, missing_value},
};
use crate::diag::Diagnostic;

const EXPECTED: &str = "a name";

/// The form of its value.
pub(super) const FORM: ValueForm = ValueForm::Own("`=NAME`; `=\"\"` for none", ValueReader(read));

fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<Meaning, Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    reader.skip_blanks();
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, EXPECTED));
    }
    let value = read_element(reader)?;
    expect_end(reader)?;
    Ok(Meaning::Constraint(Constraint::Format(value.text)))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn a_name_or_none() {
        expect(&[
            (
                "+kubebuilder:validation:Format=date-time",
                &["kubebuilder +kubebuilder:validation:Format: format \"date-time\""],
            ),
            ("+kubebuilder:validation:Format=\"\"", &["kubebuilder +kubebuilder:validation:Format: format \"\""]),
            (
                "+kubebuilder:validation:Format=",
                &[
                    "kubebuilder +kubebuilder:validation:Format: malformed",
                    "missing-value: `+kubebuilder:validation:Format` needs a value: a name @ \
                     kubebuilder:validation:Format=",
                ],
            ),
        ]);
    }
}
