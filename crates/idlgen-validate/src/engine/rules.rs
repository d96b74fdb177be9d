//! `x-kubernetes-validations`.

use std::borrow::Cow;

use idlgen_runtime::{Context, Rule};

use super::parts::Parts;

/// The rules of all parts: those of the nearest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    rules: Vec<CarriedRule>,
}

#[derive(Clone, Debug)]
struct CarriedRule {
    rule: Rule,
    /// Whether it applies only to updates.
    needs_old: bool,
}

impl Rules {
    /// `scope` names what the rules stand on, where no Go declaration does.
    pub(super) fn compile(parts: &Parts<'_>, scope: &str) -> Self {
        let mut rules = Vec::new();
        for schema in parts.iter() {
            for written in &schema.extensions.validations {
                let declaration =
                    written.origin.declaration.as_ref().or(schema.origin.declaration.as_ref()).map(String::as_str);
                let mut rule = Rule::new("", "", None);
                rule.scope = Cow::Owned(declaration.unwrap_or(scope).to_owned());
                rule.rule = Cow::Owned(written.rule.clone());
                rule.message = written.message.clone().map(Cow::Owned);
                let needs_old = written.needs_old();
                rules.push(CarriedRule { rule, needs_old });
            }
        }
        Rules { rules }
    }

    /// Whether a rule compares with an old value.
    pub(super) fn has_transition_rules(&self) -> bool {
        self.rules.iter().any(|carried| carried.needs_old)
    }

    /// Notes that the rules apply to a value and are not executed.
    pub(super) fn note(&self, has_old: bool, cx: &mut Context) {
        for carried in &self.rules {
            if has_old || !carried.needs_old {
                cx.not_executed(&carried.rule);
            }
        }
    }
}
