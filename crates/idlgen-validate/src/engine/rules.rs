//! Compiles `x-kubernetes-validations`.

use std::sync::Arc;

use idlgen_cel::Environment;
use idlgen_runtime::cel::{self, Rule, RuleData, Shape};

use super::options::ValidatorOptions;
use crate::{
    Definitions, ZeroMode,
    cel::{KnownRules, Resource, RuleSource, WrittenOut, rule_data_with, self_type, shape},
    compiled::{Parts, SchemaError},
    schema::ValidationRule,
};

/// The state of compiling rules. The library declarations are created for the first rule.
#[derive(Debug)]
pub(super) struct RuleCompilation<'s> {
    definitions: &'s Definitions,
    options: &'s ValidatorOptions,
    environment: Option<Environment>,
    /// The cache of compiled rules, if any.
    known: Option<&'s KnownRules>,
    written_out: WrittenOut,
    /// The errors of rules that do not compile. Empty if such rules are kept.
    pub(super) errors: Vec<SchemaError>,
}

impl<'s> RuleCompilation<'s> {
    pub(super) fn new(
        definitions: &'s Definitions,
        options: &'s ValidatorOptions,
        known: Option<&'s KnownRules>,
    ) -> Self {
        RuleCompilation {
            known,
            definitions,
            options,
            environment: None,
            written_out: WrittenOut::default(),
            errors: Vec::new(),
        }
    }
}

/// The rules of all parts. Those of the value's own schema are first.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) rules: Vec<Arc<Rule>>,
}

impl Rules {
    pub(super) fn compile<'s>(parts: &Parts<'s>, with: &mut RuleCompilation<'s>, is_resource: bool) -> Option<Self> {
        let written = || parts.iter().flat_map(|schema| &schema.extensions.validations);
        let schema = parts.iter().next().filter(|_| written().next().is_some())?;
        let RuleCompilation { definitions, options, environment, known, written_out, errors } = with;
        let environment = environment.get_or_insert_with(|| options.environment());
        let minor = environment.version().minor();
        let shape = Shape::new(shape(schema, definitions, is_resource, options.zero_mode));
        let shape = Arc::new(match options.zero_mode {
            ZeroMode::Native => shape.of_go_type(),
            ZeroMode::Crd => shape,
        });
        let resource = match options.zero_mode {
            _ if is_resource => Resource::Yes,
            ZeroMode::Native => Resource::IfSoShaped,
            ZeroMode::Crd => Resource::No,
        };
        let source = RuleSource { schema, definitions, resource, written_out };
        let broken = |rule: &ValidationRule, reason: String| {
            let reason = reason.trim_start_matches("rule compile error: ").to_owned();
            SchemaError::Rule { rule: rule.rule.trim().to_owned(), reason }
        };
        let mut broken_messages = Vec::new();
        let compiled = rule_data_with(written(), source, environment, *known, &mut |rule, error| {
            broken_messages.push(broken(rule, error.to_string()));
        });
        if !options.keeps_broken_rules {
            let reason = |data: &Result<RuleData, String>| data.as_ref().err().cloned();
            errors.extend(compiled.iter().filter_map(|(rule, data)| Some(broken(rule, reason(data)?))));
            errors.append(&mut broken_messages);
        }
        let rules = compiled.into_iter().map(|(_, data)| {
            Arc::new(match data {
                Ok(data) => Rule::new(data, Arc::clone(&shape), cel::Environment::new(minor)),
                Err(detail) => Rule::refused(self_type(schema, definitions), detail),
            })
        });
        let rules: Vec<Arc<Rule>> = rules.collect();
        (!rules.is_empty()).then_some(Rules { rules })
    }
}
