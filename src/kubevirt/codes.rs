//! The codes of KubeVirt template rules: those of the rules, and those of the lints, which are in the lint modules.

use super::lint;
pub use super::rule_codes::{BROKEN_RULE, NOT_CEL, UNREADABLE_RULES, UNRESOLVED_PARAMETER, WARNING_RULE};
use crate::diag::Code;

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
