//! Threads for deeply nested values.
//!
//! API servers accept values that nest 10,000 levels deep. Parsing such a file needs no stack, but nearly all
//! operations on a value are recursive: validating, copying, printing, even dropping it. Such values are therefore only
//! allowed on threads with a sufficient stack. On other threads, the limit is low enough for any stack.

use std::{cell::Cell, io, thread};

/// Maximum nesting depth of API servers: that of `encoding/json` and goyaml.v2.
pub(crate) const SERVER_DEPTH: usize = 10_000;

/// Maximum nesting depth on threads that this module did not spawn.
pub(crate) const ANY_DEPTH: usize = 200;

/// The stack size of a thread for deep values. Memory is allocated on use, so only deep values need it.
const STACK: usize = if cfg!(target_pointer_width = "64") { 1 << 30 } else { 256 << 20 };

thread_local! {
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Returns the maximum nesting depth for this thread's stack.
pub(crate) fn depth() -> usize {
    if IS_DEEP.get() { SERVER_DEPTH } else { ANY_DEPTH }
}

/// Spawns a scoped thread on which [`Limits::of_this_thread`](crate::Limits::of_this_thread) allows values as deep as
/// in API servers.
///
/// # Errors
/// Returns an error if the system cannot create the thread.
pub fn spawn_deep<'scope, 'env, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, 'env>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<thread::ScopedJoinHandle<'scope, T>> {
    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
        IS_DEEP.set(true);
        work()
    })
}

/// Runs `work` on a thread like [`spawn_deep`] and waits for it. If the system cannot create the thread, runs it here
/// with the default limits.
pub fn run_deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if IS_DEEP.get() {
        return work();
    }
    let mut work = Some(work);
    let done = thread::scope(|scope| {
        let work = &mut work;
        spawn_deep(scope, move || work.take().map(|work| work())).ok().map(thread::ScopedJoinHandle::join)
    });
    match (done, work) {
        (Some(Ok(Some(done))), _) => done,
        (Some(Err(panic)), _) => std::panic::resume_unwind(panic),
        (_, Some(work)) => work(),
        (Some(Ok(None)) | None, None) => unreachable!("work is done once"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, load};

    #[test]
    fn deep_values_are_read_where_the_stack_holds_them() {
        let deep = |depth: usize| {
            [
                format!("{}{}", "[".repeat(depth), "]".repeat(depth)),
                format!("{{\"a\": {}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1)),
                format!("{}x", "- ".repeat(depth)),
                format!("a: &a {}{}\nb: *a\n", "[".repeat(depth - 1), "]".repeat(depth - 1)),
            ]
        };
        let problems = |text: &str| {
            let document = load(text, &Limits::of_this_thread()).remove(0);
            assert_eq!(document.root.clone(), document.root);
            document.root.map(|root| root.find(&idlgen_runtime::field::Path::root().to_path_buf()));
            document.problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
        };
        run_deep(|| {
            for text in deep(SERVER_DEPTH) {
                assert_eq!(problems(&text), [""; 0]);
            }
            for text in deep(SERVER_DEPTH + 1) {
                assert_eq!(problems(&text), ["nested deeper than 10000 levels"]);
            }
        });
        for text in deep(ANY_DEPTH) {
            assert_eq!(problems(&text), [""; 0]);
        }
        for text in deep(ANY_DEPTH + 1) {
            assert_eq!(problems(&text), ["nested deeper than 200 levels"]);
        }
    }

    #[test]
    fn values_of_any_depth_become_json() {
        let text = format!("{{\"a\": {}1{}}}", "{\"b\": [".repeat(4_999), "]}".repeat(4_999));
        run_deep(|| {
            let root = load(&text, &Limits::of_this_thread()).remove(0).root.expect("a value");
            let json = root.to_json();
            assert_eq!(json.to_string(), text.replace(' ', ""));
            assert_eq!(root.into_json(), json);
        });
    }
}
