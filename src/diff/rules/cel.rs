//! Compares `x-kubernetes-validations`.
//!
//! Rules are matched by normal form, then by message or field path, then by the words that they share. A rule is not
//! reported as a change if the rules and limits of the other side already imply it.

mod implication;
mod old_values;
mod rule_paths;
mod terms;
mod unchanged;

use std::cell::LazyCell;

use idlgen_cel::{Atom, Clauses, Field, Values, clauses, clauses_for};
use idlgen_validate::{
    Schema,
    keyword::{Keyword, Value},
    schema::ValidationRule,
};

use self::{implication::Facts, old_values::OldValues, unchanged::accepts_unchanged};
pub(in crate::diff) use self::{rule_paths::RulePaths, unchanged::is_immutable};
use super::super::{Stored, Verdict, Verdicts, found::Found, pair::Pair};

/// Some updates are no longer accepted.
const UPDATES: Verdicts = Verdicts::new(Verdict::Breaking, Verdict::Ok, Verdict::Ok);

/// A rule with its normal form.
struct Rule<'s> {
    rule: &'s ValidationRule,
    /// The conditions of the rule. `None` if it is not a valid expression.
    read: Option<Clauses>,
}

impl<'s> Rule<'s> {
    fn all(schema: &'s Schema) -> Vec<Self> {
        let rules = schema.extensions.validations.iter();
        rules.map(|rule| Rule { rule, read: clauses(&rule.rule) }).collect()
    }

    fn is_optional(&self) -> bool {
        self.rule.optional_old_self == Some(true)
    }

    fn is_transition(&self) -> bool {
        self.read.as_ref().is_some_and(|read| read.is_transition)
    }

    fn is_same(&self, other: &Self) -> bool {
        let is_same_text = || words(&self.rule.rule) == words(&other.rule.rule);
        self.is_optional() == other.is_optional()
            && match (&self.read, &other.read) {
                (Some(own), Some(others)) => own == others,
                (None, None) => is_same_text(),
                _ => false,
            }
    }

    /// Returns `true` if both rules report the same error.
    fn has_same_error(&self, other: &Self) -> bool {
        let (one, other) = (self.rule, other.rule);
        let same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
        same(&one.message, &other.message)
            || same(&one.message_expression, &other.message_expression)
            || same(&one.field_path, &other.field_path)
    }

    /// Returns `true` if one rule is probably an edit of the other.
    fn is_like(&self, other: &Self) -> bool {
        self.likeness(other) >= 0.5
    }

    /// Returns the share of words that both rules have in common, from 0 to 1. Ignores numbers.
    fn likeness(&self, other: &Self) -> f64 {
        let tokens = |rule: &str| -> std::collections::BTreeSet<String> {
            let tokens = rule.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            // Numbers are ignored: an edit of a rule often changes a limit, but not the limited field.
            tokens.filter(|token| token.starts_with(|c: char| !c.is_ascii_digit())).map(str::to_owned).collect()
        };
        let (own, others) = (tokens(&self.rule.rule), tokens(&other.rule.rule));
        let all = own.union(&others).count();
        if all == 0 { 0.0 } else { own.intersection(&others).count() as f64 / all as f64 }
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    if pair.old.extensions.validations == pair.new.extensions.validations {
        return;
    }
    let (mut old, mut new) = (Rule::all(pair.old), Rule::all(pair.new));
    // Most rules are equal, so the facts are rarely needed.
    let old_facts = LazyCell::new(|| {
        let rules = pair.old.extensions.validations.iter();
        let reads: Vec<Clauses> = rules.filter_map(|rule| of_old(rule, pair)).collect();
        // Defaults of the new schema add fields. The conditions for old values already consider fields that they lack.
        Facts::of(pair.old, reads.iter()).with_other_fields()
    });
    let new_facts = Facts::of(pair.new, new.iter().filter_map(|rule| rule.read.as_ref()));
    let mut is_description = false;
    for (one, other) in matched(&mut old, &mut new, Rule::is_same) {
        is_description |= one.rule.message != other.rule.message
            || one.rule.message_expression != other.rule.message_expression
            || one.rule.field_path != other.rule.field_path;
        if one.rule.reason != other.rule.reason {
            let verdicts = Verdicts::new(Verdict::Ok, Verdict::Review, Verdict::Ok);
            let text = format!("rule {}: clients receive another reason", shown(other.rule));
            found.add("cel-reason-changed", verdicts, text);
        }
    }
    if is_description {
        let change = found.add("cel-message-changed", Verdicts::OK, "message or field path of a rule changed");
        change.is_documentation = true;
    }
    let mut edited = matched(&mut old, &mut new, Rule::has_same_error);
    edited.extend(matched(&mut old, &mut new, Rule::is_like));
    for (one, other) in edited {
        changed(&one, &other, pair, [&*old_facts, &new_facts], found);
    }
    for rule in &new {
        let is_implied = of_old(rule.rule, pair).is_some_and(|read| old_facts.imply_all(&read));
        if !is_implied && !is_about_immutable(rule, &old_facts, found) {
            let text = format!("rule {} added: objects that violate it are rejected", shown(rule.rule));
            add("cel-rule-added", narrowed(rule), text, rule, found);
        }
    }
    for rule in &old {
        let of_new = || clauses_for(&rule.rule.rule, &OldValues::of_new(pair), false);
        let is_implied = |read: &Clauses| new_facts.imply_all(read);
        if !rule.read.as_ref().is_some_and(is_implied) && !of_new().is_some_and(|read| is_implied(&read)) {
            found.add("cel-rule-removed", Verdicts::WIDENED, format!("rule {} removed", shown(rule.rule)));
        }
    }
}

/// Returns `true` if a rule compares the value with its old one, and the old schema does not allow it to change.
fn is_about_immutable(rule: &Rule<'_>, old_facts: &Facts<'_>, found: &Found<'_>) -> bool {
    found.immutable > 0 && rule.is_transition() && accepts_unchanged(rule.rule, old_facts)
}

/// Returns the conditions of a rule for values that the old schema accepts.
fn of_old(rule: &ValidationRule, pair: Pair<'_>) -> Option<Clauses> {
    clauses_for(&rule.rule, &OldValues::of(pair), rule.optional_old_self != Some(true))
}

/// Removes matching pairs of rules from both lists.
fn matched<'s>(
    old: &mut Vec<Rule<'s>>,
    new: &mut Vec<Rule<'s>>,
    is_match: impl Fn(&Rule<'s>, &Rule<'s>) -> bool,
) -> Vec<(Rule<'s>, Rule<'s>)> {
    let mut pairs = Vec::new();
    let mut rest = Vec::new();
    for rule in std::mem::take(old) {
        let matches = new.iter().enumerate().filter(|(_, other)| is_match(&rule, other));
        let best = matches.max_by(|(_, one), (_, other)| rule.likeness(one).total_cmp(&rule.likeness(other)));
        match best.map(|(index, _)| index) {
            Some(index) => pairs.push((rule, new.remove(index))),
            None => rest.push(rule),
        }
    }
    *old = rest;
    pairs
}

fn changed(
    old: &Rule<'_>,
    new: &Rule<'_>,
    pair: Pair<'_>,
    [old_facts, new_facts]: [&Facts<'_>; 2],
    found: &mut Found<'_>,
) {
    let text = format!("rule changed from {} to {}", shown(old.rule), shown(new.rule));
    if new.is_optional() && !old.is_optional() {
        let text = format!("{text}: it applies to new objects, too");
        add("cel-rule-on-create", UPDATES, text, new, found);
        return;
    }
    // Transition conditions depend on both objects, but the same implications apply to them.
    let follows = of_old(new.rule, pair).is_some_and(|read| old_facts.imply_all(&read))
        || is_about_immutable(new, old_facts, found);
    let implies = old.read.as_ref().is_some_and(|read| new_facts.imply_all(read));
    match (follows, implies) {
        (true, true) => {}
        (true, false) => {
            found.add("cel-rule-relaxed", Verdicts::WIDENED, text);
        }
        (false, true) => {
            let text = format!("{text}: it rejects more values");
            add("cel-rule-tightened", narrowed(new), text, new, found);
        }
        (false, false) => {
            add("cel-rule-changed", Verdicts::REVIEW, text, new, found);
        }
    }
}

fn narrowed(rule: &Rule<'_>) -> Verdicts {
    if rule.is_transition() { UPDATES } else { Verdicts::NARROWED }
}

fn add(name: &'static str, verdicts: Verdicts, text: String, rule: &Rule<'_>, found: &mut Found<'_>) {
    let change = found.add(name, verdicts, text);
    change.cel = Some(Box::new(rule.rule.clone()));
    if verdicts.stored == Verdict::Breaking {
        change.stored(Stored::RatchetedAround);
    }
}

/// Formats a rule on one line.
fn shown(rule: &ValidationRule) -> String {
    let line = words(&rule.rule).join(" ");
    let short: String = line.chars().take(200).collect();
    let rest = if short.len() < line.len() { "…" } else { "" };
    format!("`{short}{rest}`")
}

/// Returns `true` if no value of the old schema has a field, not even with the defaults of the new one.
pub(super) fn is_never_present(pair: Pair<'_>, name: &str) -> bool {
    matches!(OldValues::of(pair).field(name), Field::Never)
}

/// Returns `true` if the rules of a schema require a field.
pub(super) fn require(schema: &Schema, name: &str) -> bool {
    if schema.extensions.validations.is_empty() {
        return false;
    }
    let reads: Vec<Clauses> = schema.extensions.validations.iter().filter_map(|rule| clauses(&rule.rule)).collect();
    let facts = Facts::of(schema, reads.iter().filter(|read| !read.is_transition));
    facts.imply(&[Atom::Has { term: format!("self.{name}"), is_negated: false }])
}

/// Returns `true` if the rules of a schema imply a limit of its values.
pub(in crate::diff) fn imply(schema: &Schema, keyword: Keyword, limit: &Value) -> bool {
    if schema.extensions.validations.is_empty() {
        return false;
    }
    let reads: Vec<Clauses> = schema.extensions.validations.iter().filter_map(|rule| clauses(&rule.rule)).collect();
    let facts = Facts::of(schema, reads.iter().filter(|read| !read.is_transition));
    terms::of_limit("self", schema, keyword, limit).is_some_and(|atom| facts.imply(&[atom]))
}
