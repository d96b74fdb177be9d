//! Finds the markers for the parts of a CRD outside of its schemas.

use idlgen_runtime::field::{BadValue, Element, Error};

use super::custom_resources::markers;
use crate::{
    model::{Model, TypeId},
    source::Span,
    tags::CustomResource,
};

/// Returns the location of the marker that caused an error of an API server in the names, labels, columns, subresources
/// or selectable fields of a CRD. `types` are the types of its versions, in their order.
pub fn marker_location(model: &Model, types: &[TypeId], error: &Error) -> Option<Span> {
    let elements = error.path.elements.as_slice();
    let field = |at: usize| match elements.get(at) {
        Some(Element::Field(name)) => name.as_str(),
        _ => "",
    };
    let index = |at: usize| match elements.get(at) {
        Some(Element::Index(index)) => Some(*index),
        _ => None,
    };
    let all =
        || types.iter().rev().flat_map(|id| markers(model.type_definition(*id)).collect::<Vec<_>>().into_iter().rev());
    let find = |is_cause: &dyn Fn(&CustomResource) -> bool| {
        all().find(|(marker, _)| is_cause(marker)).map(|(_, tag)| tag.span)
    };
    match (field(0), field(1)) {
        ("metadata", "labels" | "annotations") => {
            let BadValue::Json(serde_json::Value::String(invalid)) = &error.bad_value else { return None };
            let is_invalid = |(key, value): &(String, String)| key == invalid || value == invalid;
            find(&|marker| match marker {
                CustomResource::Metadata { annotations, labels } => annotations.iter().chain(labels).any(is_invalid),
                _ => false,
            })
        }
        ("metadata", "name") => find(&|marker| sets_name(marker, "plural")),
        ("spec", "names") => find(&|marker| sets_name(marker, field(2))),
        ("spec", "versions") => version_marker_location(model, *types.get(index(2)?)?, field(3), index(4)),
        _ => None,
    }
}

/// Returns `true` if a marker sets one of the names of a CRD.
fn sets_name(marker: &CustomResource, name: &str) -> bool {
    let CustomResource::Resource(names) = marker else { return false };
    match name {
        "plural" => names.path.is_some(),
        "singular" => names.singular.is_some(),
        "shortNames" => !names.short_names.is_empty(),
        "categories" => !names.categories.is_empty(),
        _ => false,
    }
}

/// Returns the location of the marker for a part of a version, which is named as in a CRD. `id` is the type of the
/// version. If the part is a list, `index` is the number of its element.
pub fn version_marker_location(model: &Model, id: TypeId, part: &str, index: Option<usize>) -> Option<Span> {
    let is_of_part = |marker: &CustomResource| match part {
        "additionalPrinterColumns" => matches!(marker, CustomResource::PrinterColumn(_)),
        "selectableFields" => matches!(marker, CustomResource::SelectableField(_)),
        "subresources" => matches!(marker, CustomResource::ScaleSubresource { .. }),
        "deprecationWarning" => matches!(marker, CustomResource::DeprecatedVersion { .. }),
        _ => false,
    };
    let mut of_part = markers(model.type_definition(id)).filter(|(marker, _)| is_of_part(marker));
    of_part.nth(index.unwrap_or_default()).map(|(_, tag)| tag.span)
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::field::{ErrorType, Path};

    use super::*;
    use crate::{
        lower::{custom_resource_definitions, testing::read},
        source::SourceMap,
    };

    #[test]
    fn errors_are_at_the_marker_that_causes_them() {
        let text = "// +groupName=example.com\n---\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\
            // +kubebuilder:resource:shortName=w,path=Widgets\n\
            // +kubebuilder:metadata:labels=\"a b=c\"\n// +kubebuilder:metadata:labels=\"d=e f\"\n\
            // +kubebuilder:printcolumn:name=A,type=string,JSONPath=.a\n\
            // +kubebuilder:printcolumn:name=B,type=string,JSONPath=.b\n\
            // +kubebuilder:selectablefield:JSONPath=.c\n\
            // +kubebuilder:subresource:scale:specpath=.spec.a,statuspath=.status.b\n\
            type Widget struct {\n    metav1.TypeMeta `json:\",inline\"`\n    metav1.ObjectMeta\n}\n";
        let meta = "type TypeMeta struct{}\ntype ObjectMeta struct{}\n";
        let packages = [("example.com/api/v1", true, text), ("k8s.io/apimachinery/pkg/apis/meta/v1", false, meta)];
        let mut sources = SourceMap::default();
        let model = read(&packages, &mut sources);
        let definitions = custom_resource_definitions(&model);
        let types = &definitions[0].types;
        let root = Path::root();
        let (metadata, spec) = (root.field("metadata"), root.field("spec"));
        let (labels, names, versions) = (metadata.field("labels"), spec.field("names"), spec.field("versions"));
        let version = versions.index(0);
        let (columns, scale) = (version.field("additionalPrinterColumns"), version.field("subresources"));
        for (path, value, expected) in [
            (&names.field("plural"), "", Some("path=Widgets")),
            (&names.field("shortNames").index(0), "", Some("shortName=w")),
            (&names.field("kind"), "", None),
            (&metadata.field("name"), "", Some("path=Widgets")),
            (&labels, "a b", Some("a b=c")),
            (&labels, "e f", Some("d=e f")),
            (&columns.index(1).field("jsonPath"), "", Some("name=B")),
            (&scale.field("scale").field("specReplicasPath"), "", Some("specpath")),
            (&version.field("selectableFields").index(0).field("jsonPath"), "", Some("JSONPath=.c")),
            (&versions.index(1).field("name"), "", None),
        ] {
            let error = Error::new(ErrorType::Invalid, path.to_path_buf(), value.into(), "");
            let found = marker_location(&model, types, &error)
                .map(|span| sources.text(span.file).get(span.start as usize..span.end as usize).unwrap());
            match expected {
                Some(part) => assert!(found.is_some_and(|tag| tag.contains(part)), "{}: {found:?}", error.field),
                None => assert_eq!(found, None, "{}", error.field),
            }
        }
    }
}
