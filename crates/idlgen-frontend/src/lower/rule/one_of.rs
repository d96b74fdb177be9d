//! `+kubebuilder:validation:ExactlyOneOf=a;b` and similar markers, as in controller-gen
//! (`sigs.k8s.io/controller-tools/pkg/crd/markers`, `fieldsToOneOfCelRuleStr`). Names that are not CEL identifiers are
//! escaped, unlike in controller-gen.

use idlgen_cel::escape;
use idlgen_schema::schema::ValidationRule;

use super::{super::problem, expansion::expansion};
use crate::{
    diag::Diagnostic,
    tags::{OneOf, Tag},
};

pub(super) fn rule(
    tag: &Tag,
    how: OneOf,
    names: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ValidationRule> {
    let mut presence = Vec::new();
    for name in names {
        let Some(property) = escape(name) else {
            diagnostics.push(problem::unnameable_property(tag, name));
            return None;
        };
        presence.push(format!("has(self.{property})"));
    }
    let count = || presence.iter().map(|is_set| format!("({is_set}?1:0)")).collect::<Vec<_>>().join("+");
    let (rule, said) = match how {
        OneOf::AtMost => (format!("{} <= 1", count()), ("at most one", "may")),
        OneOf::Exactly => (format!("{} == 1", count()), ("exactly one", "must")),
        OneOf::AtLeast => (presence.join("||"), ("at least one", "must")),
    };
    let (number, verb) = said;
    let message = format!("{number} of the fields in [{}] {verb} be set", names.join(" "));
    Some(ValidationRule { message: Some(message), ..expansion(tag, rule) })
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn rules_are_those_of_controller_gen_behind_the_others() {
        let lowered = lower_go(
            r#"
// +kubebuilder:validation:AtLeastOneOf=a;b
// +kubebuilder:validation:ExactlyOneOf=a;b
// +kubebuilder:validation:XValidation:rule="self.x != ''"
// +kubebuilder:validation:AtMostOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=b;namespace
type T struct {
    A *string `json:"a,omitempty"`
    B *string `json:"b,omitempty"`
    N *string `json:"namespace,omitempty"`
    X string `json:"x"`
}
"#,
        );
        let rules = &lowered.schema("T").extensions.validations;
        let said: Vec<(&str, &str)> =
            rules.iter().map(|rule| (rule.rule.as_str(), rule.message.as_deref().unwrap_or_default())).collect();
        assert_eq!(
            said,
            [
                ("self.x != ''", ""),
                ("(has(self.a)?1:0)+(has(self.b)?1:0) <= 1", "at most one of the fields in [a b] may be set"),
                (
                    "(has(self.b)?1:0)+(has(self.__namespace__)?1:0) <= 1",
                    "at most one of the fields in [b namespace] may be set"
                ),
                ("(has(self.a)?1:0)+(has(self.b)?1:0) == 1", "exactly one of the fields in [a b] must be set"),
                ("has(self.a)||has(self.b)", "at least one of the fields in [a b] must be set"),
            ]
        );
    }
}
