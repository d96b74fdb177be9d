//! `+errorMessage(keyword)="…"`: the error message of a keyword (KEP-4153, `x-kubernetes-validation-errors`).

use idlgen_schema::{Schema, schema::ValidationError};

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the message of each keyword from the outermost layer that has one.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, meaning) in layers.meanings() {
        let TagKind::ErrorMessage { keyword, message, reason } = meaning else { continue };
        if schema.extensions.validation_errors.contains_key(keyword) {
            continue;
        }
        let error = ValidationError { message: message.clone(), reason: reason.clone() };
        schema.extensions.validation_errors.insert(keyword.clone(), error);
        note(schema, "x-kubernetes-validation-errors", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn the_field_decides_before_its_type() {
        let lowered = lower_go(
            r#"
// +minLength=1
// +maxLength=9
// +errorMessage(minLength)="of the type"
// +errorMessage(maxLength)="too long",reason=Forbidden
type Name string

type T struct {
    // +errorMessage(minLength)="of the field"
    Name Name `json:"name,omitempty"`
}
"#,
        );
        assert_eq!(
            lowered.property("T", "name"),
            concat!(
                r#"{"type":"string","maxLength":9,"minLength":1,"x-kubernetes-validation-errors":"#,
                r#"{"maxLength":{"message":"too long","reason":"FieldValueForbidden"},"minLength":{"message":"of the field"}}}"#
            )
        );
    }
}
