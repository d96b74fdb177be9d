//! The conventions for parts of schemas that Go does not define.

use crate::model::{Seen, TypeId};

/// The conventions for parts of schemas that Go does not define.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conventions {
    /// The conventions of OpenAPI documents: descriptions consist of paragraphs, named types that are not structs have
    /// no description, and each numeric type has a format (`k8s.io/kube-openapi/pkg/generators`).
    #[default]
    OpenApi,
    /// The conventions of CRDs: descriptions consist of lines, named types that are not structs have a description, and
    /// only integers with 32 or 64 bits in their names have a format (`sigs.k8s.io/controller-tools/pkg/crd`).
    CustomResourceDefinitions,
}

/// Types whose schemas are hard-coded without descriptions in controller-gen (`known_types.go`).
const WITHOUT_DESCRIPTION: &[(&str, &[&str])] = &[
    ("k8s.io/apimachinery/pkg/apis/meta/v1", &["ObjectMeta", "Time", "MicroTime", "Duration", "Fields"]),
    ("k8s.io/apimachinery/pkg/apis/meta/v1/unstructured", &["Unstructured"]),
    ("k8s.io/apimachinery/pkg/api/resource", &["Quantity"]),
    ("k8s.io/apimachinery/pkg/runtime", &["RawExtension"]),
    ("k8s.io/apimachinery/pkg/util/intstr", &["IntOrString"]),
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", &["JSON"]),
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1", &["JSON"]),
];

impl Conventions {
    /// Returns `true` if the comment of a type becomes the description of its values.
    pub(in crate::lower) fn describe(self, model: &Seen<'_>, id: TypeId) -> bool {
        let definition = model.type_definition(id);
        let package = &model.package(definition.package).import_path;
        let is_listed = || {
            let mut listed = WITHOUT_DESCRIPTION.iter();
            listed.any(|(known, names)| known == package && names.contains(&definition.name.as_str()))
        };
        self == Conventions::OpenApi || !is_listed()
    }
}

#[cfg(test)]
mod tests {
    use super::Conventions;
    use crate::lower::{LowerOptions, testing::lower_packages};

    #[test]
    fn types_that_controller_gen_hard_codes_have_no_description() {
        const RUNTIME: &str = "k8s.io/apimachinery/pkg/runtime";
        let api = "import \"k8s.io/apimachinery/pkg/runtime\"\n\
            // RawExtension is ours.\ntype RawExtension struct {\n\tA int `json:\"a\"`\n}\n\
            type T struct {\n\tOurs RawExtension `json:\"ours\"`\n\
            \tTheirs runtime.RawExtension `json:\"theirs\"`\n\tOther runtime.Other `json:\"other\"`\n}\n";
        let runtime = "// RawExtension is theirs.\ntype RawExtension struct {\n\tA int `json:\"a\"`\n}\n\
            // Other is theirs.\ntype Other struct {\n\tA int `json:\"a\"`\n}\n";
        for (conventions, theirs) in
            [(Conventions::OpenApi, Some("RawExtension is theirs.")), (Conventions::CustomResourceDefinitions, None)]
        {
            let options = LowerOptions { conventions, ..LowerOptions::default() };
            let lowered = lower_packages(&[("example.com/api/v1", true, api), (RUNTIME, false, runtime)], &options);
            let description = |name: &str| {
                let schema = lowered.lowered.definitions.schemas.get(name).expect("is defined");
                schema.description.as_deref()
            };
            assert_eq!(description("example.com/api/v1.RawExtension"), Some("RawExtension is ours."));
            assert_eq!(description(&format!("{RUNTIME}.RawExtension")), theirs, "{conventions:?}");
            assert_eq!(description(&format!("{RUNTIME}.Other")), Some("Other is theirs."));
        }
    }
}
