//! `+immutable`: once set, a value cannot change. This is a transition rule, so it does not run when the value is first
//! set or removed. With `+k8s:immutable` the value cannot be removed either, as in controller-gen (`ApplyToSchema`
//! and `structToSchema` of `sigs.k8s.io/controller-tools/pkg/crd`).

use idlgen_cel::escape;
use idlgen_schema::schema::ValidationRule;

use super::expansion::expansion;
use crate::{
    lower::layer::Layers,
    tags::{Dialect, Tag, TagKind},
};

pub(super) fn rule(tag: &Tag) -> ValidationRule {
    // The message is that of k8s.io/apimachinery/pkg/api/validation.FieldImmutableErrorMsg.
    ValidationRule { message: Some("field is immutable".to_owned()), ..expansion(tag, "self == oldSelf".to_owned()) }
}

/// Returns the rule that a struct needs for an optional immutable property.
pub(in crate::lower) fn rule_of_struct(field: &Layers<'_>, property: &str) -> Option<ValidationRule> {
    let stays = |tag: &Tag, meaning: &TagKind| tag.dialect == Dialect::Declarative && *meaning == TagKind::Immutable;
    let (tag, _) = field.meanings().find(|(tag, meaning)| stays(tag, meaning))?;
    // CEL cannot access a property whose name cannot be escaped.
    let name = escape(property)?;
    Some(ValidationRule {
        message: Some(format!("field {property} is immutable once set")),
        ..expansion(tag, format!("!has(oldSelf.{name}) || has(self.{name})"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{node::testing::tag, testing::lower_go};

    #[test]
    fn it_is_a_transition_rule() {
        let rule = rule(&tag(TagKind::Immutable));
        assert_eq!(rule.rule, "self == oldSelf");
        assert_eq!(rule.message.as_deref(), Some("field is immutable"));
        assert_eq!((rule.reason, rule.field_path, rule.optional_old_self), (None, None, None));
    }

    #[test]
    fn what_is_set_can_be_kept_from_being_taken_away() {
        let lowered = lower_go(
            r#"
// +validationRule="self.kept != 'x'"
type T struct {
    // +k8s:immutable
    Kept string `json:"kept"`
    // +k8s:immutable
    // +k8s:optional
    Named string `json:"name-space"`
    // +k8s:immutable
    Namespace *string `json:"namespace,omitempty"`
    // +immutable
    Free *string `json:"free,omitempty"`
    // +k8s:eachVal=+k8s:immutable
    List []string `json:"list,omitempty"`
}
"#,
        );
        let rules = &lowered.schema("T").extensions.validations;
        let rules: Vec<_> = rules.iter().map(|rule| (rule.rule.as_str(), rule.message.as_deref())).collect();
        assert_eq!(
            rules,
            [
                (
                    "!has(oldSelf.name__dash__space) || has(self.name__dash__space)",
                    Some("field name-space is immutable once set")
                ),
                (
                    "!has(oldSelf.__namespace__) || has(self.__namespace__)",
                    Some("field namespace is immutable once set")
                ),
                ("self.kept != 'x'", None),
            ]
        );
        for property in ["kept", "name-space", "namespace", "free"] {
            let rules = &lowered.property_schema("T", property).extensions.validations;
            assert_eq!(rules.iter().map(|rule| rule.rule.as_str()).collect::<Vec<_>>(), ["self == oldSelf"]);
        }
        assert!(!lowered.property("T", "list").contains("oldSelf"));
    }
}
