//! `cel-wild`: rules of public CRDs and Go types, compiled with the environment of Kubernetes 1.35.

use std::sync::Arc;

use idlgen_cel::{Environment, Version};
use idlgen_validate::{
    Definitions, Schema,
    cel::{RuleCompiler, decl_type, resource_decl_type},
    schema::ValidationRule,
};
use serde_json::Value as Json;

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};
use crate::self_type::mask;

const FILE: &str = "rules.json.gz";

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let data = folder.json(FILE)?;
    let environment = Environment::new(Version::new(35));
    let Some(rules) = data.get("rules").and_then(Json::as_array) else { return Err(format!("{FILE}: no rules")) };
    for (index, entry) in rules.iter().enumerate() {
        let id = entry.get("id").map_or_else(|| index.to_string(), Json::to_string);
        let origin = Origin { file: FILE, line: index + 1, text: &id };
        let rule = rule(entry);
        let parsed = idlgen_cel::parser::parse(&rule.rule, environment.parser_options());
        let outcome = match parsed {
            Ok(_) => Outcome::Passed,
            Err(issues) => Outcome::Failed { expected: "parsed".to_owned(), got: format!("{issues:?}") },
        };
        cases.add(&origin, &format!("{id} parse"), outcome);
        if let Some(recorded) = entry.get("cel_go") {
            let schema = entry.get("schema_id").and_then(Json::as_str).and_then(|id| data.get("schemas")?.get(id));
            let is_resource = entry.get("is_resource_root") == Some(&Json::Bool(true));
            let outcome = schema.map_or_else(
                || Outcome::NotRun("no such schema".to_owned()),
                |schema| Outcome::compare(&expected(recorded), &compile(&environment, schema, is_resource, &rule)),
            );
            cases.add(&origin, &format!("{id} compile"), outcome);
        }
    }
    Ok(())
}

fn rule(entry: &Json) -> ValidationRule {
    let text = |key: &str| entry.get(key).and_then(Json::as_str).map(str::to_owned);
    ValidationRule {
        rule: text("rule").unwrap_or_default(),
        message_expression: text("messageExpression"),
        optional_old_self: entry.get("optionalOldSelf").and_then(Json::as_bool),
        ..ValidationRule::default()
    }
}

fn expected(recorded: &Json) -> String {
    if let Some(error) = recorded.get("compile_error").and_then(Json::as_str) {
        return mask(error);
    }
    let number = |key: &str| recorded.get(key).map_or_else(String::new, |value| format!(" {key} {value}"));
    let old = recorded.get("uses_old_self") == Some(&Json::Bool(true));
    format!("{} old {old}{}", number("estimated_max_cost"), number("message_estimated_max_cost"))
}

fn compile(environment: &Environment, schema: &Json, is_resource: bool, rule: &ValidationRule) -> String {
    let (schema, _) = Schema::from_json(schema);
    let convert = if is_resource { resource_decl_type } else { decl_type };
    let Some(declared) = convert(&schema, &Definitions::default(), environment.version()) else {
        return "failed to convert to declType for CEL validation rules".to_owned();
    };
    match RuleCompiler::new(environment, &Arc::new(declared)).compile(rule) {
        None => "blank".to_owned(),
        Some(Err(error)) => mask(&error.to_string()),
        Some(Ok(compiled)) => {
            let message = match &compiled.message_expression {
                None => String::new(),
                Some(Ok(message)) => format!(" message_estimated_max_cost {}", message.max_cost),
                Some(Err(error)) => format!(" {error}"),
            };
            format!(" estimated_max_cost {} old {}{message}", compiled.max_cost, compiled.uses_old_self)
        }
    }
}
