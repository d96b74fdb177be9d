//! `+validationRule`: explicit rules.

use idlgen_schema::schema::ValidationRule;

use crate::{
    lower::origin,
    tags::{Rule, Tag},
};

pub(super) fn rule(tag: &Tag, rule: &Rule) -> ValidationRule {
    ValidationRule {
        rule: rule.rule.clone(),
        message: rule.message.clone(),
        message_expression: rule.message_expression.clone(),
        reason: rule.reason.clone(),
        field_path: rule.field_path.clone(),
        optional_old_self: rule.optional_old_self,
        unpublished: rule.unpublished,
        origin: origin::at(rule.rule_span, "x-kubernetes-validations", tag),
    }
}
