//! CEL conditions that are simplified if operands are known.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Always(bool),
    Text { text: String, binds: Binds },
}

/// Precedence of operators, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binds {
    Or,
    And,
    Relation,
    Whole,
}

impl Condition {
    pub(super) fn of(holds: bool) -> Self {
        Condition::Always(holds)
    }

    /// Creates a condition from a comparison.
    pub(super) fn relation(text: String) -> Self {
        Condition::Text { text, binds: Binds::Relation }
    }

    /// Creates a condition from a call or another expression that never needs parentheses.
    pub(super) fn atom(text: String) -> Self {
        Condition::Text { text, binds: Binds::Whole }
    }

    pub(super) fn all(conditions: impl IntoIterator<Item = Condition>) -> Self {
        conditions.into_iter().fold(Condition::of(true), Condition::and)
    }

    /// Returns `true` if the condition is known to be `holds`.
    pub(super) fn is(&self, holds: bool) -> bool {
        *self == Condition::Always(holds)
    }

    pub(super) fn and(self, other: Condition) -> Self {
        match (self, other) {
            (Condition::Always(false), _) | (_, Condition::Always(false)) => Condition::of(false),
            (Condition::Always(true), other) => other,
            (one, Condition::Always(true)) => one,
            (one, other) if one == other => one,
            (one, other) => {
                let text = format!("{} && {}", one.within(Binds::And), other.within(Binds::And));
                Condition::Text { text, binds: Binds::And }
            }
        }
    }

    pub(super) fn or(self, other: Condition) -> Self {
        match (self, other) {
            (Condition::Always(true), _) | (_, Condition::Always(true)) => Condition::of(true),
            (Condition::Always(false), other) => other,
            (one, Condition::Always(false)) => one,
            (one, other) if one == other => one,
            (one, other) => {
                let text = format!("{} || {}", one.within(Binds::Or), other.within(Binds::Or));
                Condition::Text { text, binds: Binds::Or }
            }
        }
    }

    pub(super) fn not(self) -> Self {
        match self {
            Condition::Always(holds) => Condition::of(!holds),
            Condition::Text { text, binds: Binds::Whole } => match text.strip_prefix('!') {
                Some(rest) => Condition::atom(rest.to_owned()),
                None => Condition::atom(format!("!{text}")),
            },
            Condition::Text { text, .. } => Condition::atom(format!("!({text})")),
        }
    }

    /// Formats the condition as an operand. Adds parentheses if the operator of the context has a higher precedence.
    pub(super) fn within(&self, around: Binds) -> String {
        match self {
            Condition::Text { text, binds } if *binds < around => format!("({text})"),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Always(holds) => write!(f, "{holds}"),
            Condition::Text { text, .. } => f.write_str(text),
        }
    }
}
