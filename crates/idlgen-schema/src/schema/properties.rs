//! Access to the properties of schemas. Several schemas can share them.

use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, LazyLock},
};

use indexmap::{IndexMap, map};

use super::{Properties, Schema};

static NONE: LazyLock<IndexMap<String, Schema>> = LazyLock::new(IndexMap::new);

impl Properties {
    /// Creates empty properties.
    pub const fn new() -> Self {
        Properties(None)
    }

    /// Returns a number that identifies the shared data as long as it exists. Returns `None` if there are no
    /// properties.
    pub fn identity(&self) -> Option<usize> {
        self.0.as_ref().map(|properties| Arc::as_ptr(properties).addr())
    }

    /// Returns `true` if another copy shares the data.
    pub fn are_shared(&self) -> bool {
        self.0.as_ref().is_some_and(|properties| Arc::strong_count(properties) > 1)
    }
}

impl PartialEq for Properties {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity() || **self == **other
    }
}

impl Deref for Properties {
    type Target = IndexMap<String, Schema>;

    fn deref(&self) -> &Self::Target {
        self.0.as_deref().unwrap_or_else(|| &NONE)
    }
}

impl DerefMut for Properties {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl From<IndexMap<String, Schema>> for Properties {
    fn from(properties: IndexMap<String, Schema>) -> Self {
        Properties((!properties.is_empty()).then(|| Arc::new(properties)))
    }
}

impl FromIterator<(String, Schema)> for Properties {
    fn from_iter<I: IntoIterator<Item = (String, Schema)>>(properties: I) -> Self {
        properties.into_iter().collect::<IndexMap<_, _>>().into()
    }
}

impl IntoIterator for Properties {
    type Item = (String, Schema);
    type IntoIter = map::IntoIter<String, Schema>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.map(Arc::unwrap_or_clone).unwrap_or_default().into_iter()
    }
}

impl<'p> IntoIterator for &'p Properties {
    type Item = (&'p String, &'p Schema);
    type IntoIter = map::Iter<'p, String, Schema>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'p> IntoIterator for &'p mut Properties {
    type Item = (&'p String, &'p mut Schema);
    type IntoIter = map::IterMut<'p, String, Schema>;

    fn into_iter(self) -> Self::IntoIter {
        // Without properties, there is nothing to iterate over.
        match &mut self.0 {
            Some(properties) => Arc::make_mut(properties).iter_mut(),
            None => map::IterMut::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_their_own_way_once_one_changes() {
        let titled = |title: &str| Schema { title: Some(title.to_owned()), ..Schema::default() };
        let mut one: Properties = [("a".to_owned(), titled("A"))].into_iter().collect();
        let other = one.clone();
        assert!(one.are_shared() && one.identity() == other.identity() && one == other);
        one.insert("b".to_owned(), titled("B"));
        assert!(!one.are_shared() && one.identity() != other.identity() && one != other);
        assert_eq!((one.len(), other.len()), (2, 1));
        assert_eq!((Properties::new().identity(), Properties::new().iter().count()), (None, 0));
        assert_eq!(Properties::new(), Properties::from(IndexMap::new()));
    }

    #[test]
    fn properties_are_moved_out_in_order() {
        let titled = |name: &str| (name.to_owned(), Schema { title: Some(name.to_owned()), ..Schema::default() });
        let properties: Properties = ["b", "a", "c"].map(titled).into_iter().collect();
        let shared = properties.clone();
        assert_eq!(properties.into_iter().collect::<Vec<_>>(), ["b", "a", "c"].map(titled));
        assert_eq!(shared.into_iter().map(|(name, _)| name).collect::<String>(), "bac");
        assert_eq!(Properties::new().into_iter().count(), 0);
    }
}
