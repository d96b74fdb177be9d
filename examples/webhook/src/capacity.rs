//! How much is done at once, and how much waits.

use std::sync::Arc;

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

/// A bound of what is done at once and of what waits for it. Both are memory: a request that is let in is read whole.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// Those that are judged, and those that wait.
    all: Arc<Semaphore>,
    /// Those that are judged.
    judged: Arc<Semaphore>,
}

/// The right of a request to be read and to wait.
#[derive(Debug)]
pub struct Place {
    permit: OwnedSemaphorePermit,
    judged: Arc<Semaphore>,
}

/// The right of a request to be judged.
#[derive(Debug)]
pub struct Turn {
    _turn: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
}

impl Capacity {
    /// So many are judged at once, and so many more wait.
    pub fn new(judged: usize, waiting: usize) -> Self {
        let semaphore = |count: usize| Arc::new(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS)));
        Capacity { all: semaphore(judged.max(1).saturating_add(waiting)), judged: semaphore(judged) }
    }

    /// Waits for a place, in the order of the calls, until `end`. Who waits here is not read yet.
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
