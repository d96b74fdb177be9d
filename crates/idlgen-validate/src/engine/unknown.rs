//! Finds fields that the schema does not describe.

use idlgen_runtime::{
    field::{Path, PathBuf},
    value::{Map, ValueRef},
};

use super::{
    node::Compiled,
    node::{Additional, Node, NodeId},
    options::ValidatorOptions,
};
use crate::ZeroMode;

/// The fields of every resource. They are known even if the schema does not declare them.
const RESOURCE_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// A field that the schema does not describe.
pub(super) struct UnknownField {
    pub(super) path: PathBuf,
    /// `true` if the field is reported, which excludes `apiVersion`, `kind` and `metadata` at the root.
    pub(super) is_reported: bool,
}

/// Returns the unknown fields of a value, sorted by the strings of their paths.
pub(super) fn unknown_fields(
    compiled: &Compiled,
    options: &ValidatorOptions,
    value: &ValueRef<'_>,
    node: &Node,
    is_resource_root: bool,
) -> Vec<UnknownField> {
    let mut search = Search { compiled, options, found: Vec::new() };
    let known = Known { is_resource: node.embedded_resource || is_resource_root, ..Known::below(node) };
    search.value(value, known, &Path::root(), 0);
    search.found.sort_by_cached_key(|field| field.path.to_dotted());
    search.found
}

struct Search<'v> {
    compiled: &'v Compiled,
    options: &'v ValidatorOptions,
    found: Vec<UnknownField>,
}

/// The known facts about a value.
#[derive(Clone, Copy)]
struct Known<'v> {
    /// The schema of the value. `None` if there is none.
    node: Option<&'v Node>,
    /// `true` if `apiVersion`, `kind` and `metadata` are known even if they are not declared.
    is_resource: bool,
    /// `true` if an enclosing list preserves unknown fields. This includes the fields of its elements, but not those of
    /// the elements' declared properties.
    preserves: bool,
}

impl<'v> Known<'v> {
    fn below(node: &'v Node) -> Self {
        Known { node: Some(node), is_resource: node.embedded_resource, preserves: node.preserve_unknown_fields }
    }
}

impl<'v> Search<'v> {
    fn get(&self, id: NodeId) -> Known<'v> {
        Known::below(self.compiled.get(id))
    }

    fn is_native(&self) -> bool {
        self.options.zero_mode == ZeroMode::Native
    }

    fn value(&mut self, value: &ValueRef<'_>, known: Known<'v>, path: &Path<'_>, depth: usize) {
        if depth > self.options.max_depth {
            return;
        }
        match value {
            ValueRef::Map(map) => self.object(*map, known, path, depth),
            ValueRef::List(list) => {
                let item = known.node.and_then(|node| node.items).map(|id| self.get(id));
                let item = match item {
                    None if known.preserves || (self.is_native() && known.node.is_some()) => return,
                    None => Known { node: None, is_resource: false, preserves: false },
                    Some(item) => Known { preserves: item.preserves || known.preserves, ..item },
                };
                for index in 0..list.len() {
                    if let Some(element) = list.get(index) {
                        self.value(&element, item, &path.index(index), depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, map: &dyn Map, known: Known<'v>, path: &Path<'_>, depth: usize) {
        let is_native = self.is_native();
        map.visit(&mut |key, value| {
            let is_resource_field = RESOURCE_FIELDS.contains(&key);
            let Some(node) = known.node else {
                self.add(path.field(key).to_path_buf(), true);
                return true;
            };
            if known.is_resource && is_resource_field {
                return true;
            }
            if let Some(property) = node.properties.get(key) {
                self.value(&value, self.get(property.node), &path.field(key), depth + 1);
                return true;
            }
            match node.additional {
                Additional::Node(id) => self.value(&value, self.get(id), &path.field(key), depth + 1),
                Additional::Anything if is_native => {}
                Additional::Unsaid if known.preserves || (is_native && node.properties.is_empty()) => {}
                Additional::Unsaid => {
                    self.add(path.field(key).to_path_buf(), !is_resource_field || !path.is_root());
                }
                // The property itself is preserved, but the schema does not describe its content.
                Additional::Anything | Additional::Nothing => {
                    let nothing = Known { node: None, is_resource: false, preserves: false };
                    self.value(&value, nothing, &path.field(key), depth + 1);
                }
            }
            true
        });
    }

    fn add(&mut self, path: PathBuf, is_reported: bool) {
        self.found.push(UnknownField { path, is_reported });
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{crd, json, schema},
    };
    use crate::Definitions;

    const SCHEMA: &str = r#"{"properties": {
        "known": {"properties": {"a": {}}},
        "free": {"type": "object"},
        "any": {"additionalProperties": true},
        "map": {"additionalProperties": {"properties": {"a": {}}}},
        "keep": {"x-kubernetes-preserve-unknown-fields": true, "properties": {"strict": {"properties": {"a": {}}}}},
        "embedded": {"x-kubernetes-embedded-resource": true, "properties": {"spec": {"properties": {"a": {}}}}},
        "list": {"items": {"properties": {"a": {}}}}
    }}"#;

    const VALUE: &str = r#"{
        "known": {"a": 1, "b": 1}, "free": {"x": 1}, "any": {"x": {"y": 1}}, "map": {"k": {"b": 1}},
        "keep": {"x": {"y": 1}, "strict": {"b": 1}},
        "embedded": {"apiVersion": "v1", "metadata": {"x": 1}, "spec": {"b": 1}, "status": 1},
        "list": [{"b": 1}, {"a": 1}], "other": 1
    }"#;

    fn paths(validator: &Validator) -> Vec<String> {
        validator.unknown_fields(&json(VALUE)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn of_custom_resources_is_what_pruning_drops() {
        let validator = crd(SCHEMA);
        let expected = [
            "any.x.y",
            "embedded.spec.b",
            "embedded.status",
            "free.x",
            "keep.strict.b",
            "known.b",
            "list[0].b",
            "map.k.b",
            "other",
        ];
        assert_eq!(paths(&validator), expected);
        let mut value = json(VALUE);
        assert_eq!(validator.prune(&mut value, false).len(), expected.len());
        assert_eq!(validator.unknown_fields(&value), []);
        assert_eq!(value["list"], json(r#"[{}, {"a": 1}]"#));
    }

    #[test]
    fn of_go_types_free_form_objects_are_known() {
        let validator =
            Validator::with_definitions(&Definitions::default(), &schema(SCHEMA), ValidatorOptions::default()).unwrap();
        assert_eq!(
            paths(&validator),
            ["embedded.spec.b", "embedded.status", "keep.strict.b", "known.b", "list[0].b", "map.k.b", "other"]
        );
    }

    #[test]
    fn lists_without_a_schema_for_their_elements_preserve_what_they_are_told_to() {
        // Only a schema that preserves unknown fields can have such lists in a CRD.
        let text = r#"{"properties": {
            "kept": {"x-kubernetes-preserve-unknown-fields": true},
            "object": {"x-kubernetes-preserve-unknown-fields": true,
                "properties": {"listed": {"type": "array", "items": {"type": "object"}}}},
            "elements": {"x-kubernetes-preserve-unknown-fields": true, "type": "array",
                "items": {"type": "object", "properties": {"b": {"type": "object"}}}},
            "array": {"type": "array"}
        }}"#;
        let value = json(
            r#"{
                "kept": [{"x": 1}, [{"y": 1}]], "object": {"listed": [{"q": 1}], "other": [{"x": 1}]},
                "elements": [{"x": 1, "b": {"c": 1}}, [{"d": 1}]], "array": [{"x": 1}, [{"y": 2}]]
            }"#,
        );
        let paths = |validator: &Validator| -> Vec<String> {
            validator.unknown_fields(&value).iter().map(ToString::to_string).collect()
        };
        let validator = crd(text);
        assert_eq!(paths(&validator), ["array[0].x", "array[1][0].y", "elements[0].b.c", "object.listed[0].q"]);
        let mut pruned = value.clone();
        validator.prune(&mut pruned, false);
        let expected = r#"{
            "kept": [{"x": 1}, [{"y": 1}]], "object": {"listed": [{}], "other": [{"x": 1}]},
            "elements": [{"x": 1, "b": {}}, [{"d": 1}]], "array": [{}, [{}]]
        }"#;
        assert_eq!(pruned, json(expected));
        // A Go type without a schema, or whose schema has no properties, has no unknown fields.
        let native =
            Validator::with_definitions(&Definitions::default(), &schema(text), ValidatorOptions::default()).unwrap();
        assert_eq!(paths(&native), Vec::<String>::new());
    }

    #[test]
    fn fields_deeper_than_the_limit_are_not_searched() {
        let options = ValidatorOptions { max_depth: 3, ..ValidatorOptions::crd() };
        let schema = schema(
            r#"{"properties": {
                "object": {"properties": {"object": {"properties": {"object": {"type": "object"}}}}},
                "map": {"additionalProperties": {"additionalProperties": {"type": "object"}}},
                "list": {"items": {"items": {"type": "object"}}}, "free": {"additionalProperties": true}
            }}"#,
        );
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        let found = |value: &str| -> Vec<String> {
            validator.unknown_fields(&json(value)).iter().map(ToString::to_string).collect()
        };
        for (value, path) in [
            (r#"{"object": {"object": {"object": {"x": 1}}}}"#, "object.object.object.x"),
            (r#"{"map": {"a": {"b": {"x": 1}}}}"#, "map.a.b.x"),
            (r#"{"list": [[{"x": 1}]]}"#, "list[0][0].x"),
            (r#"{"free": {"a": [{"x": 1}]}}"#, "free.a[0].x"),
        ] {
            assert_eq!(found(value), [path]);
        }
        let options = ValidatorOptions { max_depth: 2, ..options };
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        for value in [
            r#"{"object": {"object": {"object": {"x": 1}}}}"#,
            r#"{"map": {"a": {"b": {"x": 1}}}}"#,
            r#"{"list": [[{"x": 1}]]}"#,
            r#"{"free": {"a": [{"x": 1}]}}"#,
        ] {
            assert_eq!(validator.unknown_fields(&json(value)), [], "{value}");
        }
    }

    #[test]
    fn the_root_of_a_resource_keeps_its_metadata() {
        let validator = crd(r#"{"properties": {"spec": {}}}"#);
        let resource = json(r#"{"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}, "spec": 1, "x": 1}"#);
        let mut value = resource.clone();
        assert_eq!(validator.prune(&mut value, true).len(), 1);
        assert_eq!(value, json(r#"{"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}, "spec": 1}"#));
        let mut value = resource;
        assert_eq!(validator.prune(&mut value, false).len(), 1, "metadata is dropped silently");
        assert_eq!(value, json(r#"{"spec": 1}"#));
    }
}
