//! The `go` line of go.mod and go.work: the language version of a module.

/// A Go version, reduced to the parts that affect go.mod: `1.21rc2` and `1.21.3` are both 1.21.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GoVersion {
    /// The first number.
    pub(super) major: u32,
    /// The second number.
    pub(super) minor: u32,
}

impl GoVersion {
    /// The default for a go.mod without a `go` line.
    pub(super) const UNSTATED: GoVersion = GoVersion { major: 1, minor: 16 };
    /// The first Go version that uses an existing vendor directory by default.
    pub(super) const VENDOR_BY_DEFAULT: GoVersion = GoVersion { major: 1, minor: 14 };
    /// The first Go version whose go.mod lists all modules that the packages need (graph pruning).
    pub(super) const COMPLETE_REQUIREMENTS: GoVersion = GoVersion { major: 1, minor: 17 };

    /// Parses `1.24`, `1.24.3` or `1.25rc1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (major, rest) = text.split_once('.')?;
        let end = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let (minor, suffix) = rest.split_at_checked(end)?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        let suffix = match suffix.strip_prefix('.') {
            Some(patch) => {
                let rest = patch.trim_start_matches(|character: char| character.is_ascii_digit());
                (rest.len() < patch.len()).then_some(rest)?
            }
            None => suffix,
        };
        let kind = suffix.trim_end_matches(|character: char| character.is_ascii_digit());
        let suffix_fits = suffix.is_empty()
            || (!kind.is_empty() && kind.len() < suffix.len() && kind.bytes().all(|byte| byte.is_ascii_lowercase()));
        suffix_fits.then_some(GoVersion { major: number(major)?, minor: number(minor)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_go_are_two_numbers() {
        let version = |major, minor| Some(GoVersion { major, minor });
        let cases = [
            ("1.16", version(1, 16)),
            ("1.21.3", version(1, 21)),
            ("1.25rc1", version(1, 25)),
            ("2.0", version(2, 0)),
            ("1", None),
            ("", None),
            ("1.x", None),
            ("v1.20", None),
            ("1.20-foo", None),
            ("1.20.", None),
            ("1.20rc", None),
            ("1.20.1rc", None),
            ("1.20.1rc2", version(1, 20)),
            ("1.20RC1", None),
            (".20", None),
            ("1.99999999999999999999", None),
        ];
        for (text, expected) in cases {
            assert_eq!(GoVersion::parse(text), expected, "{text}");
        }
        assert!(GoVersion::parse("1.9") < GoVersion::parse("1.17"));
    }
}
