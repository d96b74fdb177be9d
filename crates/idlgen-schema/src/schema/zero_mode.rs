//! How zero values are interpreted.

/// How zero values are interpreted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZeroMode {
    /// As in the Go type from which the schema was generated. A zero property with
    /// [`strip_zero`](crate::Schema::strip_zero) is treated as missing, and so is any null property. Explicit defaults
    /// replace missing values. A missing required struct is validated as `{}`; an optional struct with only zero values
    /// is treated as missing. Integers must be in the range of the format of their Go type.
    #[default]
    Native,
    /// As in a custom resource: zero values are not treated as missing.
    Crd,
}
