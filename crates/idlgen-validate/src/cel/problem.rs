//! What is wrong with a rule, where, and how the API server says it.

use std::{fmt, sync::Arc};

use idlgen_cel::DeclType;
use idlgen_runtime::{
    field::{BadValue, Error, ErrorType, PathBuf},
    go,
};
use serde_json::Value as Json;

use super::{FieldPathError, MissingBound, RuleError};
use crate::schema::{Reason, Schema, ValidationRule};

/// Something that keeps a schema with rules from being accepted.
#[derive(Clone, Debug)]
pub struct RuleProblem<'s> {
    /// Where in the schema: `properties[spec].x-kubernetes-validations[0].rule` below the path of the root.
    pub path: PathBuf,
    /// The schema node.
    pub node: &'s Schema,
    /// Where in an object the node's values are: `.spec.ports[*]`.
    pub place: String,
    /// The rule; none if the schema as a whole is meant.
    pub rule: Option<&'s ValidationRule>,
    /// What is wrong.
    pub kind: RuleProblemKind<'s>,
}

/// Kinds of [`RuleProblem`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RuleProblemKind<'s> {
    /// There is no expression.
    NoRule,
    /// `message` is blank.
    BlankMessage,
    /// `message` has a line break.
    MessageLineBreak,
    /// The expression has a line break, so that it cannot be the message.
    NoMessage,
    /// `messageExpression` is blank.
    BlankMessageExpression,
    /// A `reason` that is not known.
    UnknownReason,
    /// `fieldPath` is blank.
    BlankFieldPath,
    /// `fieldPath` has a line break.
    FieldPathLineBreak,
    /// `fieldPath` leads nowhere.
    FieldPath(FieldPathError),
    /// The types of the values are not known to rules.
    NoType,
    /// The values are parts of a value that counts as one without parts.
    NoPartType,
    /// The expression does not compile, or is of the wrong type.
    Refused {
        /// Why.
        error: RuleError,
        /// The type of `self`.
        declared: Arc<DeclType>,
    },
    /// The expression costs too much at all places where its values can occur.
    Cost {
        /// Is it the `messageExpression`?
        message_expression: bool,
        /// What it costs.
        cost: u64,
        /// The limits that the schema lacks, the most useful first.
        bounds: Vec<MissingBound<'s>>,
    },
    /// `oldSelf` where an old value cannot be found.
    Uncorrelatable {
        /// The nearest node to the root whose parts have no identity, in the schema.
        within: PathBuf,
        /// The same node, in an object.
        within_place: String,
    },
    /// `optionalOldSelf` with a rule that does not use `oldSelf`.
    OptionalOldSelf,
    /// The rule is one of those that make the whole too expensive.
    Contributes {
        /// What it costs.
        cost: u64,
    },
    /// All rules together cost too much.
    TotalCost {
        /// What they cost.
        cost: u64,
    },
}

impl RuleProblemKind<'_> {
    /// Whether the API server looks no further at the rules of this node and of those around it.
    pub(crate) fn is_of_schema(&self) -> bool {
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

    /// Whether it was found by following `fieldPath` through the schema.
    pub(crate) fn is_about_followed_path(&self) -> bool {
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
    /// The API server's text, without field and value.
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
    /// The error of the API server, with its type, path, value and text.
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

/// A rule as the API server prints its own type.
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
