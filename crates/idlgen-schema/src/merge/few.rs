//! Lists that rarely have more than one element.

use std::{iter::Chain, option, slice, vec};

/// A list that stores its first element without allocation, because most values have a single schema.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Few<T> {
    first: Option<T>,
    /// The elements after the first. Empty if there is no first element.
    more: Vec<T>,
}

impl<T> Few<T> {
    pub(crate) fn push(&mut self, value: T) {
        if self.first.is_none() {
            self.first = Some(value);
        } else {
            self.more.push(value);
        }
    }

    pub(crate) fn first(&self) -> Option<&T> {
        self.first.as_ref()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Returns the element if there is exactly one.
    pub(crate) fn only(&self) -> Option<&T> {
        self.first.as_ref().filter(|_| self.more.is_empty())
    }

    pub(crate) fn iter(&self) -> Chain<option::Iter<'_, T>, slice::Iter<'_, T>> {
        self.first.iter().chain(&self.more)
    }
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Few { first: None, more: Vec::new() }
    }
}

impl<T> Extend<T> for Few<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut few = Few::default();
        few.extend(values);
        few
    }
}

impl<T> IntoIterator for Few<T> {
    type Item = T;
    type IntoIter = Chain<option::IntoIter<T>, vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.into_iter().chain(self.more)
    }
}

impl<'f, T> IntoIterator for &'f Few<T> {
    type Item = &'f T;
    type IntoIter = Chain<option::Iter<'f, T>, slice::Iter<'f, T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_order() {
        let mut few = Few::default();
        assert!(few.is_empty() && few.only().is_none());
        few.push(1);
        assert_eq!(few.only(), Some(&1));
        few.extend([2, 3]);
        assert_eq!((few.first(), few.only()), (Some(&1), None));
        assert_eq!(few, [1, 2, 3].into_iter().collect());
    }
}
