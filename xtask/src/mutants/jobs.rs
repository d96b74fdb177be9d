//! Work on several items at once.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Calls a function for each item in `count` threads. Returns the results in the order of the items.
pub(super) fn run<I: Sync, R: Send>(
    items: &[I],
    count: usize,
    work: impl Fn(&I) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let job = || -> Result<(), String> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(()) };
            // The other jobs end, too, after an error.
            let result = work(item).inspect_err(|_| next.store(items.len(), Ordering::Relaxed))?;
            results.lock().map_err(|error| error.to_string())?.push((index, result));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count.max(1)).map(|_| scope.spawn(job)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a job panicked".to_owned())?)
    })?;
    let mut results = results.into_inner().map_err(|error| error.to_string())?;
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn results_have_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        assert_eq!(run(&items, 3, |item| Ok(item + 1)), Ok((1..101).collect()));
        assert_eq!(run(&items, 3, |item| if *item == 5 { Err("no") } else { Ok(()) }.map_err(str::to_owned)), {
            Err("no".to_owned())
        });
        assert_eq!(run(&[0; 0], 0, |_| Ok(())), Ok(Vec::new()));
    }
}
