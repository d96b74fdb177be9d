//! Required and optional properties (`k8s.io/kube-openapi/pkg/generators.isOptional`).

use crate::{
    lower::{layer::Layers, types::json_tag},
    model::{Field, Package},
    tags::{Dialect, Tag, TagKind},
    tool::Tool,
};

/// Determines whether a property is required: according to `+required` and `+optional`, otherwise to the package's tag
/// for all fields, otherwise `true` if the zero value is encoded. Also returns the tag that applies.
pub(in crate::lower) fn is_required<'a>(
    field: &Field,
    package: &Package,
    layers: &Layers<'a>,
    tool: &Tool,
) -> (bool, Option<&'a Tag>) {
    let layers = layers.of_declaration_only();
    // Tags of openapi-gen take precedence, because the published `required` follows them. Otherwise, tags of other
    // dialects apply.
    let said = said(&layers, tool, true).or_else(|| said(&layers, tool, false));
    match said {
        Some((tag, required)) => (required, Some(tag)),
        None => match package.optional_tag().filter(|tag| (tool.understands)(tag)) {
            Some(_) => (false, None),
            None => (!omits_zero(field, tool), None),
        },
    }
}

/// Returns the first tag for presence, either of openapi-gen or of other dialects. A tag of the same dialect that makes
/// the field optional takes precedence over it, as in controller-gen (`structToSchema`).
fn said<'a>(layers: &Layers<'a>, tool: &Tool, is_openapi: bool) -> Option<(&'a Tag, bool)> {
    let of_group = |tag: &Tag| matches!(tag.dialect, Dialect::Plain | Dialect::KubeOpenApi) == is_openapi;
    let presence = |(tag, meaning): (&'a Tag, &TagKind)| match meaning {
        TagKind::Required if of_group(tag) && tool.required_tag => Some((tag, true)),
        TagKind::Optional if of_group(tag) => Some((tag, false)),
        _ => None,
    };
    let (first, is_required) = layers.meanings().find_map(presence)?;
    let optional =
        layers.meanings().filter_map(presence).find(|(tag, is_required)| !is_required && tag.dialect == first.dialect);
    Some(optional.unwrap_or((first, is_required)))
}

/// Returns `true` if the zero value is omitted from JSON.
pub(in crate::lower) fn omits_zero(field: &Field, tool: &Tool) -> bool {
    json_tag::is_omitempty(field, tool) || (tool.omitzero && field.is_omitzero())
}

#[cfg(test)]
mod tests {
    use crate::{
        lower::{
            LowerOptions,
            testing::{PACKAGE, lower_compatibly, lower_go, lower_packages},
        },
        tool::Tool,
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
    fn a_package_may_say_it_of_all_its_fields() {
        for above in [
            "// +kubebuilder:validation:Optional\n---\n// +k8s:openapi-gen=true\n",
            "// +kubebuilder:validation:Optional\n\n// +k8s:openapi-gen=true\n",
        ] {
            let text = TEXT.replace("// +k8s:openapi-gen=true\n", "");
            let package = (PACKAGE, true, &*format!("{above}{}", text.trim_start()));
            let required = |tool: &Tool| {
                let lowered = lower_packages(&[package], &LowerOptions::of(tool));
                lowered.schema("T").required.clone()
            };
            assert_eq!(required(&Tool::idlgen(35)), ["required"], "{above}");
            assert_eq!(required(&Tool::openapi_gen(35)), ["plain", "pointer", "required", "zero", "Untagged"]);
        }
    }

    #[test]
    fn optional_takes_precedence_in_a_dialect() {
        let required = |tags: [&str; 2]| {
            let [one, other] = tags;
            let text = format!(
                "// +k8s:openapi-gen=true\ntype T struct {{\n\t// +{one}\n\t// +{other}\n\tA int `json:\"a\"`\n}}\n"
            );
            !lower_go(&text).schema("T").required.is_empty()
        };
        let [optional, marker] = ["Optional", "Required"].map(|name| format!("kubebuilder:validation:{name}"));
        for (tags, expected) in [
            (["optional", "required"], false),
            (["required", "optional"], false),
            ([&*marker, &*optional], false),
            // Only CRDs apply markers before other tags.
            (["required", &*optional], true),
            (["optional", &*marker], false),
        ] {
            assert_eq!(required(tags), expected, "{tags:?}");
        }
    }

    #[test]
    fn openapi_gen_does_not_know_omitzero() {
        let required = lower_compatibly(TEXT).schema("T").required.clone();
        assert_eq!(required, ["plain", "pointer", "required", "zero", "Untagged"]);
    }

    #[test]
    fn openapi_gen_knows_the_tag_since_1_30() {
        for (tool, expected) in
            [(Tool::openapi_gen(29), false), (Tool::openapi_gen(30), true), (Tool::idlgen(29), true)]
        {
            let options = LowerOptions::of(&tool);
            let lowered = lower_packages(&[("example.com/api/v1", true, TEXT)], &options);
            assert_eq!(lowered.schema("T").required.contains(&"required".to_owned()), expected, "{options:?}");
        }
    }
}
