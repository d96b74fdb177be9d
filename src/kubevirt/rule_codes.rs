//! Codes 0770-0772, 0788 and 0789: KubeVirt template rules that VMs violate, or that cannot be used.

use crate::diag::{Code, explained};

/// A VM violates a rule.
pub const BROKEN_RULE: Code =
    explained!(770, "kubevirt-rule", Error, "A virtual machine violates a rule of its KubeVirt template.");

/// A VM violates a rule that only warns.
pub const WARNING_RULE: Code = explained!(
    771,
    "kubevirt-rule-warning",
    Warning,
    "A virtual machine violates a rule of its KubeVirt template that only warns."
);

pub const UNREADABLE_RULES: Code =
    explained!(772, "kubevirt-unreadable-rules", Error, "The rules of a KubeVirt template cannot be read.");

/// A rule was not evaluated because a template parameter has no value.
pub const UNRESOLVED_PARAMETER: Code = explained!(
    788,
    "kubevirt-unresolved-parameter",
    Info,
    "A rule of a KubeVirt template checks a parameter without a value."
);

/// A rule has no CEL equivalent.
pub const NOT_CEL: Code =
    explained!(789, "kubevirt-not-cel", Warning, "A rule of a KubeVirt template cannot be written as CEL.");
