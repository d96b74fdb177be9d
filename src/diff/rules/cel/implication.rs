//! Decides whether conditions follow from others.

use idlgen_cel::{Atom, Clause, Clauses, Value};
use idlgen_runtime::regex::{Example, Language, Pattern, example};
use idlgen_validate::Schema;

use super::terms;

/// The conditions that all values satisfy that are valid for a schema and its rules.
pub(super) struct Facts<'s> {
    schema: &'s Schema,
    clauses: Vec<Clause>,
    /// `true` if the values have only the fields of the schema.
    is_complete: bool,
}

impl<'s> Facts<'s> {
    pub(super) fn of<'r>(schema: &'s Schema, rules: impl Iterator<Item = &'r Clauses>) -> Self {
        let clauses = rules.flat_map(|read| read.clauses.iter().cloned()).collect();
        Facts { schema, clauses, is_complete: true }
    }

    /// Returns the facts about values to which another schema may add fields.
    pub(super) fn with_other_fields(self) -> Self {
        Facts { is_complete: false, ..self }
    }

    /// Returns `true` if the facts imply a rule.
    pub(super) fn imply_all(&self, rule: &Clauses) -> bool {
        rule.clauses.iter().chain(&rule.reads).all(|clause| self.imply(clause))
    }

    /// Returns `true` if the facts imply a clause.
    pub(super) fn imply(&self, clause: &[Atom]) -> bool {
        let leads = |atom: &Atom| clause.iter().any(|other| implies(atom, other)) || self.refute(atom);
        let by_rules = self.clauses.iter().any(|known| known.iter().all(leads));
        by_rules || clause.iter().any(|atom| self.schema_implies(atom, clause))
    }

    /// Returns `true` if a condition is the absence of a field that all values have.
    fn refute(&self, atom: &Atom) -> bool {
        let Atom::Has { term, is_negated: true } = atom else { return false };
        let presence = Atom::Has { term: term.clone(), is_negated: false };
        self.schema_implies(&presence, &[]) || self.clauses.iter().any(|known| *known == [presence.clone()])
    }

    /// Returns `true` if the schema implies a condition, at least wherever the rest of the clause does not already
    /// hold.
    fn schema_implies(&self, atom: &Atom, clause: &[Atom]) -> bool {
        if let Atom::Has { term, is_negated } = atom {
            return if *is_negated {
                self.is_complete && terms::is_never_present(self.schema, term)
            } else {
                terms::named(self.schema, term).is_some_and(|named| named.is_present)
            };
        }
        let (Atom::Compare { term, .. } | Atom::Member { term, .. } | Atom::Matches { term, .. }) = atom else {
            return false;
        };
        let Some(named) = terms::named(self.schema, term) else { return false };
        let path = term.strip_prefix("size(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(term);
        let is_guarded = clause.contains(&Atom::Has { term: path.to_owned(), is_negated: true });
        (named.is_present || is_guarded) && terms::facts(term, named.schema).iter().any(|fact| implies(fact, atom))
    }
}

/// Returns `true` if a condition implies another.
pub(super) fn implies(known: &Atom, atom: &Atom) -> bool {
    if known == atom {
        return true;
    }
    match (known, atom) {
        (
            Atom::Compare { term, relation, value },
            Atom::Compare { term: other_term, relation: other_relation, value: other },
        ) => {
            use idlgen_cel::Relation::{Greater, GreaterEquals, Less, LessEquals};
            term == other_term
                && match (relation, other_relation) {
                    (Less | LessEquals, LessEquals) | (Less, Less) => value <= other,
                    (LessEquals, Less) => value < other,
                    (Greater | GreaterEquals, GreaterEquals) | (Greater, Greater) => value >= other,
                    (GreaterEquals, Greater) => value > other,
                    _ => false,
                }
        }
        (Atom::Compare { term, relation, value }, Atom::Member { term: other_term, values, is_negated: true }) => {
            let is_outside =
                |other: &Value| matches!(other, Value::Number(other) if !relation.is_true_for(*other, *value));
            term == other_term && values.iter().all(is_outside)
        }
        (
            Atom::Member { term, values, is_negated: true },
            Atom::Member { term: other_term, values: others, is_negated: true },
        ) => term == other_term && others.iter().all(|value| values.contains(value)),
        (Atom::Member { term, values, is_negated: false }, other) => {
            other_term(other) == Some(term) && values.iter().all(|value| is_true(other, value))
        }
        (Atom::Matches { term, pattern, is_negated }, Atom::Member { term: other_term, values, is_negated: true }) => {
            let pattern = Pattern::new(pattern);
            let is_refused = |text: &str| pattern.as_ref().is_ok_and(|one| one.is_match(text) == *is_negated);
            let is_excluded = |value: &Value| matches!(value, Value::Text(text) if is_refused(text));
            term == other_term && values.iter().all(is_excluded)
        }
        (
            Atom::Matches { term, pattern, is_negated },
            Atom::Matches { term: other_term, pattern: other, is_negated: is_other_negated },
        ) => term == other_term && is_included((pattern, *is_negated), (other, *is_other_negated)),
        _ => false,
    }
}

fn other_term(atom: &Atom) -> Option<&String> {
    match atom {
        Atom::Compare { term, .. } | Atom::Member { term, .. } | Atom::Matches { term, .. } => Some(term),
        Atom::Has { .. } | Atom::Other(_) => None,
    }
}

/// Returns `true` if a constant satisfies a condition.
fn is_true(atom: &Atom, constant: &Value) -> bool {
    match (atom, constant) {
        (Atom::Compare { relation, value, .. }, Value::Number(number)) => relation.is_true_for(*number, *value),
        (Atom::Member { values, is_negated, .. }, _) => values.contains(constant) != *is_negated,
        (Atom::Matches { pattern, is_negated, .. }, Value::Text(text)) => {
            Pattern::new(pattern).is_ok_and(|pattern| pattern.is_match(text) != *is_negated)
        }
        _ => false,
    }
}

/// Returns `true` if each string that satisfies a pattern satisfies another. The strings of a negated pattern are those
/// that do not match it.
fn is_included((pattern, is_negated): (&str, bool), (other, is_other_negated): (&str, bool)) -> bool {
    let (Some(pattern), Some(other)) = (Language::new(pattern), Language::new(other)) else { return false };
    // No string satisfies the pattern but not the other one.
    let of = |is_in: bool| {
        let sides = [(&pattern, !is_negated), (&other, is_other_negated)];
        sides.into_iter().filter(move |(_, is)| *is == is_in).map(|(language, _)| language).collect::<Vec<_>>()
    };
    example(&of(true), &of(false), 0..=u64::MAX) == Example::None
}

#[cfg(test)]
mod tests {
    use idlgen_cel::clauses;
    use serde_json::json;

    use super::*;

    fn follows(schema: &serde_json::Value, known: &str, rule: &str) -> bool {
        let (schema, _) = Schema::from_json(schema);
        let known = clauses(known).expect("a rule");
        let facts = Facts::of(&schema, std::iter::once(&known));
        facts.imply_all(&clauses(rule).expect("a rule"))
    }

    #[test]
    fn rules_follow_from_rules() {
        let none = json!({});
        for (known, rule, expected) in [
            ("self.a <= 3", "self.a <= 5", true),
            ("self.a <= 5", "self.a <= 3", false),
            ("self.a < 5", "self.a <= 5", true),
            ("self.a == 4", "self.a in [4, 5]", true),
            ("self.a in ['x', 'yy']", "self.a.matches('^[a-z]+$')", true),
            ("self.a in ['x', 'yy']", "self.a.size() <= 2", false),
            ("self.a <= 3", "self.a != 4", true),
            ("self.a <= 3 && self.b", "self.b", true),
            ("self.b", "self.b && self.c", false),
            ("self.b", "self.b || self.c", true),
            ("!has(self.a) || self.a <= 3", "!has(self.a) || self.a <= 4", true),
            ("!has(self.a) || self.a <= 3", "self.a <= 4", false),
            ("self.a.matches('^[0-9]{2}$')", "self.a.matches('^[0-9]+$')", true),
            ("self.a.matches('^[0-9]+$')", "self.a.matches('^[0-9]{2}$')", false),
            ("self.a.matches('^[0-9]+$')", "self.a != ''", true),
            ("self.a.matches('^[0-9]*$')", "self.a != ''", false),
            ("!self.a.contains('/')", "!self.a.endsWith('/')", true),
            ("!self.a.endsWith('/')", "!self.a.contains('/')", false),
            ("self.a.startsWith('ab')", "self.a.contains('a')", true),
            ("self.a.matches('^[a-z]+$')", "!self.a.contains(' ')", true),
            ("self.a.matches('^[a-z ]+$')", "!self.a.contains(' ')", false),
            ("!self.a.matches('^$')", "self.a.matches('.|\\\\n')", true),
            ("!self.a.matches('^$')", "self.a.matches('a')", false),
            ("!self.a.contains('x')", "self.a != 'axa'", true),
            ("!self.a.contains('x')", "self.a != 'a'", false),
            ("self.a in ['a', 'b']", "!self.a.contains('x')", true),
            ("self.a in ['a', 'bx']", "!self.a.contains('x')", false),
            ("self.a.all(x, x > 1)", "self.a.all(y, y > 1)", true),
            ("has(self.a) && (!has(self.a) || self.b)", "self.b", true),
            ("has(self.c) && (!has(self.a) || self.b)", "self.b", false),
            ("!has(self.a) && (!has(self.a) || self.b)", "self.b", false),
        ] {
            assert_eq!(follows(&none, known, rule), expected, "{known} => {rule}");
        }
    }

    #[test]
    fn comparisons_follow_from_those_that_hold_for_fewer_numbers() {
        type Holds = fn(f64, f64) -> bool;
        let relations: [(&str, Holds); 8] = [
            ("self.a < #", |number, limit| number < limit),
            ("self.a <= #", |number, limit| number <= limit),
            ("self.a > #", |number, limit| number > limit),
            ("self.a >= #", |number, limit| number >= limit),
            ("self.a == #", |number, limit| number == limit),
            ("self.a != #", |number, limit| number != limit),
            ("self.a in [#, 2]", |number, limit| number == limit || number == 2.0),
            ("!(self.a in [#, 2])", |number, limit| number != limit && number != 2.0),
        ];
        let conditions: Vec<(String, Holds, f64)> = (1..=3)
            .flat_map(|limit| {
                relations.map(|(text, holds)| (text.replace('#', &limit.to_string()), holds, f64::from(limit)))
            })
            .collect();
        let numbers: Vec<f64> = (0..=16).map(|quarter| f64::from(quarter) / 4.0).collect();
        for (known, known_holds, known_limit) in &conditions {
            for (rule, holds, limit) in &conditions {
                let is_implied =
                    numbers.iter().all(|number| !known_holds(*number, *known_limit) || holds(*number, *limit));
                assert_eq!(follows(&json!({}), known, rule), is_implied, "{known} => {rule}");
            }
        }
    }

    #[test]
    fn rules_follow_from_limits() {
        let schema = |required: &[&str]| {
            json!({"type": "object", "required": required, "properties": {
                "a": {"type": "integer", "maximum": 3},
                "b": {"type": "string", "maxLength": 5, "enum": ["x", "y"]}
            }})
        };
        assert!(follows(&schema(&["a"]), "true", "self.a <= 4"));
        assert!(!follows(&schema(&[]), "true", "self.a <= 4"));
        assert!(follows(&schema(&[]), "true", "!has(self.a) || self.a <= 4"));
        assert!(follows(&schema(&["b"]), "true", "self.b.size() < 6 && self.b != 'z'"));
        assert!(follows(&schema(&["b"]), "true", "!has(self.c) || self.a == 1"));
        assert!(follows(&schema(&["b"]), "true", "has(self.b)"));
        assert!(!follows(&schema(&["b"]), "true", "has(self.a)"));
        assert!(follows(&schema(&["b"]), "true", "self.b == 'z' ? has(self.c) : !has(self.c)"));
        assert!(!follows(&schema(&[]), "true", "self.b == 'z' ? has(self.c) : !has(self.c)"));
        assert!(!follows(&schema(&["b"]), "true", "self.b.size() < 5"));
        assert!(follows(&schema(&["b"]), "!has(self.b) || self.c", "self.c"));
        assert!(!follows(&schema(&["a"]), "!has(self.b) || self.c", "self.c"));
    }
    #[test]
    fn rules_follow_from_limits_of_fields_that_are_present() {
        let required =
            |property: serde_json::Value| json!({"type": "object", "required": ["a"], "properties": {"a": property}});
        let of = |schema_type: &str, limits: serde_json::Value| {
            let mut property = limits;
            property["type"] = json!(schema_type);
            required(property)
        };
        let optional = |property: serde_json::Value| json!({"type": "object", "properties": {"a": property}});
        let nested = |outer: &[&str], inner: &[&str]| {
            json!({"type": "object", "required": outer, "properties": {"o": {
                "type": "object", "required": inner, "properties": {"a": {"type": "integer", "maximum": 3}}
            }}})
        };
        for (schema, rule, expected) in [
            (of("integer", json!({"maximum": 3})), "self.a <= 3", true),
            (of("integer", json!({"maximum": 3})), "self.a < 3", false),
            (of("integer", json!({"maximum": 3, "exclusiveMaximum": true})), "self.a < 3", true),
            (of("integer", json!({"minimum": 3})), "self.a >= 3", true),
            (of("integer", json!({"minimum": 3, "exclusiveMinimum": true})), "self.a > 3", true),
            (of("integer", json!({"minimum": 3, "exclusiveMinimum": true})), "self.a > 4", false),
            // Servers ignore the fraction of a limit for integers.
            (of("number", json!({"maximum": 3})), "self.a <= 4", true),
            (of("number", json!({"maximum": 2.5})), "self.a <= 4", false),
            // The limit does not apply to strings.
            (required(json!({"x-kubernetes-int-or-string": true, "maximum": 3})), "self.a <= 4", false),
            (of("string", json!({"minLength": 2})), "self.a.size() >= 2", true),
            (of("string", json!({"minLength": 2})), "self.a.size() >= 3", false),
            (of("string", json!({"maxLength": 2})), "self.a <= 2", false),
            (of("array", json!({"maxItems": 2, "items": {"type": "string"}})), "size(self.a) <= 2", true),
            (of("array", json!({"minItems": 2, "items": {"type": "string"}})), "size(self.a) > 1", true),
            (of("object", json!({"maxProperties": 2})), "size(self.a) <= 2", true),
            (of("object", json!({"minProperties": 2})), "size(self.a) >= 2", true),
            (of("string", json!({"pattern": "^[0-9]{2}$"})), "self.a.matches('^[0-9]+$')", true),
            (of("integer", json!({"pattern": "^[0-9]{2}$"})), "self.a.matches('^[0-9]+$')", false),
            (of("string", json!({"enum": ["x", "y"]})), "self.a in ['x', 'y', 'z']", true),
            (of("boolean", json!({"enum": [true]})), "self.a == true", true),
            (of("integer", json!({"enum": [1, 2]})), "self.a < 3", true),
            (of("integer", json!({"enum": [1, 3]})), "self.a < 3", false),
            // A field is present if it is required or has a default, and cannot be null.
            (optional(json!({"type": "string"})), "has(self.a)", false),
            (optional(json!({"type": "string", "default": "x"})), "has(self.a)", true),
            (optional(json!({"type": "string", "default": null, "nullable": true})), "has(self.a)", false),
            (of("string", json!({"nullable": true})), "has(self.a)", false),
            (optional(json!({"type": "string", "default": "x", "nullable": true})), "has(self.a)", false),
            (nested(&["o"], &["a"]), "has(self.o.a) && self.o.a <= 3", true),
            (nested(&[], &["a"]), "has(self.o.a)", false),
            (nested(&["o"], &[]), "has(self.o.a)", false),
            (nested(&["o"], &[]), "!has(self.o.a) || self.o.a <= 3", true),
            (nested(&["o"], &["a"]), "other.o.a <= 3", false),
            // A server drops fields that the schema does not declare.
            (of("string", json!({})), "!has(self.b)", true),
            (of("string", json!({})), "!has(self.a)", false),
            (of("string", json!({})), "!has(self.metadata)", false),
        ] {
            assert_eq!(follows(&schema, "true", rule), expected, "{schema} => {rule}");
        }
    }

    #[test]
    fn fields_that_another_schema_may_add_can_be_present() {
        let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {"a": {"type": "string"}}}));
        let absence = clauses("!has(self.b)").expect("a rule");
        let facts = || Facts::of(&schema, std::iter::empty());
        assert!(facts().imply_all(&absence));
        assert!(!facts().with_other_fields().imply_all(&absence));
    }
}
