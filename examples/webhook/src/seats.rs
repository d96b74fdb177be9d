//! Limits the number of connections that send reviews. Connections that only send health checks are not limited, so
//! health checks are answered under any load.

use std::sync::Arc;

use tokio::{
    sync::{OnceCell, OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

/// A permit to send reviews on a connection. It is acquired for the first review and released when the connection ends.
#[derive(Debug)]
pub struct Seat {
    seats: Arc<Semaphore>,
    taken: OnceCell<OwnedSemaphorePermit>,
}

impl Seat {
    /// Creates the state of a connection that has not sent a review yet.
    pub fn new(seats: Arc<Semaphore>) -> Self {
        Seat { seats, taken: OnceCell::new() }
    }

    /// Waits until `end` for a permit, unless the connection already has one. Returns `false` after a timeout.
    pub async fn take(&self, end: Instant) -> bool {
        let seat = self.taken.get_or_try_init(|| self.seats.clone().acquire_owned());
        timeout_at(end, seat).await.is_ok_and(|taken| taken.is_ok())
    }
}
