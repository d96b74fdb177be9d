//! Finds the parts of a structural schema that API servers reject, and describes them for the author. The conditions
//! are the rows of [`rejection_rows`](crate::rejection_rows).

use super::{
    super::{AdditionalProperties, ListType, MapType, Schema, SchemaType},
    Step, path,
};
use crate::keyword::Keyword;
use crate::rejection_rows::{Case, Facts, Readable, Row, Values, rows};

/// A part of a schema that an API server rejects.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RejectedNode<'a> {
    /// The path from the root, such as `.spec.ports[].name`. The root is `.`.
    pub path: String,
    /// The keyword that the error concerns.
    pub keyword: &'static str,
    /// The error message, as a clause about the schema at the path.
    pub message: String,
    /// The schema node with the error.
    pub node: &'a Schema,
    /// The index of the list map key that the error concerns. 0 if it does not concern a key.
    pub key: usize,
}

/// Returns all parts of a structural schema that API servers reject, in schema order. Rules, patterns and the values of
/// defaults are not checked.
///
/// ```
/// use idlgen_schema::{Schema, schema::rejected_nodes};
/// use serde_json::json;
///
/// let (schema, _) = Schema::from_json(
///     &json!({"type": "object", "properties": {
///         "a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}}),
/// );
/// let found: Vec<_> = rejected_nodes(&schema).into_iter().map(|one| (one.path, one.keyword)).collect();
/// assert_eq!(found, [(".a".to_owned(), "uniqueItems")]);
/// ```
pub fn rejected_nodes(schema: &Schema) -> Vec<RejectedNode<'_>> {
    let mut judge = Checker { path: Vec::new(), found: Vec::new() };
    judge.node(schema);
    judge.found
}

struct Checker<'a> {
    path: Vec<Step<'a>>,
    found: Vec<RejectedNode<'a>>,
}

impl<'a> Checker<'a> {
    fn node(&mut self, node: &'a Schema) {
        let case = Case::of(node);
        self.all(node, &case, &[&rows::UNIQUE_ITEMS, &rows::LIST_WITHOUT_ITEMS, &rows::SCALAR_PRESERVES]);
        let embedded = [&rows::SCALAR_EMBEDDED, &rows::EMBEDDED_TYPE, &rows::EMBEDDED_MAP, &rows::EMBEDDED_EMPTY];
        self.first(node, &case, &embedded);
        self.all(node, &case, &[&rows::KEYS_OF_NO_MAP]);
        if !self.first(node, &case, &[&rows::LIST_TYPE_OF_NO_LIST]) && case.item.is_some() {
            self.list(node, &case);
        }
        self.all(node, &case, &[&rows::MAP_TYPE_OF_NO_OBJECT, &rows::PROPERTIES_AND_VALUES]);
        for (name, property) in &node.properties {
            self.below(Step::Property(name), property);
        }
        if let Some(items) = &node.items {
            self.below(Step::Items, items);
        }
        if let Some(AdditionalProperties::Schema(values)) = &node.additional_properties {
            self.below(Step::Values, values);
        }
    }

    /// Checks a list with items.
    fn list(&mut self, node: &'a Schema, case: &Case<'_>) {
        self.all(node, case, &[&rows::NULLABLE_ITEMS, &rows::SET_OF_LISTS, &rows::SET_OF_OBJECTS]);
        let whole = [&rows::MAP_WITHOUT_KEYS, &rows::MAP_OF_NO_OBJECTS, &rows::UNKNOWN_LIST_TYPE];
        if self.first(node, case, &whole) || node.extensions.list_type != Some(ListType::Map) {
            return;
        }
        Case::each_key(node, |case| {
            if !self.first(node, case, &[&rows::REPEATED_KEY, &rows::UNKNOWN_KEY]) {
                self.all(node, case, &[&rows::COMPOSITE_KEY, &rows::NULLABLE_KEY, &rows::OPTIONAL_KEY]);
            }
        });
    }

    fn below(&mut self, step: Step<'a>, node: &'a Schema) {
        self.path.push(step);
        self.node(node);
        self.path.pop();
    }

    fn all(&mut self, node: &'a Schema, case: &Case<'_>, rows: &[&Row]) {
        for row in rows {
            self.tell(node, case, row);
        }
    }

    /// Reports the first row whose condition is met. The errors of the other rows would be redundant. Returns `false`
    /// if no condition is met.
    fn first(&mut self, node: &'a Schema, case: &Case<'_>, rows: &[&Row]) -> bool {
        rows.iter().any(|row| self.tell(node, case, row))
    }

    fn tell(&mut self, node: &'a Schema, case: &Case<'_>, row: &Row) -> bool {
        let is_met = (row.is_met)(case);
        if is_met {
            let (path, message) = (path(&self.path), case.text(row.message));
            let key = case.key.as_ref().map_or(0, |key| key.index);
            self.found.push(RejectedNode { path, keyword: row.keyword, message, node, key });
        }
        is_met
    }
}

impl<'s> Readable<'s> for &'s Schema {
    fn facts(self) -> Facts<'s> {
        let extensions = &self.extensions;
        Facts {
            type_name: self.schema_type.map_or("", SchemaType::name),
            nullable: self.nullable,
            unique_items: self.keywords.get(Keyword::UniqueItems).is_some(),
            has_default: self.default.as_ref().is_some_and(|default| !default.implicit),
            has_properties: !self.properties.is_empty(),
            values: self.additional_properties.as_ref().map(|values| match values {
                AdditionalProperties::Allowed(true) => Values::Any,
                AdditionalProperties::Allowed(false) | AdditionalProperties::Schema(_) => Values::Limited,
            }),
            embedded: extensions.embedded_resource,
            int_or_string: extensions.int_or_string,
            preserves_unknown_fields: extensions.preserve_unknown_fields == Some(true),
            list_type: extensions.list_type.as_ref().map(ListType::name),
            map_type: extensions.map_type.as_ref().map(MapType::name),
        }
    }

    fn item(self) -> Option<Self> {
        self.items.as_deref()
    }

    fn property(self, name: &str) -> Option<Self> {
        self.properties.get(name)
    }

    fn requires(self, name: &str) -> bool {
        self.required.iter().any(|required| required == name)
    }

    fn keys(self) -> Vec<&'s str> {
        self.extensions.list_map_keys.iter().map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn refused(property: &Json) -> Vec<String> {
        let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {"a": property}}));
        rejected_nodes(&schema)
            .into_iter()
            .map(|one| format!("{} {}: {}", one.path, one.keyword, one.message))
            .collect()
    }

    #[test]
    fn embedded_resources() {
        let embedded = |more: Json| {
            let mut schema = json!({"x-kubernetes-embedded-resource": true});
            schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            refused(&schema).len()
        };
        assert_eq!(embedded(json!({"type": "object"})), 1);
        assert_eq!(embedded(json!({"x-kubernetes-preserve-unknown-fields": true})), 1);
        assert_eq!(embedded(json!({"type": "object", "additionalProperties": {"type": "string"}})), 1);
        assert_eq!(embedded(json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})), 0);
        assert_eq!(embedded(json!({"type": "object", "properties": {"kind": {"type": "string"}}})), 0);
    }

    #[test]
    fn lists() {
        let item = |more: Json| {
            let mut item = json!({"type": "object", "properties": {"k": {"type": "string"}}});
            item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            item
        };
        let list = |list_type: &str, keys: Json, items: Json| {
            refused(&json!({"type": "array", "items": items, "x-kubernetes-list-type": list_type,
                "x-kubernetes-list-map-keys": keys}))
        };
        let none: [&str; 0] = [];
        assert_eq!(list("map", json!(["k"]), item(json!({"required": ["k"]}))), none);
        assert_eq!(
            list("map", json!(["k"]), item(json!({}))),
            [".a x-kubernetes-list-map-keys: the key `k` is not required and has no default"]
        );
        assert_eq!(
            list("map", json!(["k"]), item(json!({"properties": {"k": {"type": "string", "default": ""}}}))),
            none
        );
        assert_eq!(
            list("map", json!(["k", "k", "l"]), item(json!({"required": ["k"]}))),
            [
                ".a x-kubernetes-list-map-keys: duplicate key `k`",
                ".a x-kubernetes-list-map-keys: the items have no property `l`"
            ]
        );
        assert_eq!(
            list("map", json!([]), item(json!({}))),
            [".a x-kubernetes-list-type: a list of type `map` requires keys"]
        );
        assert_eq!(list("set", json!([]), item(json!({}))).len(), 1);
        assert_eq!(list("set", json!([]), item(json!({"x-kubernetes-map-type": "atomic"}))), none);
        assert_eq!(list("set", json!([]), json!({"type": "string"})), none);
        assert_eq!(list("set", json!([]), json!({"type": "string", "nullable": true})).len(), 1);
        assert_eq!(list("atomic", json!(["k"]), item(json!({}))).len(), 1);
        assert_eq!(
            refused(&json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true})),
            [".a uniqueItems: API servers reject `uniqueItems`: comparing all items takes too long"]
        );
        assert_eq!(refused(&json!({"type": "array"})), [".a type: a list needs a schema for its items"]);
    }

    #[test]
    fn everything_that_is_rejected_is_told_with_its_path() {
        let told = |schema: Json| -> Vec<String> {
            let (schema, _) = Schema::from_json(&schema);
            rejected_nodes(&schema).into_iter().map(|one| format!("{} {}", one.path, one.keyword)).collect()
        };
        let text = || json!({"type": "string"});
        let bad = || json!({"type": "array"});
        assert_eq!(told(bad()), [". type"]);
        assert_eq!(
            told(json!({"type": "object", "properties": {"a": {"type": "array", "items": bad()},
                "b": {"type": "object", "additionalProperties": bad()}}})),
            [".a[] type", ".b{} type"]
        );
        for (property, expected) in [
            (
                json!({"x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true}),
                vec!["x-kubernetes-preserve-unknown-fields"],
            ),
            (json!({"x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": false}), vec![]),
            (
                json!({"x-kubernetes-int-or-string": true, "x-kubernetes-embedded-resource": true}),
                vec!["x-kubernetes-embedded-resource"],
            ),
            (json!({"type": "string", "x-kubernetes-list-type": "atomic"}), vec!["x-kubernetes-list-type"]),
            (json!({"type": "string", "x-kubernetes-map-type": "atomic"}), vec!["x-kubernetes-map-type"]),
            (json!({"type": "string", "x-kubernetes-embedded-resource": true}), vec!["x-kubernetes-embedded-resource"]),
            (
                json!({"type": "object", "properties": {"a": text()}, "additionalProperties": text()}),
                vec!["additionalProperties"],
            ),
            (json!({"type": "object", "properties": {"a": text()}, "additionalProperties": true}), vec![]),
            (
                json!({"type": "object", "properties": {"a": text()}, "additionalProperties": false}),
                vec!["additionalProperties"],
            ),
            (
                json!({"type": "array", "items": text(), "x-kubernetes-list-type": "odd"}),
                vec!["x-kubernetes-list-type"],
            ),
            (
                json!({"type": "array", "items": text(), "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["k"]}),
                vec!["x-kubernetes-list-type"],
            ),
            (
                json!({"type": "array", "x-kubernetes-list-type": "set",
                    "items": {"type": "array", "items": text(), "x-kubernetes-list-type": "set"}}),
                vec!["x-kubernetes-list-type"],
            ),
        ] {
            let schema = json!({"type": "object", "properties": {"p": property.clone()}});
            let expected: Vec<String> = expected.iter().map(|keyword| format!(".p {keyword}")).collect();
            assert_eq!(told(schema), expected, "{property}");
        }
    }

    #[test]
    fn keys_of_a_map() {
        let told = |key: Json, more: Json| {
            let mut items = json!({"type": "object", "properties": {"k": key}});
            items.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            refused(&json!({"type": "array", "items": items, "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["k"]}))
        };
        let required = || json!({"required": ["k"]});
        assert_eq!(told(json!({"type": "integer"}), required()), [""; 0]);
        assert_eq!(told(json!({"type": "integer"}), json!({"required": ["j"]})).len(), 1);
        assert_eq!(told(json!({"type": "object"}), required()).len(), 1);
        assert_eq!(told(json!({"type": "string", "nullable": true}), required()).len(), 1);
        assert_eq!(told(json!({"type": "array", "items": {"type": "string"}, "nullable": true}), json!({})).len(), 3);
        // A default that only Go has does not count.
        let (mut schema, _) = Schema::from_json(&json!({"type": "array", "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"],
            "items": {"type": "object", "properties": {"k": {"type": "string", "default": ""}}}}));
        assert!(rejected_nodes(&schema).is_empty());
        let key = schema.items.as_deref_mut().and_then(|items| items.properties.get_mut("k")).unwrap();
        key.default.as_mut().unwrap().implicit = true;
        assert_eq!(rejected_nodes(&schema).len(), 1);
    }
}
