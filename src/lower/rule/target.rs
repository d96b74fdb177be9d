//! The place that a rule is for.

/// What a rule may need to know of the place that it is for.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct RuleTarget<'a> {
    /// The JSON names of the properties of `self`, if it is a struct.
    pub(in crate::lower) properties: Option<&'a [String]>,
}
