//! `format` of integers and numbers, which Kubernetes enforces since 1.36.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    format::NumberFormat,
    value::Number,
};

/// A number that is held to a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The value.
    Value,
    /// `multipleOf`.
    MultipleOf,
    /// `minimum`.
    Minimum,
    /// `maximum`.
    Maximum,
}

/// The number can be held by the `format`, or by the schema type `integer` if it has none.
///
/// The API server holds the bounds of a schema to the format too, each time that a value is validated: where one does not fit, it reports so and
/// compares floats instead of integers.
pub fn number_format(
    number: impl Into<Number>,
    checked: Checked,
    format: Option<NumberFormat>,
    path: &Path<'_>,
    cx: &mut Context,
) -> bool {
    let number = number.into();
    if format.unwrap_or(NumberFormat::Int64).accepts(number) {
        return true;
    }
    cx.report(|| {
        let what = match checked {
            Checked::Value => "Checked",
            Checked::MultipleOf => "MultipleOf",
            Checked::Minimum => "Minimum boundary",
            Checked::Maximum => "Maximum boundary",
        };
        let schema_type = format.map_or("integer", NumberFormat::schema_type);
        let format = format.map_or("(default format)".to_owned(), |format| format!("with format {}", format.name()));
        let detail = format!("{what} value must be of type {schema_type} {format} in {}", path.dotted());
        Error {
            field: Path::root().to_string(),
            ..Error::new(ErrorType::Invalid, path.to_path_buf(), BadValue::from(""), detail)
        }
    });
    false
}

#[cfg(test)]
mod tests {
    use super::{Checked, number_format};
    use crate::{check::tests::errors, format::NumberFormat};

    #[test]
    fn names_type_and_format() {
        let int32 = Some(NumberFormat::Int32);
        assert_eq!(errors(|path, cx| number_format(1, Checked::Value, int32, path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| number_format(3_000_000_000_i64, Checked::Value, int32, path, cx)),
            ["<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in f.a"]
        );
        assert_eq!(
            errors(|path, cx| number_format(1.5, Checked::Maximum, None, path, cx)),
            ["<nil>: Invalid value: \"\": Maximum boundary value must be of type integer (default format) in f.a"]
        );
    }
}
