//! Codes 0315-0321: rules.

use crate::diag::{Code, explained};

/// `invalid-reason`: the reason of a rule is unknown.
pub const INVALID_REASON: Code = explained!(315, "invalid-reason", Error, "A rule has an unknown reason.");

/// `unpublishable-reason`: the reason of a rule cannot be published, and `FieldValueInvalid` is published instead.
pub const UNPUBLISHABLE_REASON: Code = explained!(
    316,
    "unpublishable-reason",
    Warning,
    "A rule has a reason that cannot be published; `FieldValueInvalid` is published instead."
);

/// `empty-rule`: a rule or message expression is empty.
pub const EMPTY_RULE: Code = explained!(317, "empty-rule", Error, "A rule or message expression is empty.");

/// `unbalanced-rule`: the quotes or brackets of a CEL expression are not balanced.
pub const UNBALANCED_RULE: Code =
    explained!(318, "unbalanced-rule", Error, "A CEL expression has unbalanced quotes or brackets.");

/// `invalid-message`: a message is empty, contains a line break, or is missing although it is required.
pub const INVALID_MESSAGE: Code = explained!(
    319,
    "invalid-message",
    Error,
    "A required message is missing, or a message is empty or has a line break."
);

/// `invalid-field-path`: the field of a rule is not a path to a property.
pub const INVALID_FIELD_PATH: Code =
    explained!(320, "invalid-field-path", Error, "The field of a rule is not a property path.");

/// `rule-without-expression`: a rule has settings but no expression.
pub const RULE_WITHOUT_EXPRESSION: Code =
    explained!(321, "rule-without-expression", Error, "A rule has settings but no expression.");

/// All codes of this module.
pub const ALL: &[Code] = &[
    INVALID_REASON,
    UNPUBLISHABLE_REASON,
    EMPTY_RULE,
    UNBALANCED_RULE,
    INVALID_MESSAGE,
    INVALID_FIELD_PATH,
    RULE_WITHOUT_EXPRESSION,
];
