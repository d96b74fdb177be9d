//! `format`.

use idlgen_runtime::{Context, check};

use super::walk::{Judged, Place};

impl Place<'_> {
    /// `validate.formatValidator`.
    pub(super) fn format(&self, name: &str, text: &str, cx: &mut Context) -> Judged {
        let passed = self.node.keyword("format", cx, |cx| check::format(text, name, self.path, cx));
        Judged { passed, matches: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors, errors_of, json, schema},
    };
    use crate::Definitions;

    #[test]
    fn known_formats_hold_and_make_the_type_lenient() {
        let schema = r#"{"properties": {"f": {"type": "string", "format": "ipv4"}}}"#;
        assert_eq!(errors(schema, r#"{"f": "10.0.0.1"}"#), [""; 0]);
        assert_eq!(errors(schema, r#"{"f": ["x"]}"#), [""; 0]);
        assert_eq!(errors(schema, r#"{"f": "x"}"#), [r#"f: Invalid value: "x": f in body must be of type ipv4: "x""#]);
        assert_eq!(
            errors(schema, r#"{"f": 1}"#),
            [r#"f: Invalid value: "int64": f in body must be of type ipv4: "int64""#]
        );
        assert_eq!(
            errors(r#"{"properties": {"f": {"type": "string", "format": "quantity-of-sorts"}}}"#, r#"{"f": ["x"]}"#),
            [r#"f: Invalid value: "array": f in body must be of type string: "array""#]
        );
    }

    #[test]
    fn formats_of_the_kep_are_for_go_types() {
        let schema = schema(r#"{"properties": {"f": {"type": "string", "format": "dns1123label"}}}"#);
        let judge = |options, value| {
            errors_of(
                &Validator::with_definitions(&Definitions::default(), &schema, options).unwrap(),
                &json(value),
                None,
            )
        };
        let error = r#"f: Invalid value: "A_": f in body must be of type dns1123label: "A_""#;
        assert_eq!(judge(ValidatorOptions::default(), r#"{"f": "A_"}"#), [error]);
        assert_eq!(judge(ValidatorOptions::crd(), r#"{"f": "A_"}"#), [""; 0]);
        assert_eq!(judge(ValidatorOptions::default(), r#"{"f": ["a"]}"#).len(), 1);
    }
}
