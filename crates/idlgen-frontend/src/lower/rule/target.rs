//! The value to which a rule applies.

/// Information about the value to which a rule applies.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct RuleTarget<'a> {
    /// The JSON names of the properties of `self`, if it is a struct.
    pub(in crate::lower) properties: Option<&'a [String]>,
}
