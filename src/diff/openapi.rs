//! OpenAPI documents as sides: converts the kinds of a document, v2 or v3, to CRDs.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::crd::{CustomResourceDefinition, compare_versions};
use idlgen_yaml::Node;
use serde_json::{Map, Value as Json, json};

/// The extension that names the kinds of a definition.
const KINDS: &str = "x-kubernetes-group-version-kind";

/// The prefix of references in OpenAPI v2.
const V2_DEFINITIONS: &str = "#/definitions/";

/// Maximum number of schemas of a kind after all references are expanded. Deeper schemas are not compared.
const MOST_SCHEMAS: usize = 50_000;

/// Maximum depth of schemas.
const MOST_DEPTH: usize = 100;

/// Returns `true` for an OpenAPI document.
pub(super) fn is_document(root: &Node) -> bool {
    let version = |key: &str| root.get(key).and_then(Node::as_str).unwrap_or_default();
    version("openapi").starts_with("3.") || version("swagger") == "2.0"
}

/// Returns a CRD for each kind of a document, with the names of the definitions of its versions.
pub(super) fn kinds(root: &Node) -> Vec<(CustomResourceDefinition, Vec<String>)> {
    let json = root.to_json();
    let (place, definitions) = match json.pointer("/components/schemas").and_then(Json::as_object) {
        Some(schemas) => ("#/components/schemas/", schemas),
        None => match json.get("definitions").and_then(Json::as_object) {
            Some(definitions) => (V2_DEFINITIONS, definitions),
            None => return Vec::new(),
        },
    };
    let documents = documents(definitions, place).into_iter();
    documents.map(|(document, names)| (CustomResourceDefinition::read(document), names)).collect()
}

/// Returns a CRD document for each kind of the definitions of an OpenAPI v2 document that has several versions.
pub fn kinds_with_versions(definitions: &Map<String, Json>) -> Vec<Json> {
    let documents = documents(definitions, V2_DEFINITIONS).into_iter();
    let mut documents: Vec<Json> = documents.filter(|(_, names)| names.len() > 1).map(|(one, _)| one).collect();
    documents.iter_mut().for_each(drop_zero_defaults);
    documents
}

/// Removes the defaults that documents contain for Go fields without `omitempty`: Go writes the same value.
fn drop_zero_defaults(schema: &mut Json) {
    match schema {
        Json::Object(keywords) => {
            let is_zero = |value: &Json| [json!(""), json!(0), json!(false)].contains(value);
            // A property with this name is a schema.
            if keywords.get("default").is_some_and(is_zero) {
                keywords.remove("default");
            }
            keywords.values_mut().for_each(drop_zero_defaults);
        }
        Json::Array(items) => items.iter_mut().for_each(drop_zero_defaults),
        _ => {}
    }
}

/// Returns a CRD document for each kind, with the names of the definitions of its versions.
fn documents(definitions: &Map<String, Json>, place: &'static str) -> Vec<(Json, Vec<String>)> {
    let mut found: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    for (name, definition) in definitions {
        let Some([kind]) = definition.get(KINDS).and_then(Json::as_array).map(Vec::as_slice) else { continue };
        let text = |key: &str| kind.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let has_metadata = definition.pointer("/properties/metadata").is_some();
        let is_list = definition.pointer("/properties/items").is_some() && text("kind").ends_with("List");
        if has_metadata && !is_list {
            found.entry((text("group"), text("kind"))).or_default().push((text("version"), name.clone()));
        }
    }
    let crds = found.into_iter().map(|((group, kind), mut versions)| {
        versions.sort_by(|(one, _), (other, _)| compare_versions(other, one));
        let schemas = versions.iter().enumerate().map(|(index, (version, name))| {
            let mut expansion = Expansion { definitions, place, open: BTreeSet::new(), left: MOST_SCHEMAS };
            let mut schema = expansion.definition(name, 0);
            if let Some(metadata) = schema.pointer_mut("/properties/metadata") {
                *metadata = json!({"type": "object"});
            }
            json!({"name": version, "served": true, "storage": index == 0, "schema": {"openAPIV3Schema": schema}})
        });
        let plural = format!("{}s", kind.to_lowercase());
        let document = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": format!("{plural}.{group}")},
            "spec": {
                "group": group,
                "scope": "Namespaced",
                "names": {"kind": kind, "plural": plural, "listKind": format!("{kind}List")},
                "versions": schemas.collect::<Vec<_>>(),
            },
        });
        let names = versions.into_iter().map(|(_, name)| name).collect();
        (document, names)
    });
    crds.collect()
}

/// Returns the document node of a value in such a CRD, or of the nearest enclosing value.
pub(super) fn node<'n>(root: &'n Node, definitions: &[String], path: &PathBuf) -> &'n Node {
    let mut elements = path.elements.iter();
    let version = elements.by_ref().find_map(|element| match element {
        Element::Index(index) => Some(*index),
        _ => None,
    });
    let name = version.or(Some(0)).and_then(|index| definitions.get(index));
    let Some(mut node) = name.and_then(|name| definition(root, name)) else { return root };
    let inside = elements.skip_while(|element| {
        matches!(element, Element::Field(name) if name == "schema" || name == "openAPIV3Schema" || name == "name")
    });
    for element in inside {
        let Element::Field(key) = element else { break };
        for _ in 0..MOST_DEPTH {
            let reference = node.get("$ref").or_else(|| node.get("allOf")?.as_list()?.first()?.get("$ref"));
            let Some(target) = reference.filter(|_| node.get(key).is_none()).and_then(Node::as_str) else { break };
            let name = target.rsplit('/').next().unwrap_or_default();
            let Some(found) = definition(root, name) else { break };
            node = found;
        }
        let Some(next) = node.get(key) else { break };
        node = next;
    }
    node
}

fn definition<'n>(root: &'n Node, name: &str) -> Option<&'n Node> {
    let schemas = root.get("components").and_then(|components| components.get("schemas"));
    schemas.or_else(|| root.get("definitions"))?.get(name)
}

/// Follows references.
struct Expansion<'d> {
    definitions: &'d Map<String, Json>,
    /// The prefix of references to definitions.
    place: &'static str,
    /// The definitions that enclose the current schema.
    open: BTreeSet<String>,
    left: usize,
}

impl Expansion<'_> {
    fn definition(&mut self, name: &str, depth: usize) -> Json {
        let anything = || json!({"x-kubernetes-preserve-unknown-fields": true});
        let Some(definition) = self.definitions.get(name) else { return anything() };
        // A schema that contains itself accepts anything where it occurs for the second time.
        if !self.open.insert(name.to_owned()) {
            return anything();
        }
        let expanded = self.schema(definition, depth);
        self.open.remove(name);
        expanded
    }

    fn schema(&mut self, schema: &Json, depth: usize) -> Json {
        self.left = self.left.saturating_sub(1);
        let Some(keywords) = schema.as_object().filter(|_| self.left > 0 && depth < MOST_DEPTH) else {
            return json!({"x-kubernetes-preserve-unknown-fields": true});
        };
        let mut expanded = Map::new();
        let wrapped = keywords.get("allOf").and_then(Json::as_array).filter(|branches| branches.len() == 1);
        let wrapped = wrapped.and_then(|branches| branches.first()?.get("$ref"));
        if let Some(target) = keywords.get("$ref").or(wrapped).and_then(Json::as_str) {
            let name = target.strip_prefix(self.place).unwrap_or_default();
            if let Json::Object(target) = self.definition(name, depth + 1) {
                expanded = target;
            }
        }
        for (keyword, value) in keywords {
            let value = match keyword.as_str() {
                "$ref" | KINDS => continue,
                "allOf" if wrapped.is_some() => continue,
                "properties" => {
                    let properties = value.as_object().into_iter().flatten();
                    properties.map(|(name, property)| (name.clone(), self.schema(property, depth + 1))).collect()
                }
                "items" | "not" => self.schema(value, depth + 1),
                "additionalProperties" if value.is_object() => self.schema(value, depth + 1),
                "allOf" | "anyOf" | "oneOf" => {
                    let branches = value.as_array().into_iter().flatten();
                    branches.map(|branch| self.schema(branch, depth + 1)).collect()
                }
                // Kubernetes documents contain this default for optional structs.
                "default" if *value == json!({}) => continue,
                _ => value.clone(),
            };
            expanded.insert(keyword.clone(), value);
        }
        Json::Object(expanded)
    }
}

#[cfg(test)]
mod tests {
    use idlgen_yaml::{Limits, load};

    use super::*;

    fn document(text: &str) -> Node {
        load(text, &Limits::default()).into_iter().find_map(|one| one.root).expect("a document")
    }

    const V3: &str = r##"
openapi: 3.0.0
components:
  schemas:
    A:
      type: object
      x-kubernetes-group-version-kind: [{group: g, version: v1, kind: Foo}]
      properties:
        metadata: {$ref: "#/components/schemas/M"}
        spec:
          default: {}
          allOf: [{$ref: "#/components/schemas/S"}]
    AList:
      x-kubernetes-group-version-kind: [{group: g, version: v1, kind: FooList}]
      properties: {metadata: {}, items: {type: array}}
    M: {type: object}
    S:
      type: object
      properties:
        size: {type: integer, maximum: 5}
        self: {$ref: "#/components/schemas/S"}
"##;

    #[test]
    fn kinds_are_crds_with_references_followed() {
        let root = document(V3);
        assert!(is_document(&root));
        let kinds = kinds(&root);
        let [(definition, names)] = kinds.as_slice() else { panic!("{kinds:?}") };
        assert_eq!((definition.group.as_str(), definition.names.kind.as_str()), ("g", "Foo"));
        assert_eq!(names.as_slice(), ["A"]);
        let schema = definition.versions.first().and_then(|version| version.schema.clone()).expect("a schema");
        assert_eq!(schema.pointer("/properties/spec/properties/size/maximum"), Some(&json!(5)));
        assert_eq!(schema.pointer("/properties/metadata"), Some(&json!({"type": "object"})));
        let again = schema.pointer("/properties/spec/properties/self");
        assert_eq!(again, Some(&json!({"x-kubernetes-preserve-unknown-fields": true})));
    }

    #[test]
    fn expansion_ends_at_its_limits() {
        let expanded = |definitions: Json, left: usize| {
            let definitions = definitions.as_object().unwrap();
            Expansion { definitions, place: V2_DEFINITIONS, open: BTreeSet::new(), left }.definition("A", 0)
        };
        let anything = json!({"x-kubernetes-preserve-unknown-fields": true});
        let items = |levels: usize| (0..levels).fold(json!({"type": "string"}), |items, _| json!({"items": items}));
        // Schemas at a greater depth are not compared, however few they are.
        let deepest = |schema: &Json| schema.pointer(&"/items".repeat(MOST_DEPTH - 1)).cloned().unwrap();
        assert_eq!(deepest(&expanded(json!({"A": items(MOST_DEPTH - 1)}), MOST_SCHEMAS)), json!({"type": "string"}));
        assert_eq!(deepest(&expanded(json!({"A": items(MOST_DEPTH)}), MOST_SCHEMAS)), json!({"items": anything}));
        // Nor are those after the last one of a kind, however shallow they are.
        let definitions = json!({
            "A": {"properties": {
                "a": {"$ref": "#/definitions/B"}, "b": {"$ref": "#/definitions/B"}, "c": {"type": "string"}
            }},
            "B": {"type": "integer"}
        });
        let all = json!({"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "string"}}});
        assert_eq!(expanded(definitions.clone(), 7), all);
        let some = json!({"properties": {"a": {"type": "integer"}, "b": anything, "c": anything}});
        assert_eq!(expanded(definitions, 4), some);
    }

    #[test]
    fn places_are_those_of_the_document() {
        let root = document(V3);
        let field = |name: &str| Element::Field(name.to_owned());
        let mut elements = vec![field("spec"), field("versions"), Element::Index(0), field("schema")];
        elements.extend(["openAPIV3Schema", "properties", "spec", "properties", "size"].map(field));
        let found = node(&root, &["A".to_owned()], &PathBuf { elements });
        assert_eq!(V3.get(found.span.clone()), Some("{type: integer, maximum: 5}"));
    }
}
