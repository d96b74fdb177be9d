//! `+kubebuilder:validation:Type`: the type of the schema, regardless of the Go type.

use idlgen_schema::schema::SchemaType;

use super::{
    TagKind,
    marker_arguments::read_element,
    reader::CommentReader,
    registry::{ValueReader, ValueSyntax},
    value::{Head, expect_end, expect_equals, missing_value, unknown_word},
};
use crate::diag::Diagnostic;

const EXPECTED: &str = "a JSON Schema type";

/// The names of all types.
const NAMES: &[&str] = &["array", "boolean", "integer", "number", "object", "string"];

/// The syntax of its value.
pub(super) const FORM: ValueSyntax = ValueSyntax::Own(
    "`=array`, `=boolean`, `=integer`, `=number`, `=object` or `=string`; `=\"\"` removes the type",
    ValueReader(read),
);

fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    reader.skip_spaces();
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, EXPECTED));
    }
    let value = read_element(reader)?;
    expect_end(reader)?;
    // `Type=""` removes the type of the Go type.
    if value.text.is_empty() {
        return Ok(TagKind::SchemaType(None));
    }
    let schema_type =
        SchemaType::from_name(&value.text).ok_or_else(|| unknown_word(head, &value.text, value.span, NAMES))?;
    Ok(TagKind::SchemaType(Some(schema_type)))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn values() {
        expect(&[
            ("+kubebuilder:validation:Type=string", &["kubebuilder +kubebuilder:validation:Type: type string"]),
            ("+kubebuilder:validation:Type:=`object`", &["kubebuilder +kubebuilder:validation:Type: type object"]),
            ("+kubebuilder:validation:Type=\"\"", &["kubebuilder +kubebuilder:validation:Type: type unsaid"]),
            (
                "+kubebuilder:validation:items:Type=integer",
                &["kubebuilder +kubebuilder:validation:items:Type: of items: type integer"],
            ),
            (
                "+kubebuilder:validation:Type=strng",
                &[
                    "kubebuilder +kubebuilder:validation:Type: malformed",
                    "wrong-value: `+kubebuilder:validation:Type` must be `array`, `boolean`, `integer`, `number`, \
                     `object` or `string`, not `strng` @ strng",
                ],
            ),
            (
                "+kubebuilder:validation:Type",
                &[
                    "kubebuilder +kubebuilder:validation:Type: malformed",
                    "missing-value: `+kubebuilder:validation:Type` requires a value: a JSON Schema type @ \
                     kubebuilder:validation:Type",
                ],
            ),
        ]);
    }
}
