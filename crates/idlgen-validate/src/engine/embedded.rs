//! Finds embedded resources (`x-kubernetes-embedded-resource`).

use idlgen_runtime::{
    field::{Element, PathBuf},
    go,
};
use serde_json::Value as Json;

use super::{Validator, node::Compiled, node::Node};

impl Validator {
    /// Returns `true` if the schema contains embedded resources.
    pub(crate) fn has_embedded_resources(&self) -> bool {
        self.compiled.ids().any(|id| self.compiled.get(id).embedded_resource)
    }

    /// Returns the paths of all resources embedded in a value. Outer resources precede inner ones. Map keys are
    /// represented as [`Element::Key`], as in `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta`.
    pub(crate) fn embedded_resources(&self, value: &Json) -> Vec<PathBuf> {
        let mut search = Search { compiled: &self.compiled, path: Vec::new(), found: Vec::new() };
        search.value(value, self.compiled.get(Compiled::ROOT));
        search.found
    }
}

struct Search<'v> {
    compiled: &'v Compiled,
    path: Vec<Element<String>>,
    found: Vec<PathBuf>,
}

impl Search<'_> {
    fn value(&mut self, value: &Json, node: &Node) {
        match value {
            Json::Object(object) => {
                if node.embedded_resource {
                    self.found.push(PathBuf { elements: self.path.clone() });
                }
                for (key, value) in go::sorted_members(object).into_iter().filter(|(_, value)| can_hold(value)) {
                    let Some(child) = self.compiled.property(node, key) else { continue };
                    let step = if node.properties.contains_key(key) {
                        Element::Field(key.clone())
                    } else {
                        Element::Key(key.clone())
                    };
                    self.below(value, child, step);
                }
            }
            Json::Array(values) => {
                let Some(item) = node.items.map(|id| self.compiled.get(id)) else { return };
                for (index, value) in values.iter().enumerate().filter(|(_, value)| can_hold(value)) {
                    self.below(value, item, Element::Index(index));
                }
            }
            _ => {}
        }
    }

    fn below(&mut self, value: &Json, node: &Node, step: Element<String>) {
        self.path.push(step);
        self.value(value, node);
        self.path.pop();
    }
}

fn can_hold(value: &Json) -> bool {
    value.is_object() || value.is_array()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{crd, json};

    #[test]
    fn are_found_in_order() {
        let validator = crd(r#"{"properties": {
            "a": {"x-kubernetes-embedded-resource": true, "properties": {"b": {"x-kubernetes-embedded-resource": true}}},
            "l": {"items": {"x-kubernetes-embedded-resource": true}},
            "m": {"additionalProperties": {"x-kubernetes-embedded-resource": true}},
            "n": {"properties": {"o": {}}}
        }}"#);
        assert!(validator.has_embedded_resources());
        let found = validator
            .embedded_resources(&json(r#"{"a": {"b": {}, "c": {}}, "l": [1, {}], "m": {"k": {}}, "n": {"o": {}}}"#));
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["a", "a.b", "l[1]", "m[k]"]);
        assert!(!crd("{}").has_embedded_resources());
    }
}
