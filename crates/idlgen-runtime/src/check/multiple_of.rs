//! Checks the keyword `multipleOf`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    go::{float_to_int, is_json_integer},
    value::Number,
};

/// Checks that the value is an integer multiple of `factor`.
///
/// For an integer value, the factor is truncated to an integer first: 2.5 has the same effect as 2. If the truncated
/// factor is not positive, every value fails. For a float value, the quotient may differ from an integer by one part in
/// a billion.
pub fn multiple_of(value: impl Into<Number>, factor: impl Into<Number>, path: &Path<'_>, cx: &mut Context) -> bool {
    let (value, factor) = (value.into(), factor.into());
    let (passes, factor) = match value {
        Number::Int(value) => {
            let factor = float_to_int(factor.as_f64());
            (factor > 0 && value % factor == 0, Number::Int(factor))
        }
        Number::Float(value) => {
            let factor = factor.as_f64();
            let quotient = if factor < 1.0 { 1.0 / factor * value } else { value / factor };
            (factor > 0.0 && is_json_integer(quotient), Number::Float(factor))
        }
    };
    if passes {
        return true;
    }
    cx.report(|| {
        let at = path.dotted();
        let (shown, detail) = if factor.as_f64() <= 0.0 {
            (factor, format!("factor MultipleOf declared for {at} must be positive: {factor}"))
        } else {
            (value, format!("{at} in body should be a multiple of {factor}"))
        };
        Error::of_value(ErrorType::Invalid, path, BadValue::Json(shown.to_json()), detail).with_origin("multipleOf")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::multiple_of;
    use crate::{check::tests::errors, value::Number};

    #[test]
    fn divides() {
        let cases: &[(Number, Number, &str)] = &[
            (6.into(), 3.into(), ""),
            ((-6).into(), 3.into(), ""),
            (7.into(), 3.into(), "7: f.a in body should be a multiple of 3"),
            (5.into(), 2.5.into(), "5: f.a in body should be a multiple of 2"),
            (0.into(), 0.5.into(), "0: factor MultipleOf declared for f.a must be positive: 0"),
            (0.3.into(), 0.1.into(), ""),
            (4.35.into(), 0.01.into(), "4.35: f.a in body should be a multiple of 0.01"),
            (1.5.into(), 0.5.into(), ""),
            (1.5.into(), 1.into(), "1.5: f.a in body should be a multiple of 1"),
            (3.0.into(), 1.into(), ""),
            (3.0.into(), 1.5.into(), ""),
            (0.5.into(), 1.5.into(), "0.5: f.a in body should be a multiple of 1.5"),
            (0.into(), 1.into(), ""),
            (1.into(), (-1).into(), "-1: factor MultipleOf declared for f.a must be positive: -1"),
            (0.0.into(), 0.0.into(), "0: factor MultipleOf declared for f.a must be positive: 0"),
            (1.5.into(), (-1).into(), "-1: factor MultipleOf declared for f.a must be positive: -1"),
        ];
        for (value, factor, text) in cases {
            let got = errors(|path, cx| multiple_of(*value, *factor, path, cx));
            let wanted: Vec<String> =
                if text.is_empty() { vec![] } else { vec![format!("f.a: Invalid value: {text}")] };
            assert_eq!(got, wanted, "{value} {factor}");
        }
    }
}
