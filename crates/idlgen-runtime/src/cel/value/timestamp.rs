//! Timestamps.

/// A point in time with its original offset from UTC. Only `string(timestamp)` uses the offset.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    /// Seconds since 1970 in UTC.
    pub seconds: i64,
    /// Nanoseconds after the second, below 1,000,000,000.
    pub nanoseconds: u32,
    /// Seconds east of UTC.
    pub offset: i32,
}

impl Timestamp {
    /// 0001-01-01T00:00:00Z, the minimum for arithmetic.
    pub const MIN_SECONDS: i64 = -62_135_596_800;
    /// 9999-12-31T23:59:59Z, the maximum for arithmetic.
    pub const MAX_SECONDS: i64 = 253_402_300_799;

    /// Returns `true` if both are the same key of a Go map, which also compares pointers to time zones. Go has one
    /// pointer for each offset of whole hours from -12 to 14, and creates a new one whenever it parses another offset.
    pub(in crate::cel) fn is_same_key(&self, other: &Timestamp) -> bool {
        let is_shared = self.offset % 3600 == 0 && (-12..=14).contains(&(self.offset / 3600));
        is_shared && self == other && self.offset == other.offset
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        (self.seconds, self.nanoseconds) == (other.seconds, other.nanoseconds)
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.seconds, self.nanoseconds).cmp(&(other.seconds, other.nanoseconds))
    }
}
