//! Required or optional (`k8s.io/kube-openapi/pkg/generators.isOptional`).

use crate::{
    lower::{layer::Layers, tool::rule_set::RuleSet, types::json_tag},
    model::Field,
    tags::{Dialect, Meaning, Tag},
};

/// Whether a property is required: `+required` and `+optional` decide, else whether the field is written when it is zero. With the tag that decides.
pub(in crate::lower) fn is_required<'a>(
    field: &Field,
    layers: &Layers<'a>,
    rules: &RuleSet,
) -> (bool, Option<&'a Tag>) {
    let layers = layers.of_declaration_only();
    // What is published says `required` as openapi-gen does; other dialects count where nobody says it so.
    let said = said(&layers, rules, true).or_else(|| said(&layers, rules, false));
    match said {
        Some((tag, required)) => (required, Some(tag)),
        None => (!is_left_out_when_zero(field, rules), None),
    }
}

/// The first tag that says it, of openapi-gen's own or of others.
fn said<'a>(layers: &Layers<'a>, rules: &RuleSet, is_openapi: bool) -> Option<(&'a Tag, bool)> {
    layers.meanings().find_map(|(tag, meaning)| {
        let is_own = matches!(tag.dialect, Dialect::Plain | Dialect::KubeOpenApi);
        match meaning {
            Meaning::Required if is_own == is_openapi && rules.required_tag => Some((tag, true)),
            Meaning::Optional if is_own == is_openapi => Some((tag, false)),
            _ => None,
        }
    })
}

/// Whether the field is left out of the JSON when it is zero.
pub(in crate::lower) fn is_left_out_when_zero(field: &Field, rules: &RuleSet) -> bool {
    json_tag::is_omitempty(field, rules) || (rules.omitzero && field.is_omitzero())
}

#[cfg(test)]
mod tests {
    use crate::lower::{
        Compatibility, LowerOptions,
        testing::{lower_compatibly, lower_go, lower_packages},
    };

    const TEXT: &str = r#"
// +k8s:openapi-gen=true
type T struct {
    Plain    string  `json:"plain"`
    Omitted  string  `json:"omitted,omitempty"`
    Pointer  *string `json:"pointer"`
    // +optional
    Optional string `json:"optional"`
    // +required
    Required string `json:"required,omitempty"`
    Zero     string `json:"zero,omitzero"`
    Untagged string
}
"#;

    #[test]
    fn tags_decide_before_the_json_options() {
        let required = lower_go(TEXT).schema("T").required.clone();
        assert_eq!(required, ["plain", "pointer", "required", "Untagged"]);
    }

    #[test]
    fn openapi_gen_does_not_know_omitzero() {
        let required = lower_compatibly(TEXT).schema("T").required.clone();
        assert_eq!(required, ["plain", "pointer", "required", "zero", "Untagged"]);
    }

    #[test]
    fn openapi_gen_knows_the_tag_since_1_30() {
        for (kubernetes_minor, compatibility, expected) in [
            (29, Compatibility::OpenApiGen, false),
            (30, Compatibility::OpenApiGen, true),
            (29, Compatibility::Idlgen, true),
        ] {
            let options = LowerOptions { kubernetes_minor, compatibility, ..LowerOptions::default() };
            let lowered = lower_packages(&[("example.com/api/v1", true, TEXT)], &options);
            assert_eq!(lowered.schema("T").required.contains(&"required".to_owned()), expected, "{options:?}");
        }
    }
}
