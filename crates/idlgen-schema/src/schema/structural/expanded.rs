//! Builds structural schemas for several schemas that share definitions.

use super::{Definitions, Recursion, Schema, StructuralError, Writer, expanded_definition::ExpandedDefinitions};

/// Builds structural schemas without recursive definitions. Each definition is only expanded once.
///
/// ```
/// use idlgen_schema::{Definitions, Schema, schema::StructuralSchemas};
/// use serde_json::json;
///
/// let mut definitions = Definitions::default();
/// let (part, _) = Schema::from_json(&json!({"type": "object", "properties": {"a": {"type": "string"}}}));
/// definitions.schemas.insert("Part".to_owned(), part);
/// let mut forms = StructuralSchemas::new(&definitions);
/// let (schema, _) = Schema::from_json(&json!({"type": "array", "items": {"$ref": "#/components/schemas/Part"}}));
/// let (one, other) = (forms.structural(&schema)?, forms.structural(&schema)?);
/// let identity = |tree: Schema| tree.items.and_then(|items| items.properties.identity());
/// assert_eq!(identity(one), identity(other));
/// # Ok::<(), idlgen_schema::schema::StructuralError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StructuralSchemas<'d> {
    definitions: &'d Definitions,
    forms: ExpandedDefinitions,
}

impl<'d> StructuralSchemas<'d> {
    /// Creates a builder for schemas that refer to these definitions.
    pub fn new(definitions: &'d Definitions) -> Self {
        StructuralSchemas { definitions, forms: ExpandedDefinitions::new() }
    }

    /// Returns the structural schema, like [`structural`](super::structural).
    ///
    /// # Errors
    /// Returns an error for an unresolved reference, a schema that is too large, or a recursive definition.
    pub fn structural(&mut self, schema: &Schema) -> Result<Schema, StructuralError> {
        let mut writer = Writer::new(self.definitions, Recursion::Refuse);
        writer.forms = Some(&mut self.forms);
        writer.node(&[schema], true).map(|node| *node)
    }
}

#[cfg(test)]
mod tests {
    use idlgen_testing::Random;
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::schema::structural;

    fn schema(random: &mut Random, depth: usize) -> Json {
        let reference = |random: &mut Random| json!({"$ref": format!("#/components/schemas/D{}", random.below(9))});
        match random.below(if depth > 2 { 5 } else { 9 }) {
            0 => json!({"type": "string"}),
            1..5 => reference(random),
            5 => {
                let inside = schema(random, depth + 1);
                json!({"description": "d", "allOf": [reference(random)], "properties": {"x": inside}})
            }
            6 => json!({"type": "array", "items": schema(random, depth + 1)}),
            7 => json!({"description": "d", "allOf": [reference(random)]}),
            _ => json!({"type": "object", "properties": {
                "a": schema(random, depth + 1), "b": schema(random, depth + 1), "c": {"type": "integer"}}}),
        }
    }

    #[test]
    fn what_is_known_is_as_what_is_written_anew() {
        let mut random = Random::new(5);
        let (mut made, mut refused) = (0, 0);
        for _ in 0..300 {
            let mut definitions = Definitions::default();
            for index in 0..9 {
                let properties: serde_json::Map<String, Json> =
                    (0..random.below(4)).map(|name| (format!("p{name}"), schema(&mut random, 0))).collect();
                let mut definition = Schema::from_json(&json!({"type": "object", "properties": properties})).0;
                definition.origin.declaration = Some(format!("example.com/a.D{index}"));
                definitions.schemas.insert(format!("D{index}"), definition);
            }
            let mut forms = StructuralSchemas::new(&definitions);
            for _ in 0..9 {
                let schema = Schema::from_json(&schema(&mut random, 0)).0;
                let expected = structural(&schema, &definitions, Recursion::Refuse);
                *(if expected.is_ok() { &mut made } else { &mut refused }) += 1;
                assert_eq!(forms.structural(&schema), expected);
            }
        }
        assert!(made > 300 && refused > 300, "{made} {refused}");
    }

    #[test]
    fn limits_are_the_same_with_what_is_known() {
        let wide = |fields: usize, target: &str| {
            let reference = json!({"$ref": format!("#/components/schemas/{target}")});
            let properties: serde_json::Map<String, Json> =
                (0..fields).map(|name| (format!("p{name}"), reference.clone())).collect();
            Schema::from_json(&json!({"type": "object", "properties": properties})).0
        };
        let (three, nine) = (|target: &str| wide(3, target), |target: &str| wide(9, target));
        let deep = |target: &str| {
            let reference = json!({"$ref": format!("#/components/schemas/{target}")});
            let items = (0..60).fold(reference, |items, _| json!({"type": "array", "items": items}));
            Schema::from_json(&json!({"type": "object", "properties": {"items": items}})).0
        };
        for (make, count) in [(&three as &dyn Fn(&str) -> Schema, 13), (&nine, 7), (&deep, 7)] {
            let mut definitions = Definitions::default();
            definitions.schemas.insert("T0".to_owned(), Schema::default());
            for index in 1..count {
                definitions.schemas.insert(format!("T{index}"), make(&format!("T{}", index - 1)));
            }
            let mut forms = StructuralSchemas::new(&definitions);
            let mut too_large = 0;
            for index in (0..count).chain(0..count) {
                let schema = Schema { reference: Some(format!("T{index}")), ..Schema::default() };
                let expected = structural(&schema, &definitions, Recursion::Refuse);
                too_large += usize::from(expected.is_err());
                assert_eq!(forms.structural(&schema), expected, "{index}");
            }
            assert!(too_large > 2, "{too_large}");
        }
    }

    #[test]
    fn definitions_count_as_what_is_in_them() {
        let part = Schema::from_json(&json!({"type": "object", "properties": {"a": {"type": "string"}}})).0;
        let definitions = Definitions { schemas: [("Part".to_owned(), part)].into_iter().collect() };
        let mut properties: serde_json::Map<String, Json> =
            (0..9_000).map(|name| (format!("a{name}"), json!({"type": "string"}))).collect();
        for name in ["b", "c", "d"] {
            properties.insert(name.to_owned(), json!({"$ref": "#/components/schemas/Part"}));
        }
        let schema = Schema::from_json(&json!({"type": "object", "properties": properties})).0;
        let mut forms = StructuralSchemas::new(&definitions);
        for _ in 0..2 {
            assert_eq!(forms.structural(&schema), structural(&schema, &definitions, Recursion::Refuse));
        }
        assert!(forms.structural(&schema).is_ok());
    }
}
