//! Codes 0331-0339: kube-openapi markers (`+k8s:validation:…`), and codes of lints that are already reported when
//! markers are parsed.

use crate::diag::{Code, explained};

/// `malformed-marker`: a marker is malformed.
pub const MALFORMED_MARKER: Code =
    explained!(331, "malformed-marker", Error, "A line starts like a kube-openapi marker but is not valid.");

/// `marker-index`: the indexes of rules are not consecutive.
pub const MARKER_INDEX: Code =
    explained!(332, "marker-index", Error, "The rule indices in a comment are not consecutive.");

/// `repeated-marker`: a marker has two values.
pub const REPEATED_MARKER: Code = explained!(333, "repeated-marker", Error, "A kube-openapi marker has two values.");

/// `marker-rule-message`: a rule has no message, or two messages.
pub const RULE_MESSAGE: Code = explained!(
    334,
    "marker-rule-message",
    Error,
    "A rule has no message or two messages, which openapi-gen rejects (`--compat openapi-gen` only)."
);

/// `empty-range`: no value is within the limits.
pub const EMPTY_RANGE: Code = explained!(505, "empty-range", Error, "The limits of a value exclude every value.");

/// `bad-pattern`: a pattern is not a valid Go regular expression.
pub const BAD_PATTERN: Code = explained!(509, "bad-pattern", Error, "A pattern is not a valid Go regular expression.");

/// All codes of this module.
pub const ALL: &[Code] = &[MALFORMED_MARKER, MARKER_INDEX, REPEATED_MARKER, RULE_MESSAGE, EMPTY_RANGE, BAD_PATTERN];
