//! Converts an API server's field paths to paths in the document.

use idlgen_runtime::field::{Element, PathBuf};

use super::internal::Internal;
use crate::crd::document::ApiVersion;

type Elements = Vec<Element<String>>;

/// Returns the path in the document that corresponds to a path in `internal`.
pub(super) fn in_document(path: &PathBuf, internal: &Internal<'_>) -> PathBuf {
    let mut elements = path.elements.as_slice();
    let is_v1 = internal.definition.api_version == ApiVersion::V1;
    let mut place = Elements::new();
    let field = |place: &mut Elements, names: &[&str]| {
        place.extend(names.iter().map(|name| Element::Field((*name).to_owned())));
    };
    if let [Element::Field(spec), Element::Field(part), rest @ ..] = elements
        && spec == "spec"
        && is_v1
    {
        // An error in a part that all versions have in common is reported in the first version.
        let common = match part.as_str() {
            "validation" => Some("schema"),
            "subresources" => Some("subresources"),
            "additionalPrinterColumns" => Some("additionalPrinterColumns"),
            "selectableFields" => Some("selectableFields"),
            _ => None,
        };
        if let Some(name) = common {
            field(&mut place, &["spec", "versions"]);
            place.push(Element::Index(0));
            field(&mut place, &[name]);
            elements = rest;
        } else if part == "version" {
            field(&mut place, &["spec", "versions"]);
            place.push(Element::Index(0));
            field(&mut place, &["name"]);
            elements = rest;
        } else if let ("conversion", [Element::Field(name), below @ ..]) = (part.as_str(), rest) {
            let names: &[&str] = match name.as_str() {
                "webhookClientConfig" => &["spec", "conversion", "webhook", "clientConfig"],
                "conversionReviewVersions" => &["spec", "conversion", "webhook", "conversionReviewVersions"],
                _ => &[],
            };
            if !names.is_empty() {
                field(&mut place, names);
                elements = below;
            }
        }
    }
    for element in elements {
        let element = match element {
            Element::Field(name) if name == "JSONPath" && is_v1 => Element::Field("jsonPath".to_owned()),
            other => other.clone(),
        };
        place.push(element);
    }
    PathBuf { elements: place }
}
