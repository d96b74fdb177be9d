//! Names that packages declare and that nothing has reached.

use std::collections::BTreeMap;

/// The names of a dependency whose declarations were not read, or only for the comments on them. Names of requested
/// packages are all read.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    names: BTreeMap<String, Place>,
}

/// A declaration that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index of its file in the package.
    pub(crate) file: usize,
    /// Its number in the file.
    pub(crate) declaration: usize,
    /// Whether it declares types, not constants.
    pub(crate) is_type: bool,
}

impl Unread {
    /// Adds a name, unless it is there.
    pub(crate) fn add(&mut self, name: &str, place: Place) {
        if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), place);
        }
    }

    /// Where a name is declared.
    pub(crate) fn find(&self, name: &str) -> Option<Place> {
        self.names.get(name).copied()
    }

    /// Takes out a name that was reached.
    pub(crate) fn reach(&mut self, name: &str) {
        self.names.remove(name);
    }

    /// The names of types, or of constants, in order.
    pub(crate) fn names(&self, types: bool) -> impl Iterator<Item = &str> {
        self.names.iter().filter(move |(_, place)| place.is_type == types).map(|(name, _)| name.as_str())
    }
}
