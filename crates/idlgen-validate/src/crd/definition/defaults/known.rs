//! Defaults that were found right: versions and kinds have types in common, and with these their defaults.

use serde_json::Value as Json;

use crate::kept::Kept;

/// Defaults that are right, with the schemas that they stand in; clones know the same ones.
#[derive(Clone, Debug, Default)]
pub(in crate::crd::definition) struct KnownDefaults(Kept<Known>);

/// The most values in a schema that is kept, so that schemas inside each other are not kept many times.
const MOST_VALUES: usize = 400;

#[derive(Debug)]
struct Known {
    schema: Json,
    setting: Setting,
    cost: u64,
}

/// How a default is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Setting {
    /// As a resource, with metadata.
    pub(super) is_resource: bool,
    /// Fields that the schema does not know are an error.
    pub(super) is_pruned: bool,
}

/// A schema with a default that is asked for.
pub(super) struct Asked<'j> {
    schema: &'j Json,
    setting: Setting,
    hash: u64,
}

impl KnownDefaults {
    /// Prepares to ask for the default of a schema; none if it is too large.
    pub(super) fn ask<'j>(&self, schema: &'j Json, setting: Setting) -> Option<Asked<'j>> {
        let mut left = MOST_VALUES;
        is_small(schema, &mut left).then(|| Asked { schema, setting, hash: self.0.hash((schema, setting)) })
    }

    /// What the rules of a default cost that is known to be right.
    pub(super) fn cost(&self, asked: &Asked<'_>) -> Option<u64> {
        let is_equal = |one: &Known| one.setting == asked.setting && one.schema == *asked.schema;
        self.0.find(asked.hash, |one| is_equal(one).then_some(one.cost))
    }

    /// Keeps a default that is right, and what its rules cost.
    pub(super) fn add(&self, asked: &Asked<'_>, cost: u64) {
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
    }
}
