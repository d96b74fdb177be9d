//! Codes of diagnostics.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use super::{Severity, nearest};

/// The code of a diagnostic, such as `IDL0301`: a handle on what is known of it. Codes are equal, and in order, by
/// number.
#[derive(Clone, Copy)]
pub struct Code {
    info: &'static CodeInfo,
    keeps_back: bool,
}

/// What is known of a code: what diagnostics, `idlgen explain` and docs/diagnostics.md say. It is declared with
/// `explained!` where the error is found.
#[derive(Debug)]
pub struct CodeInfo {
    /// The number: 301 of `IDL0301`.
    pub number: u16,
    /// A short name in kebab case: `unknown-tag`.
    pub slug: &'static str,
    /// The severity without configuration.
    pub severity: Severity,
    /// One sentence.
    pub summary: &'static str,
    /// Markdown: why it matters, an example that gives it, and the corrected example.
    pub explanation: &'static str,
}

impl Code {
    /// The code of a row.
    pub const fn new(info: &'static CodeInfo) -> Self {
        Code { info, keeps_back: true }
    }

    /// The same for a tag that is ignored: what it is on is what every tool makes of it, so that an error is said, and
    /// files are written all the same.
    #[must_use]
    pub const fn of_ignored_tag(self) -> Self {
        Code { keeps_back: false, ..self }
    }

    /// Whether an error keeps back the files that depend on what it is about.
    pub const fn keeps_back(self) -> bool {
        self.keeps_back
    }

    /// What is known of it.
    pub const fn info(self) -> &'static CodeInfo {
        self.info
    }

    /// Its number.
    pub const fn number(self) -> u16 {
        self.info.number
    }
}

/// A code from its number, short name, severity without configuration and one-sentence summary. Its explanation is the
/// file of its short name in templates/codes.
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
pub(crate) use explained;

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

/// Codes in order of number, each once: what a user can name.
#[derive(Clone, Debug)]
pub struct Codes(Vec<Code>);

impl Codes {
    /// The codes.
    pub fn new(codes: impl IntoIterator<Item = Code>) -> Self {
        let mut codes: Vec<Code> = codes.into_iter().collect();
        codes.sort_unstable();
        codes.dedup();
        Codes(codes)
    }

    /// The codes in order.
    pub fn iter(&self) -> impl Iterator<Item = Code> + use<'_> {
        self.0.iter().copied()
    }

    /// The code of that name, in either form: `IDL0301` or `unknown-tag`.
    pub fn find(&self, name: &str) -> Option<Code> {
        self.iter().find(|code| code.info().slug == name || code.to_string() == name)
    }

    /// The codes that a name stands for: the one of that name, or those that begin with it (`IDL03`, in either case).
    pub fn matching(&self, name: &str) -> Vec<Code> {
        if let Some(code) = self.find(name) {
            return vec![code];
        }
        let upper = name.to_ascii_uppercase();
        let is_beginning = upper.starts_with("IDL");
        self.iter().filter(|code| is_beginning && code.to_string().starts_with(&upper)).collect()
    }

    /// The name that is most like a misspelt one, if any is: a number (`IDL0301`) if that is what it begins like, else
    /// a short name.
    pub fn nearest_name(&self, name: &str) -> Option<String> {
        if name.to_ascii_uppercase().starts_with("IDL") {
            // A number says nothing of another that differs in more than one figure.
            let upper = name.to_ascii_uppercase();
            let wrong = |number: &String| number.bytes().zip(upper.bytes()).filter(|(a, b)| a != b).count();
            let mut numbers = self.iter().map(|code| code.to_string());
            return numbers.find(|number| number.len() == upper.len() && wrong(number) <= 1);
        }
        nearest(name, self.iter().map(|code| code.info().slug)).map(str::to_owned)
    }
}
