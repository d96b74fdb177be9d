//! `+immutable`: once set, the value stays. A transition rule: it is not executed when the value is set for the first
//! time or taken away.

use idlgen_validate::schema::ValidationRule;

use super::expansion;
use crate::tags::Tag;

pub(super) fn rule(tag: &Tag) -> ValidationRule {
    // The text is that of k8s.io/apimachinery/pkg/api/validation.FieldImmutableErrorMsg.
    ValidationRule { message: Some("field is immutable".to_owned()), ..expansion(tag, "self == oldSelf".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lower::node::testing::tag, tags::Meaning};

    #[test]
    fn it_is_a_transition_rule() {
        let rule = rule(&tag(Meaning::Immutable));
        assert_eq!(rule.rule, "self == oldSelf");
        assert_eq!(rule.message.as_deref(), Some("field is immutable"));
        assert_eq!((rule.reason, rule.field_path, rule.optional_old_self), (None, None, None));
    }
}
