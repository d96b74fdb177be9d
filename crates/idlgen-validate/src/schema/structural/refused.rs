//! What API servers refuse of a structural schema, said by its author
//! (`k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation`, `pkg/apiserver/schema.validateStructural…`).

use super::{
    super::{AdditionalProperties, ListType, MapType, Schema, SchemaType},
    Step, path,
};

/// Something that an API server refuses.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal<'a> {
    /// The way from the root: `.spec.ports[].name`; `.` for the root.
    pub path: String,
    /// The keyword that says it.
    pub keyword: &'static str,
    /// What is wrong, as a clause about that place.
    pub message: String,
    /// What it is said of.
    pub node: &'a Schema,
}

/// Everything in a structural schema that API servers refuse, in order of the schema. Rules, patterns and the values of
/// defaults are not judged here.
///
/// ```
/// use idlgen_validate::{Schema, schema::refusals};
/// use serde_json::json;
///
/// let (schema, _) = Schema::from_json(
///     &json!({"type": "object", "properties": {
///         "a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}}),
/// );
/// let found: Vec<_> = refusals(&schema).into_iter().map(|one| (one.path, one.keyword)).collect();
/// assert_eq!(found, [(".a".to_owned(), "uniqueItems")]);
/// ```
pub fn refusals(schema: &Schema) -> Vec<Refusal<'_>> {
    let mut judge = Judge { path: Vec::new(), found: Vec::new() };
    judge.node(schema);
    judge.found
}

struct Judge<'a> {
    path: Vec<Step<'a>>,
    found: Vec<Refusal<'a>>,
}

impl<'a> Judge<'a> {
    fn node(&mut self, node: &'a Schema) {
        if node.unique_items {
            self.add(node, "uniqueItems", "API servers allow no `uniqueItems`: comparing all items takes too long");
        }
        if node.schema_type == Some(SchemaType::Array) && node.items.is_none() {
            self.add(node, "type", "a list needs a schema for its items");
        }
        self.types(node);
        self.list(node);
        if node.extensions.map_type.is_some() && node.schema_type != Some(SchemaType::Object) {
            self.add(node, "x-kubernetes-map-type", "only a map or a struct has a map type");
        }
        if !node.properties.is_empty()
            && matches!(
                node.additional_properties,
                Some(AdditionalProperties::Schema(_) | AdditionalProperties::Allowed(false))
            )
        {
            self.add(node, "additionalProperties", "an object has named properties or any, not both");
        }
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

    /// Embedded resources, and values that are integers or strings.
    fn types(&mut self, node: &'a Schema) {
        const EMBEDDED: &str = "x-kubernetes-embedded-resource";
        let extensions = &node.extensions;
        if extensions.int_or_string && extensions.preserve_unknown_fields == Some(true) {
            let keyword = "x-kubernetes-preserve-unknown-fields";
            self.add(node, keyword, "an integer or string has no unknown fields to preserve");
        }
        if !extensions.embedded_resource {
            return;
        }
        if extensions.int_or_string {
            self.add(node, EMBEDDED, "an integer or string is no resource");
        } else if node.schema_type != Some(SchemaType::Object) {
            self.add(node, EMBEDDED, "an embedded resource is of type `object`");
        } else if node.additional_properties.is_some() {
            self.add(node, EMBEDDED, "an embedded resource is no map");
        } else if node.properties.is_empty() && extensions.preserve_unknown_fields != Some(true) {
            self.add(
                node,
                EMBEDDED,
                "an embedded resource without properties of its own has to preserve unknown fields, or it is pruned",
            );
        }
    }

    fn list(&mut self, node: &'a Schema) {
        const LIST_TYPE: &str = "x-kubernetes-list-type";
        const KEYS: &str = "x-kubernetes-list-map-keys";
        let (list_type, keys) = (&node.extensions.list_type, &node.extensions.list_map_keys);
        if !keys.is_empty() && *list_type != Some(ListType::Map) {
            self.add(node, KEYS, "only a list of type `map` has keys");
        }
        let Some(list_type) = list_type else { return };
        if node.schema_type != Some(SchemaType::Array) {
            self.add(node, LIST_TYPE, "only a list has a list type");
            return;
        }
        let Some(items) = node.items.as_deref() else { return };
        if matches!(list_type, ListType::Set | ListType::Map) && items.nullable {
            self.add(node, LIST_TYPE, &format!("the items of a list of type `{}` cannot be null", list_type.name()));
        }
        match list_type {
            ListType::Set => {
                let is_atomic = match items.schema_type {
                    Some(SchemaType::Object) => items.extensions.map_type == Some(MapType::Atomic),
                    Some(SchemaType::Array) => {
                        matches!(items.extensions.list_type, None | Some(ListType::Atomic))
                    }
                    _ => true,
                };
                if !is_atomic {
                    let message = "the items of a list of type `set` are scalars or atomic: a struct needs \
                        `+structType=atomic`, a map `+mapType=atomic`, a list `+listType=atomic`";
                    self.add(node, LIST_TYPE, message);
                }
            }
            ListType::Map if keys.is_empty() => self.add(node, LIST_TYPE, "a list of type `map` needs keys"),
            ListType::Map if items.schema_type != Some(SchemaType::Object) => {
                self.add(node, LIST_TYPE, "the items of a list of type `map` are objects");
            }
            ListType::Map => self.keys(node, items),
            ListType::Atomic => {}
            ListType::Other(name) => self.add(node, LIST_TYPE, &format!("there is no list type `{name}`")),
        }
    }

    fn keys(&mut self, node: &'a Schema, items: &Schema) {
        const KEYS: &str = "x-kubernetes-list-map-keys";
        for (index, key) in node.extensions.list_map_keys.iter().enumerate() {
            if node.extensions.list_map_keys.iter().take(index).any(|other| other == key) {
                self.add(node, KEYS, &format!("the key `{key}` is named twice"));
                continue;
            }
            let Some(property) = items.properties.get(key) else {
                self.add(node, KEYS, &format!("the items have no property `{key}`"));
                continue;
            };
            if matches!(property.schema_type, Some(SchemaType::Array | SchemaType::Object)) {
                self.add(node, KEYS, &format!("the key `{key}` is no scalar"));
            }
            if property.nullable {
                self.add(node, KEYS, &format!("the key `{key}` cannot be nullable"));
            }
            let has_default = property.default.as_ref().is_some_and(|default| !default.implicit);
            if !has_default && !items.required.contains(key) {
                self.add(node, KEYS, &format!("the key `{key}` is neither required nor does it have a default"));
            }
        }
    }

    fn below(&mut self, step: Step<'a>, node: &'a Schema) {
        self.path.push(step);
        self.node(node);
        self.path.pop();
    }

    fn add(&mut self, node: &'a Schema, keyword: &'static str, message: &str) {
        let path = path(&self.path);
        self.found.push(Refusal { path, keyword, message: message.to_owned(), node });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn refused(property: &Json) -> Vec<String> {
        let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {"a": property}}));
        refusals(&schema).into_iter().map(|one| format!("{} {}: {}", one.path, one.keyword, one.message)).collect()
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
            [".a x-kubernetes-list-map-keys: the key `k` is neither required nor does it have a default"]
        );
        assert_eq!(
            list("map", json!(["k"]), item(json!({"properties": {"k": {"type": "string", "default": ""}}}))),
            none
        );
        assert_eq!(
            list("map", json!(["k", "k", "l"]), item(json!({"required": ["k"]}))),
            [
                ".a x-kubernetes-list-map-keys: the key `k` is named twice",
                ".a x-kubernetes-list-map-keys: the items have no property `l`"
            ]
        );
        assert_eq!(
            list("map", json!([]), item(json!({}))),
            [".a x-kubernetes-list-type: a list of type `map` needs keys"]
        );
        assert_eq!(list("set", json!([]), item(json!({}))).len(), 1);
        assert_eq!(list("set", json!([]), item(json!({"x-kubernetes-map-type": "atomic"}))), none);
        assert_eq!(list("set", json!([]), json!({"type": "string"})), none);
        assert_eq!(list("set", json!([]), json!({"type": "string", "nullable": true})).len(), 1);
        assert_eq!(list("atomic", json!(["k"]), item(json!({}))).len(), 1);
        assert_eq!(
            refused(&json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true})),
            [".a uniqueItems: API servers allow no `uniqueItems`: comparing all items takes too long"]
        );
        assert_eq!(refused(&json!({"type": "array"})), [".a type: a list needs a schema for its items"]);
    }
}
