//! Diagnostic codes.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use super::{nearest, severity::Severity};

/// The code of a diagnostic, such as `IDL0301`: a handle on its information. Codes are compared by number.
#[derive(Clone, Copy)]
pub struct Code {
    info: &'static CodeInfo,
    keeps_back: bool,
}

/// The information about a code for diagnostics, `idlgen explain` and its page in docs/diagnostics. Declared with
/// `explained!` in the module that reports it.
#[derive(Debug)]
pub struct CodeInfo {
    /// The number: 301 for `IDL0301`.
    pub number: u16,
    /// A short name in kebab case: `unknown-tag`.
    pub slug: &'static str,
    /// The default severity.
    pub severity: Severity,
    /// A summary in one sentence.
    pub summary: &'static str,
    /// Markdown: the reason, an example that causes it, and the corrected example.
    pub explanation: &'static str,
}

impl Code {
    /// Returns the code of a row.
    pub const fn new(info: &'static CodeInfo) -> Self {
        Code { info, keeps_back: true }
    }

    /// Returns the code for a tag that is ignored. Its errors are reported but do not withhold files, because every
    /// tool treats the rest of the declaration in the same way.
    #[must_use]
    pub const fn of_ignored_tag(self) -> Self {
        Code { keeps_back: false, ..self }
    }

    /// Returns `true` if an error withholds the files that depend on the declaration or object with the error.
    pub const fn keeps_back(self) -> bool {
        self.keeps_back
    }

    /// Returns the information about the code.
    pub const fn info(self) -> &'static CodeInfo {
        self.info
    }

    /// Returns the `301` of `IDL0301`.
    pub const fn number(self) -> u16 {
        self.info.number
    }

    /// Returns the address of its explanation on the web, for links.
    pub fn address(self) -> String {
        format!(concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/diagnostics/{}.md"), self)
    }
}

/// Declares a code from its number, short name, default severity and summary. Its explanation is the file with its
/// short name in templates/codes of its crate.
#[doc(hidden)]
#[macro_export]
macro_rules! explained {
    ($number:literal, $slug:literal, $severity:ident, $summary:literal) => {
        $crate::diag::Code::new(&$crate::diag::CodeInfo {
            number: $number,
            slug: $slug,
            severity: $crate::diag::Severity::$severity,
            summary: $summary,
            explanation: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/codes/", $slug, ".md")),
        })
    };
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}

impl Eq for Code {}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IDL{:04}", self.number())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Codes sorted by number without duplicates.
#[derive(Clone, Debug)]
pub struct Codes(Vec<Code>);

impl Codes {
    /// Creates the collection.
    pub fn new(codes: impl IntoIterator<Item = Code>) -> Self {
        let mut codes: Vec<Code> = codes.into_iter().collect();
        codes.sort_unstable();
        codes.dedup();
        Codes(codes)
    }

    /// Iterates over the codes in order.
    pub fn iter(&self) -> impl Iterator<Item = Code> + use<'_> {
        self.0.iter().copied()
    }

    /// Returns the code with this name, in either notation: `IDL0301` or `unknown-tag`.
    pub fn find(&self, name: &str) -> Option<Code> {
        self.iter().find(|code| code.info().slug == name || code.to_string() == name)
    }

    /// Returns the codes that a name selects: the one with that name, or those with the prefix (`IDL03`, in either
    /// case).
    pub fn matching(&self, name: &str) -> Vec<Code> {
        if let Some(code) = self.find(name) {
            return vec![code];
        }
        let upper = name.to_ascii_uppercase();
        let is_beginning = upper.starts_with("IDL");
        self.iter().filter(|code| is_beginning && code.to_string().starts_with(&upper)).collect()
    }

    /// Returns the most similar name for an unknown one, if any. If the name starts like a number (`IDL0301`), returns
    /// a number, otherwise a short name.
    pub fn nearest_name(&self, name: &str) -> Option<String> {
        if name.to_ascii_uppercase().starts_with("IDL") {
            // A number that differs in more than one digit is not similar.
            let upper = name.to_ascii_uppercase();
            let wrong = |number: &String| number.bytes().zip(upper.bytes()).filter(|(a, b)| a != b).count();
            let numbers = self.iter().map(|code| code.to_string());
            return numbers.filter(|number| number.len() == upper.len() && wrong(number) <= 1).min_by_key(wrong);
        }
        nearest(name, self.iter().map(|code| code.info().slug)).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(number: u16, slug: &'static str) -> Code {
        let info = CodeInfo { number, slug, severity: Severity::Error, summary: "", explanation: "" };
        Code::new(Box::leak(Box::new(info)))
    }

    fn codes() -> Codes {
        Codes::new([
            code(502, "misplaced-tag"),
            code(301, "unknown-tag"),
            code(302, "near-tag"),
            code(301, "unknown-tag"),
        ])
    }

    #[test]
    fn codes_are_numbers_with_names() {
        let codes = codes();
        let shown: Vec<String> = codes.iter().map(|code| format!("{code} {code:?}")).collect();
        assert_eq!(shown, ["IDL0301 IDL0301", "IDL0302 IDL0302", "IDL0502 IDL0502"]);
        let set: std::collections::HashSet<Code> = codes.iter().chain(codes.iter()).collect();
        assert_eq!(set.len(), 3);
        assert!(codes.iter().all(Code::keeps_back) && !code(1, "a").of_ignored_tag().keeps_back());
        assert!(code(301, "x").address().ends_with("/blob/main/docs/diagnostics/IDL0301.md"));
    }

    #[test]
    fn names_select_codes() {
        let codes = codes();
        for (name, expected) in [
            ("IDL0301", &[301][..]),
            ("near-tag", &[302]),
            ("IDL03", &[301, 302]),
            ("idl0", &[301, 302, 502]),
            ("IDL", &[301, 302, 502]),
            ("IDL09", &[]),
            ("near", &[]),
            ("03", &[]),
        ] {
            let found: Vec<u16> = codes.matching(name).into_iter().map(Code::number).collect();
            assert_eq!(found, expected, "{name}");
        }
        for (name, expected) in [
            ("IDL0303", Some("IDL0301")),
            ("idl0502", Some("IDL0502")),
            ("IDL0599", None),
            ("IDL301", None),
            ("IDL03011", None),
            ("unknown-tg", Some("unknown-tag")),
            ("entirely-different", None),
        ] {
            assert_eq!(codes.nearest_name(name).as_deref(), expected, "{name}");
        }
    }
}
