//! Runs work in parallel on all processors. If the system cannot create threads, runs it on the current thread.

use std::{sync::OnceLock, thread};

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

/// Runs `first` on another thread, with a stack for deep values ([`idlgen_yaml::spawn_deep`]), while `second` runs on
/// the current one.
pub(crate) fn both<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    let mut first = Some(first);
    let (done, second) = thread::scope(|scope| {
        let first = &mut first;
        let handle = idlgen_yaml::spawn_deep(scope, move || first.take().map(|first| first()));
        let second = second();
        (handle.ok().map(thread::ScopedJoinHandle::join), second)
    });
    match (done, first) {
        (Some(Ok(Some(first))), _) => (first, second),
        (Some(Err(panic)), _) => std::panic::resume_unwind(panic),
        (_, Some(first)) => (first(), second),
        (Some(Ok(None)) | None, None) => unreachable!("the work is done once"),
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

    #[test]
    fn both_parts_run() {
        let text = "a".to_owned();
        assert_eq!(both(|| text.len(), || text.clone()), (1, "a".to_owned()));
    }
}
