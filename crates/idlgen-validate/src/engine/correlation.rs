//! Correlates each value of an update with its old value, and compares them
//! (`k8s.io/apiserver/pkg/cel/common.CorrelatedObject`).

use std::collections::BTreeMap;

use idlgen_runtime::{
    check::deep_equal,
    value::{List, Map, ValueRef},
};

use super::{
    node::{Additional, Node, Property},
    old_value::{Correlation, Parts},
    sorted_keys::sorted_keys,
    walk::Walk,
};
use crate::schema::ListType;

/// The metadata fields that the schema of a resource may declare. Other metadata fields cannot be compared.
const KNOWN_METADATA: [&str; 2] = ["name", "generateName"];

/// The known facts about an object whose parts are compared.
#[derive(Clone, Copy)]
enum Known<'v> {
    Node(&'v Node),
    /// The object is the metadata of a resource.
    Metadata(&'v Node),
}

impl<'v> Walk<'v> {
    /// Compares an entire value with the old one, including all parts.
    pub(super) fn correlate<'p>(&self, new: &ValueRef<'p>, old: &ValueRef<'p>, node: &'v Node) -> Correlation<'p>
    where
        'v: 'p,
    {
        self.correlate_below(new, old, Known::Node(node), 1)
    }

    fn correlate_below<'p>(
        &self,
        new: &ValueRef<'p>,
        old: &ValueRef<'p>,
        known: Known<'v>,
        depth: usize,
    ) -> Correlation<'p>
    where
        'v: 'p,
    {
        let (is_equal, parts) = match (new, old) {
            _ if depth > self.options.max_depth => (false, Parts::None),
            (ValueRef::List(new), ValueRef::List(old)) => self.correlate_lists(*new, *old, known, depth),
            (ValueRef::Map(new), ValueRef::Map(old)) => self.correlate_objects(*new, *old, known, depth),
            _ => (deep_equal(new, old), Parts::None),
        };
        Correlation { old: old.clone(), is_equal, parts }
    }

    fn correlate_objects<'p>(
        &self,
        new: &'p dyn Map,
        old: &'p dyn Map,
        known: Known<'v>,
        depth: usize,
    ) -> (bool, Parts<'p>)
    where
        'v: 'p,
    {
        let node = known.node();
        let mut entries = BTreeMap::new();
        let mut is_equal = true;
        let is_struct = self.is_native() && !node.properties.is_empty();
        if is_struct {
            for (name, property) in &node.properties {
                let declared = Some(property);
                match (self.property(new, name, declared), self.property(old, name, declared)) {
                    (Some(new), Some(old)) => {
                        let below = self.known_below(known, name, property, depth);
                        let part = self.correlate_below(&new, &old, below, depth + 1);
                        is_equal &= part.is_equal;
                        entries.insert(name.clone(), part);
                    }
                    (new, old) => is_equal &= new.is_none() && old.is_none(),
                }
            }
        } else {
            is_equal = new.len() == old.len();
            for key in sorted_keys(new) {
                let part = new.get(&key).zip(old.get(&key)).and_then(|(new, old)| {
                    let below = self.known_of_key(known, &key, depth)?;
                    Some(self.correlate_below(&new, &old, below, depth + 1))
                });
                // Parts that the schema does not describe are always treated as changed.
                is_equal &= part.as_ref().is_some_and(|part| part.is_equal);
                entries.extend(part.map(|part| (key.into_owned(), part)));
            }
        }
        (is_equal && !(is_struct && Self::is_metadata_changed(known, new, old)), Parts::Entries(entries))
    }

    /// Returns `true` if the object is a resource of a Go type whose metadata is not empty. An API server does not know
    /// the schema of such metadata, so it is treated as changed.
    fn is_metadata_changed(known: Known<'v>, new: &dyn Map, old: &dyn Map) -> bool {
        let is_resource =
            ["apiVersion", "kind", "metadata"].iter().all(|name| known.node().properties.contains_key(*name));
        // Go omits metadata that is empty.
        let is_empty = |map: &dyn Map| match map.get("metadata") {
            Some(ValueRef::Map(metadata)) => {
                let mut is_empty = true;
                metadata.visit(&mut |_, value| {
                    is_empty = is_left_out(&value);
                    is_empty
                });
                is_empty
            }
            _ => true,
        };
        is_resource && !(is_empty(new) && is_empty(old))
    }

    fn known_of_key(&self, known: Known<'v>, key: &str, depth: usize) -> Option<Known<'v>> {
        match (known.node().properties.get(key), known.node().additional) {
            (Some(_), _) if matches!(known, Known::Metadata(_)) && !KNOWN_METADATA.contains(&key) => None,
            (Some(property), _) => Some(self.known_below(known, key, property, depth)),
            (None, Additional::Node(id)) => Some(Known::Node(self.get(id))),
            _ => None,
        }
    }

    fn known_below(&self, known: Known<'v>, name: &str, property: &Property, depth: usize) -> Known<'v> {
        let node = self.get(property.node);
        let is_metadata = depth == 1 && name == "metadata" && self.options.is_resource && !self.is_native();
        match known {
            Known::Node(_) if is_metadata => Known::Metadata(node),
            _ => Known::Node(node),
        }
    }

    fn correlate_lists<'p>(
        &self,
        new: &'p dyn List,
        old: &'p dyn List,
        known: Known<'v>,
        depth: usize,
    ) -> (bool, Parts<'p>)
    where
        'v: 'p,
    {
        let list = known.node();
        if list.list_type != Some(ListType::Map) {
            let (new, old) = (ValueRef::List(new), ValueRef::List(old));
            return (self.is_equal(&new, &old, list), Parts::None);
        }
        let item = list.items.map(|id| self.get(id)).filter(|_| !list.list_map_keys.is_empty());
        let mut by_key = BTreeMap::new();
        if let Some(item) = item {
            for index in 0..old.len() {
                if let Some(value) = old.get(index)
                    && let Some(key) = self.key_of(&value, list, item)
                {
                    by_key.entry(key).or_insert(value);
                }
            }
        }
        let correlate = |value: ValueRef<'p>| {
            let item = item?;
            let old = by_key.get(&self.key_of(&value, list, item)?)?;
            Some(self.correlate_below(&value, old, Known::Node(item), depth + 1))
        };
        let elements: Vec<_> = (0..new.len()).map(|index| new.get(index).and_then(correlate)).collect();
        let is_same = |part: &Option<Correlation<'p>>| part.as_ref().is_some_and(|part| part.is_equal);
        (new.len() == old.len() && elements.iter().all(is_same), Parts::Elements(elements))
    }

    /// Returns the keys of an element. Returns `None` unless the element has all keys, and all of them are scalars
    /// (`MapList` of `k8s.io/apiserver/pkg/cel/common`).
    fn key_of(&self, value: &ValueRef<'_>, list: &Node, item: &Node) -> Option<Vec<KeyValue>> {
        let ValueRef::Map(map) = value else { return None };
        let is_only = list.list_map_keys.len() == 1;
        let keys = list.list_map_keys.iter().map(|key| {
            Some(match self.property(*map, key, item.properties.get(key))? {
                ValueRef::Bool(value) => KeyValue::Bool(value),
                ValueRef::Int(value) => KeyValue::Int(value),
                // If it is the only key, a float is compared as a number. Otherwise it is compared as the string that
                // Go's `%f` prints.
                ValueRef::Float(value) if is_only => KeyValue::Float(if value == 0.0 { 0 } else { value.to_bits() }),
                ValueRef::Float(value) => KeyValue::FloatText(format!("{value:.6}")),
                ValueRef::String(text) => KeyValue::Text(text.into_owned()),
                ValueRef::Null | ValueRef::List(_) | ValueRef::Map(_) => return None,
            })
        });
        keys.collect()
    }
}

impl<'v> Known<'v> {
    fn node(self) -> &'v Node {
        match self {
            Known::Node(node) | Known::Metadata(node) => node,
        }
    }
}

/// The value of a key in a `map` list.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum KeyValue {
    Bool(bool),
    Int(i64),
    Float(u64),
    FloatText(String),
    Text(String),
}

/// Returns `true` if Go omits the value of a metadata field.
fn is_left_out(value: &ValueRef<'_>) -> bool {
    match value {
        ValueRef::Null => true,
        ValueRef::List(list) => list.is_empty(),
        ValueRef::Map(map) => map.is_empty(),
        value => value.as_str().is_some_and(str::is_empty),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{crd, errors_of, json, schema},
    };
    use idlgen_runtime::field::Path;

    use crate::Definitions;

    /// Returns the paths of the errors of an update.
    fn fields(validator: &Validator, value: &str, old: &str) -> Vec<String> {
        let texts = errors_of(validator, &json(value), Some(&json(old)));
        texts.iter().map(|text| text.split(": ").next().unwrap_or_default().to_owned()).collect()
    }

    const EVERY_KEYWORD: &str = r#"{"type": "object", "properties": {
        "type": {"type": "string"}, "enum": {"type": "string", "enum": ["a"]}, "length": {"type": "string", "minLength": 3},
        "pattern": {"type": "string", "pattern": "^a"}, "format": {"type": "string", "format": "ipv4"},
        "number": {"type": "integer", "minimum": 5, "multipleOf": 2},
        "list": {"type": "array", "minItems": 3, "items": {"type": "string", "maxLength": 1}},
        "any": {"type": "string", "anyOf": [{"minLength": 9}]}, "not": {"type": "integer", "not": {}},
        "required": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
        "map": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 1}, "maxProperties": 1},
        "none": {"type": "object", "additionalProperties": false}, "free": {"type": "string"}
    }}"#;

    #[test]
    fn errors_of_unchanged_values_are_ratcheted() {
        let validator = crd(EVERY_KEYWORD);
        let wrong = [
            r#""type": 1"#,
            r#""enum": "b""#,
            r#""length": "b""#,
            r#""pattern": "b""#,
            r#""format": "b""#,
            r#""number": 3"#,
            r#""list": ["aa"]"#,
            r#""any": "a""#,
            r#""not": 1"#,
            r#""required": {"b": "c"}"#,
            r#""map": {"a": "bb", "b": ""}"#,
        ];
        for wrong in wrong {
            let (value, old) = (format!(r#"{{{wrong}, "free": "new"}}"#), format!("{{{wrong}}}"));
            assert_ne!(fields(&validator, &value, "{}"), [""; 0], "{wrong}");
            assert_eq!(fields(&validator, &value, &old), [""; 0], "{wrong}");
            let outcome = validator.validate(&json(&value), Some(&json(&old)));
            assert_eq!(outcome.warnings.len(), 0, "no warning");
        }
        assert_eq!(
            fields(&validator, r#"{"none": {"a": 1}, "free": ""}"#, r#"{"none": {"a": 1}}"#),
            ["none"],
            "a value that no schema describes is always treated as changed"
        );
    }

    #[test]
    fn only_what_changed_has_errors() {
        let validator = crd(EVERY_KEYWORD);
        let old = r#"{"list": ["aa", "bb"], "map": {"a": "bb", "b": "cc"}, "required": {"b": "c"}, "number": 3}"#;
        let value = r#"{"list": ["aa"], "map": {"a": "bb", "b": "dd"}, "required": {"b": "d"}, "number": 3.0}"#;
        assert_eq!(
            fields(&validator, value, old),
            ["list[0]", "list", "map", "map.b", "number", "number", "required.a"],
            "list elements have no identity, map entries do; 3.0 is not 3"
        );
    }

    #[test]
    fn branches_ratchet_nothing() {
        let validator = crd(r#"{"type": "object", "properties": {
            "a": {"type": "string"}, "b": {"type": "string"}
        }, "allOf": [{"properties": {"a": {"minLength": 3}}}]}"#);
        assert_eq!(fields(&validator, r#"{"a": "x", "b": "y"}"#, r#"{"a": "x"}"#), ["a", "<nil>"]);
        assert_eq!(fields(&validator, r#"{"a": "x"}"#, r#"{"a": "x"}"#), [""; 0]);
    }

    const KEYED: &str = r#"{"type": "object", "properties": {"l": {
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k", "p"],
        "items": {"type": "object", "properties": {
            "k": {"type": "string"}, "p": {"type": "number"}, "v": {"type": "string", "maxLength": 1}}}
    }}}"#;

    #[test]
    fn elements_are_told_apart_by_their_keys() {
        let validator = crd(KEYED);
        let old = r#"{"l": [{"k": "a", "p": 1, "v": "xx"}, {"k": "b", "p": 1, "v": "xx"}, {"k": "c", "v": "xx"}]}"#;
        let fields = |value: &str| fields(&validator, &format!(r#"{{"l": [{value}]}}"#), old);
        assert_eq!(fields(r#"{"k": "b", "p": 1, "v": "xx"}, {"k": "z", "p": 1}"#), [""; 0]);
        assert_eq!(fields(r#"{"k": "b", "p": 1, "v": "yy"}"#), ["l[0].v"]);
        assert_eq!(fields(r#"{"k": "b", "p": 1.0, "v": "xx"}"#), ["l[0].v"]);
        assert_eq!(fields(r#"{"k": "c", "v": "xx"}"#), ["l[0].v"], "a key is missing");
        assert_eq!(fields(r#"{"k": "c", "p": null, "v": "xx"}"#).len(), 2, "a key is null");
    }

    #[test]
    fn values_below_the_limit_are_treated_as_changed() {
        let text = r##"{"N": {"type": "object", "properties": {"k": {"type": "string"}, "l": {
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "items": {"$ref": "#/definitions/N"}}}}}"##;
        let (definitions, _) = Definitions::from_json(&json(text));
        let options = ValidatorOptions { max_depth: 6, ..ValidatorOptions::crd() };
        let validator = Validator::for_definition(&definitions, "N", options).unwrap();
        let nested = |lists: usize| {
            (0..lists).fold(r#"{"k": "a"}"#.to_owned(), |inner, _| format!(r#"{{"k": "a", "l": [{inner}]}}"#))
        };
        assert_eq!(fields(&validator, &nested(2), &nested(2)), [""; 0]);
        let errors = errors_of(&validator, &json(&nested(3)), Some(&json(&nested(3))));
        assert_eq!(errors, ["l[0].l[0].l[0]: Internal error: nested deeper than 6 levels"; 1]);
    }

    #[test]
    fn floats_beside_other_keys_are_texts() {
        let validator = crd(KEYED);
        let old = r#"{"l": [{"k": "a", "p": 0.00000001, "v": "xx"}]}"#;
        let value = |number: &str| format!(r#"{{"l": [{{"k": "a", "p": {number}, "v": "xx"}}]}}"#);
        assert_eq!(fields(&validator, &value("0.00000002"), old), [""; 0], "the element is another, its text is not");
        assert_eq!(fields(&validator, &value("0.1"), old), ["l[0].v"]);
    }

    #[test]
    fn type_and_metadata_of_the_whole_have_always_changed() {
        let validator = crd(r#"{"type": "object", "maxProperties": 1, "properties": {
            "kind": {"type": "string", "maxLength": 1},
            "metadata": {"type": "object", "properties": {
                "name": {"type": "string", "maxLength": 1}, "namespace": {"type": "string"}}},
            "spec": {"type": "object", "properties": {"kind": {"type": "string", "maxLength": 1}}}
        }}"#);
        let same = |value: &str| fields(&validator, value, value);
        assert_eq!(same(r#"{"kind": "KK", "metadata": {"name": "nn", "namespace": "d"}}"#), ["<nil>", "kind"]);
        assert_eq!(same(r#"{"kind": "KK", "metadata": {"name": "nn", "labels": {}}}"#), ["<nil>", "kind"]);
        assert_eq!(same(r#"{"kind": "KK", "metadata": {"name": "nn"}}"#), [""; 0]);
        let value = r#"{"kind": "KK", "spec": {"kind": "KK"}}"#;
        assert_eq!(
            fields(&validator, value, r#"{"kind": "KK", "metadata": {}, "spec": {"kind": "KK"}}"#),
            ["<nil>", "kind"]
        );
    }

    #[test]
    fn metadata_that_go_leaves_out_is_none() {
        let schema = schema(
            r#"{"type": "object", "required": ["f"], "properties": {
                "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "f": {"type": "string"},
                "metadata": {"type": "object", "properties": {"name": {"type": "string"},
                    "labels": {"type": "object", "additionalProperties": {"type": "string"}}}}}}"#,
        );
        let options = ValidatorOptions { ratcheting: Some(true), ..ValidatorOptions::default() };
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        let same = |value: &str| fields(&validator, value, value);
        assert_eq!(same(r#"{"metadata": {"name": "", "labels": {}}}"#), [""; 0]);
        assert_eq!(same(r#"{"metadata": {"labels": {"a": ""}}}"#), ["f"]);
    }

    #[test]
    fn it_can_be_turned_off() {
        let text = r#"{"type": "object", "properties": {
            "a": {"type": "string", "maxLength": 1}, "b": {"type": "integer"},
            "o": {"type": "integer", "x-kubernetes-validations": [
                {"rule": "oldSelf.hasValue()", "optionalOldSelf": true}, {"rule": "self > 5"}]}}}"#;
        let (schema, value) = (schema(text), json(r#"{"a": "xx", "o": 1}"#));
        let counts = |options: ValidatorOptions| {
            let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
            let errors = |value, old| errors_of(&validator, value, old).len();
            (errors(&value, Some(&value)), errors(&json(r#"{"o": 6}"#), None))
        };
        let mut options = ValidatorOptions::crd();
        assert_eq!(counts(options), (0, 1));
        options.kubernetes_minor = 29;
        assert_eq!(counts(options).1, 0, "a rule that may do without an old value waits for one");
        options.ratcheting = Some(true);
        assert_eq!(counts(options), (0, 1));
        options = ValidatorOptions::crd();
        options.ratcheting = Some(false);
        assert_eq!(counts(options), (2, 0), "the error keeps rules from being run");
    }

    #[test]
    fn old_values_can_be_asked_for() {
        let validator = crd(KEYED);
        let (value, old) = (
            json(r#"{"l": [{"k": "a", "p": 1, "v": "y"}]}"#),
            json(r#"{"l": [{"k": "b"}, {"k": "a", "p": 1, "v": "x"}]}"#),
        );
        let root = Path::root();
        let list = root.field("l");
        let ask = |path: &Path<'_>| {
            let found = validator.old_value(&value, &old, &path.to_path_buf())?;
            Some((found.value, found.is_unchanged))
        };
        assert_eq!(ask(&list.index(0).field("v")), Some((json(r#""x""#), false)));
        assert_eq!(ask(&list.index(0).field("k")), Some((json(r#""a""#), true)));
        assert_eq!(ask(&list.index(1)), None);
        assert_eq!(ask(&root.field("x")), None);
        assert_eq!(ask(&root), Some((old.clone(), false)));
    }
}
