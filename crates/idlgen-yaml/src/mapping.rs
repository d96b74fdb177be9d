//! Mapping entries.

use std::ops::{Deref, DerefMut};

use crate::{Entry, Mapping};

/// Maximum number of entries for a linear search.
const FEW: usize = 16;

impl Mapping {
    /// Returns the entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        if self.by_key.is_empty() {
            return self.entries.iter().find(|entry| entry.key == key);
        }
        let entry_at = |place: &u32| self.entries.get(*place as usize);
        let place =
            self.by_key.binary_search_by(|place| entry_at(place).map(|entry| entry.key.as_str()).cmp(&Some(key)));
        self.by_key.get(place.ok()?).and_then(entry_at)
    }

    /// Returns the entries.
    pub fn into_entries(self) -> Vec<Entry> {
        self.entries
    }
}

impl From<Vec<Entry>> for Mapping {
    fn from(entries: Vec<Entry>) -> Self {
        let mut by_key = Vec::new();
        if entries.len() > FEW {
            by_key.extend(0..entries.len() as u32);
            by_key.sort_by_key(|place| entries.get(*place as usize).map(|entry| &entry.key));
        }
        Mapping { entries, by_key }
    }
}

impl Deref for Mapping {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.entries
    }
}

/// Allows changes to values and positions. Keys must not change.
impl DerefMut for Mapping {
    fn deref_mut(&mut self) -> &mut [Entry] {
        &mut self.entries
    }
}

impl<'m> IntoIterator for &'m Mapping {
    type Item = &'m Entry;
    type IntoIter = std::slice::Iter<'m, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Node};

    #[test]
    fn every_entry_is_found_in_small_and_large_mappings() {
        for size in [0, 1, FEW, FEW + 1, 100] {
            // The entries are not sorted by key.
            let entries = (0..size).map(|index| Entry {
                key: format!("k{}", index * 37 % 101),
                key_span: 0..0,
                value: Node { content: Content::Int(index as i64), span: 0..0 },
            });
            let mapping = Mapping::from(entries.collect::<Vec<_>>());
            for entry in &mapping {
                assert_eq!(mapping.entry(&entry.key), Some(entry));
            }
            assert_eq!(mapping.by_key.is_empty(), size <= FEW, "{size}");
            assert!(mapping.entry("k").is_none() && mapping.entry("k101").is_none() && mapping.entry("").is_none());
        }
    }
}
