//! Evaluates `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`.

use idlgen_runtime::{
    Context, check,
    value::{List, Map, ValueRef},
};

use super::{
    node::{Additional, Node},
    sorted_keys::sorted_keys,
    walk::{Location, Walk},
};
use crate::schema::ListType;

impl Walk<'_> {
    /// Finds duplicates in sets and map lists, including nested ones, but not in branches of composites
    /// (`listtype.ValidateListSetsAndMaps`).
    pub(super) fn list_types(&self, place: &Location<'_>, cx: &mut Context) {
        if !place.node.has_list_types || place.depth > self.options.max_depth || cx.is_done() {
            return;
        }
        match place.value {
            ValueRef::Map(map) => self.list_types_of_object(*map, place, cx),
            ValueRef::List(list) => {
                self.list_type(place, cx);
                let Some(node) = place.node.items.map(|id| self.get(id)) else { return };
                for index in 0..list.len() {
                    let Some(value) = list.get(index) else { continue };
                    let path = place.path.index(index);
                    self.list_types(&place.part((node, node), &value, None, &path), cx);
                }
            }
            _ => {}
        }
    }

    /// Finds duplicates in the lists of declared properties, as far as the schema of `additionalProperties` also
    /// applies to them. The combined walk does not visit these.
    pub(super) fn list_types_of_declared_entries(&self, place: &Location<'_>, cx: &mut Context) {
        if let ValueRef::Map(map) = place.value
            && !place.node.properties.is_empty()
        {
            self.list_types_of_entries(*map, place, cx);
        }
    }

    fn list_types_of_entries(&self, map: &dyn Map, place: &Location<'_>, cx: &mut Context) {
        if let Additional::Node(id) = place.node.additional {
            let node = self.get(id);
            if node.has_list_types {
                // As in the API server, this includes declared properties. Its schemas cannot have both.
                for key in &sorted_keys(map) {
                    let Some(value) = map.get(key) else { continue };
                    let path = place.path.key(key);
                    self.list_types(&place.part((node, node), &value, None, &path), cx);
                }
            }
        }
    }

    fn list_types_of_object(&self, map: &dyn Map, place: &Location<'_>, cx: &mut Context) {
        self.list_types_of_entries(map, place, cx);
        for (name, property) in place.properties_that_may_count(map) {
            let node = self.get(property.node);
            if !node.has_list_types {
                continue;
            }
            let Some(value) = self.property(map, name, Some(property)) else { continue };
            let path = place.path.field(name);
            self.list_types(&place.part((node, node), &value, None, &path), cx);
        }
    }

    /// Finds duplicates in a set or map list.
    pub(super) fn list_type(&self, place: &Location<'_>, cx: &mut Context) {
        let ValueRef::List(list) = place.value else { return };
        let list = *list;
        match place.node.list_type {
            Some(ListType::Set) => {
                check::list_set(list, place.path, cx);
            }
            Some(ListType::Map) => {
                let keys = &place.node.list_map_keys;
                match place.node.items.map(|id| self.get(id)).filter(|_| self.is_native()) {
                    None => check::list_map(list, keys, place.path, cx),
                    Some(item) => {
                        let items = (0..list.len()).map(|index| KeyedItem { walk: self, list, index, item });
                        check::list_map(&KeyedItems { items: items.collect() }, keys, place.path, cx)
                    }
                };
            }
            _ => {}
        }
    }
}

/// The elements of a list, with their effective keys: a zero key is treated as missing, and a missing key has its
/// default.
struct KeyedItems<'p> {
    items: Vec<KeyedItem<'p>>,
}

struct KeyedItem<'p> {
    walk: &'p Walk<'p>,
    list: &'p dyn List,
    index: usize,
    item: &'p Node,
}

impl List for KeyedItems<'_> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn get(&self, index: usize) -> Option<ValueRef<'_>> {
        let item = self.items.get(index)?;
        match item.list.get(index)? {
            ValueRef::Map(_) => Some(ValueRef::Map(item)),
            other => Some(other),
        }
    }
}

impl Map for KeyedItem<'_> {
    fn len(&self) -> usize {
        match self.list.get(self.index) {
            Some(ValueRef::Map(map)) => map.len(),
            _ => 0,
        }
    }

    fn get(&self, key: &str) -> Option<ValueRef<'_>> {
        match self.list.get(self.index) {
            Some(ValueRef::Map(map)) => self.walk.property(map, key, self.item.properties.get(key)),
            _ => None,
        }
    }

    fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
        if let Some(ValueRef::Map(map)) = self.list.get(self.index) {
            map.visit(visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{crd, errors, errors_of, json, schema},
    };
    use crate::{Definitions, Schema};

    const LISTS: &str = r#"{
        "properties": {
            "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
            "map": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port", "protocol"],
                    "items": {"type": "object", "properties": {"port": {"type": "integer"}, "protocol": {"type": "string"}}}},
            "more": {"additionalProperties": {"type": "array", "x-kubernetes-list-type": "set", "items": {}}}
        }
    }"#;

    #[test]
    fn duplicates_are_found() {
        assert_eq!(
            errors(
                LISTS,
                r#"{"more": {"x.y": [1, 1.0, 1]}, "set": ["a", "b", "a", "a"], "map": [{"port": 1}, {"port": 1, "protocol": "UDP"}, {"port": 1}]}"#
            ),
            [
                r#"map[2]: Duplicate value: {"port":1}"#,
                "more[x.y][2]: Duplicate value: 1",
                r#"set[2]: Duplicate value: "a""#,
            ]
        );
    }

    #[test]
    fn lists_deeper_than_the_limit_are_not_searched() {
        let value = json(r#"{"set": ["a", "a"]}"#);
        for (max_depth, expected) in [
            (3, vec![r#"set[1]: Duplicate value: "a""#]),
            (2, vec!["set[0]: Internal error: nested deeper than 2 levels", r#"set[1]: Duplicate value: "a""#]),
            (1, vec!["set: Internal error: nested deeper than 1 levels"]),
        ] {
            let options = ValidatorOptions { max_depth, ..ValidatorOptions::crd() };
            let validator = Validator::with_definitions(&Definitions::default(), &schema(LISTS), options).unwrap();
            assert_eq!(errors_of(&validator, &value, None), expected, "{max_depth}");
        }
    }

    #[test]
    fn declared_properties_are_entries_as_well() {
        let set = r#"{"type": "array", "x-kubernetes-list-type": "set", "items": {}}"#;
        let schema = format!(r#"{{"properties": {{"a": {{}}}}, "additionalProperties": {set}}}"#);
        let value = json(r#"{"a": [1, 1], "b": [2, 2]}"#);
        let texts = errors(&schema, &value.to_string());
        assert_eq!(texts, ["[a][1]: Duplicate value: 1", "[b][1]: Duplicate value: 2"]);
        assert!(!crd(&schema).verdict(&json(r#"{"a": [1, 1]}"#), None).is_valid());
        let in_branch = format!(r#"{{"anyOf": [{{"properties": {{"b": {set}}}}}]}}"#);
        assert!(crd(&in_branch).verdict(&value, None).is_valid(), "branches are not looked at");
    }

    #[test]
    fn duplicates_are_ratcheted_if_there_were_any() {
        let validator = crd(LISTS);
        let (unique, duplicate) = (json(r#"{"set": ["a", "b"]}"#), json(r#"{"set": ["a", "a"]}"#));
        assert_eq!(errors_of(&validator, &duplicate, Some(&unique)).len(), 1);
        assert_eq!(errors_of(&validator, &duplicate, Some(&json(r#"{"map": [1]}"#))), [""; 0]);
    }

    #[test]
    fn keys_of_go_types_have_defaults_and_no_zeros() {
        let mut schema = super::super::testing::schema(LISTS);
        let map: Option<&mut Schema> = schema.properties.get_mut("map").and_then(|map| map.items.as_deref_mut());
        for (name, property) in map.map(|item| &mut item.properties).unwrap() {
            property.strip_zero = true;
            if name == "protocol" {
                property.default = Some(crate::schema::Default { value: "TCP".into(), implicit: false });
            }
        }
        let validator =
            Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::default()).unwrap();
        assert_eq!(
            errors_of(
                &validator,
                &json(r#"{"map": [{"port": 1}, {"port": 1, "protocol": "TCP"}, {"port": 0}, {}]}"#),
                None
            ),
            [
                r#"map[1]: Duplicate value: {"port":1,"protocol":"TCP"}"#,
                r#"map[3]: Duplicate value: {"protocol":"TCP"}"#,
            ]
        );
    }
}
