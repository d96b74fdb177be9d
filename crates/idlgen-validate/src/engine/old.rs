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
            Some(ValueRef::List(old)) if place.shape.list_type == Some(ListType::Map) => {
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
