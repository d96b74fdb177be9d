//! The sizes of keys and values.

use super::SizeEstimate;

/// The sizes of the keys and values of a list or map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct EntrySize {
    pub(super) is_list: bool,
    pub(super) key: SizeEstimate,
    pub(super) value: SizeEstimate,
}

impl EntrySize {
    pub(super) fn union(self, other: Self) -> Self {
        Self { is_list: self.is_list, key: self.key.union(other.key), value: self.value.union(other.value) }
    }
}
