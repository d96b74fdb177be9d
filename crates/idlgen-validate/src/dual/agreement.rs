//! Compares validation results.

use std::collections::BTreeMap;

use idlgen_runtime::{
    Outcome,
    field::{Error, ErrorList},
};

use super::difference::{Difference, Part};

/// The level at which two results must agree. The order of errors is always ignored, because it is random where an API
/// server iterates over a Go map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Agreement {
    /// Both must agree on whether the object is valid. If only one validation accepts it, every error is a difference.
    Verdict,
    /// The types and fields of all errors and warnings must be equal. Messages may differ.
    Fields,
    /// All errors and warnings must be equal, including their messages.
    #[default]
    Texts,
}

/// Returns the differences between two results. There are none if they agree.
///
/// Each error of one result is paired with an error of the other: an equal one if possible, otherwise one with the same
/// type and field, otherwise one with the same field. The remaining errors only occur in one result.
pub fn differences(first: &Outcome, second: &Outcome, agreement: Agreement) -> Vec<Difference> {
    if agreement == Agreement::Verdict && first.verdict() == second.verdict() {
        return Vec::new();
    }
    let mut found = between(Part::Errors, &first.errors, &second.errors, agreement);
    if agreement != Agreement::Verdict {
        found.extend(between(Part::Warnings, &first.warnings, &second.warnings, agreement));
    }
    found
}

fn between(part: Part, first: &ErrorList, second: &ErrorList, agreement: Agreement) -> Vec<Difference> {
    let (mut first, mut second): (Vec<&Error>, Vec<&Error>) = (first.iter().collect(), second.iter().collect());
    if first == second {
        return Vec::new();
    }
    pairs(&mut first, &mut second, |error| (error.error_type, error.field.clone(), error.body()));
    let same_field = pairs(&mut first, &mut second, |error: &Error| (error.error_type, error.field.clone()));
    let other_type = pairs(&mut first, &mut second, |error: &Error| error.field.clone());
    let said_otherwise = if agreement == Agreement::Fields { Vec::new() } else { same_field };
    let both = said_otherwise.into_iter().chain(other_type).map(|(first, second)| (Some(first), Some(second)));
    let alone = first.into_iter().map(|error| (Some(error), None));
    let all = both.chain(alone).chain(second.into_iter().map(|error| (None, Some(error))));
    all.map(|(first, second)| Difference { part, first: first.cloned(), second: second.cloned() }).collect()
}

/// Removes pairs of errors with the same key from both lists, in order, and returns the pairs.
fn pairs<'e, K: Ord>(
    first: &mut Vec<&'e Error>,
    second: &mut Vec<&'e Error>,
    key: impl Fn(&Error) -> K,
) -> Vec<(&'e Error, &'e Error)> {
    let mut waiting: BTreeMap<K, Vec<&Error>> = BTreeMap::new();
    for error in second.drain(..).rev() {
        waiting.entry(key(error)).or_default().push(error);
    }
    let mut found = Vec::new();
    first.retain(|error| match waiting.get_mut(&key(error)).and_then(Vec::pop) {
        Some(other) => {
            found.push((*error, other));
            false
        }
        None => true,
    });
    second.extend(waiting.into_values().flat_map(|errors| errors.into_iter().rev()));
    found
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::{
        Outcome,
        field::{BadValue, Error, ErrorList, ErrorType, Path},
    };

    use super::{Agreement, differences};

    fn error(error_type: ErrorType, field: &str, detail: &str) -> Error {
        Error::new(error_type, Path::root().field(field).to_path_buf(), BadValue::Omitted, detail)
    }

    fn outcome(errors: Vec<Error>) -> Outcome {
        let mut list = ErrorList::new();
        list.extend(errors);
        Outcome::new(list, ErrorList::new())
    }

    fn texts(first: Vec<Error>, second: Vec<Error>, agreement: Agreement) -> Vec<String> {
        differences(&outcome(first), &outcome(second), agreement).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_error_is_set_against_one_of_the_other() {
        use ErrorType::{Duplicate, Invalid, Required};
        let first = || {
            vec![
                error(Required, "a", ""),
                error(Invalid, "b", "too big"),
                error(Invalid, "c", "odd"),
                error(Duplicate, "d", ""),
                error(Duplicate, "d", ""),
            ]
        };
        let second = || {
            vec![
                error(Duplicate, "d", ""),
                error(Invalid, "b", "too large"),
                error(Required, "c", ""),
                error(Required, "a", ""),
                error(Required, "e", ""),
            ]
        };
        let fields = [
            "the first reports: c: Invalid value: odd; the second: c: Required value",
            "only the first reports: d: Duplicate value",
            "only the second reports: e: Required value",
        ];
        assert_eq!(texts(first(), second(), Agreement::Fields), fields);
        let mut all = vec!["the first reports: b: Invalid value: too big; the second: b: Invalid value: too large"];
        all.extend(fields);
        assert_eq!(texts(first(), second(), Agreement::Texts), all);
        assert_eq!(texts(first(), second(), Agreement::Verdict), [""; 0]);
        assert_eq!(texts(first(), Vec::new(), Agreement::Verdict).len(), 5);
        let mut other_order = first();
        other_order.reverse();
        assert_eq!(texts(first(), other_order, Agreement::Texts), [""; 0]);
    }

    #[test]
    fn warnings_are_compared() {
        let warned = Outcome::new(ErrorList::new(), outcome(vec![error(ErrorType::Invalid, "a", "old")]).errors);
        let found = differences(&warned, &Outcome::default(), Agreement::Texts);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].to_string(), "only the first warns: a: Invalid value: old");
        assert_eq!(found[0].to_json()["part"], "warnings");
    }
}
