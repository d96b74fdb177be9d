//! The families of checks.

/// A group of checks that apply to the same value types. Each family corresponds to a validator of the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// All values, including null: `type`.
    Type,
    /// All values: `anyOf`, `oneOf`, `allOf`, `not` and `dependencies`.
    Composite,
    /// Strings: lengths, `pattern` and `format`.
    Text,
    /// Numbers, including integers: limits and `multipleOf`.
    Number,
    /// Lists: their length, uniqueness and items.
    List,
    /// All values, including null: `enum`.
    Enumeration,
    /// Objects, both structs and maps.
    Object,
}

impl Family {
    /// All families in the order of their checks.
    pub const ORDER: [Family; 7] = [
        Family::Type,
        Family::Composite,
        Family::Text,
        Family::Number,
        Family::List,
        Family::Enumeration,
        Family::Object,
    ];
}
