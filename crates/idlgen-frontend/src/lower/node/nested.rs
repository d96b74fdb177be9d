//! Tags for nested values: items, map values, properties. Like the markers of kube-openapi, they are added in a
//! separate branch of `allOf`, so that the schema of the type does not change. Only controller-gen's markers for items
//! change the items themselves, as in controller-gen.

use idlgen_schema::{
    Schema,
    schema::{AdditionalProperties, SchemaType},
};

use super::{ip_address_items, note, tagged};
use crate::{
    diag::Diagnostic,
    lower::{
        layer::{Layer, Layers},
        rule::{self, RuleTarget},
    },
    tags::{Dialect, Nested, Tag, TagKind},
};

/// Maximum nesting depth. The tag parser allows at most 32 levels for markers, and 8 for nested tags.
const MAX_DEPTH: usize = 32;

/// Adds the branch, if there are such tags.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>, diagnostics: &mut Vec<Diagnostic>) {
    ip_address_items::apply(schema, layers);
    add(schema, layers, diagnostics, 0);
}

fn add(schema: &mut Schema, layers: &Layers<'_>, diagnostics: &mut Vec<Diagnostic>, depth: usize) {
    let layers = &items(schema, layers, diagnostics);
    let mut places: Vec<&Nested> = Vec::new();
    for (_, meaning) in layers.meanings() {
        if let TagKind::Nested { nested, .. } = meaning
            && !places.contains(&nested)
        {
            places.push(nested);
        }
    }
    if places.is_empty() || depth > MAX_DEPTH {
        return;
    }
    let first = layers.meanings().find(|(_, meaning)| matches!(meaning, TagKind::Nested { .. }));
    if let Some((tag, _)) = first {
        note(schema, "allOf", tag);
    }
    let mut branch = Schema::default();
    for place in places {
        let inner = inside(layers, place);
        let mut node = Schema::default();
        tagged::apply(&mut node, &inner);
        node.extensions.validations = rule::rules(&inner, RuleTarget { properties: None }, diagnostics);
        add(&mut node, &inner, diagnostics, depth + 1);
        match place {
            Nested::Items => branch.items = Some(Box::new(node)),
            Nested::Elements if schema.items.is_some() => branch.items = Some(Box::new(node)),
            Nested::Values | Nested::Elements => {
                branch.additional_properties = Some(AdditionalProperties::Schema(Box::new(node)));
            }
            Nested::Property(name) => {
                if inner.meanings().any(|(_, meaning)| *meaning == TagKind::Required) {
                    branch.required.push(name.clone());
                }
                branch.properties.insert(name.clone(), node);
            }
        }
    }
    schema.all_of.push(branch);
}

/// Applies controller-gen's markers for items to the items themselves. Their rules come before those of the items'
/// type. Returns the other tags.
fn items<'a>(schema: &mut Schema, layers: &Layers<'a>, diagnostics: &mut Vec<Diagnostic>) -> Layers<'a> {
    let is_marker = |tag: &Tag| tag.dialect == Dialect::Kubebuilder && matches!(tag.meaning, TagKind::Nested { .. });
    if !layers.meanings().any(|(tag, _)| is_marker(tag)) {
        return layers.clone();
    }
    let inner = inside(&with_tags(layers, |tag| is_marker(tag).then_some(tag)), &Nested::Items);
    if schema.items.is_none() && schema.schema_type == Some(SchemaType::Array) {
        schema.items = Some(Box::default());
    }
    // A marker on a value that is not a list has been reported.
    if let Some(node) = &mut schema.items {
        tagged::apply(node, &inner);
        let rules = rule::rules(&inner, RuleTarget { properties: None }, diagnostics);
        node.extensions.validations.splice(0..0, rules);
    }
    with_tags(layers, |tag| (!is_marker(tag)).then_some(tag))
}

/// Returns the layers of a nested value. Omits immutability of elements, which a lint reports, because only few lists
/// identify their elements across updates.
fn inside<'a>(layers: &Layers<'a>, place: &Nested) -> Layers<'a> {
    let is_property = matches!(place, Nested::Property(_));
    let is_left_out = |tag: &Tag| tag.meaning == TagKind::Immutable && tag.dialect == Dialect::Declarative;
    with_tags(layers, |tag| match &tag.meaning {
        TagKind::Nested { nested, tag } if nested == place && (is_property || !is_left_out(tag)) => Some(&**tag),
        _ => None,
    })
}

/// Returns the layers with each tag replaced by the result of `choose`, or removed if that is `None`.
fn with_tags<'a>(layers: &Layers<'a>, choose: impl Fn(&'a Tag) -> Option<&'a Tag>) -> Layers<'a> {
    let chosen = |layer: &Layer<'a>| Layer {
        source: layer.source,
        package: layer.package,
        tags: layer.tags.iter().filter_map(|tag| choose(tag)).collect(),
    };
    Layers(layers.0.iter().map(chosen).collect())
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn markers_of_controller_gen_are_in_the_items() {
        let lowered = lower_go(
            r#"
// +kubebuilder:validation:MaxLength=9
// +kubebuilder:validation:XValidation:rule="self != 'element'"
type Element string
// +kubebuilder:validation:Minimum=3
type Number int64
// +kubebuilder:validation:items:MaxLength=7
// +kubebuilder:validation:items:XValidation:rule="self != 'list'"
type Elements []Element
type Part struct {
    A string `json:"a"`
}
type T struct {
    // +kubebuilder:validation:items:Pattern=`^a`
    // +kubebuilder:validation:items:Enum=a;b
    // +kubebuilder:validation:items:XValidation:rule="self != 'field'",message="m"
    Names []string `json:"names"`
    // +kubebuilder:validation:items:XValidation:rule="self != 'field'"
    Elements Elements `json:"elements"`
    // +kubebuilder:validation:items:Minimum=1
    Numbers []Number `json:"numbers"`
    // +kubebuilder:validation:items:XIntOrString
    Ports []string `json:"ports"`
    // +kubebuilder:validation:items:MinProperties=1
    // +kubebuilder:validation:items:XValidation:rule="self.a != ''"
    Parts []Part `json:"parts"`
}
"#,
        );
        for (property, items) in [
            (
                "names",
                r#"{"type":"string","default":"","pattern":"^a","enum":["a","b"],"x-kubernetes-validations":[{"message":"m","rule":"self != 'field'"}]}"#,
            ),
            (
                "elements",
                r#"{"type":"string","default":"","maxLength":7,"x-kubernetes-validations":[{"rule":"self != 'field'"},{"rule":"self != 'list'"},{"rule":"self != 'element'"}]}"#,
            ),
            ("numbers", r#"{"type":"integer","format":"int64","default":0,"minimum":3}"#),
            ("ports", r#"{"type":"string","default":"","x-kubernetes-int-or-string":true}"#),
            (
                "parts",
                r##"{"default":{},"minProperties":1,"allOf":[{"$ref":"#/components/schemas/example.com~1api~1v1.Part"}],"x-kubernetes-validations":[{"rule":"self.a != ''"}]}"##,
            ),
        ] {
            assert_eq!(lowered.property("T", property), format!(r#"{{"type":"array","items":{items}}}"#), "{property}");
        }
    }

    #[test]
    fn schemaless_fields_have_what_their_own_tags_say() {
        let lowered = lower_go(
            r#"
// +kubebuilder:validation:MaxLength=9
// +kubebuilder:validation:Enum=a;b
type Element string
type Part struct {
    A string `json:"a"`
}
type T struct {
    // +kubebuilder:validation:Schemaless
    // +kubebuilder:pruning:PreserveUnknownFields
    Any Part `json:"any"`
    // +kubebuilder:validation:Schemaless
    // +kubebuilder:validation:Type=string
    // +kubebuilder:validation:MinLength=2
    Text Element `json:"text,omitempty"`
    // +kubebuilder:validation:Schemaless
    // +kubebuilder:validation:Type=array
    // +kubebuilder:validation:items:Type=string
    List []Part `json:"list,omitempty"`
}
"#,
        );
        assert_eq!(lowered.property("T", "any"), r#"{"x-kubernetes-preserve-unknown-fields":true}"#);
        assert_eq!(lowered.property("T", "text"), r#"{"type":"string","minLength":2}"#);
        assert_eq!(lowered.property("T", "list"), r#"{"type":"array","items":{"type":"string"}}"#);
    }
}
