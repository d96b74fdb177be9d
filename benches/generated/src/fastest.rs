//! Measures a call.

use std::{hint::black_box, time::Instant};

/// Returns the nanoseconds of one call in the fastest of many batches of about 30 microseconds each.
pub(crate) fn fastest<R>(mut call: impl FnMut() -> R) -> f64 {
    let mut batch = |count: u32| {
        let start = Instant::now();
        for _ in 0..count {
            black_box(call());
        }
        start.elapsed().as_nanos() as f64
    };
    let mut count = 1_u32;
    while batch(count) < 30_000.0 && count < 1 << 20 {
        count *= 2;
    }
    (0..2_000).map(|_| batch(count) / f64::from(count)).fold(f64::MAX, f64::min)
}
