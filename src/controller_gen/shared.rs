//! Values that controller-gen compares by their pointers.

use std::{ops::Deref, sync::Arc};

/// A value that all copies of a schema share, because `JSONSchemaProps.DeepCopy` does not copy it. Go compares the
/// pointers, so only copies of the same value are equal.
#[derive(Clone, Debug)]
pub(super) struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    pub(super) fn new(value: T) -> Self {
        Shared(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
