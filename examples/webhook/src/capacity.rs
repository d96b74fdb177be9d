//! Limits of concurrent and waiting requests.

use std::sync::Arc;

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

/// A limit of concurrent and waiting requests. Both use memory: an admitted request is read completely.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// Permits of all admitted requests: those being validated and those waiting.
    all: Arc<Semaphore>,
    /// Permits of the requests being validated.
    judged: Arc<Semaphore>,
}

/// The permit of a request to be read and to wait.
#[derive(Debug)]
pub struct Place {
    permit: OwnedSemaphorePermit,
    judged: Arc<Semaphore>,
}

/// The permit of a request to be validated.
#[derive(Debug)]
pub struct Turn {
    _turn: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
}

impl Capacity {
    /// Creates a limit of `judged` concurrent requests and `waiting` further ones.
    pub fn new(judged: usize, waiting: usize) -> Self {
        let semaphore = |count: usize| Arc::new(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS)));
        Capacity { all: semaphore(judged.max(1).saturating_add(waiting)), judged: semaphore(judged) }
    }

    /// Waits for a place, in the order of the calls, until `end`. Requests that wait here have not been read yet.
    pub async fn enter(&self, end: Instant) -> Option<Place> {
        let permit = timeout_at(end, self.all.clone().acquire_owned()).await.ok()?.ok()?;
        Some(Place { permit, judged: self.judged.clone() })
    }
}

impl Place {
    /// Waits for its turn, in the order of the calls, until `end`.
    pub async fn turn(self, end: Instant) -> Option<Turn> {
        let turn = timeout_at(end, self.judged.acquire_owned()).await.ok()?.ok()?;
        Some(Turn { _turn: turn, _place: self.permit })
    }
}
