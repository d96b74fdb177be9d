//! Codes 0770-0772: KubeVirt template rules that VMs violate. The lint codes (0773-0789) are in the lint modules.

use super::lint;
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

pub const ALL: &[Code] = &[
    BROKEN_RULE,
    WARNING_RULE,
    UNREADABLE_RULES,
    lint::missing_key::MISSING_KEY,
    lint::repeated_name::REPEATED_NAME,
    lint::unknown_kind::UNKNOWN_KIND,
    lint::unknown_key::UNKNOWN_KEY,
    lint::unused_argument::UNUSED_ARGUMENT,
    lint::no_arguments::NO_ARGUMENTS,
    lint::empty_range::EMPTY_RANGE,
    lint::values::VALUES,
    lint::invalid_path::INVALID_PATH,
    lint::stray_path::STRAY_PATH,
    lint::valid_without_effect::VALID_WITHOUT_EFFECT,
    lint::optional_path::OPTIONAL_PATH,
    lint::value_kind::VALUE_KIND,
    lint::regex::REGEX,
    lint::regex::ANCHORS,
    UNRESOLVED_PARAMETER,
    NOT_CEL,
];
