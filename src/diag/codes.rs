//! The table of all codes, one file a stage.

pub mod check;
pub mod config;
pub mod emit;
pub mod lower;
pub mod marker;
pub mod object;
pub mod resolve;
pub mod rules;
pub mod source;
pub mod syntax;
pub mod tags;

use super::{Code, CodeInfo, Severity};

/// Stands in for a code without a row; no diagnostic carries it.
pub(super) static UNKNOWN: CodeInfo = CodeInfo {
    code: Code(0),
    slug: "unknown",
    severity: Severity::Error,
    summary: "A code without an entry in the table.",
    explanation: "",
};

/// All codes in order.
pub fn all() -> impl Iterator<Item = &'static CodeInfo> {
    source::TABLE
        .iter()
        .chain(syntax::TABLE.iter())
        .chain(tags::TABLE.iter())
        .chain(marker::TABLE.iter())
        .chain(resolve::TABLE.iter())
        .chain(check::TABLE.iter())
        .chain(check::form::TABLE.iter())
        .chain(check::effect::TABLE.iter())
        .chain(check::api_rules::TABLE.iter())
        .chain(lower::TABLE.iter())
        .chain(rules::TABLE.iter())
        .chain(emit::TABLE.iter())
        .chain(config::TABLE.iter())
        .chain(object::TABLE.iter())
}
