//! The versions of the grammar.

/// The version of the grammar and of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a version has these two sides and no other")]
pub struct Grammar {
    /// controller-gen 0.`minor`.
    pub minor: u16,
    /// `true` if an unquoted string may begin with digits and contain colons (`100Mi`, `a:b`). Before 0.22, the string
    /// ends at such a character.
    pub has_free_texts: bool,
}

impl Grammar {
    /// Returns the grammar of controller-gen 0.`minor`.
    pub fn of(minor: u16) -> Self {
        Grammar { minor, has_free_texts: minor >= 22 }
    }
}
