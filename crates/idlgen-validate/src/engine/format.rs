//! `format`.

use idlgen_runtime::{
    Context, check,
    format::{self, Family},
};

use super::{
    number_format::NumberFormat,
    options::ValidatorOptions,
    parts::Parts,
    schema_type::SchemaTypes,
    walk::{Judged, Place},
};

/// From this version on formats of text are ignored on what has another type.
const ONLY_FOR_STRINGS_SINCE: u16 = 36;

/// The formats of all parts that are enforced, as written.
#[derive(Clone, Debug, Default)]
pub(super) struct Formats {
    names: Vec<String>,
    /// The first that the API server itself knows.
    of_type: Option<String>,
}

impl Formats {
    pub(super) fn compile(parts: &Parts<'_>, types: &SchemaTypes, options: &ValidatorOptions) -> Self {
        let mut formats = Formats::default();
        if options.kubernetes_minor >= ONLY_FOR_STRINGS_SINCE && types.single().is_some_and(|name| name != "string") {
            // Numbers have formats of their own, which the check of the type has to know of.
            formats.of_type =
                NumberFormat::compile(parts, types, options).and_then(|number| number.format).map(str::to_owned);
            return formats;
        }
        for name in parts.all(|schema| schema.format.as_ref()) {
            let Some(format) = format::find(name).filter(|format| format.applies(options.runtime())) else { continue };
            if formats.of_type.is_none() && format.family != Family::Kep4153 {
                formats.of_type = Some(name.clone());
            }
            if !formats.names.contains(name) {
                formats.names.push(name.clone());
            }
        }
        formats
    }

    /// The format that the check of the type has to know of: only one that the API server knows makes it lenient.
    pub(super) fn first_of_type(&self) -> Option<&str> {
        self.of_type.as_deref()
    }
}

impl Place<'_> {
    /// `validate.formatValidator`.
    pub(super) fn format(&self, text: &str, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        for name in &self.node.formats.names {
            judged.matches += 1;
            judged.check(self.node.keyword("format", cx, |cx| check::format(text, name, self.path, cx)));
        }
        judged
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
            errors_of(&Validator::new(&Definitions::default(), &schema, options).unwrap(), &json(value), None)
        };
        let error = r#"f: Invalid value: "A_": f in body must be of type dns1123label: "A_""#;
        assert_eq!(judge(ValidatorOptions::default(), r#"{"f": "A_"}"#), [error]);
        assert_eq!(judge(ValidatorOptions::crd(), r#"{"f": "A_"}"#), [""; 0]);
        assert_eq!(judge(ValidatorOptions::default(), r#"{"f": ["a"]}"#).len(), 1);
    }
}
