//! Rules generated from shorter tags.

use idlgen_schema::schema::ValidationRule;

use crate::{lower::origin, tags::Tag};

/// Creates a rule generated from a tag.
pub(super) fn expansion(tag: &Tag, rule: String) -> ValidationRule {
    ValidationRule { rule, origin: origin::of_tag(tag, "x-kubernetes-validations"), ..ValidationRule::default() }
}
