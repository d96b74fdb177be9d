//! Converts rules to CEL expressions.

mod compare;
mod condition;
mod path_target;
mod target;
mod verdict;

use serde_json::json;

use super::{
    CheckOptions, KINDS, RuleOutcome, RuleSet,
    path::{EvaluatedMachine, Path},
    rule::Rule,
    typed::{NotTyped, StrayStep},
};
use compare::Comparison;
use condition::Condition;
use path_target::{PathTarget, Scope};
pub use target::CelTarget;
use verdict::Verdict;

/// A KubeVirt rule converted to CEL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CelRule {
    /// The `name` of the KubeVirt rule.
    pub name: String,
    /// The `message` of the KubeVirt rule, which is reported if a VM does not satisfy the rule.
    pub message: String,
    /// The path that the rule checks, relative to `.spec.template`.
    pub field: String,
    /// The expressions, or the reason why the rule cannot be converted.
    pub expressions: Result<CelExpressions, String>,
}

/// The expressions of a rule. They are true for a VM to which the rule does not apply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CelExpressions {
    /// False if the rule rejects the VM. `None` if the rule never rejects.
    pub refusal: Option<String>,
    /// False if the rule warns about the VM (`justWarning`) or rejects it. `None` if the rule never does.
    pub warning: Option<String>,
}

impl RuleSet {
    /// Converts the rules to CEL expressions with the same results, for every VM that has
    /// `spec.template.spec.domain.devices`, which KubeVirt's own CRD requires. Quantities are compared exactly. If the
    /// CPU is set, it must have at least one socket, core and thread ([`CheckOptions::default`]).
    ///
    /// ```
    /// use idlgen_validate::kubevirt::{CelTarget, RuleSet};
    /// let rules = RuleSet::parse(
    ///     r#"[{"rule": "enum", "name": "bus", "message": "m", "values": ["virtio", "scsi"],
    ///         "path": "jsonpath::.spec.domain.devices.disks[*].disk.bus",
    ///         "valid": "jsonpath::.spec.domain.devices.disks[*].disk.bus"}]"#,
    /// )?;
    /// let expressions = rules.to_cel(CelTarget::Definition).remove(0).expressions.unwrap();
    /// assert_eq!(
    ///     expressions.refusal.unwrap(),
    ///     "!has(self.spec.template.spec.domain.devices.disks) || \
    ///      self.spec.template.spec.domain.devices.disks.all(disk, !has(disk.disk) || \
    ///      has(disk.disk.bus) && disk.disk.bus in ['virtio', 'scsi'])",
    /// );
    /// # Ok::<(), idlgen_validate::kubevirt::RulesError>(())
    /// ```
    pub fn to_cel(&self, target: CelTarget) -> Vec<CelRule> {
        let mut names = std::collections::BTreeSet::new();
        let rule = |rule: &Rule| CelRule {
            name: rule.name.clone(),
            message: rule.message.clone(),
            field: rule.path.as_ref().map(|path| path.shown().to_owned()).unwrap_or_default(),
            expressions: rule.expressions(names.insert(rule.name.clone()), target),
        };
        self.rules.iter().map(rule).collect()
    }
}

impl Rule {
    fn expressions(&self, is_first_of_name: bool, target: CelTarget) -> Result<CelExpressions, String> {
        let verdict = if is_first_of_name { self.verdict(Scope::new(target))? } else { Verdict::of(false, false) };
        let (refusal, warning) =
            if self.just_warning { (verdict.is_known, Some(verdict.holds)) } else { (verdict.holds, None) };
        let text = |condition: Condition| (!condition.is(true)).then(|| condition.to_string());
        Ok(CelExpressions { refusal: text(refusal), warning: warning.and_then(text) })
    }

    fn verdict(&self, scope: Scope) -> Result<Verdict, String> {
        let is_kind = KINDS.contains(&self.kind.as_str());
        let Some(path) = self.path.as_ref().filter(|_| is_kind && !self.message.is_empty()) else {
            return Ok(Verdict::of(false, false));
        };
        let valid = self.valid.as_ref().map(|valid| path_target(valid, scope, "valid")).transpose()?;
        // A path that does not exist in the Go types never has a result.
        let applies = match &valid {
            None => Condition::of(true),
            Some(None) => return Ok(Verdict::of(true, true)),
            Some(Some(valid)) => valid.exists(),
        };
        let Some(at) = path_target(path, scope, "path")? else {
            return Ok(Verdict { holds: applies.clone().not(), is_known: applies.not() });
        };
        let comparison = Comparison::of(self, at.leaf(), scope)?;
        let has_long_list = at.is_long() || valid.iter().flatten().any(PathTarget::is_long);
        if scope.has_budget() && has_long_list {
            let why = "it iterates over a list without a maximum length, which exceeds the cost limit of CRD rules; \
                use a policy";
            return Err(why.to_owned());
        }
        if scope.has_budget() && comparison.is_costly(at.has_items()) {
            let why = "`path` selects strings without a maximum length, and reading all of them exceeds the cost limit \
                of CRD rules; use a policy";
            return Err(why.to_owned());
        }
        if self.valid.as_ref().is_some_and(|valid| valid.shown() == path.shown()) {
            return Ok(Verdict {
                holds: at.whenever(&|value| comparison.condition(value)),
                is_known: at.whenever(&|value| comparison.is_known(value)),
            });
        }
        let otherwise = self.otherwise(path, &comparison);
        let whenever = |own: fn(&Comparison, &path_target::Value) -> Condition, otherwise: &Condition| {
            applies.clone().not().or(at.found_or(&|value| own(&comparison, value), otherwise))
        };
        Ok(Verdict {
            holds: whenever(Comparison::condition, &otherwise.holds),
            is_known: whenever(Comparison::is_known, &otherwise.is_known),
        })
    }

    /// Returns the verdict for a VM in which the path has no result, so that the reference VM is used.
    fn otherwise(&self, path: &Path, comparison: &Comparison) -> Verdict {
        let Some(values) = path.find_in_reference().filter(|values| !values.is_empty()) else {
            return Verdict::of(false, false);
        };
        if let Some(verdict) = comparison.reference_verdict(&values) {
            return verdict;
        }
        let alone = Rule { valid: None, ..self.clone() };
        // Such a rule only depends on the reference VM.
        match alone.outcome(&EvaluatedMachine::new(&json!({}), CheckOptions::default()), true) {
            RuleOutcome::Skipped | RuleOutcome::Satisfied(_) => Verdict::of(true, true),
            RuleOutcome::Unsatisfied { .. } => Verdict::of(false, true),
            RuleOutcome::Unresolved(_) | RuleOutcome::Failed { .. } => Verdict::of(false, false),
        }
    }
}

/// Resolves a path. Returns `None` if it has no result in any VM.
fn path_target(path: &Path, scope: Scope, what: &str) -> Result<Option<PathTarget>, String> {
    match path.typed() {
        Ok(typed) => PathTarget::new(typed, scope).map(Some).map_err(|why| format!("`{what}` {why}")),
        Err(NotTyped::Complex(has)) => Err(format!("`{what}` has {has}")),
        Err(NotTyped::Stray { reason, .. }) => match reason {
            StrayStep::UnknownField { .. } | StrayStep::NotAList(_) => Ok(None),
            StrayStep::GoName { name, .. } => Err(format!("`{what}` has the Go name `{name}`")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exported(rule: serde_json::Value) -> String {
        let mut rule = rule;
        for (key, value) in [("name", "n"), ("message", "m")] {
            rule[key] = value.into();
        }
        let rules = RuleSet::parse(&json!([rule]).to_string()).unwrap();
        let shown = |text: Option<String>| {
            text.unwrap_or_else(|| "-".to_owned()).replace("self.spec.template.spec.domain", "DOMAIN")
        };
        match rules.to_cel(CelTarget::Definition).remove(0).expressions {
            Ok(CelExpressions { refusal, warning }) => format!("{} | {}", shown(refusal), shown(warning)),
            Err(why) => why,
        }
    }

    #[test]
    fn rules_are_expressions() {
        let cores = "jsonpath::.spec.domain.cpu.cores";
        let bus = "jsonpath::.spec.domain.devices.disks[*].disk.bus";
        for (rule, expression) in [
            (
                json!({"rule": "integer", "path": cores, "min": 2}),
                "has(DOMAIN.cpu) && has(DOMAIN.cpu.cores) && DOMAIN.cpu.cores >= 2 | -",
            ),
            (
                json!({"rule": "integer", "path": cores, "valid": cores, "min": 1, "max": 8}),
                "!has(DOMAIN.cpu) || !has(DOMAIN.cpu.cores) || DOMAIN.cpu.cores == 0 || DOMAIN.cpu.cores >= 1 && \
                 DOMAIN.cpu.cores <= 8 | -",
            ),
            (
                json!({"rule": "integer", "path": "jsonpath::.spec.domain.memory.guest", "min": 5}),
                "has(DOMAIN.memory) && has(DOMAIN.memory.guest) && [quantity(string(DOMAIN.memory.guest))].all(q, \
                 (q.isInteger() || double(int(q.asApproximateFloat())) == q.asApproximateFloat()) && \
                 q.compareTo(quantity('5')) >= 0) | -",
            ),
            (
                json!({"rule": "enum", "path": bus, "valid": bus, "values": ["a'", ""], "justWarning": true}),
                "- | !has(DOMAIN.devices.disks) || DOMAIN.devices.disks.all(disk, !has(disk.disk) || \
                 !has(disk.disk.bus) || disk.disk.bus in ['a\\'', ''])",
            ),
            (
                json!({"rule": "string", "path": "jsonpath::.spec.domain.devices.disks[0].name", "maxLength": 3}),
                "!has(DOMAIN.devices.disks) || !(size(DOMAIN.devices.disks) > 0) || \
                 !has(DOMAIN.devices.disks[0].name) || size(bytes(DOMAIN.devices.disks[0].name)) <= 3 | -",
            ),
            (json!({"rule": "regex", "path": cores, "regex": "x"}), "false | -"),
            (json!({"rule": "regex", "path": bus, "regex": "(?=x)"}), "false | -"),
            (json!({"rule": "other", "path": bus}), "false | -"),
            (json!({"rule": "string", "path": "jsonpath::..bus"}), "`path` has recursive descent"),
            (
                json!({"rule": "integer", "path": "jsonpath::.spec.domain.devices.interfaces[*].ports[*].port"}),
                "`path` has two `[*]`",
            ),
            (json!({"rule": "integer", "path": "jsonpath::.spec.domain.devices.disks[*].bootOrder"}), "false | -"),
        ] {
            assert_eq!(exported(rule.clone()), expression, "{rule}");
        }
    }

    #[test]
    fn only_short_patterns_can_be_searched_within_the_budget() {
        let matching = |length: usize| {
            let path = "jsonpath::.spec.domain.machine.type";
            exported(json!({"rule": "regex", "path": path, "valid": path, "regex": "x".repeat(length)}))
        };
        let pattern = "x".repeat(120);
        assert!(matching(120).contains(&format!("DOMAIN.machine.type.matches('{pattern}')")), "{}", matching(120));
        assert!(matching(121).starts_with("`path` selects strings without a maximum length"), "{}", matching(121));
    }
}
