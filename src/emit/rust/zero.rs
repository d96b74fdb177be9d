//! Fields of custom resources in which validators treat zero as a missing value, for documentation and reports.

/// A field in which zero is a missing value for the validators of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ZeroEffect {
    /// The name in Rust.
    pub(super) name: String,
    /// The name in JSON.
    pub(super) json_name: String,
    pub(super) result: ZeroResult,
    /// The file index of the source, and the byte range of the field.
    pub(super) location: Option<(u32, u32, u32)>,
}

/// What validators do with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ZeroResult {
    /// They reject it as missing.
    Missing,
    /// They replace it with the default.
    Default,
    /// They accept it, although the schema rejects it.
    Accepted,
    /// Rules see no such field.
    Hidden,
}

impl ZeroResult {
    /// Returns the name for the report in JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            ZeroResult::Missing => "missing",
            ZeroResult::Default => "default",
            ZeroResult::Accepted => "accepted",
            ZeroResult::Hidden => "hidden",
        }
    }

    /// Describes the result in a part of a sentence.
    pub(super) fn describe(self) -> &'static str {
        match self {
            ZeroResult::Missing => "zero is rejected as missing",
            ZeroResult::Default => "zero becomes the default",
            ZeroResult::Accepted => "zero is accepted, although the schema rejects it",
            ZeroResult::Hidden => "rules see no such field if it is zero",
        }
    }
}
