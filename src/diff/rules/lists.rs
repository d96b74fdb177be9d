//! Compares `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`.

use std::collections::BTreeSet;

use idlgen_validate::schema::ListType;

use super::{
    super::{Stored, Verdict, Verdicts, found::Found, pair::Pair},
    duplicates,
};

/// Duplicates are rejected, and server-side apply merges by item.
const UNIQUE: Verdicts = Verdicts::new(Verdict::Breaking, Verdict::Review, Verdict::Breaking);
/// The effect on server-side apply, and on readers that depend on its merging.
const APPLY: Verdicts = Verdicts::new(Verdict::Review, Verdict::Review, Verdict::Ok);

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    let (old, new) = (&pair.old.extensions, &pair.new.extensions);
    let name = |list_type: &Option<ListType>| list_type.as_ref().map_or("atomic", ListType::name).to_owned();
    if old.list_type != new.list_type {
        let (from, to) = (name(&old.list_type), name(&new.list_type));
        if new.list_type.is_some() && duplicates::are_excluded(pair.old, pair.new) {
            let text = format!("list type changed from {from} to {to}: server-side apply merges the items");
            found.add("list-type-added", APPLY, text);
        } else if new.list_type.is_some() {
            let text = format!("list type changed from {from} to {to}: lists with duplicates are rejected");
            found.add("list-type-added", UNIQUE, text).stored(Stored::RatchetedAround);
        } else {
            let text = format!("list type changed from {from} to {to}: server-side apply replaces the entire list");
            found.add("list-type-removed", APPLY, text);
        }
    } else if old.list_map_keys != new.list_map_keys {
        let keys = |keys: &[String]| keys.iter().cloned().collect::<BTreeSet<_>>();
        let (old_keys, new_keys) = (keys(&old.list_map_keys), keys(&new.list_map_keys));
        let (from, to) = (old.list_map_keys.join(", "), new.list_map_keys.join(", "));
        if new_keys.is_superset(&old_keys) && new_keys != old_keys {
            found.add("list-map-keys-added", APPLY, format!("list map keys changed from {from} to {to}"));
        } else if old_keys != new_keys && duplicates::are_excluded(pair.old, pair.new) {
            found.add("list-map-keys-removed", APPLY, format!("list map keys changed from {from} to {to}"));
        } else if old_keys != new_keys {
            let text = format!("list map keys changed from {from} to {to}: items with equal keys are rejected");
            found.add("list-map-keys-removed", UNIQUE, text).stored(Stored::RatchetedAround);
        }
    }
    if old.map_type != new.map_type {
        let (rule, text) = if new.map_type.is_some() {
            ("map-type-atomic-added", "map type is atomic now: server-side apply replaces the entire value")
        } else {
            ("map-type-atomic-removed", "map type is granular now: server-side apply merges the fields")
        };
        found.add(rule, Verdicts::new(Verdict::Review, Verdict::Ok, Verdict::Ok), text);
    }
}
