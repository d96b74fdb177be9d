//! Whether a fix can be applied without a look at it.

/// Whether a fix keeps what was meant, as in rustc and ruff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// The fix cannot change what was meant: outputs change only as the finding says.
    Safe,
    /// The author may have meant something else.
    Unsafe,
}

impl Applicability {
    /// Safe for a name that an author chose only if it differs in case from what was written: names that are near to
    /// each other may all be meant.
    pub fn if_same_but_for_case(written: &str, instead: &str) -> Self {
        if written.eq_ignore_ascii_case(instead) { Applicability::Safe } else { Applicability::Unsafe }
    }

    /// Its name in JSON: `safe`, `unsafe`.
    pub fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}
