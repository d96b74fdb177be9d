//! Ranges of module versions: `v1.2..v1.6`.

use std::{cmp::Ordering, fmt, str::FromStr};

use super::semver;

/// A range of module versions. Both ends may have fewer than three numbers: `v1.2..v1.6` is from v1.2.0 to the last
/// patch release of v1.6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRange {
    first: String,
    last: String,
}

impl FromStr for VersionRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once("..").filter(|(first, last)| semver::is_valid(first) && semver::is_valid(last));
        let (first, last) = ends.ok_or("expected two versions such as v1.2..v1.6.0")?;
        let range = VersionRange { first: first.to_owned(), last: last.to_owned() };
        if semver::compare(first, last) == Ordering::Greater && !range.is_of_last(first) {
            return Err(format!("{first} is later than {last}"));
        }
        Ok(range)
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.last)
    }
}

impl VersionRange {
    /// Returns the versions in the range, in order, each once. A pre-release is in the range only if it is one of its
    /// ends.
    pub fn select(&self, versions: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut selected: Vec<String> = versions.into_iter().filter(|version| self.contains(version)).collect();
        selected.sort_by(|one, other| semver::compare(one, other).then_with(|| one.cmp(other)));
        selected.dedup();
        selected
    }

    fn contains(&self, version: &str) -> bool {
        let is_end = version == self.first || version == self.last;
        let is_before_last = || semver::compare(version, &self.last) != Ordering::Greater || self.is_of_last(version);
        is_end
            || semver::is_release(version)
                && semver::compare(version, &self.first) != Ordering::Less
                && is_before_last()
    }

    /// Returns `true` for a release with the prefix `last`, if that has fewer than three numbers.
    fn is_of_last(&self, version: &str) -> bool {
        version.strip_prefix(self.last.as_str()).is_some_and(|rest| rest.starts_with('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(range: &str) -> Vec<String> {
        let versions = ["v1.10.0", "v1.2.0", "v1.2.1-rc.1", "v1.2.1", "v1.1.9", "v1.6.4", "v1.6.0", "v2.0.0", "v1.2.0"];
        range.parse::<VersionRange>().expect("a range").select(versions.map(str::to_owned))
    }

    #[test]
    fn ranges_include_both_ends_and_their_patch_releases() {
        assert_eq!(selected("v1.2..v1.6"), ["v1.2.0", "v1.2.1", "v1.6.0", "v1.6.4"]);
        assert_eq!(selected("v1.2.1..v1.6.0"), ["v1.2.1", "v1.6.0"]);
        assert_eq!(selected("v1.2.1-rc.1..v1.2"), ["v1.2.1-rc.1", "v1.2.1"]);
        assert_eq!(selected("v1..v1"), ["v1.1.9", "v1.2.0", "v1.2.1", "v1.6.0", "v1.6.4", "v1.10.0"]);
        assert_eq!(selected("v3..v4"), [""; 0]);
    }

    #[test]
    fn ranges_have_two_versions_in_order() {
        let error = |text: &str| text.parse::<VersionRange>().map(|_| ()).unwrap_err();
        for text in ["v1.2", "v1.2..", "1.2..1.3", "main..v1", ""] {
            assert_eq!(error(text), "expected two versions such as v1.2..v1.6.0", "{text}");
        }
        assert_eq!(error("v1.3..v1.2"), "v1.3 is later than v1.2");
    }
}
