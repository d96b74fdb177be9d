//! Remembers shared properties in which a check found no errors. Types that occur in many locations of a CRD, and in
//! several versions and kinds, are then checked once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use foldhash::fast::RandomState;

use crate::schema::Properties;

/// Maximum number of properties, to limit memory usage.
const MOST: usize = 4_096;

/// The properties that passed a check, which does not depend on where they are. Clones share the content.
#[derive(Clone, Debug, Default)]
pub(super) struct Sound(Arc<Mutex<ByIdentity>>);

/// The cost of the check by identity of the properties. The map owns the properties, so that no
/// others get the same identity.
type ByIdentity = HashMap<usize, (Properties, u64), RandomState>;

impl Sound {
    /// Returns the cost of a check of these properties if they passed it.
    pub(super) fn cost(&self, properties: Option<&Properties>) -> Option<u64> {
        let identity = properties?.identity()?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&identity).map(|(_, cost)| *cost)
    }

    /// Returns `true` if these properties passed the check.
    pub(super) fn contains(&self, properties: Option<&Properties>) -> bool {
        self.cost(properties).is_some()
    }

    /// Adds properties that passed the check, and its cost. If there are too many, drops all others first.
    pub(super) fn add(&self, properties: Option<&Properties>, cost: u64) {
        let Some((properties, identity)) = properties.and_then(|some| Some((some, some.identity()?))) else { return };
        let mut sound = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sound.len() >= MOST {
            sound.clear();
        }
        sound.insert(identity, (properties.clone(), cost));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Schema;

    #[test]
    fn copies_of_properties_are_known_and_equal_ones_are_not() {
        let sound = Sound::default();
        let properties = || Schema::from_json(&json!({"properties": {"a": {"type": "string"}}})).0.properties;
        let (one, other, third) = (properties(), properties(), properties());
        sound.add(Some(&one), 7);
        sound.add(None, 1);
        sound.add(Some(&Properties::new()), 1);
        assert_eq!(sound.clone().cost(Some(&one.clone())), Some(7));
        assert!(sound.contains(Some(&one)));
        sound.add(Some(&third), 3);
        assert_eq!([sound.cost(Some(&one)), sound.cost(Some(&third))], [Some(7), Some(3)]);
        for unknown in [Some(&other), Some(&Properties::new()), None] {
            assert!(!sound.contains(unknown));
        }
    }
}
