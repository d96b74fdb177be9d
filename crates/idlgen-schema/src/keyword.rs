//! The keywords that restrict values. Each has a [`Row`] that describes it completely.
//!
//! Code that parses, merges, prints or checks such keywords iterates over the rows. A schema stores its keywords as
//! [`Keywords`].

mod bound;
mod enumeration;
mod format;
mod keywords;
mod limit;
mod multiple_of;
mod pattern;
mod preparation;
mod range;
mod row;
mod size;
mod size_limit;
mod unique;
mod value;

pub use bound::Bound;
pub use keywords::Keywords;
pub use limit::Limit;
pub use row::{Combination, Kind, Notation, Row, Test};
pub use size_limit::longest;
pub use value::Value;

macro_rules! keywords {
    ($($(#[$doc:meta])* $name:ident: $row:path,)*) => {
        /// A keyword that restricts values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Keyword {
            $($(#[$doc])* $name,)*
        }

        impl Keyword {
            /// All keywords, in the order in which schemas print them.
            pub const ALL: [Keyword; [$(stringify!($name)),*].len()] = [$(Keyword::$name),*];

            /// Returns the name, value type, check and messages of the keyword.
            pub const fn row(self) -> &'static Row {
                match self {
                    $(Keyword::$name => &$row,)*
                }
            }
        }
    };
}

keywords! {
    /// The `format` keyword: the name of a format for strings or numbers.
    Format: format::FORMAT,
    /// `maximum`, with `exclusiveMaximum` (the boolean of OpenAPI 3.0).
    Maximum: range::MAXIMUM,
    /// `minimum`, with `exclusiveMinimum` (the boolean of OpenAPI 3.0).
    Minimum: range::MINIMUM,
    /// `maxLength`: the maximum length of a string in code points.
    MaxLength: size::MAX_LENGTH,
    /// `minLength`: the minimum length of a string in code points.
    MinLength: size::MIN_LENGTH,
    /// `pattern`: a Go regular expression, which is not anchored.
    Pattern: pattern::PATTERN,
    /// `maxItems`: the maximum number of list elements.
    MaxItems: size::MAX_ITEMS,
    /// `minItems`: the minimum number of list elements.
    MinItems: size::MIN_ITEMS,
    /// `uniqueItems`: whether list elements must differ.
    UniqueItems: unique::UNIQUE_ITEMS,
    /// `multipleOf`: a number of which values must be multiples.
    MultipleOf: multiple_of::MULTIPLE_OF,
    /// `enum`: the allowed values.
    Enum: enumeration::ENUM,
    /// `maxProperties`: the maximum number of object properties.
    MaxProperties: size::MAX_PROPERTIES,
    /// `minProperties`: the minimum number of object properties.
    MinProperties: size::MIN_PROPERTIES,
}

impl Keyword {
    /// Returns the name of the keyword in schemas.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Finds a keyword by its name in schemas (`maxLength`).
    pub fn from_name(name: &str) -> Option<Self> {
        Keyword::ALL.into_iter().find(|keyword| keyword.name() == name)
    }

    /// Returns the keyword whose limit the keyword with this name excludes. For example, `exclusiveMaximum` returns
    /// `Maximum`.
    pub fn from_flag(name: &str) -> Option<Self> {
        Keyword::ALL.into_iter().find(|keyword| keyword.row().flag() == Some(name))
    }
}
