//! Evaluates rules on a VM (`Evaluator.Evaluate`).

use std::collections::BTreeSet;

use idlgen_runtime::regex::Pattern;
use serde_json::Value as Json;

use super::{
    CheckOptions, Report, RuleOutcome, RuleSet, RuleStatus,
    path::{EvaluatedMachine, Found, NO_VALUES, Path},
    report::DUPLICATE,
    rule::{Limit, Rule},
};

/// The kinds of rules.
pub const KINDS: [&str; 4] = ["integer", "string", "regex", "enum"];

impl RuleSet {
    /// Validates a VirtualMachine.
    pub fn check(&self, machine: &Json, options: CheckOptions) -> Report {
        let subject = EvaluatedMachine::new(machine, options);
        let mut names = BTreeSet::new();
        let mut report = Report::default();
        for rule in &self.rules {
            let outcome = rule.outcome(&subject, names.insert(rule.name.as_str()));
            report.rules.push(RuleStatus {
                name: rule.name.clone(),
                message: rule.message.clone(),
                field: rule.path.as_ref().map(|path| path.shown().to_owned()).unwrap_or_default(),
                outcome,
            });
        }
        report
    }
}

/// The arguments of a comparison.
enum Arguments<'r> {
    Integer(Range),
    Lengths(Range),
    Values(Vec<String>),
    Pattern(&'r Pattern),
}

/// The reason why a rule has no result.
enum Stop {
    /// The rule fails. Contains the validator's message.
    Error(String),
    /// A value contains a template parameter that has no value yet.
    Parameter(String),
}

impl From<String> for Stop {
    fn from(error: String) -> Self {
        Stop::Error(error)
    }
}

#[derive(Clone, Copy)]
struct Range {
    min: Option<i64>,
    max: Option<i64>,
}

impl Range {
    fn holds(self, value: i64) -> bool {
        self.min.is_none_or(|min| value >= min) && self.max.is_none_or(|max| value <= max)
    }

    fn shown(self) -> String {
        let bound = |bound: Option<i64>| bound.map_or_else(|| "N/A".to_owned(), |bound| bound.to_string());
        format!("[{}, {}]", bound(self.min), bound(self.max))
    }
}

impl Rule {
    pub(super) fn outcome(&self, subject: &EvaluatedMachine<'_>, is_first_of_name: bool) -> RuleOutcome {
        let failed = |stage, error: &str| RuleOutcome::Failed { error: error.to_owned(), stage };
        if !is_first_of_name {
            return failed(None, DUPLICATE);
        }
        if !KINDS.contains(&self.kind.as_str()) {
            if subject.options().ignores_unknown_kinds {
                return RuleOutcome::Skipped;
            }
            return failed(None, "unrecognized Rule type");
        }
        // For a rule without a path, the validator crashes.
        let Some(path) = self.path.as_ref().filter(|_| !self.message.is_empty()) else {
            return failed(None, "missing required key");
        };
        if self.valid.as_ref().is_some_and(|valid| !valid.exists(subject)) {
            return RuleOutcome::Skipped;
        }
        let stopped = |stage, stop| match stop {
            Stop::Error(error) => failed(Some(stage), &error),
            Stop::Parameter(value) => RuleOutcome::Unresolved(value),
        };
        let arguments = match self.arguments(subject) {
            Ok(arguments) => arguments,
            Err(stop) => return stopped("cannot specialize", stop),
        };
        match arguments.apply(path, subject, self.regex.0.as_str()) {
            Ok((true, found)) => RuleOutcome::Satisfied(found),
            Ok((false, found)) => RuleOutcome::Unsatisfied { found, is_warning: self.just_warning },
            Err(stop) => stopped("cannot apply", stop),
        }
    }

    fn arguments(&self, subject: &EvaluatedMachine<'_>) -> Result<Arguments<'_>, Stop> {
        let limit = |limit: Option<&Limit>| limit.map(|limit| limit.value(subject)).transpose();
        let range =
            |min: Option<&Limit>, max: Option<&Limit>| Ok::<_, Stop>(Range { min: limit(min)?, max: limit(max)? });
        Ok(match self.kind.as_str() {
            "integer" => Arguments::Integer(range(self.min.as_ref(), self.max.as_ref())?),
            "string" => Arguments::Lengths(range(self.min_length.as_ref(), self.max_length.as_ref())?),
            "enum" => {
                let values = self.values.iter().map(|value| literal(value, subject));
                Arguments::Values(values.collect::<Result<_, _>>()?)
            }
            _ => Arguments::Pattern(self.regex.pattern()?),
        })
    }
}

impl Limit {
    fn value(&self, subject: &EvaluatedMachine<'_>) -> Result<i64, Stop> {
        match self {
            Limit::Integer(integer) => Ok(*integer),
            Limit::Path(path) => one(integers(path, subject)?),
        }
    }
}

/// Returns a value that an enum rule allows: the literal itself, or the result of a path.
fn literal(value: &str, subject: &EvaluatedMachine<'_>) -> Result<String, Stop> {
    if Path::is_path(value) { one(texts(&Path::parse(value)?, subject)?) } else { Ok(value.to_owned()) }
}

fn one<T>(values: Vec<T>) -> Result<T, Stop> {
    let count = values.len();
    let mut values = values.into_iter();
    match (values.next(), values.next()) {
        (Some(value), None) => Ok(value),
        _ => Err(format!("expected one value, found {count}").into()),
    }
}

fn integers(path: &Path, subject: &EvaluatedMachine<'_>) -> Result<Vec<i64>, Stop> {
    let found = resolved(path, subject)?;
    found.iter().map(|found| subject.integer(found).map_err(Stop::Error)).collect()
}

fn texts(path: &Path, subject: &EvaluatedMachine<'_>) -> Result<Vec<String>, Stop> {
    Ok(resolved(path, subject)?.iter().map(Found::text).collect())
}

/// Returns the results of a path. Returns an error if they contain a template parameter.
fn resolved(path: &Path, subject: &EvaluatedMachine<'_>) -> Result<Vec<Found>, Stop> {
    let found = path.find(subject)?;
    let parameter = found.iter().find_map(Found::parameter).filter(|_| subject.options().has_parameters);
    parameter.map_or(Ok(()), |value| Err(Stop::Parameter(value.to_owned())))?;
    Ok(found)
}

fn some<T>(values: Vec<T>) -> Result<Vec<T>, Stop> {
    if values.is_empty() { Err(NO_VALUES.to_owned().into()) } else { Ok(values) }
}

impl Arguments<'_> {
    /// Evaluates the rule on the results of a path. Returns whether it is satisfied, and the message.
    fn apply(&self, path: &Path, subject: &EvaluatedMachine<'_>, regex: &str) -> Result<(bool, String), Stop> {
        if let Arguments::Integer(range) = self {
            let values = some(integers(path, subject)?)?;
            let holds = values.iter().all(|value| range.holds(*value));
            let all = || format!("All values [{}] are in interval {}", joined(&values, " "), range.shown());
            return Ok((holds, if holds { all() } else { outside(&values, *range) }));
        }
        let values = some(texts(path, subject)?)?;
        let shown = values.join(", ");
        let (holds, all, others) = match self {
            Arguments::Integer(range) | Arguments::Lengths(range) => {
                let length = |value: &String| i64::try_from(value.len()).unwrap_or(i64::MAX);
                let range_shown = range.shown();
                (
                    values.iter().all(|value| range.holds(length(value))),
                    // The misspelled word is upstream's.
                    format!("Lengts of all strings are in interval {range_shown}"),
                    format!("Lengths of some strings are not in interval {range_shown}"),
                )
            }
            Arguments::Values(wanted) => {
                let list = wanted.join(", ");
                (
                    values.iter().all(|value| wanted.contains(value)),
                    format!("All [{shown}] are in [{list}]"),
                    format!("Some of [{shown}] are not in [{list}]"),
                )
            }
            Arguments::Pattern(pattern) => (
                values.iter().all(|value| pattern.is_match(value)),
                format!("All [{shown}] match {regex}"),
                format!("Some of [{shown}] do not match {regex}"),
            ),
        };
        Ok((holds, if holds { all } else { others }))
    }
}

fn joined(values: &[i64], between: &str) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// Formats a list of integers in which those outside the range are shown and all others are empty.
fn outside(values: &[i64], range: Range) -> String {
    let texts: Vec<String> = values
        .iter()
        .map(|value| {
            let low = range.min.filter(|min| value < min);
            let high = range.max.filter(|max| value > max);
            let low = low.map(|min| format!("value {value} is lower than minimum [{min}]"));
            let high = high.map(|max| format!("value {value} is higher than maximum [{max}]"));
            low.unwrap_or_default() + &high.unwrap_or_default()
        })
        .collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcomes(machine: &Json, rules: &Json) -> Vec<RuleOutcome> {
        let rules = RuleSet::parse(&rules.to_string()).unwrap();
        rules.check(machine, CheckOptions::default()).rules.into_iter().map(|status| status.outcome).collect()
    }

    fn machine() -> Json {
        json!({"spec": {"template": {"spec": {"domain": {
            "cpu": {"cores": 2}, "memory": {"guest": "1.5Gi"},
            "devices": {"disks": [
                {"name": "a", "disk": {"bus": "virtio"}}, {"name": "bb", "cdrom": {"bus": "sata"}}]}}}}}})
    }

    #[test]
    fn rules_of_all_kinds() {
        let rule = |kind: &str, path: &str, more: Json| {
            let mut rule =
                json!({"rule": kind, "name": path, "message": "m", "path": format!("jsonpath::.spec.domain{path}")});
            rule.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let outcomes = outcomes(&machine(), &json!([rule]));
            match &outcomes[0] {
                RuleOutcome::Skipped => "skipped".to_owned(),
                RuleOutcome::Satisfied(found) => found.clone(),
                RuleOutcome::Unsatisfied { found, is_warning } => {
                    format!("{}: {found}", if *is_warning { "warn" } else { "fail" })
                }
                RuleOutcome::Unresolved(value) => format!("unresolved: {value}"),
                RuleOutcome::Failed { error, .. } => format!("error: {error}"),
            }
        };
        let bus = ".devices.disks[*].disk.bus";
        for (got, expected) in [
            (rule("integer", ".cpu.cores", json!({"min": 1, "max": 4})), "All values [2] are in interval [1, 4]"),
            (rule("integer", ".cpu.sockets", json!({"min": 2})), "fail: value 1 is lower than minimum [2]"),
            (
                rule("integer", ".memory.guest", json!({"min": 1_610_612_737})),
                "fail: value 1610612736 is lower than minimum [1610612737]",
            ),
            (
                rule(
                    "integer",
                    ".memory.guest",
                    json!({"max": "jsonpath::.spec.domain.cpu.cores", "justWarning": true}),
                ),
                "warn: value 1610612736 is higher than maximum [2]",
            ),
            (
                rule("string", ".devices.disks[*].name", json!({"maxLength": 1})),
                "fail: Lengths of some strings are not in interval [N/A, 1]",
            ),
            (rule("enum", bus, json!({"values": ["virtio"]})), "All [virtio] are in [virtio]"),
            (
                rule("enum", ".ioThreadsPolicy", json!({"values": ["shared"]})),
                "fail: Some of [<*v1.IOThreadsPolicy Value>] are not in [shared]",
            ),
            (rule("enum", ".machine.type", json!({"valid": "jsonpath::.spec.domain.machine.type"})), "skipped"),
            (rule("enum", ".machine.type", json!({"values": [""]})), "All [] are in []"),
            (rule("regex", bus, json!({"regex": "io$"})), "All [virtio] match io$"),
            (
                rule("regex", bus, json!({"regex": "(?=x)"})),
                "error: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
            ),
            (rule("enum", ".nothing", json!({})), "error: invalid JSONPath"),
            (rule("other", bus, json!({})), "error: unrecognized Rule type"),
        ] {
            assert_eq!(got, expected);
        }
    }

    #[test]
    fn options_let_unknown_kinds_and_parameters_pass() {
        let mut machine = machine();
        machine["spec"]["template"]["spec"]["domain"]["memory"]["guest"] = json!("${MEMORY}");
        let rules = json!([
            {"rule": "value-set", "name": "a", "message": "m", "path": "jsonpath::.spec"},
            {"rule": "integer", "name": "b", "message": "m", "path": "jsonpath::.spec.domain.memory.guest", "min": 1}]);
        let rules = RuleSet::parse(&rules.to_string()).unwrap();
        let options = CheckOptions { ignores_unknown_kinds: true, has_parameters: true, ..CheckOptions::default() };
        let report = rules.check(&machine, options);
        assert_eq!(report.rules[0].outcome, RuleOutcome::Skipped);
        assert_eq!(report.rules[1].outcome, RuleOutcome::Unresolved("${MEMORY}".to_owned()));
        assert!(report.is_allowed());
        assert_eq!(rules.check(&machine, CheckOptions::default()).causes().len(), 2);
    }

    #[test]
    fn all_rules_together_have_so_many_steps() {
        let path = "jsonpath::..nothing";
        let rule = |number: usize| json!({"rule": "integer", "name": number.to_string(), "message": "m", "path": path});
        let rules: Json = (0..500).map(rule).collect();
        let outcomes = outcomes(&machine(), &rules);
        let error = |index: usize| match &outcomes[index] {
            RuleOutcome::Failed { error, .. } => error.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(error(0), "invalid JSONPath");
        assert_eq!(error(499), "the rules take more than 2000000 steps");
    }

    #[test]
    fn names_are_told_once() {
        let rule = json!({"rule": "string", "name": "a", "message": "m", "path": "jsonpath::.spec.domain.cpu"});
        let found = outcomes(&machine(), &json!([rule, rule]));
        assert!(matches!(&found[0], RuleOutcome::Satisfied(_)));
        assert!(matches!(&found[1], RuleOutcome::Failed { error, .. } if error == "duplicate Rule Name"));
    }

    #[test]
    fn only_values_outside_of_the_range_are_named() {
        let range = |min, max| Range { min, max };
        let values = [1, 2, 3, 4, 5];
        assert_eq!(
            outside(&values, range(Some(2), Some(4))),
            "value 1 is lower than minimum [2], , , , value 5 is higher than maximum [4]"
        );
        assert_eq!(outside(&values[..2], range(None, Some(1))), ", value 2 is higher than maximum [1]");
    }
}
