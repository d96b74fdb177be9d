//! A cache of compiled rules. Versions and kinds share types, whose rules are checked in the source and again in each
//! CRD. A rule on values of the same type always compiles to the same program with the same cost.

use std::sync::Arc;

use idlgen_cel::{DeclType, Environment, Libraries};

use super::{CompiledRule, RuleError};
use crate::{kept::Kept, schema::ValidationRule};

/// The result of compiling a rule with an expression.
pub(super) type Outcome = Result<Arc<CompiledRule>, RuleError>;

/// A cache of compiled rules. Clones share its content.
#[derive(Clone, Debug, Default)]
pub struct KnownRules {
    rules: Kept<Known>,
    /// The types of `self`. Equal types are stored once, so that comparing them is fast.
    types: Kept<Arc<DeclType>>,
}

/// The type of `self` in the cache, together with its hash.
pub(super) struct Typed {
    pub(super) declared: Arc<DeclType>,
    hash: u64,
}

#[derive(Debug)]
struct Known {
    libraries: Libraries,
    declared: Arc<DeclType>,
    optional_old_self: bool,
    rule: String,
    message_expression: Option<String>,
    outcome: Outcome,
}

impl Known {
    fn is(&self, libraries: Libraries, declared: &Arc<DeclType>, rule: &ValidationRule) -> bool {
        self.rule == rule.rule
            && self.message_expression == rule.message_expression
            && self.optional_old_self == is_optional(rule)
            && self.libraries == libraries
            && Arc::ptr_eq(&self.declared, declared)
    }
}

fn is_optional(rule: &ValidationRule) -> bool {
    rule.optional_old_self == Some(true)
}

impl KnownRules {
    /// Prepares cache lookups of rules on values of a type.
    pub(super) fn typed(&self, declared: &Arc<DeclType>) -> Typed {
        let hash = self.types.hash(declared);
        let is_equal = |one: &Arc<DeclType>| Arc::ptr_eq(one, declared) || one == declared;
        let known = self.types.find(hash, |one| is_equal(one).then(|| Arc::clone(one)));
        let declared = known.unwrap_or_else(|| {
            self.types.add(hash, Arc::clone(declared));
            Arc::clone(declared)
        });
        Typed { declared, hash }
    }

    /// Returns the compiled rule for values of a type, from the cache or from `compile`. Returns `None` if the rule is
    /// empty.
    pub(super) fn outcome(
        &self,
        environment: &Environment,
        typed: &Typed,
        rule: &ValidationRule,
        compile: impl FnOnce() -> Option<Result<CompiledRule, RuleError>>,
    ) -> Option<Outcome> {
        let libraries = environment.libraries();
        let Typed { declared, hash } = typed;
        let hash = self.rules.hash((hash, libraries, &rule.rule, &rule.message_expression, is_optional(rule)));
        let is_equal = |one: &Known| one.is(libraries, declared, rule);
        if let Some(outcome) = self.rules.find(hash, |one| is_equal(one).then(|| one.outcome.clone())) {
            return Some(outcome);
        }
        let outcome = compile()?.map(Arc::new);
        let known = Known {
            libraries,
            declared: Arc::clone(declared),
            optional_old_self: is_optional(rule),
            rule: rule.rule.clone(),
            message_expression: rule.message_expression.clone(),
            outcome: outcome.clone(),
        };
        self.rules.add(hash, known);
        Some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use idlgen_cel::{DeclKind, Type, Version};

    use super::*;
    use crate::cel::RuleCompiler;

    #[test]
    fn equal_rules_on_equal_types_are_compiled_once() {
        let text = |max_elements| Arc::new(DeclType { kind: DeclKind::String, max_elements, min_serialized_size: 2 });
        let rule = |rule: &str, message_expression: Option<&str>, optional_old_self| ValidationRule {
            rule: rule.to_owned(),
            message_expression: message_expression.map(str::to_owned),
            optional_old_self,
            ..ValidationRule::default()
        };
        let known = KnownRules::default();
        let compiled = |minor: u8, declared: &Arc<DeclType>, rule: &ValidationRule| {
            let environment = Environment::new(Version::new(minor));
            let mut is_new = false;
            let outcome = known.outcome(&environment, &known.typed(declared), rule, || {
                is_new = true;
                RuleCompiler::new(&environment, declared).compile(rule)
            });
            (
                is_new,
                outcome.map(|outcome| outcome.map(|compiled| compiled.max_cost).map_err(|error| error.to_string())),
            )
        };
        let plain = rule("self.contains('x')", None, None);
        assert_eq!(compiled(35, &text(40), &plain), (true, Some(Ok(5))));
        assert_eq!(compiled(34, &text(40), &plain), (false, Some(Ok(5))));
        assert_eq!(compiled(33, &text(40), &plain), (true, Some(Ok(5))));
        assert_eq!(compiled(35, &text(80), &plain), (true, Some(Ok(9))));
        for other in [
            rule("self.contains('y')", None, None),
            rule("self.contains('x')", Some("'m'"), None),
            rule("self.contains('x')", None, Some(true)),
            rule("self.b", None, None),
        ] {
            let first = compiled(35, &text(40), &other);
            assert!(first.0, "{other:?}");
            assert_eq!(compiled(35, &text(40), &other), (false, first.1));
        }
        assert_eq!(compiled(35, &text(40), &rule(" ", None, None)), (true, None));
    }

    #[test]
    fn rules_with_the_same_hash_are_told_apart() {
        let text = || Arc::new(DeclType { kind: DeclKind::String, max_elements: 40, min_serialized_size: 2 });
        let libraries = |minor: u8| Environment::new(Version::new(minor)).libraries();
        let rule = |rule: &str, message_expression: Option<&str>, optional_old_self| ValidationRule {
            rule: rule.to_owned(),
            message_expression: message_expression.map(str::to_owned),
            optional_old_self,
            ..ValidationRule::default()
        };
        let declared = text();
        let known = Known {
            libraries: libraries(35),
            declared: Arc::clone(&declared),
            optional_old_self: true,
            rule: "self.a".to_owned(),
            message_expression: Some("'m'".to_owned()),
            outcome: Err(RuleError::NotBool { found: Type::Int }),
        };
        let same = rule("self.a", Some("'m'"), Some(true));
        assert!(known.is(libraries(35), &declared, &same));
        assert!(!known.is(libraries(30), &declared, &same));
        assert!(!known.is(libraries(35), &text(), &same));
        for other in [
            rule("self.b", Some("'m'"), Some(true)),
            rule("self.a", Some("'n'"), Some(true)),
            rule("self.a", None, Some(true)),
            rule("self.a", Some("'m'"), Some(false)),
            rule("self.a", Some("'m'"), None),
        ] {
            assert!(!known.is(libraries(35), &declared, &other), "{other:?}");
        }
    }
}
