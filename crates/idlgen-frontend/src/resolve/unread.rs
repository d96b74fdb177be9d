//! Names whose declarations have not been reached.

use std::collections::BTreeMap;

/// The names of a dependency whose declarations were not read, or were read only because of their comments. For
/// requested packages this is empty, because all of their declarations are read.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    names: BTreeMap<String, UnreadLocation>,
}

/// The location of a declaration that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadLocation {
    /// The index of its file in the package.
    pub file: usize,
    /// The index in the file.
    pub declaration: usize,
    /// `true` if it declares types, `false` for constants.
    pub is_type: bool,
}

impl Unread {
    /// Adds a name, unless it is present.
    pub fn add(&mut self, name: &str, place: UnreadLocation) {
        if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), place);
        }
    }

    /// Returns the location of a name's declaration.
    pub fn find(&self, name: &str) -> Option<UnreadLocation> {
        self.names.get(name).copied()
    }

    /// Removes a name that was reached.
    pub fn reach(&mut self, name: &str) {
        self.names.remove(name);
    }

    /// Returns the names of types, or of constants, in order.
    pub fn names(&self, types: bool) -> impl Iterator<Item = &str> {
        self.names.iter().filter(move |(_, place)| place.is_type == types).map(|(name, _)| name.as_str())
    }
}
