//! `format` of numbers: int32, int64, float and double.

use idlgen_runtime::{
    Context,
    field::{BadValue, Error, ErrorType, Path},
    value::Number,
};

use super::walk::Location;
use crate::{
    compiled::NumberFormat,
    keyword::{Bound, Limit, Row},
};

fn report(format: NumberFormat, what: &str, path: &Path<'_>, cx: &mut Context) {
    cx.report(|| {
        let NumberFormat { schema_type, format, holds_limits: _ } = format;
        let format = format.map_or_else(|| "(default format)".to_owned(), |format| format!("with format {format}"));
        let detail = format!("{what} value must be of type {schema_type} {format} in {}", path.dotted());
        let field = Path::root().to_string();
        Error { field, ..Error::new(ErrorType::Invalid, path.to_path_buf(), BadValue::from(""), detail) }
    });
}

impl Location<'_> {
    /// Checks that a number is in the range of the schema's number format.
    pub(super) fn number_format(&self, number: Number, cx: &mut Context) -> bool {
        let Some(format) = self.node.number_format.filter(|format| !format.fits(number)) else { return true };
        self.node.keyword("format", cx, |cx| {
            report(format, "Checked", self.path, cx);
            false
        })
    }

    /// Checks a limit, which must itself be in the range of the schema's number format. If it is not, reports a
    /// separate error and compares the number as a float.
    pub(super) fn numeric_limit(
        &self,
        row: &Row,
        limit: &Limit,
        what: &str,
        mut number: Number,
        cx: &mut Context,
    ) -> bool {
        let own = match limit {
            Limit::Number(own) | Limit::Bound(Bound { limit: own, .. }) => Number::Float(own.as_f64()),
            _ => return true,
        };
        let broken = self.node.number_format.filter(|format| format.holds_limits && !format.fits(own));
        if let Some(format) = broken {
            report(format, what, self.path, cx);
            number = Number::Float(number.as_f64());
        }
        let passed = self.node.keyword(row.name, cx, |cx| row.check_number(limit, number, self.path, cx));
        passed && broken.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors_of, json, schema},
    };
    use crate::{Definitions, ZeroMode};

    fn errors(text: &str, zero_mode: ZeroMode, minor: u16, value: &str) -> Vec<String> {
        let options = ValidatorOptions { zero_mode, kubernetes_minor: minor, ..ValidatorOptions::default() };
        let schema = schema(&format!(r#"{{"properties": {{"f": {text}}}}}"#));
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        errors_of(&validator, &json(&format!(r#"{{"f": {value}}}"#)), None)
    }

    #[test]
    fn formats_of_numbers_count_from_one_version_on() {
        let int32 = r#"{"type": "integer", "format": "int32"}"#;
        let error = r#"<nil>: Invalid value: "": Checked value must be of type integer with format int32 in f"#;
        assert_eq!(errors(int32, ZeroMode::Crd, 35, "2147483648"), [""; 0]);
        assert_eq!(errors(int32, ZeroMode::Crd, 36, "2147483648"), [error]);
        assert_eq!(errors(int32, ZeroMode::Crd, 36, "2147483647"), [""; 0]);
        assert_eq!(errors(int32, ZeroMode::Native, 35, "2147483648"), [error]);
        assert_eq!(errors(r#"{"type": "number", "format": "float"}"#, ZeroMode::Crd, 36, "1e39").len(), 1);
        assert_eq!(errors(r#"{"type": "integer", "format": "float"}"#, ZeroMode::Crd, 36, "4294967294"), [""; 0]);
    }

    #[test]
    fn limits_must_have_the_format_too() {
        let schema = r#"{"type": "integer", "maximum": 1.5}"#;
        assert_eq!(
            errors(schema, ZeroMode::Crd, 36, "2"),
            [
                r#"<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in f"#,
                "f: Invalid value: 2: f in body should be less than or equal to 1.5",
            ]
        );
        assert_eq!(
            errors(schema, ZeroMode::Crd, 35, "2"),
            ["f: Invalid value: 2: f in body should be less than or equal to 1"]
        );
        let right = r#"{"type": "integer", "maximum": 1}"#;
        assert_eq!(errors(right, ZeroMode::Crd, 36, "1"), [""; 0]);
        let error = "f: Invalid value: 2: f in body should be less than or equal to 1";
        assert_eq!(errors(right, ZeroMode::Crd, 36, "2"), [error]);
    }
}
