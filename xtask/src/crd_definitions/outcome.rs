//! The errors of a CRD.

use idlgen_validate::crd::{CustomResourceDefinition, definition::CrdValidator};
use serde_json::Value as Json;

use super::case::Case;
use crate::self_type::mask;

/// Errors and warnings, sorted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The decoding error.
    unreadable: Option<String>,
    errors: Vec<String>,
    warnings: Vec<String>,
}

impl Verdict {
    /// Reads the result of the real libraries.
    pub(super) fn of_oracle(answer: &Json) -> Self {
        let list = |key: &str| answer.get(key).and_then(Json::as_array).into_iter().flatten();
        let text = |json: &Json, key: &str| json.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let errors = list("crdErrors").map(|error| format!("{} | {}", text(error, "type"), text(error, "string")));
        let warnings = list("crdWarnings").filter_map(Json::as_str).map(str::to_owned);
        let fatal = Some(text(answer, "fatal")).filter(|text| text.starts_with("crd decode"));
        Verdict { unreadable: fatal, errors: sorted(errors), warnings: sorted(warnings) }
    }

    /// Returns `true` if Go panicked, so that there is nothing to compare with.
    pub(super) fn is_panic(answer: &Json) -> bool {
        answer.get("fatal").and_then(Json::as_str).is_some_and(|text| text.starts_with("panic"))
    }

    /// Returns the result of idlgen.
    pub(super) fn of_validator(judge: &CrdValidator, case: &Case) -> Self {
        let read = |json: &Json| CustomResourceDefinition::from_json(json).0.with_defaults();
        let new = read(&case.new);
        let errors = match &case.old {
            Some(old) => judge.validate_update(&new, &read(old)),
            None => judge.validate(&new),
        };
        let errors = errors.iter().map(|error| format!("{} | {error}", error.error_type.reason()));
        // The oracle expects the warnings of a creation.
        let warnings = judge.create(&new).warnings;
        Verdict { unreadable: None, errors: sorted(errors), warnings: sorted(warnings.into_iter()) }
    }

    pub(super) fn is_rejected(&self) -> bool {
        self.unreadable.is_some() || !self.errors.is_empty()
    }
}

/// Formats two results without their common parts.
pub(super) fn differing(expected: &Verdict, got: &Verdict) -> (Verdict, Verdict) {
    let without = |one: &Verdict, other: &Verdict| {
        let only = |one: &[String], other: &[String]| -> Vec<String> {
            one.iter().filter(|text| !other.contains(text)).cloned().collect()
        };
        Verdict {
            unreadable: one.unreadable.clone(),
            errors: only(&one.errors, &other.errors),
            warnings: only(&one.warnings, &other.warnings),
        }
    };
    (without(expected, got), without(got, expected))
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.map(|text| mask(&text)).collect();
    texts.sort();
    texts
}
