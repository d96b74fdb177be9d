//! Why a schema cannot be executed.

use std::fmt;

/// Why a schema cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaError {
    /// A reference names a definition that does not exist.
    UnknownDefinition {
        /// The name.
        name: String,
    },
    /// A schema applies itself to the same value again, so that judging it would never end.
    Endless {
        /// A definition on the way, if there is one.
        definition: Option<String>,
    },
    /// The combinations of schemas that apply to one value are too many.
    TooLarge,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaError::UnknownDefinition { name } => write!(f, "no definition is named `{name}`"),
            SchemaError::Endless { definition: Some(name) } => {
                write!(f, "the definition `{name}` applies itself to the same value without end")
            }
            SchemaError::Endless { definition: None } => {
                f.write_str("a schema applies itself to the same value without end")
            }
            SchemaError::TooLarge => f.write_str("the schema combines too many definitions"),
        }
    }
}

impl std::error::Error for SchemaError {}
