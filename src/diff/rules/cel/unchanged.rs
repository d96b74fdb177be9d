//! Transition rules on values that the old schema does not allow to change.

use idlgen_cel::{Atom, clauses};
use idlgen_validate::{Schema, schema::ValidationRule};

use super::implication::{Facts, implies};

/// Returns `true` if a rule of the schema rejects every update that changes the value.
pub(in crate::diff) fn is_immutable(schema: &Schema) -> bool {
    schema.extensions.validations.iter().any(|rule| {
        let is_equality = clauses(&rule.rule).is_some_and(|read| {
            let [clause] = read.clauses.as_slice() else { return false };
            matches!(clause.as_slice(), [Atom::Other(text)] if sides(text) == Some(("oldSelf", "self")))
        });
        is_equality && rule.optional_old_self != Some(true)
    })
}

/// Returns `true` if a transition rule accepts each update that leaves the value unchanged.
pub(super) fn accepts_unchanged(rule: &ValidationRule, facts: &Facts<'_>) -> bool {
    // A rule with an optional old value applies to new objects, too. Lists can be equal in another order.
    if rule.optional_old_self == Some(true) || rule.rule.contains('[') {
        return false;
    }
    clauses(&with_equal_values(&rule.rule)).is_some_and(|read| {
        let all = read.clauses.iter().chain(&read.reads);
        all.into_iter().all(|clause| is_always_true(clause, facts) || facts.imply(clause))
    })
}

/// Returns a rule in which `oldSelf` is `self`, except in strings.
fn with_equal_values(rule: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut text = String::with_capacity(rule.len());
    let mut quote = None;
    let mut rest = rule;
    while let Some(first) = rest.chars().next() {
        let length = match quote {
            None if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            Some(_) if first == '\\' => first.len_utf8() + rest.chars().nth(1).map_or(0, char::len_utf8),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        text.push_str(if quote.is_none() && token == "oldSelf" { "self" } else { token });
        match quote {
            None if matches!(first, '\'' | '"') => quote = Some(first),
            Some(open) if open == first => quote = None,
            _ => {}
        }
        rest = after;
    }
    text
}

/// Returns the sides of a comparison `(left == right)`, sorted.
fn sides(text: &str) -> Option<(&str, &str)> {
    let (left, right) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(" == ")?;
    let is_one = !right.contains(" == ");
    is_one.then(|| if left <= right { (left, right) } else { (right, left) })
}

/// Returns `true` if all values satisfy a clause: it has an equality of equal terms, or a condition and its opposite.
fn is_always_true(clause: &[Atom], facts: &Facts<'_>) -> bool {
    let is_equality = |atom: &Atom| match atom {
        Atom::Other(text) => {
            sides(text).is_some_and(|(left, right)| left == right && can_be_evaluated(left, clause, facts))
        }
        _ => false,
    };
    let has_opposite = |atom: &Atom| {
        let opposite = match atom {
            Atom::Has { term, is_negated } if is_object(term, facts) => {
                Atom::Has { term: term.clone(), is_negated: !is_negated }
            }
            Atom::Member { term, values, is_negated } if can_be_evaluated(term, clause, facts) => {
                Atom::Member { term: term.clone(), values: values.clone(), is_negated: !is_negated }
            }
            Atom::Has { .. } | Atom::Member { .. } | Atom::Matches { .. } | Atom::Compare { .. } | Atom::Other(_) => {
                return false;
            }
        };
        clause.iter().any(|other| implies(&opposite, other))
    };
    clause.iter().any(|atom| is_equality(atom) || has_opposite(atom))
}

/// Returns `true` if a term can be evaluated where a clause evaluates it: its fields are present in all values, or the
/// clause also accepts values without the last one. Otherwise, the rule fails.
fn can_be_evaluated(term: &str, clause: &[Atom], facts: &Facts<'_>) -> bool {
    if term == "self" {
        return true;
    }
    if let Some(field) = term.strip_prefix("has(").and_then(|rest| rest.strip_suffix(')')) {
        return is_path(field) && is_object(field, facts);
    }
    let is_guarded = || {
        let guard = Atom::Has { term: term.to_owned(), is_negated: true };
        is_object(term, facts) && clause.iter().any(|atom| implies(&guard, atom))
    };
    is_path(term) && (is_present(term, facts) || is_guarded())
}

/// Returns `true` if the object with the last field of a path is always present.
fn is_object(path: &str, facts: &Facts<'_>) -> bool {
    path.rsplit_once('.').is_some_and(|(object, _)| object == "self" || is_present(object, facts))
}

fn is_present(path: &str, facts: &Facts<'_>) -> bool {
    facts.imply(&[Atom::Has { term: path.to_owned(), is_negated: false }])
}

/// Returns `true` for fields of fields of the value: `self.a.b`.
fn is_path(term: &str) -> bool {
    term.starts_with("self.") && term.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rules_on_unchanged_values_are_recognized() {
        let (schema, _) = Schema::from_json(&json!({"type": "object", "required": ["r", "r_2"], "properties": {
            "a": {"type": "string"}, "r": {"type": "string"}, "r_2": {"type": "string"},
            "o": {"type": "object", "properties": {"b": {"type": "string"}}}
        }}));
        for (rule, expected) in [
            ("self == oldSelf", true),
            ("oldSelf == self", true),
            ("self.r == oldSelf.r", true),
            ("self.r_2 == oldSelf.r_2", true),
            ("self.r != 'x' || oldSelf.r == 'x'", true),
            // Without the field, the rule fails.
            ("self.a == oldSelf.a", false),
            ("self.o.b == oldSelf.o.b", false),
            ("!has(self.o.b) || has(oldSelf.o.b)", false),
            ("!has(oldSelf.a) || self.a == oldSelf.a", true),
            ("!has(oldSelf.a) || has(self.a)", true),
            ("has(oldSelf.a) == has(self.a)", true),
            ("has(oldSelf.o.b) == has(self.o.b)", false),
            ("!has(oldSelf.a) || oldSelf.a != 'x' || self.a != 'y'", true),
            ("oldSelf.a != 'x' || self.a == 'x'", false),
            ("!has(self.a) || oldSelf.a != 'x' || self.a == 'x'", true),
            ("oldSelf.a != 'x' || self.a == 'y'", false),
            ("self.n > oldSelf.n", false),
            ("self.a != oldSelf.a", false),
            ("self.a == 'oldSelf'", false),
            ("self.l[0] == oldSelf.l[0]", false),
            ("has(oldSelf.a)", false),
        ] {
            let (with_rule, _) = Schema::from_json(&json!({"x-kubernetes-validations": [{"rule": rule}]}));
            let rule = with_rule.extensions.validations.first().expect("a rule");
            let facts = Facts::of(&schema, std::iter::empty());
            assert_eq!(accepts_unchanged(rule, &facts), expected, "{}", rule.rule);
        }
    }

    #[test]
    fn a_rule_for_new_objects_can_reject_unchanged_ones() {
        let facts = Schema::default();
        let facts = Facts::of(&facts, std::iter::empty());
        for is_optional in [false, true] {
            let rules = json!([{"rule": "self == oldSelf", "optionalOldSelf": is_optional}]);
            let (schema, _) = Schema::from_json(&json!({"x-kubernetes-validations": rules}));
            let rule = schema.extensions.validations.first().expect("a rule");
            assert_eq!(accepts_unchanged(rule, &facts), !is_optional);
            assert_eq!(is_immutable(&schema), !is_optional);
        }
    }

    #[test]
    fn old_values_in_strings_and_longer_names_are_not_replaced() {
        for (rule, expected) in [
            ("oldSelf.a != 'oldSelf'", "self.a != 'oldSelf'"),
            (r#""it's oldSelf" == oldSelf"#, r#""it's oldSelf" == self"#),
            (r"'it\'s oldSelf' == oldSelf", r"'it\'s oldSelf' == self"),
            (r"'\\' == oldSelf || 'oldSelf'", r"'\\' == self || 'oldSelf'"),
            (r"'\é' == oldSelf", r"'\é' == self"),
            ("oldSelf_a + oldSelfs + _oldSelf + oldSelf2", "oldSelf_a + oldSelfs + _oldSelf + oldSelf2"),
            ("oldSelf+oldSelf", "self+self"),
        ] {
            assert_eq!(with_equal_values(rule), expected, "{rule}");
        }
    }

    #[test]
    fn only_an_equality_makes_a_value_immutable() {
        for (rule, expected) in [
            ("self == oldSelf", true),
            ("oldSelf==self", true),
            ("self == oldSelf || self.a", false),
            ("self.a == oldSelf.a", false),
            ("self == oldSelf && self != 'a'", false),
        ] {
            let (schema, _) = Schema::from_json(&json!({"x-kubernetes-validations": [{"rule": rule}]}));
            assert_eq!(is_immutable(&schema), expected, "{rule}");
        }
    }
}
