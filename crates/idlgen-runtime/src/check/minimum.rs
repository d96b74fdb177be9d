//! Checks the keywords `minimum` and `exclusiveMinimum`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    go::float_to_int,
    value::Number,
};

/// Checks that the value is at least `limit`, or greater than `limit` if `exclusive`.
///
/// For integers, the bound is truncated as described at [`maximum`](super::maximum): 1 passes a minimum of 1.5.
pub fn minimum(
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
            (if exclusive { value > limit } else { value >= limit }, Number::Int(limit))
        }
        Number::Float(value) => {
            let limit = limit.as_f64();
            let fails = if exclusive { value <= limit } else { value < limit };
            (!fails, Number::Float(limit))
        }
    };
    if passes {
        return true;
    }
    cx.report(|| {
        let comparison = if exclusive { "greater than" } else { "greater than or equal to" };
        let detail = format!("{} in body should be {comparison} {limit}", path.dotted());
        Error::of_value(ErrorType::Invalid, path, BadValue::Json(value.to_json()), detail).with_origin("minimum")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::minimum;
    use crate::{check::tests::errors, value::Number};

    #[test]
    fn compares() {
        let cases: &[(Number, Number, bool, &str)] = &[
            (3.into(), 3.into(), false, ""),
            (1.into(), 1.5.into(), false, ""),
            (2.into(), 3.into(), false, "2: f.a in body should be greater than or equal to 3"),
            (3.into(), 3.into(), true, "3: f.a in body should be greater than 3"),
            (2.5.into(), 3.into(), false, "2.5: f.a in body should be greater than or equal to 3"),
            (3.0.into(), 3.into(), false, ""),
            (3.0.into(), 3.into(), true, "3: f.a in body should be greater than 3"),
            (3.5.into(), 3.into(), true, ""),
            (f64::NAN.into(), 3.into(), true, ""),
        ];
        for (value, limit, exclusive, text) in cases {
            let got = errors(|path, cx| minimum(*value, *limit, *exclusive, path, cx));
            let wanted: Vec<String> =
                if text.is_empty() { vec![] } else { vec![format!("f.a: Invalid value: {text}")] };
            assert_eq!(got, wanted, "{value} {limit} {exclusive}");
        }
    }
}
