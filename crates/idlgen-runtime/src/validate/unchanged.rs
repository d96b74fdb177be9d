//! Compares a value and all its parts with the old value of an update
//! (`k8s.io/apiserver/pkg/cel/common.CorrelatedObject`).

mod default_value;

use std::collections::BTreeMap;

use default_value::holds_default;
use serde_json::Value as Json;

use crate::{
    check::{ListKey, deep_equal},
    data::{Data, Encoded, Field, FieldRef, Items, Members, Object, object::fields},
    field::{Element, PathBuf},
    value::{Value, ValueRef},
};

/// The element keys of `map` lists, by the path of the list.
type Keys = BTreeMap<PathBuf, Vec<Option<Vec<ListKey<'static>>>>>;

/// Whether a value is unchanged, and the results for its parts that correspond to parts of the old value.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) is_unchanged: bool,
    pub(crate) parts: BTreeMap<Element<String>, Compared>,
}

impl Compared {
    /// Compares an entire value with the old one.
    pub(crate) fn of(new: &dyn Data, old: &dyn Data, new_keys: &Keys, old_keys: &Keys) -> Self {
        let mut both =
            Both { new_keys, old_keys, new_at: PathBuf::default(), old_at: PathBuf::default(), is_in_list: false };
        both.compare(new, old)
    }

    fn whole(is_unchanged: bool) -> Self {
        Compared { is_unchanged, parts: BTreeMap::new() }
    }

    fn add(&mut self, step: Element<String>, part: Compared) {
        self.is_unchanged &= part.is_unchanged;
        self.parts.insert(step, part);
    }
}

/// The state of a comparison: the keys and the current paths of both values.
struct Both<'k> {
    new_keys: &'k Keys,
    old_keys: &'k Keys,
    new_at: PathBuf,
    old_at: PathBuf,
    /// `true` inside a list whose elements have no keys. There, fields that are unknown to the API server are compared
    /// too.
    is_in_list: bool,
}

impl Both<'_> {
    fn compare(&mut self, new: &dyn Data, old: &dyn Data) -> Compared {
        match (new.encoded(), old.encoded()) {
            (Encoded::Object(new), Encoded::Object(old)) => self.objects(new, old),
            (Encoded::Map(new), Encoded::Map(old)) => self.maps(new, old),
            (Encoded::List(new), Encoded::List(old)) => self.lists(new, old),
            (Encoded::Foreign(new), Encoded::Foreign(old)) => {
                let json = new.to_json().ok().zip(old.to_json().ok());
                Compared::whole(json.is_some_and(|(new, old)| deep_equal(&new.as_value(), &old.as_value())))
            }
            // An API server treats an object with unknown fields as changed.
            (Encoded::Json(Json::Object(new)), Encoded::Json(Json::Object(old))) if !self.is_in_list => {
                Compared::whole(new.is_empty() && old.is_empty())
            }
            _ => Compared::whole(deep_equal(&new.as_value(), &old.as_value())),
        }
    }

    /// Compares corresponding parts of the current values, one path element below.
    fn below(&mut self, step: &Element<String>, old_step: Element<String>, new: &dyn Data, old: &dyn Data) -> Compared {
        self.new_at.elements.push(step.clone());
        self.old_at.elements.push(old_step);
        let part = self.compare(new, old);
        self.new_at.elements.pop();
        self.old_at.elements.pop();
        part
    }

    fn objects(&mut self, new: &dyn Object, old: &dyn Object) -> Compared {
        let mut compared = Compared::whole(true);
        let (new_fields, old_fields) = (fields(new), fields(old));
        for ((field, new), (_, old)) in new_fields.iter().zip(&old_fields) {
            let step = Element::Field(field.name.to_owned());
            match (new, old) {
                // If both fields are missing, both have the same default, even if they are structs that are always
                // present.
                _ if new.is_absent(*field) && old.is_absent(*field) => compared.add(step, Compared::whole(true)),
                _ if new.is_absent(*field) => compared.add(step, Compared::whole(holds_default(*field, old))),
                _ if old.is_absent(*field) => compared.add(step, Compared::whole(holds_default(*field, new))),
                (FieldRef::Data(new), FieldRef::Data(old)) => {
                    let part = self.below(&step, step.clone(), *new, *old);
                    compared.add(step, part);
                }
                (FieldRef::Foreign(new), FieldRef::Foreign(old)) => {
                    let json = new.to_json().ok().zip(old.to_json().ok());
                    let same = json.is_some_and(|(new, old)| deep_equal(&new.as_value(), &old.as_value()));
                    compared.add(step, Compared::whole(same));
                }
                _ => {
                    let same = match (new.as_value(), old.as_value()) {
                        (Some(new), Some(old)) => deep_equal(&new, &old),
                        _ => false,
                    };
                    compared.add(step, Compared::whole(same));
                }
            }
        }
        // An API server does not know the metadata fields of a resource, so it treats a resource with metadata as
        // changed.
        compared.is_unchanged &= self.is_in_list || (!has_metadata(&new_fields) && !has_metadata(&old_fields));
        compared
    }

    fn maps(&mut self, new: &dyn Members, old: &dyn Members) -> Compared {
        let mut compared = Compared::whole(count(new) == count(old));
        new.visit_members(&mut |key, new| {
            let step = Element::Key(key.to_owned());
            match old.member(key) {
                Some(old) => {
                    let part = self.below(&step, step.clone(), new, old);
                    compared.add(step, part);
                }
                None => compared.is_unchanged = false,
            }
            true
        });
        compared
    }

    fn lists(&mut self, new: &dyn Items, old: &dyn Items) -> Compared {
        let same_length = new.count() == old.count();
        let keys = self.new_keys.get(&self.new_at).zip(self.old_keys.get(&self.old_at));
        let Some((keys, old_keys)) = keys else {
            // Elements without keys have no results of their own.
            let same = same_length && (0..new.count()).all(|index| same_elements(new, old, index));
            return Compared::whole(same);
        };
        let mut by_key = BTreeMap::new();
        for (index, key) in old_keys.iter().enumerate() {
            if let Some(key) = key {
                by_key.entry(key).or_insert(index);
            }
        }
        let mut compared = Compared::whole(same_length);
        for index in 0..new.count() {
            let key = keys.get(index).and_then(Option::as_ref);
            let before = key.and_then(|key| by_key.get(key).copied());
            let pair = before.and_then(|before| Some((before, new.item(index)?, old.item(before)?)));
            match pair {
                Some((before, new, old)) => {
                    let step = Element::Index(index);
                    let part = self.below(&step, Element::Index(before), new, old);
                    compared.add(step, part);
                }
                None => compared.is_unchanged = false,
            }
        }
        compared
    }
}

/// Compares two elements without keys.
fn same_elements(new: &dyn Items, old: &dyn Items, index: usize) -> bool {
    new.item(index).zip(old.item(index)).is_some_and(|(new, old)| uncorrelated(new, old))
}

/// Compares values inside a list whose elements have no keys. A field that is only set in one of the values is compared
/// with its default.
pub(crate) fn uncorrelated(new: &dyn Data, old: &dyn Data) -> bool {
    let empty = Keys::new();
    let (new_at, old_at) = (PathBuf::default(), PathBuf::default());
    Both { new_keys: &empty, old_keys: &empty, new_at, old_at, is_in_list: true }.compare(new, old).is_unchanged
}

/// Returns `true` if a struct is a resource with nonempty metadata.
fn has_metadata(fields: &[(Field, FieldRef<'_>)]) -> bool {
    let has = |name: &str| fields.iter().any(|(field, _)| field.name == name);
    let metadata = fields.iter().find(|(field, _)| field.name == "metadata").and_then(|(_, value)| value.as_value());
    has("apiVersion") && has("kind") && matches!(metadata, Some(ValueRef::Map(metadata)) if !metadata.is_empty())
}

fn count(members: &dyn Members) -> usize {
    let mut count = 0;
    members.visit_members(&mut |_, _| {
        count += 1;
        true
    });
    count
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::json;

    use super::*;
    use crate::types::RawExtension;

    /// A type that another crate defines.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Elsewhere(i32);

    impl Serialize for Elsewhere {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_i32(self.0)
        }
    }

    impl<'de> Deserialize<'de> for Elsewhere {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            i32::deserialize(deserializer).map(Elsewhere)
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Holder {
        raw: RawExtension,
        list: Vec<RawExtension>,
        map: BTreeMap<String, RawExtension>,
        foreign: Option<Elsewhere>,
        ratio: f32,
    }
    crate::object! {
        Holder {
            raw: "raw" omitempty,
            list: "list" omitempty,
            map: "map" omitempty,
            foreign: "foreign" omitempty foreign,
            ratio: "ratio" omitempty,
        }
    }

    #[test]
    fn free_json_has_changed_unless_it_is_empty_or_in_a_list() {
        let read = |json| serde_json::from_value::<Holder>(json).unwrap();
        for (new, old, is_unchanged) in [
            (json!({}), json!({}), true),
            (json!({"raw": {}}), json!({"raw": {}}), true),
            (json!({"raw": {"a": 1}}), json!({"raw": {"a": 1}}), false),
            (json!({"raw": {}}), json!({"raw": {"a": 1}}), false),
            (json!({"raw": {"a": 1}}), json!({"raw": {}}), false),
            (json!({"raw": [1]}), json!({"raw": [1]}), true),
            (json!({"raw": [1]}), json!({"raw": [2]}), false),
            (json!({"list": [{"a": 1}]}), json!({"list": [{"a": 1}]}), true),
            (json!({"list": [{"a": 1}]}), json!({"list": [{"a": 2}]}), false),
            (json!({"list": [{"a": 1}]}), json!({"list": [{"a": 1}, {}]}), false),
            (json!({"map": {"k": 1}}), json!({"map": {"k": 1}}), true),
            (json!({"map": {"k": 1}}), json!({"map": {"k": 2}}), false),
            (json!({"map": {"k": 1}}), json!({"map": {"l": 1}}), false),
            (json!({"map": {"k": 1}}), json!({"map": {"k": 1, "l": 1}}), false),
            (json!({"foreign": 1}), json!({"foreign": 1}), true),
            (json!({"foreign": 1}), json!({"foreign": 2}), false),
            (json!({"foreign": 1}), json!({}), false),
            (json!({"ratio": 0.5}), json!({"ratio": 0.5}), true),
            (json!({"ratio": 0.5}), json!({"ratio": 1.5}), false),
        ] {
            let (new_value, old_value) = (read(new.clone()), read(old.clone()));
            let keys = Keys::new();
            let compared = Compared::of(&new_value, &old_value, &keys, &keys);
            assert_eq!(compared.is_unchanged, is_unchanged, "{new} {old}");
        }
    }
}
