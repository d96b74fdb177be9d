//! Points in time.

/// A point in time: seconds since 1970 in UTC, and nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instant {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds after the second, below 10^9.
    pub nanoseconds: u32,
}

impl Instant {
    /// 0001-01-01T00:00:00Z, Go's zero time.
    pub const ZERO: Instant = Instant { seconds: -62_135_596_800, nanoseconds: 0 };
}
