//! The evaluators of the expressions.

/// The target of the expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "servers evaluate rules on objects at these two places")]
pub enum CelTarget {
    /// `x-kubernetes-validations` at the root of a CRD: the object is `self`, and the schema determines its type.
    Definition,
    /// A ValidatingAdmissionPolicy: the object is `object`, which has no static type.
    Policy,
}
