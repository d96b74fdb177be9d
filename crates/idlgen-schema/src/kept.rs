//! A cache for values that are computed repeatedly from equal inputs.

use std::{
    collections::HashMap,
    hash::{BuildHasher, Hash},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use foldhash::fast::RandomState;

/// Maximum number of cached values, to limit memory usage.
const MOST: usize = 4_096;

type ByHash<T> = HashMap<u64, Vec<T>, RandomState>;

/// Cached values, by the hash of their inputs. Clones share the cache, also between threads.
#[derive(Debug)]
pub struct Kept<T>(Arc<Mutex<ByHash<T>>>);

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Kept(Arc::clone(&self.0))
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept(Arc::default())
    }
}

impl<T> Kept<T> {
    /// Returns the hash of the inputs of a value.
    pub fn hash(&self, parts: impl Hash) -> u64 {
        self.lock().hasher().hash_one(parts)
    }

    /// Calls `read` for the cached values with this hash, and returns its first result that is not `None`.
    pub fn find<R>(&self, hash: u64, read: impl FnMut(&T) -> Option<R>) -> Option<R> {
        self.lock().get(&hash)?.iter().find_map(read)
    }

    /// Adds a value. If there are too many values, drops all others first.
    pub fn add(&self, hash: u64, value: T) {
        let mut kept = self.lock();
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.entry(hash).or_default().push(value);
    }

    fn lock(&self) -> MutexGuard<'_, ByHash<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_values_and_their_number_has_a_limit() {
        let kept = Kept::default();
        let clone = kept.clone();
        for value in 0..MOST {
            kept.add(kept.hash(value), value);
        }
        let find = |of: &Kept<usize>, wanted: usize| of.find(of.hash(wanted), |one| (*one == wanted).then_some(*one));
        assert_eq!((find(&clone, 0), find(&clone, MOST - 1), find(&clone, MOST)), (Some(0), Some(MOST - 1), None));
        clone.add(clone.hash(MOST), MOST);
        assert_eq!((find(&kept, MOST), find(&kept, 0)), (Some(MOST), None));
    }
}
