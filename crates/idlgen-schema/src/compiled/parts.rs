//! Collects the schemas that apply to a value: a schema and, recursively, the schemas it references.

use super::SchemaError;
use crate::{Definitions, Schema};

/// The schemas that apply to a value. The first is the value's own schema.
#[derive(Clone, Debug, Default)]
pub struct Parts<'s> {
    schemas: Vec<&'s Schema>,
}

impl<'s> Parts<'s> {
    /// Collects schemas and, after each one, the schemas that it references. Unresolved references are ignored.
    pub fn of(schemas: impl IntoIterator<Item = &'s Schema>, definitions: &'s Definitions) -> Self {
        let mut parts = Parts::default();
        for schema in schemas {
            // An unresolved reference ends the parts of a schema. Callers that need the error call `add` for each
            // schema.
            let _ = parts.add(schema, definitions);
        }
        parts
    }

    /// Collects schemas without the schemas they reference.
    pub fn without_references(schemas: impl IntoIterator<Item = &'s Schema>) -> Self {
        Parts { schemas: schemas.into_iter().collect() }
    }

    /// Adds a schema and, after it, all schemas that it references.
    ///
    /// # Errors
    /// Returns an error for an unresolved or cyclic reference. The schemas before it have been added.
    pub fn add(&mut self, schema: &'s Schema, definitions: &'s Definitions) -> Result<(), SchemaError> {
        let mut schema = schema;
        let mut followed: Vec<&str> = Vec::new();
        loop {
            if !self.schemas.iter().any(|part| std::ptr::eq(*part, schema)) {
                self.schemas.push(schema);
            }
            let Some(name) = &schema.reference else { return Ok(()) };
            if followed.contains(&name.as_str()) {
                return Err(SchemaError::Endless { definition: Some(name.clone()) });
            }
            followed.push(name);
            schema = definitions.get(name).ok_or_else(|| SchemaError::UnknownDefinition { name: name.clone() })?;
        }
    }

    /// Adds a schema and the schemas that it references. For schemas generated from Go, also adds the branches of
    /// `allOf`. Unresolved references are ignored.
    pub(crate) fn add_with_branches(&mut self, schema: &'s Schema, definitions: &'s Definitions) {
        self.open(schema, schema.origin.declaration.is_some(), definitions);
    }

    fn open(&mut self, schema: &'s Schema, is_of_go: bool, definitions: &'s Definitions) {
        if self.schemas.iter().any(|part| std::ptr::eq(*part, schema)) {
            return;
        }
        self.schemas.push(schema);
        for branch in schema.all_of.iter().filter(|_| is_of_go) {
            self.open(branch, is_of_go, definitions);
        }
        if let Some(target) = schema.reference.as_deref().and_then(|name| definitions.get(name)) {
            self.open(target, target.origin.declaration.is_some(), definitions);
        }
    }

    /// Iterates over the schemas. The first is the value's own schema.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'s Schema> + Clone + '_ {
        self.schemas.iter().copied()
    }

    /// Iterates over the values that `keyword` returns for the parts that have the keyword.
    pub fn all<T>(&self, keyword: impl Fn(&'s Schema) -> Option<T>) -> impl Iterator<Item = T> {
        self.schemas.iter().filter_map(move |schema| keyword(schema))
    }

    /// Removes parts that contain nothing but a reference, so that a reference has the same parts as its target.
    pub(super) fn leave_out_bare_references(&mut self) {
        self.schemas.retain(|schema| !schema.is_bare_reference());
    }

    pub(super) fn identity(&self) -> Vec<usize> {
        self.schemas.iter().map(|schema| std::ptr::from_ref(*schema).addr()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_says_nothing_but_where_it_refers_to_is_no_part() {
        let mut definitions = Definitions::default();
        let (target, _) = Schema::from_json(&json!({"type": "string"}));
        definitions.schemas.insert("T".to_owned(), target);
        for (schema, count) in [
            (json!({"$ref": "#/definitions/T", "description": "d"}), 1),
            (json!({"$ref": "#/definitions/T", "maxLength": 1}), 2),
            (json!({"$ref": "#/definitions/T", "default": 1}), 2),
            (json!({"$ref": "#/definitions/T", "nullable": true}), 2),
            (json!({"$ref": "#/definitions/T", "x-kubernetes-list-type": "set"}), 2),
            (json!({"$ref": "#/definitions/T", "type": "string"}), 2),
            (json!({"$ref": "#/definitions/T", "required": ["a"]}), 2),
            (json!({"$ref": "#/definitions/T", "properties": {"a": {}}}), 2),
            (json!({"$ref": "#/definitions/T", "allOf": [{"maxLength": 1}]}), 2),
            (json!({"$ref": "#/definitions/T", "anyOf": [{"maxLength": 1}]}), 2),
            (json!({"$ref": "#/definitions/T", "oneOf": [{"maxLength": 1}]}), 2),
            (json!({"$ref": "#/definitions/T", "not": {"maxLength": 1}}), 2),
            (json!({"$ref": "#/definitions/T", "items": {"maxLength": 1}}), 2),
            (json!({"$ref": "#/definitions/T", "additionalProperties": false}), 2),
            (json!({"$ref": "#/definitions/T", "patternProperties": {"a": {}}}), 2),
            (json!({}), 1),
        ] {
            let (schema, _) = Schema::from_json(&schema);
            let mut parts = Parts::of([&schema], &definitions);
            parts.leave_out_bare_references();
            assert_eq!(parts.iter().count(), count, "{schema:?}");
        }
    }

    #[test]
    fn references_are_followed_once() {
        let (definitions, _) = Definitions::from_json(&json!({
            "A": {"$ref": "#/definitions/B", "maxLength": 1},
            "B": {"type": "string"},
            "Loop": {"$ref": "#/definitions/Back"},
            "Back": {"$ref": "#/definitions/Loop"},
        }));
        let reference = |name: &str| Schema { reference: Some(name.to_owned()), ..Schema::default() };
        let (to_a, to_b, lost, cyclic) = (reference("A"), reference("B"), reference("None"), reference("Loop"));
        let (a, b) = (&definitions.schemas["A"], &definitions.schemas["B"]);
        let is = |parts: &Parts<'_>, expected: &[&Schema]| {
            let expected: Vec<usize> = expected.iter().map(|schema| std::ptr::from_ref(*schema).addr()).collect();
            assert_eq!(parts.identity(), expected);
        };
        is(&Parts::of([&to_a, &to_b], &definitions), &[&to_a, a, b, &to_b]);
        is(&Parts::without_references([&to_a, &to_b]), &[&to_a, &to_b]);
        is(&Parts::of([&lost, &to_b], &definitions), &[&lost, &to_b, b]);
        let add = |schema| Parts::default().add(schema, &definitions);
        assert_eq!(add(&to_a), Ok(()));
        assert_eq!(add(&lost), Err(SchemaError::UnknownDefinition { name: "None".to_owned() }));
        assert_eq!(add(&cyclic), Err(SchemaError::Endless { definition: Some("Loop".to_owned()) }));
        let lengths: Vec<_> = Parts::of([&to_a], &definitions).all(|part| part.schema_type).collect();
        assert_eq!(lengths, [crate::schema::SchemaType::String]);
    }

    #[test]
    fn branches_are_parts_of_schemas_of_go() {
        let (mut schema, _) = Schema::from_json(&json!({"allOf": [
            {"maxLength": 1, "allOf": [{"maxLength": 2}]}, {"$ref": "#/definitions/T"}, {"$ref": "#/definitions/T"}]}));
        let (definitions, _) = Definitions::from_json(&json!({"T": {"maxLength": 3, "allOf": [{"maxLength": 4}]}}));
        let lengths = |schema: &Schema| {
            let mut parts = Parts::default();
            parts.add_with_branches(schema, &definitions);
            parts.all(|part| part.keywords.count(crate::keyword::Keyword::MaxLength)).collect::<Vec<_>>()
        };
        assert_eq!(lengths(&schema), Vec::<u64>::new());
        schema.origin.declaration = Some("example.com/api/v1.T".to_owned());
        // The definition is not generated from Go.
        assert_eq!(lengths(&schema), [1, 2, 3]);
    }
}
