//! Schema compile errors.

use thiserror::Error;

/// The reason why a schema cannot be used for validation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A reference to an unknown definition.
    #[error("there is no definition `{name}`")]
    UnknownDefinition {
        /// The name of the definition.
        name: String,
    },
    /// A schema directly or indirectly applies itself to the same value, so validation would not terminate.
    #[error("{} applies itself to the same value endlessly", definition.as_ref().map_or_else(|| "a \
        schema".to_owned(), |name| format!("the definition `{name}`")))]
    Endless {
        /// A definition that is part of the cycle, if there is one.
        definition: Option<String>,
    },
    /// A rule in a branch of `anyOf`, `oneOf` or `not` uses `oldSelf`.
    #[error("the rule `{rule}` uses `oldSelf` in a branch of anyOf, oneOf or not, where the old value is unknown")]
    OldValueInBranch {
        /// The CEL expression as written.
        rule: String,
    },
    /// A `pattern`, or a name in `patternProperties`, is not a valid Go regular expression.
    #[error("the pattern `{pattern}` does not compile: {reason}")]
    Pattern {
        /// The regular expression as written.
        pattern: String,
        /// Go's error message.
        reason: String,
    },
    /// A rule, or its `messageExpression`, does not compile.
    #[error("the rule `{rule}` does not compile: {reason}")]
    Rule {
        /// The CEL expression as written.
        rule: String,
        /// The API server's error message.
        reason: String,
    },
    /// Too many combinations of schemas apply to the same value.
    #[error("the schema combines too many definitions")]
    TooLarge,
}
