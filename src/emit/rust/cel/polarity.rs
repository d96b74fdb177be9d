//! Which result of an expression lets the rule pass.

/// Which result of an expression lets the rule pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Polarity {
    /// `true`.
    Positive,
    /// `false`.
    Negative,
    /// Depends on other expressions.
    Unknown,
}

impl Polarity {
    /// Returns the polarity of the operand of `!`.
    pub(super) fn negated(self) -> Self {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Unknown => Polarity::Unknown,
        }
    }
}
