//! Supports rules in branches of `anyOf`, `oneOf` and `not`. This is an extension
//! ([`ValidatorOptions::rules_in_junctors`](super::ValidatorOptions::rules_in_junctors)). API servers reject CRDs with
//! such rules, because a branch of a structural schema has no types, so the type of `self` is unknown. With this
//! extension, a branch has the types of its parent schema.

use std::{collections::BTreeMap, mem};

use crate::{
    Definitions, Schema,
    compiled::{Parts, SchemaError},
    keyword::Keyword,
    schema::{AdditionalProperties, Extensions},
};

/// Returns a copy of a schema and its definitions in which branches with rules have types. Returns `None` if there are
/// no such branches.
///
/// # Errors
/// Returns an error for each rule in a branch of `anyOf`, `oneOf` or `not` that uses `oldSelf`, because it is unknown
/// which branch the old value matches.
pub(super) fn with_types(
    schema: &Schema,
    definitions: &Definitions,
) -> Result<Option<(Schema, Definitions)>, Vec<SchemaError>> {
    let all = || definitions.schemas.values().chain([schema]);
    if !all().any(has_rules_in_junctors) {
        return Ok(None);
    }
    let mut writer = Writer { definitions, names: BTreeMap::new(), waiting: Vec::new(), errors: Vec::new() };
    let (mut typed, mut others) = (schema.clone(), definitions.clone());
    writer.schema(schema, &mut typed);
    for (original, copy) in definitions.schemas.values().zip(others.schemas.values_mut()) {
        writer.schema(original, copy);
    }
    writer.write_types(&mut others);
    if writer.errors.is_empty() { Ok(Some((typed, others))) } else { Err(writer.errors) }
}

/// Returns `true` if a branch of the schema, or of a nested one, has rules.
fn has_rules_in_junctors(schema: &Schema) -> bool {
    junctors(schema).any(has_rules) || below(schema).any(|(_, schema)| has_rules_in_junctors(schema))
}

/// Returns `true` if the schema, a nested schema or a branch has rules.
fn has_rules(schema: &Schema) -> bool {
    !schema.extensions.validations.is_empty()
        || below(schema).map(|(_, schema)| schema).chain(junctors(schema)).any(has_rules)
}

/// Iterates over the branches of a schema.
fn junctors(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let alternatives = schema.any_of.iter().chain(&schema.one_of).chain(schema.not.as_deref());
    schema.all_of.iter().chain(alternatives)
}

/// A step from a value to a nested value.
#[derive(Clone, Copy)]
enum Step<'s> {
    Property(&'s str),
    Item,
    Entry,
}

/// Iterates over the schemas of nested values.
fn below(schema: &Schema) -> impl Iterator<Item = (Step<'_>, &Schema)> {
    let properties = schema.properties.iter().map(|(name, property)| (Step::Property(name), property));
    let items = schema.items.as_deref().map(|items| (Step::Item, items));
    let additional = schema.additional_properties.as_ref().and_then(AdditionalProperties::schema);
    properties.chain(items).chain(additional.map(|values| (Step::Entry, values)))
}

/// Iterates over the schemas of [`below`] in the same order, mutably.
fn below_mut(schema: &mut Schema) -> impl Iterator<Item = &mut Schema> {
    let additional = match &mut schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&mut **values),
        _ => None,
    };
    schema.properties.values_mut().chain(schema.items.as_deref_mut()).chain(additional)
}

struct Writer<'s> {
    definitions: &'s Definitions,
    /// By the address of a schema: the name of the definition that contains its types.
    names: BTreeMap<usize, String>,
    /// The definitions that have a name but have not been written yet.
    waiting: Vec<(String, &'s Schema)>,
    errors: Vec<SchemaError>,
}

impl<'s> Writer<'s> {
    /// Adds types to the branches of a schema that declares types itself.
    fn schema(&mut self, original: &'s Schema, copy: &mut Schema) {
        self.junctors(original, copy, original, false);
        for ((_, original), copy) in below(original).zip(below_mut(copy)) {
            self.schema(original, copy);
        }
    }

    /// Adds types to the schemas in `allOf`, `anyOf`, `oneOf` and `not`. The schema `owner` applies to the same values.
    fn junctors(&mut self, original: &'s Schema, copy: &mut Schema, owner: &'s Schema, is_alternative: bool) {
        for (original, copy) in original.all_of.iter().zip(&mut copy.all_of) {
            self.branch(original, copy, owner, is_alternative);
        }
        let copies = copy.any_of.iter_mut().chain(&mut copy.one_of).chain(copy.not.as_deref_mut());
        let alternatives = original.any_of.iter().chain(&original.one_of).chain(original.not.as_deref());
        for (original, copy) in alternatives.zip(copies) {
            self.branch(original, copy, owner, true);
        }
    }

    fn branch(&mut self, original: &'s Schema, copy: &mut Schema, owner: &'s Schema, is_alternative: bool) {
        if !has_rules(original) {
            return;
        }
        if copy.reference.is_none() && copy.schema_type.is_none() {
            copy.reference = Some(self.types_of(owner));
        }
        for rule in original.extensions.validations.iter().filter(|rule| is_alternative && rule.uses_old_self()) {
            self.errors.push(SchemaError::OldValueInBranch { rule: rule.rule.clone() });
        }
        self.junctors(original, copy, owner, is_alternative);
        for ((step, original), copy) in below(original).zip(below_mut(copy)) {
            match self.child(owner, step) {
                Some(owner) => self.branch(original, copy, owner, is_alternative),
                None => self.branch(original, copy, original, is_alternative),
            }
        }
    }

    /// Returns the schema of a nested value. Resolves references.
    fn child(&self, owner: &'s Schema, wanted: Step<'_>) -> Option<&'s Schema> {
        let is_it = |step: Step<'_>| match (step, wanted) {
            (Step::Property(one), Step::Property(other)) => one == other,
            (one, other) => mem::discriminant(&one) == mem::discriminant(&other),
        };
        let parts = Parts::of([owner], self.definitions);
        parts.iter().find_map(|part| below(part).find(|(step, _)| is_it(*step)).map(|(_, schema)| schema))
    }

    /// Returns the name of the definition that contains only the types of a schema. It is written later.
    fn types_of(&mut self, schema: &'s Schema) -> String {
        let next = self.names.len();
        let definitions = self.definitions;
        let name = self.names.entry(std::ptr::from_ref(schema).addr()).or_insert_with(|| {
            let mut name = format!("types {next}");
            while definitions.get(&name).is_some() {
                name.push('\'');
            }
            self.waiting.push((name.clone(), schema));
            name
        });
        name.clone()
    }

    fn write_types(&mut self, definitions: &mut Definitions) {
        while let Some((name, schema)) = self.waiting.pop() {
            let target = schema.reference.as_deref().and_then(|name| self.definitions.get(name));
            let said = &schema.extensions;
            let mut types = Schema {
                reference: target.map(|target| self.types_of(target)),
                schema_type: schema.schema_type,
                keywords: schema
                    .keywords
                    .get(Keyword::Format)
                    .map(|name| (Keyword::Format, name.clone()))
                    .into_iter()
                    .collect(),
                nullable: schema.nullable,
                extensions: Extensions {
                    embedded_resource: said.embedded_resource,
                    int_or_string: said.int_or_string,
                    list_type: said.list_type.clone(),
                    list_map_keys: said.list_map_keys.clone(),
                    ..Extensions::default()
                },
                ..Schema::default()
            };
            for (step, schema) in below(schema) {
                let schema = Schema { reference: Some(self.types_of(schema)), ..Schema::default() };
                match step {
                    Step::Property(name) => drop(types.properties.insert(name.to_owned(), schema)),
                    Step::Item => types.items = Some(Box::new(schema)),
                    Step::Entry => {
                        types.additional_properties = Some(AdditionalProperties::Schema(Box::new(schema)));
                    }
                }
            }
            definitions.schemas.insert(name, types);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors_of, schema},
    };
    use crate::{Definitions, compiled::SchemaError};

    fn compiled(text: &str) -> Result<Validator, Vec<SchemaError>> {
        let mut options = ValidatorOptions::crd();
        options.rules_in_junctors = true;
        Validator::with_definitions(&Definitions::default(), &schema(text), options)
    }

    #[test]
    fn branches_hold_if_their_rules_do() {
        let of = |junctor: &str| {
            format!(
                r#"{{"type": "object", "properties": {{"a": {{"type": "integer"}}, "l": {{"type": "array", "items":
                {{"type": "string"}}}}}}, {junctor}}}"#
            )
        };
        let rule = |rule: &str| format!(r#"{{"x-kubernetes-validations": [{{"rule": "{rule}"}}]}}"#);
        let any = of(&format!(r#""anyOf": [{}, {}]"#, rule("self.a > 3"), rule("size(self.l) > 1")));
        let errors = |text: &str, value| errors_of(&compiled(text).unwrap(), &value, None);
        assert_eq!(errors(&any, json!({"a": 4, "l": []})), [""; 0]);
        assert_eq!(errors(&any, json!({"a": 1, "l": ["x", "y"]})), [""; 0]);
        assert_eq!(
            errors(&any, json!({"a": 1, "l": []})),
            [
                r#"<nil>: Invalid value: "": "" must validate at least one schema (anyOf)"#,
                "<nil>: Invalid value: failed rule: self.a > 3"
            ]
        );
        let one = of(&format!(r#""oneOf": [{}, {}]"#, rule("self.a > 3"), rule("self.a > 5")));
        assert_eq!(errors(&one, json!({"a": 4})), [""; 0]);
        assert_eq!(errors(&one, json!({"a": 6})).len(), 1);
        let not = of(r#""not": {"properties": {"a": {"x-kubernetes-validations": [{"rule": "self == 3"}]}}}"#);
        assert_eq!(errors(&not, json!({"a": 4})), [""; 0]);
        assert_eq!(
            errors(&not, json!({"a": 3})),
            [r#"<nil>: Invalid value: "": "" must not validate the schema (not)"#]
        );
        let nested = of(
            r#""anyOf": [{"oneOf": [{"properties": {"l": {"items": {"x-kubernetes-validations": [{"rule": "self == 'x'"}]}}}}]}]"#,
        );
        assert_eq!(errors(&nested, json!({"l": ["x"]})), [""; 0]);
        assert_eq!(
            errors(&nested, json!({"l": ["x", "z"]})).last().map(String::as_str),
            Some(r#"l[1]: Invalid value: "z": failed rule: self == 'x'"#)
        );
    }

    #[test]
    fn rules_in_branches_see_the_types_of_rules_outside() {
        let properties = json!({
            "embedded": {"type": "object", "x-kubernetes-embedded-resource": true,
                "properties": {"spec": {"type": "integer"}}},
            "port": {"x-kubernetes-int-or-string": true},
            "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "integer"}},
            "list": {"type": "array", "items": {"type": "integer"}},
            "map": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                "items": {"type": "object", "properties": {"k": {"type": "string"}}}},
            "when": {"type": "string", "format": "date-time"},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                "properties": {"a": {"type": "integer"}}},
        });
        let value = json!({
            "embedded": {"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}}, "port": "a", "set": [1, 2],
            "list": [1, 2], "map": [{"k": "a"}, {"k": "b"}], "when": "2026-01-01T00:00:00Z", "labels": {"x": "y"},
            "free": {"a": 1, "b": 2},
        });
        for (rule, is_satisfied) in [
            ("self.embedded.kind == 'K' && self.embedded.metadata.name == 'n'", true),
            ("type(self.port) == int ? self.port > 1 : self.port == 'a'", true),
            ("self.set == [2, 1]", true),
            ("self.list == [2, 1]", false),
            ("self.map == [self.map[1], self.map[0]]", true),
            ("self.map + self.map == self.map", true),
            ("self.when < timestamp('2026-01-02T00:00:00Z')", true),
            ("self.labels['x'] == 'y'", true),
            ("self.free.a == 1", true),
        ] {
            let rules = json!({"x-kubernetes-validations": [{"rule": rule, "message": "failed"}]});
            let mut inside = json!({"type": "object", "properties": properties});
            let mut outside = inside.clone();
            outside["x-kubernetes-validations"] = rules["x-kubernetes-validations"].clone();
            inside["anyOf"] = json!([rules]);
            for schema in [outside, inside] {
                let errors = errors_of(&compiled(&schema.to_string()).unwrap(), &value, None);
                let is_failed = errors.iter().any(|error| error.ends_with("Invalid value: failed"));
                assert_eq!((errors.is_empty(), is_failed), (is_satisfied, !is_satisfied), "{schema}: {errors:?}");
            }
        }
    }

    #[test]
    fn types_come_from_definitions_too() {
        let (definitions, _) = Definitions::from_json(&json!({
            "Node": {"type": "object", "properties": {
                "next": {"$ref": "#/definitions/Node"}, "size": {"type": "integer"}},
                "anyOf": [{"x-kubernetes-validations": [{"rule": "!has(self.next) || self.size > self.next.size"}]}]}
        }));
        let mut options = ValidatorOptions::crd();
        options.rules_in_junctors = true;
        let validator = Validator::for_definition(&definitions, "Node", options).unwrap();
        let chain = |sizes: [i64; 3]| {
            let [one, two, three] = sizes;
            json!({"size": one, "next": {"size": two, "next": {"size": three}}})
        };
        assert_eq!(errors_of(&validator, &chain([3, 2, 1]), None), [""; 0]);
        assert_eq!(
            errors_of(&validator, &chain([3, 1, 2]), None)[0],
            r#"<nil>: Invalid value: "": "next" must validate at least one schema (anyOf)"#
        );
    }

    /// Checks that a branch has the type that the keywords of its parent determine.
    #[test]
    fn branches_have_the_types_of_all_keywords() {
        let of = |keywords: &str, rule: &str, value: &serde_json::Value| {
            let rules = format!(r#""x-kubernetes-validations": [{{"rule": "{rule}"}}]"#);
            let property = |content: &str| format!(r#"{{"type": "object", "properties": {{"p": {{{content}}}}}}}"#);
            let branch = compiled(&property(&format!(r#"{keywords}, "anyOf": [{{{rules}}}]"#))).unwrap();
            let own = compiled(&property(&format!("{keywords}, {rules}"))).unwrap();
            let is_valid = |validator: &Validator| errors_of(validator, &json!({"p": value}), None).is_empty();
            assert_eq!(is_valid(&branch), is_valid(&own), "{keywords} {rule} {value}");
            is_valid(&branch)
        };
        let resource = json!({"apiVersion": "v1", "kind": "A", "metadata": {"name": "n"}, "x": 1});
        for (keywords, rule, value) in [
            (r#""type": "string", "format": "date""#, "self.getFullYear() == 2020", json!("2020-01-02")),
            (r#""x-kubernetes-int-or-string": true"#, "type(self) == int && self > 1", json!(2)),
            (r#""type": "object", "x-kubernetes-embedded-resource": true"#, "self.metadata.name == 'n'", resource),
            (
                r#""type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}"#,
                "self == ['b', 'a']",
                json!(["a", "b"]),
            ),
            (
                r#""type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items":
                {"type": "object", "properties": {"k": {"type": "string"}}}"#,
                "(self + self).size() == 1",
                json!([{"k": "a"}]),
            ),
            (r#""type": "object", "additionalProperties": {"type": "integer"}"#, "self.a == 1", json!({"a": 1})),
        ] {
            assert!(of(keywords, rule, &value), "{keywords}");
            assert!(!of(keywords, &format!("!({rule})"), &value), "{keywords}");
        }
    }

    #[test]
    fn branches_without_rules_have_no_types() {
        let text = r#"{"type": "integer", "allOf": [{"minimum": 3}]}"#;
        let errors = errors_of(&compiled(text).unwrap(), &json!("x"), None);
        assert_eq!(errors, [r#"<nil>: Invalid value: "string":  in body must be of type integer: "string""#]);
    }

    #[test]
    fn without_the_extension_nothing_is_run() {
        let text = r#"{"type": "integer", "not": {"x-kubernetes-validations": [{"rule": "self > 3"}]}}"#;
        let refused = compiled(text).unwrap();
        assert_eq!(errors_of(&refused, &json!(4), None).len(), 1);
        assert_eq!(errors_of(&refused, &json!(3), None), [""; 0]);
        let options = ValidatorOptions::crd().keeping_broken_rules();
        let usual = Validator::with_definitions(&Definitions::default(), &schema(text), options).unwrap();
        assert_eq!(errors_of(&usual, &json!(3), None).len(), 1, "the branch is empty then");
    }

    #[test]
    fn the_old_value_is_unknown_in_alternatives() {
        let text = r#"{"type": "integer", "anyOf": [{"x-kubernetes-validations": [{"rule": "self > oldSelf"}]}]}"#;
        let error = compiled(text).unwrap_err();
        assert_eq!(error, [SchemaError::OldValueInBranch { rule: "self > oldSelf".to_owned() }]);
        let all = r#"{"type": "integer", "allOf": [{"x-kubernetes-validations": [{"rule": "self > oldSelf"}]}]}"#;
        assert_eq!(errors_of(&compiled(all).unwrap(), &json!(1), Some(&json!(2))).len(), 1);
    }

    #[test]
    fn the_budget_is_that_of_all_branches() {
        let text = r#"{"type": "array", "items": {"type": "integer", "anyOf": [
            {"x-kubernetes-validations": [{"rule": "self > 3"}]}]}}"#;
        let mut options = ValidatorOptions::crd();
        (options.rules_in_junctors, options.cost_budget) = (true, 3);
        let validator = Validator::with_definitions(&Definitions::default(), &schema(text), options).unwrap();
        assert_eq!(errors_of(&validator, &json!([4]), None), [""; 0]);
        let errors = errors_of(&validator, &json!([4, 4, 4]), None);
        assert!(errors.iter().any(|error| error.contains("running out of cost budget")), "{errors:?}");
    }
}
