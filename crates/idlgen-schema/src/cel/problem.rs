//! Problems of rules, with their location and the message of the API server.

use std::{fmt, sync::Arc};

use idlgen_cel::DeclType;
use idlgen_runtime::{
    field::{BadValue, Error, ErrorType, PathBuf},
    go,
};
use serde_json::Value as Json;

use super::{FieldPathError, MissingBound, RuleError};
use crate::schema::{Reason, Schema, ValidationRule};

/// A problem because of which an API server rejects a schema with rules.
#[derive(Clone, Debug)]
pub struct RuleProblem<'s> {
    /// The location in the schema, relative to the root path, such as
    /// `properties[spec].x-kubernetes-validations[0].rule`.
    pub path: PathBuf,
    /// The schema node with the problem, or the root for a problem of the entire schema.
    pub node: &'s Schema,
    /// The location of the node's values in an object, such as `.spec.ports[*]`.
    pub place: String,
    /// The rule. `None` for a problem of the entire schema.
    pub rule: Option<&'s ValidationRule>,
    /// The problem, with the data for its message.
    pub kind: RuleProblemKind<'s>,
}

/// The kinds of rule problems that an API server reports, each with the data for its message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RuleProblemKind<'s> {
    /// The rule has no expression.
    NoRule,
    /// `message` is empty.
    BlankMessage,
    /// `message` contains a line break.
    MessageLineBreak,
    /// The rule has no message, and its expression contains a line break, so it cannot be used as the message.
    NoMessage,
    /// `messageExpression` is empty.
    BlankMessageExpression,
    /// An unknown `reason`.
    UnknownReason,
    /// `fieldPath` is empty.
    BlankFieldPath,
    /// `fieldPath` contains a line break.
    FieldPathLineBreak,
    /// `fieldPath` cannot be resolved.
    FieldPath(FieldPathError),
    /// The type of the values cannot be determined, so rules cannot be compiled.
    NoType,
    /// The values are part of a value that rules treat as a scalar.
    NoPartType,
    /// The expression does not compile or has the wrong type.
    Refused {
        /// The compile error of the API server.
        error: RuleError,
        /// The type of `self`.
        declared: Arc<DeclType>,
    },
    /// The expression is too expensive in all possible locations of its values.
    Cost {
        /// `true` for the cost of the `messageExpression`.
        message_expression: bool,
        /// The estimated maximum cost, in cost units of the API server.
        cost: u64,
        /// The limits that are missing, the most effective first.
        bounds: Vec<MissingBound<'s>>,
    },
    /// The rule uses `oldSelf` for a value that cannot be correlated with an old one.
    Uncorrelatable {
        /// The schema path of the outermost node whose elements cannot be correlated.
        within: PathBuf,
        /// The location of that node in an object.
        within_place: String,
    },
    /// The rule has `optionalOldSelf` but does not use `oldSelf`.
    OptionalOldSelf,
    /// The rule contributes to the total cost, which is too high.
    Contributes {
        /// The estimated maximum cost, in cost units of the API server.
        cost: u64,
    },
    /// The total cost of all rules is too high.
    TotalCost {
        /// The estimated maximum cost, in cost units of the API server.
        cost: u64,
    },
}

impl RuleProblemKind<'_> {
    /// Returns `true` if, after this problem, the API server does not check the rules of this node and of its parents.
    pub fn is_of_schema(&self) -> bool {
        matches!(
            self,
            Self::NoRule
                | Self::BlankMessage
                | Self::MessageLineBreak
                | Self::NoMessage
                | Self::BlankMessageExpression
                | Self::UnknownReason
                | Self::BlankFieldPath
                | Self::FieldPathLineBreak
                | Self::FieldPath(_)
        )
    }

    /// Returns `true` if the problem was found by resolving `fieldPath` in the schema.
    pub fn is_about_followed_path(&self) -> bool {
        matches!(self, Self::FieldPath(_))
    }

    fn error_type(&self) -> ErrorType {
        match self {
            Self::NoRule | Self::NoMessage | Self::BlankMessageExpression => ErrorType::Required,
            Self::UnknownReason => ErrorType::NotSupported,
            Self::NoType | Self::NoPartType => ErrorType::Internal,
            Self::Cost { .. } | Self::Contributes { .. } | Self::TotalCost { .. } => ErrorType::Forbidden,
            _ => ErrorType::Invalid,
        }
    }
}

impl fmt::Display for RuleProblemKind<'_> {
    /// Formats the message of the API server without field and value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use idlgen_cel::cost::{EXPRESSION_LIMIT, SCHEMA_LIMIT, exceeded};
        let text = match self {
            Self::NoRule => "rule is not specified",
            Self::BlankMessage | Self::BlankFieldPath => "must be non-empty if specified",
            Self::MessageLineBreak | Self::FieldPathLineBreak => "must not contain line breaks",
            Self::NoMessage => "message must be specified if rule contains line breaks",
            Self::BlankMessageExpression => "messageExpression must be non-empty if specified",
            Self::UnknownReason => {
                "supported values: \"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\", \
                 \"FieldValueRequired\""
            }
            Self::FieldPath(_) => "must be a valid path",
            Self::NoType => {
                "internal error: failed to construct type information for x-kubernetes-validations rules: unable to \
                 convert structural schema to CEL declarations"
            }
            Self::NoPartType => "failed to convert to declType for CEL validation rules",
            Self::Refused { error, .. } => return error.fmt(f),
            Self::Cost { message_expression, cost, .. } => {
                let what = if *message_expression { "estimated messageExpression cost" } else { "estimated rule cost" };
                return f.write_str(&exceeded(what, *cost, EXPRESSION_LIMIT).unwrap_or_default());
            }
            Self::Uncorrelatable { within, .. } => {
                return write!(f, "oldSelf cannot be used on the uncorrelatable portion of the schema within {within}");
            }
            Self::OptionalOldSelf => "may not be set if oldSelf is not used in rule",
            Self::Contributes { .. } => {
                "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
            }
            Self::TotalCost { cost } => {
                let what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
                return f.write_str(&exceeded(what, *cost, SCHEMA_LIMIT).unwrap_or_default());
            }
        };
        f.write_str(text)
    }
}

impl RuleProblem<'_> {
    /// Returns the error of the API server with its type, path, value and message.
    pub fn to_error(&self) -> Error {
        Error::new(self.kind.error_type(), self.path.clone(), self.bad_value(), self.kind.to_string())
    }

    fn bad_value(&self) -> BadValue {
        let Some(rule) = self.rule else { return BadValue::Omitted };
        let text = |text: Option<&str>| BadValue::from(text.unwrap_or_default());
        match self.kind {
            RuleProblemKind::BlankMessage | RuleProblemKind::MessageLineBreak => text(rule.message.as_deref()),
            RuleProblemKind::UnknownReason => text(rule.reason.as_ref().map(Reason::name)),
            RuleProblemKind::BlankFieldPath | RuleProblemKind::FieldPathLineBreak | RuleProblemKind::FieldPath(_) => {
                text(rule.field_path.as_deref())
            }
            RuleProblemKind::Uncorrelatable { .. } => BadValue::from(rule.rule.as_str()),
            RuleProblemKind::OptionalOldSelf => BadValue::Json(Json::Bool(rule.optional_old_self.unwrap_or_default())),
            RuleProblemKind::Refused { .. } => BadValue::Verbatim(as_go(rule)),
            _ => BadValue::Omitted,
        }
    }
}

/// Formats a rule like Go prints the Go type of a rule.
fn as_go(rule: &ValidationRule) -> String {
    let text = |value: &str| go::to_json(&Json::from(value));
    format!(
        "{{\"Rule\":{},\"Message\":{},\"MessageExpression\":{},\"Reason\":{},\"FieldPath\":{},\"OptionalOldSelf\":{}}}",
        text(&rule.rule),
        text(rule.message.as_deref().unwrap_or_default()),
        text(rule.message_expression.as_deref().unwrap_or_default()),
        rule.reason.as_ref().map_or_else(|| "null".to_owned(), |reason| text(reason.name())),
        text(rule.field_path.as_deref().unwrap_or_default()),
        rule.optional_old_self.map_or_else(|| "null".to_owned(), |value| value.to_string()),
    )
}
