//! Module versions: semantic versions with a leading `v`, compared like `golang.org/x/mod/semver`.
//!
//! A pseudo-version (`v0.0.0-20251002143259-bc988d571ff4`) is a pre-release, and `+incompatible` is build metadata:
//! neither needs a special rule.

use std::cmp::Ordering;

/// Returns `true` for a valid version: `v1`, `v1.2` or `v1.2.3`. Only a version with three numbers may have a
/// pre-release and build metadata.
pub(super) fn is_valid(version: &str) -> bool {
    parse(version).is_some()
}

/// Returns `true` for a version of three numbers without a pre-release.
pub(super) fn is_release(version: &str) -> bool {
    parse(version).is_some_and(|parsed| parsed.pre_release.is_empty())
}

/// Returns the second number, which is the Kubernetes minor version for modules released with Kubernetes.
pub(super) fn minor(version: &str) -> Option<u64> {
    parse(version)?.numbers.get(1)?.parse().ok()
}

/// Compares two versions. Ignores build metadata; an invalid version is less than every valid one.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    match (parse(left), parse(right)) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (Some(left), Some(right)) => left
            .numbers
            .iter()
            .zip(right.numbers)
            .map(|(left, right)| compare_numbers(left, right))
            .find(|ordering| ordering.is_ne())
            .unwrap_or_else(|| compare_pre_releases(left.pre_release, right.pre_release)),
    }
}

struct Parsed<'a> {
    numbers: [&'a str; 3],
    /// The pre-release, without the `-`. Empty for a release.
    pre_release: &'a str,
}

fn parse(version: &str) -> Option<Parsed<'_>> {
    let version = version.strip_prefix('v')?;
    let (version, build) = version.split_once('+').map_or((version, None), |(version, build)| (version, Some(build)));
    let (core, pre_release) = version.split_once('-').map_or((version, None), |(core, pre)| (core, Some(pre)));
    let mut numbers = ["0"; 3];
    let mut count = 0;
    for part in core.split('.') {
        *numbers.get_mut(count)? = part;
        count += 1;
        if part.is_empty() || !is_number(part) || (part.len() > 1 && part.starts_with('0')) {
            return None;
        }
    }
    if count < 3 && (pre_release.is_some() || build.is_some()) {
        return None;
    }
    let identifier =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let has_no_leading_zero = |text: &str| !(is_number(text) && text.len() > 1 && text.starts_with('0'));
    if !pre_release.is_none_or(|text| text.split('.').all(|part| identifier(part) && has_no_leading_zero(part)))
        || !build.is_none_or(|text| text.split('.').all(identifier))
    {
        return None;
    }
    Some(Parsed { numbers, pre_release: pre_release.unwrap_or("") })
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Compares numbers of any length, without leading zeros.
fn compare_numbers(left: &str, right: &str) -> Ordering {
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

fn compare_pre_releases(left: &str, right: &str) -> Ordering {
    match (left.is_empty(), right.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    let (mut lefts, mut rights) = (left.split('.'), right.split('.'));
    loop {
        let ordering = match (lefts.next(), rights.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(left), Some(right)) => match (is_number(left), is_number(right)) {
                (true, true) => compare_numbers(left, right),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => left.cmp(right),
            },
        };
        if ordering.is_ne() {
            return ordering;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_valid_or_not() {
        let valid = [
            "v1",
            "v1.2",
            "v1.2.3",
            "v0.0.0-20251002143259-bc988d571ff4",
            "v2.0.0+incompatible",
            "v1.0.0-rc.1+b.2",
            "v1.2.3-0",
            "v99999999999999999999.0.0",
            "v1.0.0--",
        ];
        for version in valid {
            assert!(is_valid(version), "{version}");
        }
        for version in [
            "",
            "1.2.3",
            "v",
            "v1.",
            "v1.02.3",
            "v1.2.3.4",
            "v1.2-rc",
            "v1.2.3-",
            "v1.2.3-01",
            "v1.2.3-a..b",
            "master",
            "v1.2.3+",
        ] {
            assert!(!is_valid(version), "{version}");
        }
    }

    #[test]
    fn versions_are_ordered() {
        let ordered = [
            "latest",
            "v0.0.0-20191109021931-daa7c04131f5",
            "v0.0.0-20251002143259-bc988d571ff4",
            "v0.9.10",
            "v0.10.0",
            "v1.0.0-0.20200101000000-abcdefabcdef",
            "v1.0.0-1",
            "v1.0.0-alpha",
            "v1.0.0-alpha.1",
            "v1.0.0-beta",
            "v1.0.0-rc.2",
            "v1.0.0-rc.10",
            "v1",
            "v1.0.1-0.20200101000000-abcdefabcdef",
            "v1.0.1",
            "v2.0.0+incompatible",
            "v10.0.0",
        ];
        for (index, left) in ordered.iter().enumerate() {
            for (other, right) in ordered.iter().enumerate() {
                assert_eq!(compare(left, right), index.cmp(&other), "{left} {right}");
            }
        }
        assert_eq!(compare("v1.0.0", "v1.0.0+meta"), Ordering::Equal);
        assert!(is_release("v2.0.0+incompatible") && !is_release("v1.0.0-rc.1") && !is_release("main"));
    }
}
