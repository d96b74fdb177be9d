//! Locates the violated keyword in a schema.

use idlgen_runtime::field::{Element, Error};
use idlgen_validate::{
    Definitions, Schema,
    keyword::{Keyword, Value},
    schema::AdditionalProperties,
};

const RULES: &str = "x-kubernetes-validations";

/// Maximum number of references and branches to follow from one location.
const MAX_DEPTH: usize = 32;

/// Returns the JSON pointer of an error's keyword, relative to the schema of entire objects. If the path contains a
/// reference, the pointer begins with `/definitions/NAME`. Returns `None` if the error does not come from a keyword.
pub(super) fn of_error(definitions: &Definitions, schema: &Schema, error: &Error) -> Option<String> {
    let check = error.origin.check.split('=').next().filter(|check| !check.is_empty())?;
    let elements = error.path.elements.as_slice();
    let root = SchemaLocation { schema, pointer: String::new() };
    let mut places = vec![root.behind_references(definitions)];
    for element in elements {
        let Some(next) = places.last().and_then(|place| place.part(definitions, element)) else { break };
        places.push(next);
    }
    let holder = match (check, elements.last()) {
        // These keywords are in the parent schema.
        ("required", _) | ("x-kubernetes-list-type", Some(Element::Index(_))) => elements.len().checked_sub(1)?,
        // A rule may report an error at a field below its value.
        (RULES, _) => places.iter().rposition(|place| place.rule(error).is_some())?,
        _ => elements.len(),
    };
    let place = places.get(holder)?;
    match place.rule(error) {
        Some(index) if check == RULES => Some(format!("{}/{RULES}/{index}", place.pointer)),
        _ => place.keyword(definitions, check, 0).or_else(|| Some(format!("{}/{check}", place.pointer))),
    }
}

struct SchemaLocation<'s> {
    schema: &'s Schema,
    pointer: String,
}

impl<'s> SchemaLocation<'s> {
    fn below(&self, schema: &'s Schema, step: &str) -> Self {
        SchemaLocation { schema, pointer: format!("{}/{step}", self.pointer) }
    }

    /// Follows references to the schema that they lead to.
    fn behind_references(mut self, definitions: &'s Definitions) -> Self {
        for _ in 0..MAX_DEPTH {
            let reference = self.schema.reference.as_ref();
            let Some((name, target)) = reference.and_then(|name| Some((name, definitions.get(name)?))) else { break };
            self = SchemaLocation { schema: target, pointer: format!("/definitions/{}", escaped(name)) };
        }
        self
    }

    /// Returns the schema of a part of the value.
    fn part(&self, definitions: &'s Definitions, element: &Element<String>) -> Option<Self> {
        let schema = self.schema;
        let part = match element {
            Element::Field(name) | Element::Key(name) => {
                match (schema.properties.get(name), &schema.additional_properties) {
                    (Some(property), _) => self.below(property, &format!("properties/{}", escaped(name))),
                    (None, Some(AdditionalProperties::Schema(values))) => self.below(values, "additionalProperties"),
                    (None, _) => return None,
                }
            }
            Element::Index(_) => self.below(schema.items.as_deref()?, "items"),
        };
        Some(part.behind_references(definitions))
    }

    /// Returns the index of the rule that reported an error.
    fn rule(&self, error: &Error) -> Option<usize> {
        let rule = error.origin.rule.as_deref()?;
        self.schema.extensions.validations.iter().position(|known| known.rule.trim() == rule)
    }

    /// Returns the location of a keyword, here or in a branch of `allOf`.
    fn keyword(&self, definitions: &'s Definitions, keyword: &str, depth: usize) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        if has(self.schema, keyword) {
            return Some(format!("{}/{keyword}", self.pointer));
        }
        let branches = self.schema.all_of.iter().enumerate();
        let branches = branches.map(|(index, branch)| self.below(branch, &format!("allOf/{index}")));
        branches
            .map(|branch| branch.behind_references(definitions))
            .find_map(|branch| branch.keyword(definitions, keyword, depth + 1))
    }
}

fn has(schema: &Schema, keyword: &str) -> bool {
    match keyword {
        "type" => schema.schema_type.is_some(),
        "required" => !schema.required.is_empty(),
        "not" => schema.not.is_some(),
        "anyOf" => !schema.any_of.is_empty(),
        "oneOf" => !schema.one_of.is_empty(),
        _ => Keyword::from_name(keyword)
            .is_some_and(|keyword| schema.keywords.get(keyword).is_some_and(|value| *value != Value::Exclusive)),
    }
}

/// Escapes a name for a JSON pointer (RFC 6901).
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use idlgen_validate::{Validator, ValidatorOptions};
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_of_keyword() {
        let size = json!({"type": "object", "properties": {"n": {"maximum": 3}}});
        let (definitions, _) = Definitions::from_json(&json!({"g/v1.Size": size}));
        let (schema, _) = Schema::from_json(&json!({
            "type": "object", "required": ["a"],
            "properties": {
                "size": {"$ref": "#/definitions/g~1v1.Size"},
                "list": {"type": "array", "x-kubernetes-list-type": "set", "items": {"allOf": [{"maxLength": 1}]}},
                "map": {"additionalProperties": {"type": "string", "format": "date"}},
                "rules": {"type": "object", "properties": {"x": {"type": "string"}}, "x-kubernetes-validations": [
                    {"rule": "true"}, {"rule": "has(self.x)", "fieldPath": ".x"}
                ]}
            }
        }));
        let mut options = ValidatorOptions::crd();
        options.is_resource = false;
        let validator = Validator::with_definitions(&definitions, &schema, options).unwrap();
        let places = |value| {
            let errors = validator.validate(&value, None).errors;
            let places = errors.iter().filter_map(|error| of_error(&definitions, &schema, error));
            let mut places: Vec<String> = places.collect();
            places.sort();
            places
        };
        assert_eq!(
            places(json!({"size": {"n": 4}, "list": ["bb"], "map": {"k": "x"}})),
            [
                "/definitions/g~1v1.Size/properties/n/maximum",
                "/properties/list/items/allOf",
                "/properties/list/items/allOf/0/maxLength",
                "/properties/map/additionalProperties/format",
                "/required",
            ]
        );
        assert_eq!(
            places(json!({"a": 1, "list": ["b", "b"], "rules": {}})),
            ["/properties/list/x-kubernetes-list-type", "/properties/rules/x-kubernetes-validations/1"]
        );
    }
}
