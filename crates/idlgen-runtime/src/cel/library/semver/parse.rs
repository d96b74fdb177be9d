//! Parses semantic versions.

use std::{borrow::Cow, fmt};

use super::version::{Identifier, Semver};
use crate::go::quote;

/// A semantic version parse error.
#[derive(Clone, Debug)]
pub(super) enum ParseError<'a> {
    Empty,
    Parts,
    Short,
    Characters(&'static str, &'a str),
    LeadingZeros(&'static str, &'a str),
    /// The text is not a number or exceeds 64 bits.
    Number(&'a str),
    EmptyPreRelease,
    EmptyBuild,
}

impl fmt::Display for ParseError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Empty => f.write_str("Version string empty"),
            ParseError::Parts => f.write_str("No Major.Minor.Patch elements found"),
            ParseError::Short => f.write_str("short version cannot contain PreRelease/Build meta data"),
            ParseError::Characters(of, text) => write!(f, "Invalid character(s) found in {of} {}", quote(text)),
            ParseError::LeadingZeros(of, text) => write!(f, "{of} must not contain leading zeroes {}", quote(text)),
            ParseError::Number(text) => {
                let problem = if text.is_empty() { "invalid syntax" } else { "value out of range" };
                write!(f, "strconv.ParseUint: parsing {}: {problem}", quote(text))
            }
            ParseError::EmptyPreRelease => f.write_str("Prerelease is empty"),
            ParseError::EmptyBuild => f.write_str("Build meta data is empty"),
        }
    }
}

/// Parses a semantic version (`semver.Parse`).
pub(super) fn parse(text: &str) -> Result<Semver, ParseError<'_>> {
    if text.is_empty() {
        return Err(ParseError::Empty);
    }
    let mut parts = text.splitn(3, '.');
    let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(ParseError::Parts);
    };
    let major = number(major, "major number", "Major number")?;
    let minor = number(minor, "minor number", "Minor number")?;
    let (rest, build) = rest.split_once('+').map_or((rest, None), |(rest, build)| (rest, Some(build)));
    let (patch, pre_release) = rest.split_once('-').map_or((rest, None), |(patch, after)| (patch, Some(after)));
    let patch = number(patch, "patch number", "Patch number")?;
    let pre_release = pre_release.map_or(Ok(Vec::new()), |parts| parts.split('.').map(identifier).collect())?;
    let build = build.map_or(Ok(Vec::new()), |parts| parts.split('.').map(build_part).collect())?;
    Ok(Semver { major, minor, patch, pre_release, build })
}

/// Normalizes a string for [`parse`]: removes a leading `v` and leading zeros, and adds a missing minor or patch
/// version.
pub(super) fn normalize(text: &str) -> Result<String, ParseError<'_>> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut parts: Vec<Cow<'_, str>> = text.splitn(3, '.').map(without_zeros).collect();
    if parts.len() < 3 && parts.last().is_some_and(|part| part.contains(['+', '-'])) {
        return Err(ParseError::Short);
    }
    parts.resize(3, Cow::Borrowed("0"));
    Ok(parts.join("."))
}

fn without_zeros(part: &str) -> Cow<'_, str> {
    if part.len() <= 1 {
        return Cow::Borrowed(part);
    }
    let rest = part.trim_start_matches('0');
    if rest.starts_with(|first: char| first.is_ascii_digit()) {
        Cow::Borrowed(rest)
    } else {
        Cow::Owned(format!("0{rest}"))
    }
}

fn number<'a>(text: &'a str, name: &'static str, capital: &'static str) -> Result<u64, ParseError<'a>> {
    if !is_number(text) {
        return Err(ParseError::Characters(name, text));
    }
    if has_leading_zeros(text) {
        return Err(ParseError::LeadingZeros(capital, text));
    }
    text.parse().map_err(|_| ParseError::Number(text))
}

fn identifier(text: &str) -> Result<Identifier, ParseError<'_>> {
    if text.is_empty() {
        return Err(ParseError::EmptyPreRelease);
    }
    if is_number(text) {
        if has_leading_zeros(text) {
            return Err(ParseError::LeadingZeros("Numeric PreRelease version", text));
        }
        return text.parse().map(Identifier::Number).map_err(|_| ParseError::Number(text));
    }
    if is_word(text) { Ok(Identifier::Word(text.to_owned())) } else { Err(ParseError::Characters("prerelease", text)) }
}

fn build_part(text: &str) -> Result<String, ParseError<'_>> {
    if text.is_empty() {
        return Err(ParseError::EmptyBuild);
    }
    if is_word(text) { Ok(text.to_owned()) } else { Err(ParseError::Characters("build meta data", text)) }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn has_leading_zeros(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong() {
        for (text, message) in [
            ("", "Version string empty"),
            ("1.2", "No Major.Minor.Patch elements found"),
            ("v1.2.3", r#"Invalid character(s) found in major number "v1""#),
            ("1.02.3", r#"Minor number must not contain leading zeroes "02""#),
            ("1..3", r#"strconv.ParseUint: parsing "": invalid syntax"#),
            ("1.2.99999999999999999999", r#"strconv.ParseUint: parsing "99999999999999999999": value out of range"#),
            ("1.2.3-", "Prerelease is empty"),
            ("1.2.3-01", r#"Numeric PreRelease version must not contain leading zeroes "01""#),
            ("1.2.3-a_b", r#"Invalid character(s) found in prerelease "a_b""#),
            ("1.2.3+", "Build meta data is empty"),
            ("1.2.3+a_b", r#"Invalid character(s) found in build meta data "a_b""#),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn normalizes() {
        for (text, normalized) in [
            ("v1", "1.0.0"),
            ("vv1", "0v1.0.0"),
            ("01.02.03", "1.2.3"),
            ("1.0", "1.0.0"),
            ("1.00", "1.0.0"),
            ("", ".0.0"),
            ("1.2.03-01", "1.2.3-01"),
            ("1.2.0-a", "1.2.0-a"),
        ] {
            assert_eq!(normalize(text).unwrap(), normalized, "{text}");
        }
        assert!(normalize("1.2-a").is_err());
    }
}
