//! Applicability of fixes.

/// Whether a fix preserves the intended meaning, as in rustc and ruff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// The fix preserves the intended meaning: outputs only change as the diagnostic describes.
    Safe,
    /// The author may have intended something else.
    Unsafe,
}

impl Applicability {
    /// Returns `Safe` only if the two names differ in nothing but case. For a user-defined name, any similar name may
    /// be the intended one.
    pub fn if_same_but_for_case(written: &str, instead: &str) -> Self {
        if written.eq_ignore_ascii_case(instead) { Applicability::Safe } else { Applicability::Unsafe }
    }

    /// Returns its name in JSON: `safe`, `unsafe`.
    pub fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}
