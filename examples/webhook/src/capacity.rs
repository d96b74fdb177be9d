//! Limits the number of concurrent and waiting requests.

use std::sync::Arc;

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

/// A limit for the number of concurrent and waiting requests. Both use memory, because an admitted request is read
/// completely.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// Permits for all admitted requests, whether they are being validated or are waiting.
    all: Arc<Semaphore>,
    /// Permits for the requests that are being validated.
    judged: Arc<Semaphore>,
}

/// A permit to read a request and let it wait.
#[derive(Debug)]
pub struct Permit {
    permit: OwnedSemaphorePermit,
    judged: Arc<Semaphore>,
}

/// A permit to validate a request.
#[derive(Debug)]
pub struct Turn {
    _turn: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
}

impl Capacity {
    /// Creates a limit of `judged` concurrent requests and `waiting` additional ones.
    pub fn new(judged: usize, waiting: usize) -> Self {
        let semaphore = |count: usize| Arc::new(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS)));
        Capacity { all: semaphore(judged.max(1).saturating_add(waiting)), judged: semaphore(judged) }
    }

    /// Waits until `end` for a permit to read a request, in the order of the calls. Requests that wait here have not
    /// been read yet.
    pub async fn enter(&self, end: Instant) -> Option<Permit> {
        let permit = timeout_at(end, self.all.clone().acquire_owned()).await.ok()?.ok()?;
        Some(Permit { permit, judged: self.judged.clone() })
    }
}

impl Permit {
    /// Waits until `end` for a permit to validate the request, in the order of the calls.
    pub async fn turn(self, end: Instant) -> Option<Turn> {
        let turn = timeout_at(end, self.judged.acquire_owned()).await.ok()?.ok()?;
        Some(Turn { _turn: turn, _place: self.permit })
    }
}
