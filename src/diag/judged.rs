//! Objects that were looked at, for those who count the good ones too.

use super::ObjectReference;
use crate::source::Span;

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "whoever counts must count all")]
pub enum Verdict {
    /// It passed every check.
    Valid,
    /// It has errors.
    Invalid,
    /// What its kind allows is not known.
    NotJudged,
    /// The user excludes it, its kind is unknown where that is no error, or it is none of a cluster.
    LeftOut,
}

/// An object that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "it is a place and an answer")]
pub struct JudgedObject {
    /// What it says of itself.
    pub reference: ObjectReference,
    /// Where it stands.
    pub span: Span,
    /// What became of it.
    pub verdict: Verdict,
}
