//! Checks the keywords `maximum` and `exclusiveMaximum`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    go::float_to_int,
    value::Number,
};

/// Checks that the value is at most `limit`, or less than `limit` if `exclusive`.
///
/// The API server stores every bound as a float and truncates it to an integer to compare it with an integer. A maximum
/// of 1.5 therefore rejects integers above 1, and a bound outside the range of 64-bit integers rejects every integer.
pub fn maximum(
    value: impl Into<Number>,
    limit: impl Into<Number>,
    exclusive: bool,
    path: &Path<'_>,
    cx: &mut Context,
) -> bool {
    let (value, limit) = (value.into(), limit.into());
    let (passes, limit) = match value {
        Number::Int(value) => {
            let limit = float_to_int(limit.as_f64());
            (if exclusive { value < limit } else { value <= limit }, Number::Int(limit))
        }
        Number::Float(value) => {
            let limit = limit.as_f64();
            // The API server tests whether the value fails. Because NaN compares false with every bound, it passes.
            let fails = if exclusive { value >= limit } else { value > limit };
            (!fails, Number::Float(limit))
        }
    };
    if passes {
        return true;
    }
    cx.report(|| {
        let comparison = if exclusive { "less than" } else { "less than or equal to" };
        let detail = format!("{} in body should be {comparison} {limit}", path.dotted());
        Error::of_value(ErrorType::Invalid, path, BadValue::Json(value.to_json()), detail).with_origin("maximum")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::maximum;
    use crate::{check::tests::errors, value::Number};

    #[test]
    fn compares() {
        let cases: &[(Number, Number, bool, &str)] = &[
            (3.into(), 3.into(), false, ""),
            (4.into(), 3.into(), false, "4: f.a in body should be less than or equal to 3"),
            (3.into(), 3.into(), true, "3: f.a in body should be less than 3"),
            (3.5.into(), 3.into(), false, "3.5: f.a in body should be less than or equal to 3"),
            (3.0.into(), 3.into(), false, ""),
            (3.0.into(), 3.into(), true, "3: f.a in body should be less than 3"),
            (2.5.into(), 3.into(), true, ""),
            (f64::NAN.into(), 3.into(), true, ""),
            (1e7.into(), 5_000_000.into(), false, "1e+07: f.a in body should be less than or equal to 5e+06"),
        ];
        for (value, limit, exclusive, text) in cases {
            let got = errors(|path, cx| maximum(*value, *limit, *exclusive, path, cx));
            let wanted: Vec<String> =
                if text.is_empty() { vec![] } else { vec![format!("f.a: Invalid value: {text}")] };
            assert_eq!(got, wanted, "{value} {limit} {exclusive}");
        }
    }

    #[test]
    fn bounds_of_integers_are_cut_off() {
        assert_eq!(
            errors(|path, cx| maximum(2, 1.5, false, path, cx)),
            ["f.a: Invalid value: 2: f.a in body should be less than or equal to 1"]
        );
        assert_eq!(
            errors(|path, cx| maximum(0, i64::MAX, false, path, cx)),
            ["f.a: Invalid value: 0: f.a in body should be less than or equal to -9223372036854775808"]
        );
    }
}
