//! A schema means the same if its parts are definitions that it references. The schemas are those of
//! `testdata/objects.jsonl`.

#![allow(clippy::unwrap_used, reason = "a test fails where it must")]

use idlgen_runtime::{field::PathBuf, value::Value};
use idlgen_validate::{
    Definitions, Schema, Validator, ValidatorOptions,
    schema::{Recursion, json::PrintOptions, structural},
};
use serde_json::{Map, Value as Json};

/// Moves schemas to definitions: some entirely, some in part, so that the rest is next to the reference.
#[derive(Default)]
struct Split {
    definitions: Definitions,
    count: usize,
}

impl Split {
    fn schema(&mut self, schema: &Json) -> Json {
        let Some(keywords) = schema.as_object() else { return schema.clone() };
        let mut keywords = keywords.clone();
        for (keyword, value) in &mut keywords {
            match keyword.as_str() {
                "items" | "additionalProperties" => *value = self.schema(value),
                "properties" => {
                    for property in value.as_object_mut().unwrap().values_mut() {
                        *property = self.schema(property);
                    }
                }
                _ => {}
            }
        }
        self.count += 1;
        let index = self.count;
        let is_near = |keyword: &str| match keyword {
            // Each pair stays together.
            "maximum" | "exclusiveMaximum" => index.is_multiple_of(2),
            "minimum" | "exclusiveMinimum" => index.is_multiple_of(3),
            _ => !index.is_multiple_of(4) && (index / 4 + keyword.len()).is_multiple_of(2),
        };
        let (mut near, far): (Map<_, _>, Map<_, _>) = keywords.into_iter().partition(|(keyword, _)| is_near(keyword));
        let name = format!("example.com/T~{index}");
        self.definitions.schemas.insert(name.clone(), read(&far.into()));
        let reference = format!("#/components/schemas/{}", name.replace('~', "~0").replace('/', "~1"));
        near.insert("$ref".to_owned(), reference.into());
        near.into()
    }
}

fn read(schema: &Json) -> Schema {
    Schema::from_json(schema).0
}

fn cases() -> impl Iterator<Item = Json> {
    include_str!("../testdata/objects.jsonl").lines().map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn references_are_expanded_to_the_same_schema() {
    for case in cases() {
        let mut split = Split::default();
        let schema = read(&split.schema(&case["schema"]));
        let text = |schema: &Schema| schema.to_ordered_json(&PrintOptions::default()).into_json().to_string();
        let (original, nothing) = (read(&case["schema"]), Definitions::default());
        let expected = structural(&original, &nothing, Recursion::Refuse).unwrap();
        let found = structural(&schema, &split.definitions, Recursion::Refuse).unwrap();
        assert_eq!(text(&found), text(&expected), "{case}");
    }
}

#[test]
fn values_have_the_same_errors() {
    let mut compared = 0;
    for case in cases() {
        let mut split = Split::default();
        let schema = read(&split.schema(&case["schema"]));
        let errors = |schema: &Schema, definitions: &Definitions| {
            let mut options = ValidatorOptions::crd().keeping_broken_rules();
            options.is_resource = case["isResourceRoot"] == true;
            let validator = Validator::with_definitions(definitions, schema, options).unwrap();
            let mut value = case["new"].clone();
            let unknown = validator.prune(&mut value, false);
            validator.drop_nulls(&mut value);
            validator.fill_in_defaults(&mut value);
            let verdict = validator.validate(&value, case.get("old").map(|old| old as &dyn Value));
            let mut errors: Vec<String> = verdict.errors.iter().map(ToString::to_string).collect();
            errors.sort();
            let unknown: Vec<String> = unknown.iter().map(PathBuf::to_dotted).collect();
            (errors, unknown, value)
        };
        let expected = errors(&read(&case["schema"]), &Definitions::default());
        compared += usize::from(!expected.0.is_empty());
        assert_eq!(errors(&schema, &split.definitions), expected, "{case}");
    }
    assert!(compared > 300, "{compared}");
}
