//! Who of the connections may ask for judgements. Those that only ask how the program is need no seat, so that they are
//! answered however many others there are.

use std::sync::Arc;

use tokio::{
    sync::{OnceCell, OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

/// The seat of a connection, which is taken with its first review and kept to its end.
#[derive(Debug)]
pub struct Seat {
    seats: Arc<Semaphore>,
    taken: OnceCell<OwnedSemaphorePermit>,
}

impl Seat {
    /// The right of a connection to one of these seats.
    pub fn new(seats: Arc<Semaphore>) -> Self {
        Seat { seats, taken: OnceCell::new() }
    }

    /// Waits for a seat until `end`, if the connection has none. Returns `false` if there is none.
    pub async fn take(&self, end: Instant) -> bool {
        let seat = self.taken.get_or_try_init(|| self.seats.clone().acquire_owned());
        timeout_at(end, seat).await.is_ok_and(|taken| taken.is_ok())
    }
}
