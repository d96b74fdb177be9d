//! Runs work in parallel on all processors. If the system cannot create threads, runs it on the current thread.

use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};

/// The threads, started on first use. `None` if the system does not allow them.
static THREADS: OnceLock<Option<ThreadPool>> = OnceLock::new();

fn threads() -> Option<&'static ThreadPool> {
    THREADS.get_or_init(|| ThreadPoolBuilder::new().build().ok()).as_ref()
}

/// Applies `work` to each item. Returns the results in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    match threads() {
        Some(threads) if items.len() > 1 => threads.install(|| items.par_iter().map(&work).collect()),
        _ => items.iter().map(work).collect(),
    }
}

/// Applies `work` to each item, which it may change. Returns the results in the order of the items.
pub(crate) fn map_mut<T: Send, R: Send>(items: &mut [T], work: impl Fn(&mut T) -> R + Sync) -> Vec<R> {
    match threads() {
        Some(threads) if items.len() > 1 => threads.install(|| items.par_iter_mut().map(&work).collect()),
        _ => items.iter_mut().map(work).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let mut items: Vec<usize> = (0..1000).collect();
        let twice: Vec<usize> = (0..2000).step_by(2).collect();
        assert_eq!(map(&items, |item| item * 2), twice);
        let doubled = map_mut(&mut items, |item| {
            *item *= 2;
            *item
        });
        assert_eq!((doubled, items), (twice.clone(), twice));
        assert_eq!(map(&[] as &[usize], |item| *item), Vec::<usize>::new());
    }
}
