//! Semantic versions (`semver` of k8s.io/apiserver/pkg/cel/library, which uses github.com/blang/semver/v4).

mod parse;
mod version;

use std::sync::Arc;

pub use version::{Identifier, Semver};

use super::{Binding, CallCost, by_name, by_overload};
use crate::cel::{EvaluationError, Value};

/// `semver(text)`
///
/// # Errors
///
/// Returns an error if the text is not a semantic version.
pub fn semver(text: &str) -> Result<Semver, EvaluationError> {
    parse::parse(text).map_err(|error| EvaluationError::message(error.to_string()))
}

/// `semver(text, true)`: accepts a leading `v`, leading zeros, and a missing minor or patch version.
///
/// # Errors
///
/// Returns an error if the normalized text is not a semantic version.
pub fn semver_normalized(text: &str) -> Result<Semver, EvaluationError> {
    let text = parse::normalize(text).map_err(|error| EvaluationError::message(error.to_string()))?;
    semver(&text)
}

/// `isSemver(text)`
pub fn is_semver(text: &str) -> bool {
    parse::parse(text).is_ok()
}

/// `isSemver(text, true)`
pub fn is_semver_normalized(text: &str) -> bool {
    parse::normalize(text).is_ok_and(|text| is_semver(&text))
}

/// `version.compareTo(other)`: -1, 0 or 1.
pub fn compare_to(version: &Semver, other: &Semver) -> i64 {
    version.cmp(other) as i64
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name("semver", &["string_to_semver", "string_bool_to_semver"], CallCost::Characters(1), |arguments, _| {
        match arguments {
            [Value::String(text)] | [Value::String(text), Value::Bool(false)] => {
                Ok(Value::Semver(Arc::new(semver(text)?)))
            }
            [Value::String(text), Value::Bool(true)] => Ok(Value::Semver(Arc::new(semver_normalized(text)?))),
            _ => Err(EvaluationError::no_such_overload()),
        }
    }),
    by_name("isSemver", &["is_semver_string", "is_semver_string_bool"], CallCost::Characters(1), |arguments, _| {
        match arguments {
            [Value::String(text)] | [Value::String(text), Value::Bool(false)] => Ok(is_semver(text).into()),
            [Value::String(text), Value::Bool(true)] => Ok(is_semver_normalized(text).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }
    }),
    // A number beyond the range of an int becomes negative.
    by_overload("major", &["semver_major"], CallCost::One, |arguments, _| match arguments {
        [Value::Semver(version)] => Ok((version.major as i64).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("minor", &["semver_minor"], CallCost::One, |arguments, _| match arguments {
        [Value::Semver(version)] => Ok((version.minor as i64).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("patch", &["semver_patch"], CallCost::One, |arguments, _| match arguments {
        [Value::Semver(version)] => Ok((version.patch as i64).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("compareTo", &["semver_compare_to"], CallCost::One, |arguments, _| match arguments {
        [Value::Semver(version), Value::Semver(other)] => Ok(compare_to(version, other).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("isLessThan", &["semver_is_less_than"], CallCost::One, |arguments, _| match arguments {
        [Value::Semver(version), Value::Semver(other)] => Ok((version < other).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("isGreaterThan", &["semver_is_greater_than"], CallCost::One, |arguments, _| match arguments {
        [Value::Semver(version), Value::Semver(other)] => Ok((version > other).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_ordered() {
        let order = [
            "0.9.9",
            "1.0.0-1",
            "1.0.0-2",
            "1.0.0-10",
            "1.0.0-a",
            "1.0.0-a.1",
            "1.0.0-a.a",
            "1.0.0-b",
            "1.0.0",
            "1.0.1",
            "1.1.0",
        ];
        for (left_place, left) in order.iter().enumerate() {
            for (right_place, right) in order.iter().enumerate() {
                let compared = compare_to(&semver(left).unwrap(), &semver(right).unwrap());
                assert_eq!(compared, left_place.cmp(&right_place) as i64, "{left} {right}");
            }
        }
        assert_eq!(semver("1.2.3+a"), semver("1.2.3+b"));
        assert_eq!(semver("1.2.3-a.1+x.y").unwrap().to_string(), "1.2.3-a.1+x.y");
    }
}
