//! The keyword that limits the size of values of a type.

use super::Keyword;
use crate::schema::SchemaType;

/// Returns the keyword that limits the size of values of a type. The cost of rules depends on it.
pub fn longest(schema_type: Option<SchemaType>) -> Keyword {
    match schema_type {
        Some(SchemaType::Array) => Keyword::MaxItems,
        Some(SchemaType::Object) => Keyword::MaxProperties,
        _ => Keyword::MaxLength,
    }
}
