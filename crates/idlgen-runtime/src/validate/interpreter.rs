//! Compares the evaluation of rules as Rust with that of the interpreter.

use serde::de::DeserializeOwned;

use super::{Outcome, Validate};
use crate::{context::Options, field::Error};

/// Validates values with and without the Rust code of rules, and compares the errors of `rule`. `samples` are values as
/// JSON. Each of them is validated as a new value, and as an update of each other.
///
/// Generated tests call it for hand-written functions that replace a rule (`rust.functions` in idlgen.toml).
///
/// # Errors
/// Returns the first difference, or an error if there is nothing to compare. Only samples that pass all other checks
/// are compared: a rule also fails if a required field is missing, which a Rust value cannot tell from zero.
///
/// ```
/// # use idlgen_runtime::{Context, Validate, field::Path};
/// # #[derive(serde::Deserialize)]
/// # struct Port(i32);
/// # impl Validate for Port {
/// #     fn check(&self, _: Option<&Self>, _: &Path<'_>, _: &mut Context) {}
/// # }
/// use idlgen_runtime::validate::compare_with_interpreter;
///
/// assert_eq!(compare_with_interpreter::<Port>("self < 65536", &["80", "70000"]), Ok(()));
/// assert!(compare_with_interpreter::<Port>("self < 65536", &["\"http\""]).is_err());
/// ```
pub fn compare_with_interpreter<T: Validate + DeserializeOwned>(rule: &str, samples: &[&str]) -> Result<(), String> {
    let compiled = Options::default();
    let interpreted = Options { compiled_rules: false, ..compiled };
    let passes_other_checks = |value: &T| {
        let errors = value.outcome_with(None, &interpreted).errors;
        errors.iter().all(|error| error.origin.rule.is_some())
    };
    let values: Vec<(&str, T)> = samples
        .iter()
        .filter_map(|sample| Some((*sample, serde_json::from_str(sample).ok()?)))
        .filter(|(_, value)| passes_other_checks(value))
        .collect();
    if values.is_empty() {
        return Err("none of the samples is a value of the type that passes all other checks".to_owned());
    }
    for (sample, value) in &values {
        let olds = values.iter().map(|(sample, old)| Some((*sample, old)));
        for old in std::iter::once(None).chain(olds) {
            let errors = |options| errors_of(rule, &value.outcome_with(old.map(|(_, old)| old), options));
            let (found, expected) = (errors(&compiled), errors(&interpreted));
            if found != expected {
                let update = old.map(|(old, _)| format!(" as an update of {old}")).unwrap_or_default();
                return Err(format!("{sample}{update}: {found}; the interpreter of the rule: {expected}"));
            }
        }
    }
    Ok(())
}

/// Returns the errors and warnings of a rule as text.
fn errors_of(rule: &str, outcome: &Outcome) -> String {
    let of_rule = |error: &Error| error.origin.rule.as_deref() == Some(rule);
    let errors = outcome.errors.iter().filter(|error| of_rule(error)).map(ToString::to_string);
    let warnings = outcome.warnings.iter().filter(|error| of_rule(error)).map(|error| format!("{error} (a warning)"));
    let all: Vec<String> = errors.chain(warnings).collect();
    if all.is_empty() { "valid".to_owned() } else { all.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        check,
        context::Context,
        field::{ErrorType, Path},
    };

    const RULE: &str = "self <= 10 && self >= oldSelf";

    /// A number. Its Rust code does not compare with the old value, and accepts 11.
    #[derive(serde::Deserialize)]
    struct Number(i32);

    impl Validate for Number {
        fn check(&self, old: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
            let is_compiled = cx.options.compiled_rules;
            let is_less = old.is_some_and(|old| self.0 < old.0);
            if self.0 == 0 {
                check::required(&path.field("number"), cx);
            }
            for (rule, is_wrong) in
                [(RULE, self.0 > if is_compiled { 11 } else { 10 } || (is_less && !is_compiled)), ("true", is_compiled)]
            {
                if is_wrong {
                    cx.report_rule(|| {
                        let mut error = Error::of_value(ErrorType::Invalid, path, i64::from(self.0).into(), "is wrong");
                        error.origin.rule = Some(rule.into());
                        error
                    });
                }
            }
        }
    }

    #[test]
    fn the_first_difference_in_a_rule_is_reported() {
        let wrong = "<nil>: Invalid value: ";
        for (samples, expected) in [
            (&["1", "\"text\"", "12"][..1], Ok(())),
            (&["12", "\"text\""], Ok(())),
            (&["11"], Err(format!("11: valid; the interpreter of the rule: {wrong}11: is wrong"))),
            (&["2", "1"], Err(format!("1 as an update of 2: valid; the interpreter of the rule: {wrong}1: is wrong"))),
            (&["12", "0"], Ok(())),
            (
                &["\"text\"", "0"],
                Err("none of the samples is a value of the type that passes all other checks".to_owned()),
            ),
        ] {
            assert_eq!(compare_with_interpreter::<Number>(RULE, samples), expected, "{samples:?}");
        }
    }
}
