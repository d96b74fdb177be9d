//! Compiles a schema to the nodes of the engine.

use std::collections::BTreeMap;

use super::{
    junctor_rules::with_types,
    node::Compiled,
    options::ValidatorOptions,
    rules::{RuleCompilation, Rules},
};
use crate::{
    Definitions, Schema, ZeroMode,
    cel::KnownRules,
    compiled::{Check, SchemaError},
    keyword::Limit,
};

/// Compiles a schema with everything it references. For custom resources, prunes the defaults.
pub(super) fn compile(
    definitions: &Definitions,
    schema: &Schema,
    options: &ValidatorOptions,
    known: Option<&KnownRules>,
) -> Result<Compiled, Vec<SchemaError>> {
    let typed = if options.rules_in_junctors { with_types(schema, definitions)? } else { None };
    let (schema, definitions) = typed.as_ref().map_or((schema, definitions), |(schema, others)| (schema, others));
    let mut rules = RuleCompilation::new(definitions, options, known);
    let mut compiled = Compiled::new(definitions, schema, &options.settings(), |parts, is_root| {
        Rules::compile(parts, &mut rules, options.is_resource && is_root)
    })?;
    let mut broken = rules.errors;
    if !options.keeps_broken_rules {
        broken.extend(broken_patterns(&compiled));
        broken.dedup();
    }
    if !broken.is_empty() {
        return Err(broken);
    }
    if options.zero_mode == ZeroMode::Crd {
        super::default::prune_defaults(&mut compiled, options);
    }
    Ok(compiled)
}

/// Returns an error for each pattern that does not compile, without duplicates.
fn broken_patterns(compiled: &Compiled) -> Vec<SchemaError> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    for id in compiled.ids() {
        let node = compiled.get(id);
        let of_values = node.checks.iter().filter_map(|check| match check {
            Check::Limit(_, Limit::Pattern(pattern)) => Some(pattern),
            _ => None,
        });
        for pattern in of_values.chain(node.pattern_properties.iter().map(|(pattern, _)| pattern)) {
            if let Err(error) = pattern.compiled() {
                found.insert(pattern.as_str(), error.to_string());
            }
        }
    }
    let error = |(pattern, reason): (&str, String)| SchemaError::Pattern { pattern: pattern.to_owned(), reason };
    found.into_iter().map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors_of, json, schema},
    };
    use crate::{Definitions, Schema, compiled::SchemaError};

    fn definitions(text: &str) -> Definitions {
        let (definitions, problems) = Definitions::from_json(&json(text));
        assert_eq!(problems, []);
        definitions
    }

    #[test]
    fn a_reference_and_its_siblings_are_one_schema() {
        let definitions = definitions(
            r##"{
                "Name": {"type": "string", "maxLength": 5, "pattern": "^a"},
                "Short": {"$ref": "#/definitions/Name", "maxLength": 3, "minLength": 2},
                "Pair": {"type": "object", "required": ["left"], "properties": {"left": {"type": "string"}, "right": {"type": "string"}}}
            }"##,
        );
        let schema = schema(
            r##"{"properties": {
                "n": {"$ref": "#/definitions/Short", "maxLength": 4},
                "p": {"allOf": [{"$ref": "#/definitions/Pair"}], "required": ["right"], "properties": {"left": {"maxLength": 1}}}
            }}"##,
        );
        let validator = Validator::with_definitions(&definitions, &schema, ValidatorOptions::crd()).unwrap();
        assert_eq!(
            errors_of(&validator, &json(r#"{"n": "bbbb", "p": {"left": "lorem"}}"#), None),
            [
                "n: Too long: may not be more than 3 bytes",
                "p.left: Too long: may not be more than 1 byte",
                "p.right: Required value",
            ]
        );
        let texts = errors_of(&validator, &json(r#"{"n": "bbb", "p": {"left": 1, "right": ""}}"#), None);
        assert_eq!(
            texts,
            [
                r#"n: Invalid value: "bbb": n in body should match '^a'"#,
                r#"p.left: Invalid value: "integer": p.left in body must be of type string: "integer""#,
            ]
        );
    }

    #[test]
    fn wrong_references_are_all_reported() {
        let definitions = definitions(r##"{"A": {"$ref": "#/definitions/B"}, "B": {"$ref": "#/definitions/A"}}"##);
        let schema = schema(
            r##"{"properties": {"a": {"$ref": "#/definitions/A"}, "x": {"$ref": "#/definitions/X"}, "y": {"items": {"$ref": "#/definitions/Y"}}}}"##,
        );
        let errors = Validator::with_definitions(&definitions, &schema, ValidatorOptions::crd()).unwrap_err();
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "the definition `A` applies itself to the same value endlessly",
                "there is no definition `X`",
                "there is no definition `Y`",
            ]
        );
    }

    #[test]
    fn branches_that_never_end_are_an_error() {
        let definitions = definitions(
            r##"{
                "Or": {"anyOf": [{"type": "string"}, {"not": {"$ref": "#/definitions/Or"}}]},
                "List": {"items": {"$ref": "#/definitions/List"}, "anyOf": [{"type": "array"}, {"type": "string"}]}
            }"##,
        );
        let build = |name| Validator::for_definition(&definitions, name, ValidatorOptions::crd());
        assert_eq!(build("Or").unwrap_err(), [SchemaError::Endless { definition: None }]);
        assert!(build("List").is_ok());
    }

    #[test]
    fn patterns_and_rules_that_do_not_compile_are_errors_unless_they_are_kept() {
        let (schema, _) = Schema::from_json(&json(
            r#"{"type": "object", "properties": {
                "a": {"type": "string", "pattern": "(?=a)", "x-kubernetes-validations": [{"rule": "self.b"}]},
                "b": {"type": "array", "items": {"type": "string", "pattern": "(?=a)"}},
                "c": {"type": "object", "patternProperties": {"[": {}}},
                "d": {"type": "string", "maxLength": 9, "x-kubernetes-validations": [
                    {"rule": "self != ''", "messageExpression": "1"}
                ]}
            }}"#,
        ));
        let errors = Validator::new(&schema).unwrap_err();
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "the rule `self.b` does not compile: compilation failed: ERROR: <input>:1:5: type 'string' does not \
                 support field selection\n | self.b\n | ....^",
                "the rule `self != ''` does not compile: messageExpression must evaluate to a string",
                "the pattern `(?=a)` does not compile: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
                "the pattern `[` does not compile: error parsing regexp: missing closing ]: `[`",
            ]
        );
        let options = ValidatorOptions { keeps_broken_rules: true, ..ValidatorOptions::crd() };
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        assert_eq!(errors_of(&validator, &json(r#"{"b": ["a"]}"#), None).len(), 1);
    }
}
