//! `+override:a.b=+tag`: a tag for a nested property of one field only (KEP-4153, "Support Shared Template Schemas").
//! The schemas along the path are inlined. The tag replaces those of the same kind on the nested field and its type.

use crate::{
    lower::layer::{Layer, LayerSource, Layers},
    model::PackageId,
    tags::{Tag, TagKind},
};

/// An override for a nested property.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Override<'a> {
    /// The remaining JSON names on the path.
    pub(in crate::lower) path: &'a [String],
    /// The tag for the last property of the path.
    pub(in crate::lower) tag: &'a Tag,
    /// The package of the comment.
    pub(in crate::lower) package: PackageId,
}

/// Returns the overrides in the tags of a field.
pub(in crate::lower) fn of_layer<'a>(layer: &Layer<'a>) -> Vec<Override<'a>> {
    let package = layer.package;
    layer
        .kinds()
        .filter_map(|(_, meaning)| match meaning {
            TagKind::Override { path, tag } if !path.is_empty() => {
                Some(Override { path: path.as_slice(), tag, package })
            }
            _ => None,
        })
        .collect()
}

/// Splits overrides into a layer for the property `name` itself, and the overrides for its nested properties.
pub(in crate::lower) fn split<'a>(overrides: &[Override<'a>], name: &str) -> (Option<Layer<'a>>, Vec<Override<'a>>) {
    let mut layer: Option<Layer<'a>> = None;
    let mut nested = Vec::new();
    for one in overrides {
        match one.path {
            [only] if only == name => layer
                .get_or_insert_with(|| Layer { source: LayerSource::Override, package: one.package, tags: Vec::new() })
                .tags
                .push(one.tag),
            [first, rest @ ..] if first == name => nested.push(Override { path: rest, ..*one }),
            _ => {}
        }
    }
    (layer, nested)
}

/// If the first layer is an override, removes the tags that it replaces from the other layers. Rules are added rather
/// than replaced.
pub(in crate::lower) fn settle(mut layers: Layers<'_>) -> Layers<'_> {
    let Some((outer, below)) = layers.0.split_first_mut() else { return layers };
    if outer.source == LayerSource::Override {
        let replaced: Vec<Slot<'_>> = outer.tags.iter().filter_map(|tag| slot(&tag.meaning)).collect();
        for layer in below {
            layer.tags.retain(|tag| slot(&tag.meaning).is_none_or(|slot| !replaced.contains(&slot)));
        }
    }
    layers
}

/// A property of a schema that only one tag can set.
#[derive(Debug, PartialEq)]
enum Slot<'a> {
    Keyword(&'a str),
    ErrorMessage(&'a str),
    Extension(&'a str),
}

fn slot(meaning: &TagKind) -> Option<Slot<'_>> {
    Some(match meaning {
        TagKind::Constraint(constraint) => Slot::Keyword(constraint.keyword()),
        TagKind::Required | TagKind::Optional => Slot::Keyword("required"),
        TagKind::Default(_) => Slot::Keyword("default"),
        TagKind::Title(_) => Slot::Keyword("title"),
        TagKind::Example(_) => Slot::Keyword("example"),
        TagKind::ExternalDocs { .. } => Slot::Keyword("externalDocs"),
        TagKind::ListType(_) => Slot::Extension("x-kubernetes-list-type"),
        TagKind::ListMapKey(_) => Slot::Extension("x-kubernetes-list-map-keys"),
        TagKind::MapType(_) | TagKind::StructType(_) => Slot::Extension("x-kubernetes-map-type"),
        TagKind::PatchStrategy(_) => Slot::Extension("x-kubernetes-patch-strategy"),
        TagKind::PatchMergeKey(_) => Slot::Extension("x-kubernetes-patch-merge-key"),
        TagKind::Extension { name, .. } => Slot::Extension(name),
        TagKind::ErrorMessage { keyword, .. } => Slot::ErrorMessage(keyword),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use idlgen_schema::{
        Schema,
        keyword::Keyword,
        schema::{ListType, Number},
    };

    use crate::lower::testing::lower_go;

    const TYPES: &str = r#"
// Spec is the type's.
// +validationRule="self.size >= 0"
type Spec struct {
    // Size in bytes.
    // +minimum=1
    // +maximum=9
    // +default=3
    Size int64 `json:"size"`
    Name string `json:"name,omitempty"`
    Parts []Spec `json:"parts,omitempty"`
}
type Outer struct {
    Spec Spec `json:"spec"`
}
"#;

    fn lower(fields: &str) -> crate::lower::testing::Lowering {
        lower_go(&format!("{TYPES}\ntype T struct {{\n{fields}\n}}\n"))
    }

    #[test]
    fn structs_that_hold_themselves_twice_are_written_out_to_an_end() {
        let field =
            |name: &str| format!("// +override:name=+maxLength=5\n{name} *T `json:\"{}\"`\n", name.to_lowercase());
        let text = format!("type T struct {{\nName string `json:\"name\"`\n{}{}}}\n", field("Left"), field("Right"));
        let lowered = lower_go(&text);
        let told = lowered.diagnostics().iter().filter(|one| one.contains("more than 4096 structs")).count();
        assert_eq!(told, 1);
    }

    #[test]
    fn a_tag_replaces_those_of_its_kind_in_an_inlined_copy() {
        let lowered = lower(
            "// +override:size=+optional\n// +override:size=+maximum=5\n// +override:size=+default=4\n\
             // +override:name=+required\nSpec *Spec `json:\"spec,omitempty\"`",
        );
        let copy = lowered.property_schema("T", "spec");
        assert_eq!(copy.reference, None);
        assert_eq!(copy.description.as_deref(), Some("Spec is the type's."));
        assert_eq!(copy.required, ["name"]);
        let rules: Vec<&str> = copy.extensions.validations.iter().map(|rule| rule.rule.as_str()).collect();
        assert_eq!(rules, ["self.size >= 0"]);
        assert_eq!(
            crate::lower::testing::json(&copy.properties["size"]),
            r#"{"description":"Size in bytes.","type":"integer","format":"int64","default":4,"maximum":5,"minimum":1}"#
        );
        // Properties outside of the path still reference the unchanged definitions.
        assert_eq!(
            copy.properties["parts"].items.as_ref().unwrap().reference.as_deref(),
            Some("example.com/api/v1.Spec")
        );
        assert_eq!(lowered.schema("Spec").required, ["size"]);
    }

    fn minimum(schema: &Schema) -> Option<Number> {
        schema.keywords.bound(Keyword::Minimum).map(|bound| bound.limit)
    }

    #[test]
    fn paths_lead_through_structs_and_lists() {
        let lowered = lower("// +override:spec.parts.parts.size=+minimum=7\nOuter Outer `json:\"outer\"`");
        let spec = &lowered.property_schema("T", "outer").properties["spec"];
        let parts = spec.properties["parts"].items.as_ref().unwrap();
        let inner = parts.properties["parts"].items.as_ref().unwrap();
        assert_eq!(minimum(&inner.properties["size"]), Some(7.into()));
        assert_eq!(minimum(&parts.properties["size"]), Some(1.into()));
        assert_eq!(minimum(&spec.properties["size"]), Some(1.into()));
    }

    #[test]
    fn a_path_leads_through_the_property_that_it_names() {
        let both = "type Both struct {\n\tLeft Spec `json:\"left\"`\n\tRight Spec `json:\"right\"`\n}\n";
        let lowered = lower_go(&format!(
            "{TYPES}{both}type T struct {{\n\t// +override:left.size=+minimum=7\n\tBoth Both `json:\"both\"`\n}}\n"
        ));
        let both = lowered.property_schema("T", "both");
        assert_eq!(minimum(&both.properties["left"].properties["size"]), Some(7.into()));
        assert_eq!(both.properties["right"].reference.as_deref(), Some("example.com/api/v1.Spec"));
    }

    #[test]
    fn an_override_on_an_inlined_field_is_for_the_properties_here() {
        let lowered = lower("// +override:size=+minimum=7\nSpec `json:\",inline\"`");
        assert_eq!(minimum(lowered.property_schema("T", "size")), Some(7.into()));
    }

    #[test]
    fn a_tag_replaces_an_extension_of_the_same_name() {
        let lowered = lower_go(
            r#"
type Spec struct {
    // +k8s:openapi-gen=x-kubernetes-list-type:set
    Parts []string `json:"parts,omitempty"`
}
type T struct {
    // +override:parts=+listType=atomic
    Spec *Spec `json:"spec,omitempty"`
}
"#,
        );
        let parts = &lowered.property_schema("T", "spec").properties["parts"];
        assert_eq!(parts.extensions.list_type, Some(ListType::Atomic));
    }
}
