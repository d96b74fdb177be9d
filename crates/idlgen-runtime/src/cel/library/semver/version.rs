//! Semantic versions and their order.

use std::{cmp::Ordering, fmt};

/// A semantic version.
///
/// Versions are compared by the rules of semver.org, which ignore build metadata.
#[derive(Clone, Debug)]
pub struct Semver {
    /// `1` of `1.2.3`
    pub major: u64,
    /// `2` of `1.2.3`
    pub minor: u64,
    /// `3` of `1.2.3`
    pub patch: u64,
    /// `alpha.1` of `1.2.3-alpha.1`
    pub pre_release: Vec<Identifier>,
    /// `a.b` of `1.2.3+a.b`
    pub build: Vec<String>,
}

/// A part of a pre-release. Numbers sort before words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Identifier {
    /// Digits.
    Number(u64),
    /// Letters, digits and hyphens.
    Word(String),
}

impl Ord for Semver {
    fn cmp(&self, other: &Self) -> Ordering {
        let numbers = |version: &Self| (version.major, version.minor, version.patch);
        // A pre-release sorts before its release.
        let releases = self.pre_release.is_empty().cmp(&other.pre_release.is_empty());
        numbers(self).cmp(&numbers(other)).then(releases).then_with(|| self.pre_release.cmp(&other.pre_release))
    }
}

impl PartialOrd for Semver {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Semver {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Semver {}

impl fmt::Display for Semver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (position, identifier) in self.pre_release.iter().enumerate() {
            f.write_str(if position == 0 { "-" } else { "." })?;
            match identifier {
                Identifier::Number(number) => write!(f, "{number}")?,
                Identifier::Word(word) => f.write_str(word)?,
            }
        }
        for (position, part) in self.build.iter().enumerate() {
            write!(f, "{}{part}", if position == 0 { "+" } else { "." })?;
        }
        Ok(())
    }
}
