//! Which old value a value is to be compared with (`k8s.io/apiserver/pkg/cel/common.CorrelatedObject`).

use idlgen_runtime::{
    check::deep_equal,
    value::{List, Map, ValueRef},
};

use super::{
    node::{Node, Property},
    walk::{Place, Walk},
};
use crate::schema::ListType;

impl<'v> Walk<'v> {
    /// The old value of a property. Looked for only where a rule could need it.
    pub(super) fn old_property<'p>(
        &self,
        place: &Place<'p>,
        name: &str,
        property: Option<&Property>,
    ) -> Option<ValueRef<'p>>
    where
        'v: 'p,
    {
        let ValueRef::Map(old) = place.old? else { return None };
        if !place.node.has_transition_rules {
            return None;
        }
        self.property(*old, name, property)
    }
}

/// The elements of the old list, which can be told apart only by the keys of a `map` list.
pub(super) struct OldItems<'w, 'p> {
    walk: &'w Walk<'w>,
    correlatable: Option<(&'p dyn List, &'p Node, Option<&'p Node>)>,
}

impl<'w, 'p> OldItems<'w, 'p> {
    pub(super) fn new(walk: &'w Walk<'w>, place: &Place<'p>) -> Self
    where
        'w: 'p,
    {
        let correlatable = match place.old {
            Some(ValueRef::List(old))
                if place.node.has_transition_rules && place.shape.list_type == Some(ListType::Map) =>
            {
                Some((*old, place.shape, place.shape.items.map(|id| walk.get(id))))
            }
            _ => None,
        };
        OldItems { walk, correlatable }
    }

    /// The first old element with the same keys, all of them scalars.
    pub(super) fn get(&self, value: &ValueRef<'_>) -> Option<ValueRef<'p>> {
        let (old, list, item) = self.correlatable?;
        let ValueRef::Map(new) = value else { return None };
        (0..old.len()).find_map(|index| {
            let candidate = old.get(index)?;
            let ValueRef::Map(map) = candidate else { return None };
            let same = !list.list_map_keys.is_empty()
                && list.list_map_keys.iter().all(|key| {
                    let property = item.and_then(|item| item.properties.get(key));
                    match (self.key(*new, key, property), self.key(map, key, property)) {
                        (Some(new), Some(old)) => deep_equal(&new, &old),
                        _ => false,
                    }
                });
            same.then_some(candidate)
        })
    }

    fn key<'m>(&self, map: &'m dyn Map, key: &str, property: Option<&Property>) -> Option<ValueRef<'m>>
    where
        'w: 'm,
    {
        self.walk
            .property(map, key, property)
            .filter(|value| !matches!(value, ValueRef::Null | ValueRef::List(_) | ValueRef::Map(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{crd, json};

    #[test]
    fn transition_rules_need_an_old_value_of_the_same_thing() {
        let validator = crd(r#"{
                "properties": {
                    "a": {"type": "integer", "x-kubernetes-validations": [{"rule": "self >= oldSelf"}]},
                    "o": {"type": "integer", "x-kubernetes-validations": [{"rule": "oldSelf.orValue(0) < self", "optionalOldSelf": true}]},
                    "list": {"type": "array", "items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self + 0 == oldSelf"}]}},
                    "map": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {
                        "type": "object", "properties": {"k": {"type": "string"}},
                        "x-kubernetes-validations": [{"rule": "self.k == oldSelf.k"}]}}
                },
                "x-kubernetes-validations": [{"rule": "has(self.a)"}]
            }"#);
        let rules = |value: &str, old: Option<&str>| -> Vec<String> {
            let (value, old) = (json(value), old.map(json));
            let outcome = validator.validate(&value, old.as_ref().map(|old| old as _));
            outcome.not_executed.iter().map(|rule| format!("{} {}", rule.scope, rule.rule)).collect()
        };
        let value = r#"{"a": 1, "o": 1, "list": [1], "map": [{"k": "x"}]}"#;
        assert_eq!(rules(value, None), [". has(self.a)", ".o oldSelf.orValue(0) < self"]);
        assert_eq!(
            rules(value, Some(r#"{"a": 1, "list": [1], "map": [{"k": "y"}, {"k": "x"}]}"#)),
            [". has(self.a)", ".a self >= oldSelf", ".map[*] self.k == oldSelf.k", ".o oldSelf.orValue(0) < self"]
        );
        assert_eq!(rules("{}", Some(value)), [". has(self.a)"]);
        assert_eq!(rules(r#"{"a": null}"#, Some(value)), [". has(self.a)"]);
    }
}
