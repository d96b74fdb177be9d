//! Rules that no object of the old CRD can violate, because servers do not run rules on objects that are incomplete.

use idlgen_validate::Schema;

use super::embed::schema_at;
use crate::diff::{Change, SchemaPath};

/// Returns the path of a required property that the old CRD does not have, if every old object with a value at the
/// location of a changed rule is incomplete without it.
pub(super) fn missing_property(old: &Schema, new: &Schema, change: &Change) -> Option<SchemaPath> {
    change.cel.as_ref()?;
    let (mut old, mut new) = (old, new);
    let mut place = SchemaPath::default();
    let mut steps = change.path.as_ref()?.steps().iter();
    loop {
        let is_missing = |name: &&String| {
            let has_default = new.properties.get(*name).is_some_and(|property| property.default.is_some());
            !has_default && !old.properties.contains_key(*name)
        };
        let is_open = old.extensions.preserve_unknown_fields == Some(true) || old.additional_properties.is_some();
        if let Some(name) = new.required.iter().find(is_missing).filter(|_| !is_open) {
            return Some(place.field(name));
        }
        let step = steps.next()?;
        place.push(step.clone());
        let step = std::slice::from_ref(step);
        (old, new) = (schema_at(old, step)?, schema_at(new, step)?);
    }
}
