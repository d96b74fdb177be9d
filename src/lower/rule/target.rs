//! The value that a rule applies to.

/// The information about the value that a rule applies to.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct RuleTarget<'a> {
    /// The JSON names of the properties of `self`, if it is a struct.
    pub(in crate::lower) properties: Option<&'a [String]>,
}
