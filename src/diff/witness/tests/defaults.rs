//! Tests the search for objects that defaults make invalid.

use serde_json::{Value as Json, json};

use super::{Crd, findings, rule, with};
use crate::diff::{Finding, Stored, Verdict};

/// Returns the finding about the default of `b` that is added to the object `a`.
fn finding(limits: &Json, is_new: bool) -> Finding {
    let text = json!({"type": "string"});
    let old = if is_new { json!({"c": text}) } else { json!({"c": text, "b": text}) };
    let new = json!({"c": text, "b": {"type": "string", "default": "<x>"}});
    let object = |properties: Json, limits: &Json| with(&json!({"type": "object", "properties": properties}), limits);
    let [old, new] = [(old, !is_new), (new, true)].map(|(properties, has_limits)| {
        let none = json!({});
        Crd::spec(json!({"a": object(properties, if has_limits { limits } else { &none })}))
    });
    let found = findings(&old, &new);
    let name = if is_new { "field-added-with-default" } else { "default-added" };
    found.into_iter().find(|finding| finding.change.rule == name).expect("a change")
}

#[test]
fn defaults_that_violate_limits_are_proved() {
    let one_of = json!({"oneOf": [{"required": ["b"]}, {"required": ["c"]}]});
    let not = json!({"not": {"required": ["b", "c"]}});
    for limits in [&one_of, &not, &rule("!has(self.b) || !has(self.c)")] {
        let finding = self::finding(limits, false);
        assert_eq!(finding.level(), Verdict::Breaking, "{limits}");
        assert_eq!(finding.change.stored, Some(Stored::RatchetedInParent));
        assert!(finding.change.text.contains("default \"<x>\" added"), "{}", finding.change.text);
        let witness = finding.witness.expect("a witness");
        assert_eq!(witness.object["spec"]["a"].as_object().map(|fields| fields.contains_key("b")), Some(false));
        assert!(witness.outcome.starts_with("rejected: ") && witness.outcome.contains("spec.a"), "{}", witness.outcome);
    }
}

#[test]
fn defaults_within_limits_need_a_review() {
    let fits = rule("!has(self.b) || self.b != 'y'");
    for (limits, is_new) in [(&fits, false), (&fits, true), (&json!({}), false), (&json!({"maxProperties": 5}), true)] {
        let finding = self::finding(limits, is_new);
        assert_eq!((finding.level(), finding.witness, finding.is_searched), (Verdict::Review, None, false), "{limits}");
    }
}

#[test]
fn other_changes_are_not_blamed_on_a_default() {
    // Without the default, the new rule rejects the same objects.
    let finding = self::finding(&rule("self.c == 'x'"), true);
    assert_eq!((finding.level(), finding.witness), (Verdict::Review, None));
}
