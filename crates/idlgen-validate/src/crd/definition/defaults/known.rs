//! A cache of valid defaults. Versions and kinds share types, including their defaults.

use serde_json::Value as Json;

use idlgen_schema::kept::Kept;

/// The cache of valid defaults, by schema. Clones share its content.
#[derive(Clone, Debug, Default)]
pub(in crate::crd::definition) struct KnownDefaults(Kept<Known>);

/// Maximum number of JSON values in a cached schema. It prevents nested schemas from being stored many times.
const MOST_VALUES: usize = 400;

#[derive(Debug)]
struct Known {
    schema: Json,
    setting: Setting,
    cost: u64,
}

/// The options with which a default is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Setting {
    /// `true` if the default is a resource with metadata.
    pub(super) is_resource: bool,
    /// `true` if unknown fields are an error.
    pub(super) is_pruned: bool,
}

/// The cache key of a schema with a default.
pub(super) struct Key<'j> {
    schema: &'j Json,
    setting: Setting,
    hash: u64,
}

impl KnownDefaults {
    /// Returns the cache key of a schema with a default. Returns `None` if the schema is too large for the cache.
    pub(super) fn ask<'j>(&self, schema: &'j Json, setting: Setting) -> Option<Key<'j>> {
        let mut left = MOST_VALUES;
        is_small(schema, &mut left).then(|| Key { schema, setting, hash: self.0.hash((schema, setting)) })
    }

    /// Returns the cost of the rules if the default is known to be valid.
    pub(super) fn cost(&self, asked: &Key<'_>) -> Option<u64> {
        let is_equal = |one: &Known| one.setting == asked.setting && one.schema == *asked.schema;
        self.0.find(asked.hash, |one| is_equal(one).then_some(one.cost))
    }

    /// Adds a valid default, with the cost of its rules.
    pub(super) fn add(&self, asked: &Key<'_>, cost: u64) {
        self.0.add(asked.hash, Known { schema: asked.schema.clone(), setting: asked.setting, cost });
    }
}

fn is_small(json: &Json, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match json {
        Json::Array(elements) => elements.iter().all(|element| is_small(element, left)),
        Json::Object(members) => members.values().all(|member| is_small(member, left)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equal_schemas_judged_alike_are_known() {
        let known = KnownDefaults::default();
        let setting = Setting { is_resource: false, is_pruned: true };
        let cost = |schema: &Json, setting| known.cost(&known.ask(schema, setting).unwrap());
        let (one, other) = (json!({"type": "integer", "default": 1}), json!({"type": "integer", "default": 2}));
        known.add(&known.ask(&one, setting).unwrap(), 7);
        assert_eq!(cost(&one.clone(), setting), Some(7));
        assert_eq!(cost(&other, setting), None);
        assert_eq!(cost(&one, Setting { is_resource: true, ..setting }), None);
        let large: Json = (0..MOST_VALUES).collect();
        assert!(known.ask(&large, setting).is_none());
        assert!(known.ask(&json!({"default": large}), setting).is_none());
    }
}
