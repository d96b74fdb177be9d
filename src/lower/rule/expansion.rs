//! The rule that a shorter tag stands for.

use idlgen_validate::schema::ValidationRule;

use crate::{lower::origin, tags::Tag};

/// A rule that a tag stands for.
pub(super) fn expansion(tag: &Tag, rule: String) -> ValidationRule {
    ValidationRule { rule, origin: origin::of_tag(tag, "x-kubernetes-validations"), ..ValidationRule::default() }
}
