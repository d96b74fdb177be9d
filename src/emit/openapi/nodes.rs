//! Visits every node of a schema.

use std::collections::BTreeMap;

use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, Properties},
};

/// Calls `change` for the schema and every nested schema, inner ones first.
pub(in crate::emit) fn for_each(schema: &mut Schema, change: &mut dyn FnMut(&mut Schema)) {
    Walk::default().node(schema, change);
}

/// Changes several schemas and sorts their properties. Shared parts are changed once.
#[derive(Default)]
pub(in crate::emit) struct Once(Walk);

impl Once {
    /// Visits nodes like [`for_each`]. `change` must be deterministic.
    pub(in crate::emit) fn for_each(&mut self, schema: &mut Schema, change: &mut dyn FnMut(&mut Schema)) {
        self.0.changed.get_or_insert_default();
        self.0.node(schema, change);
    }
}

#[derive(Default)]
struct Walk {
    /// The changed properties by address. Also stores the original, so that its address is not reused.
    changed: Option<BTreeMap<usize, (Properties, Properties)>>,
}

impl Walk {
    fn node(&mut self, schema: &mut Schema, change: &mut dyn FnMut(&mut Schema)) {
        let boxed = schema.items.iter_mut().chain(&mut schema.not).chain(&mut schema.v2);
        for inner in boxed {
            self.node(inner, change);
        }
        if let Some(AdditionalProperties::Schema(values)) = &mut schema.additional_properties {
            self.node(values, change);
        }
        self.properties(&mut schema.properties, change);
        for branch in schema.all_of.iter_mut().chain(&mut schema.any_of).chain(&mut schema.one_of) {
            self.node(branch, change);
        }
        change(schema);
    }

    fn properties(&mut self, properties: &mut Properties, change: &mut dyn FnMut(&mut Schema)) {
        let shared = properties.identity().filter(|_| self.changed.is_some() && properties.are_shared());
        let known = shared.and_then(|identity| self.changed.as_ref()?.get(&identity));
        if let Some((_, changed)) = known {
            *properties = changed.clone();
            return;
        }
        let before = shared.map(|identity| (identity, properties.clone()));
        for (_, property) in &mut *properties {
            self.node(property, change);
        }
        if self.changed.is_some() {
            properties.sort_unstable_keys();
        }
        if let (Some((identity, before)), Some(changed)) = (before, &mut self.changed) {
            changed.insert(identity, (before, properties.clone()));
        }
    }
}

/// Iterates over the nested schemas: properties, items, map values.
pub(in crate::emit) fn children(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let values = match &schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&**values),
        _ => None,
    };
    schema.properties.values().chain(schema.items.as_deref()).chain(values)
}

/// Iterates like [`children`], mutably.
pub(in crate::emit) fn children_mut(schema: &mut Schema) -> impl Iterator<Item = &mut Schema> {
    let values = match &mut schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&mut **values),
        _ => None,
    };
    schema.properties.values_mut().chain(schema.items.as_deref_mut()).chain(values)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_common_is_changed_once_and_stays_common() {
        let (part, _) = Schema::from_json(&json!({"properties": {"a": {"properties": {"b": {}}}, "c": {}}}));
        let around = |title: &str| Schema {
            title: Some(title.to_owned()),
            items: Some(Box::new(part.clone())),
            all_of: vec![part.clone()],
            ..Schema::default()
        };
        let (mut once, mut each) = ([around("1"), around("2")], [around("1"), around("2")]);
        let change = |node: &mut Schema, calls: &mut i32| {
            *calls += 1;
            node.title.get_or_insert_default().push('!');
        };
        let (mut calls, mut all, mut walk) = (0, 0, Once::default());
        for (once, each) in once.iter_mut().zip(&mut each) {
            walk.for_each(once, &mut |node| change(node, &mut calls));
            for_each(each, &mut |node| change(node, &mut all));
        }
        assert_eq!(once, each);
        assert_eq!((calls, all), (9, 18));
        assert_eq!(once[0].items.as_ref().unwrap().properties.identity(), once[1].all_of[0].properties.identity());
        assert_eq!(part, around("").all_of[0]);
    }
}
