//! Why a schema cannot be executed.

use thiserror::Error;

/// Why a schema cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A reference names a definition that does not exist.
    #[error("no definition is named `{name}`")]
    UnknownDefinition {
        /// The name.
        name: String,
    },
    /// A schema applies itself to the same value again, so that judging it would never end.
    #[error("{} applies itself to the same value without end", definition.as_ref().map_or_else(|| "a \
        schema".to_owned(), |name| format!("the definition `{name}`")))]
    Endless {
        /// A definition on the way, if there is one.
        definition: Option<String>,
    },
    /// A rule in a branch of `anyOf`, `oneOf` or `not` compares with the old value.
    #[error("the rule `{rule}` uses `oldSelf` in a branch of anyOf, oneOf or not, where no old value is known")]
    OldValueInBranch {
        /// The rule.
        rule: String,
    },
    /// A `pattern`, or a name of `patternProperties`, is not a Go regular expression.
    #[error("the pattern `{pattern}` does not compile: {reason}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// The reason, in Go's words.
        reason: String,
    },
    /// A rule, or its `messageExpression`, does not compile.
    #[error("the rule `{rule}` does not compile: {reason}")]
    Rule {
        /// The rule.
        rule: String,
        /// The reason, in the API server's words.
        reason: String,
    },
    /// The combinations of schemas that apply to one value are too many.
    #[error("the schema combines too many definitions")]
    TooLarge,
}
