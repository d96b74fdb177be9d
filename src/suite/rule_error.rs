//! Recognizes the errors of rules.

use idlgen_runtime::field::Error;

/// What precedes the name of a rule in the errors of its evaluation.
const OF_EVALUATION: [&str; 3] = [" evaluating rule: ", " signature for rule: ", " exceeds limit for rule: "];

/// Returns `true` if the error reports that this rule is false. An error of its evaluation is not a violation.
pub(super) fn is_violation(error: &Error, rule: &str) -> bool {
    let is_of_rule = error.origin.rule.as_deref() == Some(rule.trim());
    is_of_rule && !OF_EVALUATION.iter().any(|text| error.detail.contains(text))
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::field::{BadValue, ErrorType, Path};

    use super::*;

    #[test]
    fn only_false_rules_are_violated() {
        let error =
            |detail: &str| Error::new(ErrorType::Invalid, Path::root().to_path_buf(), BadValue::Omitted, detail);
        let ruled = |detail: &str| error(detail).with_rule("self.a > 1\n");
        // The server omits the message of `FieldValueDuplicate`.
        for detail in ["", "too small", "failed rule: self.a > 1"] {
            assert!(is_violation(&ruled(detail), " self.a > 1"), "{detail}");
            assert!(!is_violation(&ruled(detail), "self.a > 2"), "{detail}");
            assert!(!is_violation(&error(detail), "self.a > 1"), "{detail}");
        }
        for detail in ["no such key: a evaluating rule: self.a > 1", "'x': call cost exceeds limit for rule: a rule"] {
            assert!(!is_violation(&ruled(detail), "self.a > 1"), "{detail}");
        }
    }
}
