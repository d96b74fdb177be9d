//! Differences between two validation results.

use std::fmt;

use idlgen_runtime::field::{BadValue, Error};
use serde_json::{Value as Json, json};

/// The part of the result with the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The difference is in the errors.
    Errors,
    /// The difference is in the warnings.
    Warnings,
}

/// How two results differ at one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// Only the first validation reports the error.
    OnlyFirst,
    /// Only the second validation reports the error.
    OnlySecond,
    /// Both report an error at the same field, with different content.
    SaidDifferently,
}

/// A difference between two validation results of an object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The part of the result with the difference.
    pub part: Part,
    /// The error of the first validation, if it reports one.
    pub first: Option<Error>,
    /// The error of the second validation, if it reports one.
    pub second: Option<Error>,
}

impl Difference {
    /// Returns whether only the first result contains the error, only the second one, or both with different content.
    pub fn kind(&self) -> DifferenceKind {
        match (&self.first, &self.second) {
            (Some(_), None) => DifferenceKind::OnlyFirst,
            (_, Some(_)) if self.first.is_none() => DifferenceKind::OnlySecond,
            _ => DifferenceKind::SaidDifferently,
        }
    }

    /// Converts the difference to JSON for logs. The result contains `kind` (`onlyFirst`, `onlySecond`,
    /// `saidDifferently`), `part` (`errors`, `warnings`), and both errors with `type` (the reason of a status cause),
    /// `field`, `value` (omitted if the error contains none) and `detail`.
    pub fn to_json(&self) -> Json {
        let kind = match self.kind() {
            DifferenceKind::OnlyFirst => "onlyFirst",
            DifferenceKind::OnlySecond => "onlySecond",
            DifferenceKind::SaidDifferently => "saidDifferently",
        };
        let part = match self.part {
            Part::Errors => "errors",
            Part::Warnings => "warnings",
        };
        let mut json = json!({"kind": kind, "part": part});
        for (name, error) in [("first", &self.first), ("second", &self.second)] {
            if let Some(error) = error {
                json[name] = error_to_json(error);
            }
        }
        json
    }
}

fn error_to_json(error: &Error) -> Json {
    let mut json = json!({"type": error.error_type.reason(), "field": error.field, "detail": error.detail});
    match &error.bad_value {
        BadValue::Omitted => {}
        BadValue::Json(value) => json["value"] = value.clone(),
        BadValue::Verbatim(text) => json["value"] = text.as_str().into(),
    }
    json
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.part == Part::Errors { "reports" } else { "warns" };
        match (&self.first, &self.second) {
            (Some(first), Some(second)) => write!(f, "the first {verb}: {first}; the second: {second}"),
            (Some(error), None) => write!(f, "only the first {verb}: {error}"),
            (None, Some(error)) => write!(f, "only the second {verb}: {error}"),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::field::{ErrorType, Path};

    use super::*;

    #[test]
    fn a_difference_says_who_reports_what() {
        let error = |detail: &str| {
            Some(Error::new(ErrorType::Invalid, Path::root().field("a").to_path_buf(), BadValue::from(1), detail))
        };
        let (one, other) = (error("one"), error("other"));
        for (first, second, part, kind, text) in [
            (&one, &None, Part::Errors, "onlyFirst", "only the first reports: a: Invalid value: 1: one"),
            (&None, &other, Part::Warnings, "onlySecond", "only the second warns: a: Invalid value: 1: other"),
            (
                &one,
                &other,
                Part::Errors,
                "saidDifferently",
                "the first reports: a: Invalid value: 1: one; the second: a: Invalid value: 1: other",
            ),
        ] {
            let difference = Difference { part, first: first.clone(), second: second.clone() };
            let json = difference.to_json();
            assert_eq!((json["kind"].as_str(), difference.to_string().as_str()), (Some(kind), text));
            assert_eq!(json["part"], if part == Part::Errors { "errors" } else { "warnings" });
            for (name, error) in [("first", first), ("second", second)] {
                let expected = error.as_ref().map(
                    |error| json!({"type": "FieldValueInvalid", "field": "a", "value": 1, "detail": error.detail}),
                );
                assert_eq!(json.get(name), expected.as_ref());
            }
        }
    }
}
