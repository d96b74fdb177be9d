//! Verdicts on a change.

use std::fmt;

/// The consequence of a change for one group of users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "exit statuses and reports distinguish these three")]
pub enum Verdict {
    /// Everything that worked still works.
    #[default]
    Ok,
    /// The consequence depends on the author's intention or on the behavior of a tool.
    Review,
    /// Something that worked stops working.
    Breaking,
}

impl Verdict {
    /// Returns the verdict as spelled in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::Review => "review",
            Verdict::Breaking => "breaking",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The verdicts for all users of an API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "there are only three groups of users")]
pub struct Verdicts {
    /// The verdict for writers: accepted requests become rejected, or their content is dropped or altered.
    pub writers: Verdict,
    /// The verdict for readers: a client for the old API receives values that it cannot decode or does not expect.
    pub readers: Verdict,
    /// The verdict for stored objects: valid objects in etcd become invalid, or change.
    pub stored: Verdict,
}

impl Verdicts {
    /// No effect.
    pub const OK: Self = Self::new(Verdict::Ok, Verdict::Ok, Verdict::Ok);
    /// Fewer values are valid.
    pub const NARROWED: Self = Self::new(Verdict::Breaking, Verdict::Ok, Verdict::Breaking);
    /// More values are valid, of the same type.
    pub const WIDENED: Self = Self::new(Verdict::Ok, Verdict::Review, Verdict::Ok);
    /// More values are valid, some of which a decoder for the old type does not support.
    pub const WIDER_TYPE: Self = Self::new(Verdict::Ok, Verdict::Breaking, Verdict::Ok);
    /// Data is no longer accepted, returned or kept.
    pub const LOST: Self = Self::new(Verdict::Breaking, Verdict::Breaking, Verdict::Breaking);
    /// All users may see other values than before.
    pub const REVIEW: Self = Self::new(Verdict::Review, Verdict::Review, Verdict::Review);

    /// Creates the verdicts of the three groups.
    pub const fn new(writers: Verdict, readers: Verdict, stored: Verdict) -> Self {
        Verdicts { writers, readers, stored }
    }

    /// Returns the most severe of the three.
    pub fn worst(self) -> Verdict {
        self.writers.max(self.readers).max(self.stored)
    }

    /// Combines verdicts: the more severe one for each group.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Verdicts {
            writers: self.writers.max(other.writers),
            readers: self.readers.max(other.readers),
            stored: self.stored.max(other.stored),
        }
    }

    /// Returns `true` if requests or stored objects are rejected or lose data.
    pub fn breaks_objects(self) -> bool {
        self.writers.max(self.stored) == Verdict::Breaking
    }

    /// Returns each group with its verdict.
    pub fn by_group(self) -> [(&'static str, Verdict); 3] {
        [("writers", self.writers), ("readers", self.readers), ("stored objects", self.stored)]
    }
}
