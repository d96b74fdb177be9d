//! The feature gate `OpenAPIEnums`: removes enums if it is disabled
//! (`k8s.io/apiserver/pkg/util/openapi.GetOpenAPIDefinitionsWithoutDisabledFeatures`).

use idlgen_validate::{Schema, keyword::Keyword};

use super::nodes;

/// The start of the value list in a description.
const HEADER: &str = "Possible enum values:";

/// Removes `enum`, and the values in descriptions. Servers before 1.27 kept the blank line before the values.
pub(super) fn remove(schema: &mut Schema, kubernetes_minor: u16) {
    nodes::for_each(schema, &mut |node| {
        node.keywords.remove(Keyword::Enum);
        if let Some((text, _)) = node.description.as_deref().and_then(|text| text.split_once(HEADER)) {
            let text = if kubernetes_minor < 27 { text } else { text.trim() };
            node.description = (!text.is_empty()).then(|| text.to_owned());
        }
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_and_their_descriptions_go() {
        for (description, minor, expected) in [
            ("A phase.\n\nPossible enum values:\n - `\"A\"` a", 35, Some("A phase.")),
            ("A phase.\n\nPossible enum values:\n - `\"A\"` a", 26, Some("A phase.\n\n")),
            ("Possible enum values:\n - `\"A\"` a", 35, None),
            ("A phase.", 35, Some("A phase.")),
        ] {
            let property = Schema {
                description: Some(description.to_owned()),
                ..Schema::of_keyword(Keyword::Enum, vec![json!("A")])
            };
            let mut schema = Schema::default();
            schema.properties.insert("phase".into(), property);
            remove(&mut schema, minor);
            let property = &schema.properties["phase"];
            assert_eq!(property.description.as_deref(), expected);
            assert!(property.enumeration().is_empty());
        }
    }
}
