//! Converts errors to the messages of older API servers.

use idlgen_runtime::field::{Element, Error};

/// Changes an error to the message of API servers of Kubernetes 1.`minor`.
pub(super) fn as_of(minor: u16, error: &mut Error) {
    let mut names = error.path.elements.iter().rev().filter_map(|element| match element {
        Element::Field(name) => Some(name.as_str()),
        Element::Key(_) | Element::Index(_) => None,
    });
    let (last, before) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    if minor < 33 && last == "storedVersions" && error.detail.starts_with("missing from spec.versions") {
        "must appear in spec.versions".clone_into(&mut error.detail);
    }
    if minor >= 34 {
        return;
    }
    // Since 1.34, the detail of an error no longer repeats its field.
    match (before, last) {
        (_, "selectableFields") if error.detail.starts_with("may only be set when") => {
            error.detail = format!("selectableFields {}", error.detail.replace('`', ""));
        }
        ("schema", "openAPIV3Schema") if error.detail.is_empty() => {
            "schemas are required".clone_into(&mut error.detail);
        }
        ("x-kubernetes-validations", "message" | "fieldPath") if error.detail.starts_with("must ") => {
            error.detail = format!("{last} {}", error.detail);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::crd::{CustomResourceDefinition, definition::CrdValidator};
    use serde_json::json;

    #[test]
    fn each_version_has_its_words() {
        let (definition, _) = CustomResourceDefinition::from_json(&json!({
            "metadata": {"name": "foos.example.com"},
            "spec": {
                "group": "example.com", "names": {"plural": "foos", "kind": "Foo"}, "scope": "Cluster",
                "versions": [
                    {"name": "v1", "served": true, "storage": true, "selectableFields": [{"jsonPath": ".a"}]},
                    {"name": "v2", "schema": {"openAPIV3Schema": {"type": "object",
                        "x-kubernetes-validations": [{"rule": "true", "message": " ", "fieldPath": ".z"}]}}}
                ]
            },
            "status": {"storedVersions": ["v1", "v0"]}
        }));
        let texts = |minor| {
            let errors = CrdValidator::new(minor).validate(&definition.clone().with_defaults());
            errors.iter().map(|error| error.detail.clone()).collect::<Vec<_>>()
        };
        let expected = [
            "",
            "may only be set when `version.schema.openAPIV3Schema` is not included",
            "must be non-empty if specified",
            "must be a valid path",
        ];
        assert_eq!(texts(34)[..4], expected);
        assert!(texts(34)[4].starts_with("missing from spec.versions; v0 was"));
        let expected = [
            "schemas are required",
            "selectableFields may only be set when version.schema.openAPIV3Schema is not included",
            "message must be non-empty if specified",
            "fieldPath must be a valid path",
        ];
        assert_eq!(texts(33)[..4], expected);
        assert_eq!(texts(30)[4], "must appear in spec.versions");
    }
}
