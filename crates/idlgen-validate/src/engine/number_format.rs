//! `format` of numbers: int32, int64, float and double.

use idlgen_runtime::{
    Context,
    field::{BadValue, Error, ErrorType, Path},
    value::Number,
};

use super::{
    options::{ValidatorOptions, ZeroMode},
    parts::Parts,
    schema_type::SchemaTypes,
    walk::Place,
};

/// The first version whose API server holds numbers to their formats.
const SINCE: u16 = 36;

/// The type of a number and its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberFormat {
    schema_type: &'static str,
    /// None for the default of the type.
    pub(super) format: Option<&'static str>,
    /// Whether limits must fit the format as well.
    holds_limits: bool,
}

impl NumberFormat {
    /// The format that numbers are held to. Go types are held to it at every version, because decoding does that.
    pub(super) fn compile(parts: &Parts<'_>, types: &SchemaTypes, options: &ValidatorOptions) -> Option<Self> {
        let schema_type = types.single().filter(|schema_type| matches!(*schema_type, "integer" | "number"))?;
        let of_type: &[&'static str] =
            if schema_type == "integer" { &["int32", "int64"] } else { &["float", "double"] };
        let format = parts
            .all(|schema| schema.format.as_deref())
            .find_map(|format| of_type.iter().copied().find(|known| *known == format));
        let holds_limits = options.kubernetes_minor >= SINCE;
        if holds_limits || (options.zero_mode == ZeroMode::Native && format.is_some()) {
            Some(NumberFormat { schema_type, format, holds_limits })
        } else {
            None
        }
    }

    /// Whether the number can be converted to the format (`validate.IsValueValidAgainstRange`).
    fn fits(self, number: Number) -> bool {
        match (self.schema_type, self.format, number) {
            ("integer", Some("int32"), Number::Int(value)) => i32::try_from(value).is_ok(),
            ("integer", Some("int32"), Number::Float(value)) => {
                value.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value)
            }
            ("integer", _, Number::Float(value)) => {
                value.fract() == 0.0 && (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value)
            }
            ("number", Some("float"), number) => (number.as_f64() as f32).is_finite(),
            _ => true,
        }
    }

    fn report(self, what: &str, path: &Path<'_>, cx: &mut Context) {
        cx.report(|| {
            let NumberFormat { schema_type, format, .. } = self;
            let format = format.map_or_else(|| "(default format)".to_owned(), |format| format!("with format {format}"));
            let detail = format!("{what} value must be of type {schema_type} {format} in {}", path.dotted());
            let field = Path::root().to_string();
            Error { field, ..Error::new(ErrorType::Invalid, path.to_path_buf(), BadValue::from(""), detail) }
        });
    }
}

impl Place<'_> {
    /// Whether the number has the format of its schema.
    pub(super) fn number_format(&self, number: Number, cx: &mut Context) -> bool {
        let Some(format) = self.node.number_format.filter(|format| !format.fits(number)) else { return true };
        self.node.keyword("format", cx, |cx| {
            format.report("Checked", self.path, cx);
            false
        })
    }

    /// The number in the form in which it is compared with a limit: as a float where the limit does not have the format of the
    /// schema, which is an error by itself.
    pub(super) fn comparable(&self, number: Number, what: &str, limit: Number, cx: &mut Context) -> (Number, bool) {
        let limit = Number::Float(limit.as_f64());
        match self.node.number_format.filter(|format| format.holds_limits && !format.fits(limit)) {
            None => (number, true),
            Some(format) => {
                format.report(what, self.path, cx);
                (Number::Float(number.as_f64()), false)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions, ZeroMode,
        testing::{errors_of, json, schema},
    };
    use crate::Definitions;

    fn judge(text: &str, zero_mode: ZeroMode, minor: u16, value: &str) -> Vec<String> {
        let options = ValidatorOptions { zero_mode, kubernetes_minor: minor, ..ValidatorOptions::default() };
        let schema = schema(&format!(r#"{{"properties": {{"f": {text}}}}}"#));
        let validator = Validator::new(&Definitions::default(), &schema, options).unwrap();
        errors_of(&validator, &json(&format!(r#"{{"f": {value}}}"#)), None)
    }

    #[test]
    fn formats_of_numbers_count_from_one_version_on() {
        let int32 = r#"{"type": "integer", "format": "int32"}"#;
        let error = r#"<nil>: Invalid value: "": Checked value must be of type integer with format int32 in f"#;
        assert_eq!(judge(int32, ZeroMode::Crd, 35, "2147483648"), [""; 0]);
        assert_eq!(judge(int32, ZeroMode::Crd, 36, "2147483648"), [error]);
        assert_eq!(judge(int32, ZeroMode::Crd, 36, "2147483647"), [""; 0]);
        assert_eq!(judge(int32, ZeroMode::Native, 35, "2147483648"), [error]);
        assert_eq!(judge(r#"{"type": "number", "format": "float"}"#, ZeroMode::Crd, 36, "1e39").len(), 1);
        assert_eq!(judge(r#"{"type": "integer", "format": "float"}"#, ZeroMode::Crd, 36, "4294967294"), [""; 0]);
    }

    #[test]
    fn limits_must_have_the_format_too() {
        let schema = r#"{"type": "integer", "maximum": 1.5}"#;
        assert_eq!(
            judge(schema, ZeroMode::Crd, 36, "2"),
            [
                r#"<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in f"#,
                "f: Invalid value: 2: f in body should be less than or equal to 1.5",
            ]
        );
        assert_eq!(
            judge(schema, ZeroMode::Crd, 35, "2"),
            ["f: Invalid value: 2: f in body should be less than or equal to 1"]
        );
    }
}
