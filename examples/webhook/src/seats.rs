//! The limit of connections that may send reviews. Connections that only send health checks need no seat, so they are
//! answered under any load.

use std::sync::Arc;

use tokio::{
    sync::{OnceCell, OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

/// The seat of a connection, which is taken with its first review and released at its end.
#[derive(Debug)]
pub struct Seat {
    seats: Arc<Semaphore>,
    taken: OnceCell<OwnedSemaphorePermit>,
}

impl Seat {
    /// Creates the state of a connection that may take one of these seats.
    pub fn new(seats: Arc<Semaphore>) -> Self {
        Seat { seats, taken: OnceCell::new() }
    }

    /// Waits for a seat until `end`, unless the connection has one. Returns `false` after a timeout.
    pub async fn take(&self, end: Instant) -> bool {
        let seat = self.taken.get_or_try_init(|| self.seats.clone().acquire_owned());
        timeout_at(end, seat).await.is_ok_and(|taken| taken.is_ok())
    }
}
