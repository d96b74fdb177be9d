//! Strings that Kubernetes decodes as quantities.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    types::{ParseQuantityError, Quantity},
};

/// Checks that Go decodes the string as a quantity (`k8s.io/apimachinery/pkg/api/resource.Quantity.UnmarshalJSON`). The
/// error detail is that of `resource.ParseQuantity`. An API server cannot decode an object with an invalid quantity.
pub fn quantity(value: &str, path: &Path<'_>, cx: &mut Context) -> bool {
    match value.trim().parse::<Quantity>() {
        // Kubernetes does not limit the number of digits.
        Ok(_) | Err(ParseQuantityError::TooLong) => true,
        Err(error) => {
            cx.report(|| {
                Error::of_value(ErrorType::Invalid, path, BadValue::from(value), error.to_string())
                    .with_origin("format=quantity")
            });
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::quantity;
    use crate::check::tests::errors;

    #[test]
    fn what_go_reads() {
        for text in ["0", "1.5Gi", " 128Mi ", "-3", "1e3", "1E", "100m", ".5"] {
            assert_eq!(errors(|path, cx| quantity(text, path, cx)), [""; 0], "{text}");
        }
        for (text, expected) in [
            ("lots", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
            ("", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
            ("1Gib", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
            ("1GM", "unable to parse quantity's suffix"),
        ] {
            let expected = format!("f.a: Invalid value: \"{text}\": {expected}");
            assert_eq!(errors(|path, cx| quantity(text, path, cx)), [expected], "{text}");
        }
    }
}
