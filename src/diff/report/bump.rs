//! Determines the smallest version bump for the changes.

use super::{Finding, Report};
use crate::diff::Verdict;

/// Rules for compatible changes that users of the API cannot make use of.
const WITHOUT_EFFECT: [&str; 6] = [
    "cel-message-changed",
    "cel-reason-changed",
    "column-description-changed",
    "description-changed",
    "example-changed",
    "extension-changed",
];

/// A part of a semantic version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "semantic versions have no other parts")]
pub enum Bump {
    /// The API has not changed.
    None,
    /// Only messages and documentation changed.
    Patch,
    /// The API changed in a compatible way, or in one that needs a review.
    Minor,
    /// The API changed in an incompatible way.
    Major,
}

impl Bump {
    /// Returns the name of the part.
    pub const fn name(self) -> &'static str {
        match self {
            Bump::None => "none",
            Bump::Patch => "patch",
            Bump::Minor => "minor",
            Bump::Major => "major",
        }
    }
}

impl Report {
    /// Returns the smallest version bump that fits the changes. Accepted changes count as well.
    pub fn bump(&self) -> Bump {
        self.findings.iter().map(bump).max().unwrap_or(Bump::None)
    }
}

fn bump(finding: &Finding) -> Bump {
    match finding.level() {
        Verdict::Breaking => Bump::Major,
        Verdict::Review => Bump::Minor,
        Verdict::Ok if finding.change.is_documentation || WITHOUT_EFFECT.contains(&finding.change.rule) => Bump::Patch,
        Verdict::Ok => Bump::Minor,
    }
}
