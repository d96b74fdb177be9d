//! Properties that are always present, whatever the object contains.
//!
//! In Go, a struct field that is not a pointer is always present. The API server decodes objects of built-in kinds into
//! Go values and validates all their contents: in a Pod without `spec`, `spec.containers` is missing, even though
//! `spec` is optional. A custom resource remains JSON, so the parts of a property are only checked if the property is
//! present.
//!
//! Servers do not validate the list objects that they return, so `items` may be nil in all of them.

use std::collections::BTreeSet;

use idlgen_schema::Schema;
use serde_json::Map;

use crate::{
    lower::types::member::Member,
    model::{Field, Seen, Type, TypeId, TypeKind, is_served_natively},
    tool::Tool,
};

/// The properties of a model that are always present.
pub(in crate::lower) struct ByValue {
    /// For each package, `true` if API servers serve objects with its types natively.
    is_native: Vec<bool>,
    /// The declarations of fields for observed state: the `status` of objects and its contents. Servers do not validate
    /// it in client requests, and keep zero values for state that has not been observed yet.
    observed: BTreeSet<String>,
    /// The declarations of the fields that contain the objects of lists.
    objects: BTreeSet<String>,
}

impl ByValue {
    /// Determines these properties of a model. `native` contains patterns of natively served packages in addition to
    /// those of Kubernetes.
    pub(in crate::lower) fn new(model: &Seen<'_>, native: &[String]) -> Self {
        let is_served = |import_path: &str| is_served_natively(import_path, native);
        // In a custom resource, the native types are JSON like all others.
        let has_native_objects = model.packages.iter().any(|one| one.requested && is_served(&one.import_path));
        let packages = model.packages.iter();
        let is_native = packages.map(|package| has_native_objects && is_served(&package.import_path)).collect();
        let mut found = ByValue { is_native, observed: BTreeSet::new(), objects: BTreeSet::new() };
        for (index, definition) in (0..).zip(&model.types) {
            let id = TypeId(index);
            let TypeKind::Struct(fields) = &definition.kind else { continue };
            let named = |name: &str| fields.iter().find(|field| field.json_name() == Some(name));
            let Some(metadata) = named("metadata") else { continue };
            let declared = model.go_name(id);
            if let Some(items) = named("items").filter(|_| is_list_meta(model, &metadata.ty)) {
                found.objects.insert(format!("{declared}.{}", items.name));
            }
            if let Some(status) = named("status").filter(|_| found.of(definition.package.0)) {
                found.observe(&declared, std::slice::from_ref(status));
                if let Type::Named(id) = status.ty {
                    found.observe(&model.go_name(id), &model.fields_of(&status.ty));
                }
            }
        }
        found
    }

    fn observe(&mut self, holder: &str, fields: &[Field]) {
        self.observed.extend(fields.iter().map(|field| format!("{holder}.{}", field.name)));
    }

    fn of(&self, package: u32) -> bool {
        self.is_native.get(package as usize).copied().unwrap_or_default()
    }

    /// Returns `true` if a member with this schema is always present.
    pub(in crate::lower) fn is_present(&self, schema: &Schema, member: &Member<'_>, tool: &Tool) -> bool {
        let default = schema.default.as_ref().filter(|default| default.implicit);
        self.objects.contains(&member.declaration)
            || default.is_some_and(|default| default.value.as_object().is_some_and(Map::is_empty))
                && self.of(member.package.0)
                && !member.is_through_pointer
                && !(tool.omitzero && member.field.is_omitzero())
                && !self.observed.contains(&member.declaration)
    }
}

/// Returns `true` for the metadata of lists of objects.
fn is_list_meta(model: &Seen<'_>, ty: &Type) -> bool {
    let Type::Named(id) = ty else { return false };
    let definition = model.type_definition(*id);
    definition.name == "ListMeta"
        && model.package(definition.package).import_path == "k8s.io/apimachinery/pkg/apis/meta/v1"
}

#[cfg(test)]
mod tests {
    use idlgen_schema::schema::GoValue;

    use crate::lower::{
        LowerOptions,
        testing::{PACKAGE, lower_packages},
    };

    const TEXT: &str = r#"
type ObjectMeta struct {
    Name string `json:"name,omitempty"`
}
type Spec struct {
    Size string `json:"size"`
}
type Status struct {
    Last Spec `json:"last,omitempty"`
}
type Through struct {
    Below Spec `json:"below,omitempty"`
}

type T struct {
    *Through `json:",inline"`
    Metadata ObjectMeta `json:"metadata,omitempty"`
    Spec     Spec       `json:"spec,omitempty"`
    Said     Spec       `json:"said"`
    Zero     Spec       `json:"zero,omitzero"`
    Pointer  *Spec      `json:"pointer,omitempty"`
    Status   Status     `json:"status,omitempty"`
}

type Part struct {
    Status Status `json:"status,omitempty"`
}
"#;

    /// A container in a custom resource may be without its resources, as a server sees it.
    #[test]
    fn structs_of_native_types_in_custom_resources_may_be_missing() {
        let container = "type Container struct {\n    Resources Resources `json:\"resources,omitempty\"`\n}\n\
            type Resources struct {\n    Limits map[string]string `json:\"limits,omitempty\"`\n}\n";
        let kind = "import core \"k8s.io/api/core/v1\"\ntype T struct {\n    Container core.Container \
            `json:\"container\"`\n}\n";
        for (is_native_requested, expected) in [(false, false), (true, true)] {
            let packages = [("k8s.io/api/core/v1", is_native_requested, container), (PACKAGE, true, kind)];
            let lowered = lower_packages(&packages, &LowerOptions::default());
            let schemas = &lowered.lowered.definitions.schemas;
            let schema = schemas.iter().find(|(name, _)| name.ends_with("v1.Container")).unwrap().1;
            let is_present = schema.properties["resources"].go_value == GoValue::Present;
            assert_eq!(is_present, expected, "{is_native_requested}");
        }
    }

    fn present(of: &str, native: &[&str]) -> Vec<String> {
        let native_packages = native.iter().map(|pattern| (*pattern).to_owned()).collect();
        let options = LowerOptions { native_packages, ..LowerOptions::default() };
        let lowered = lower_packages(&[(PACKAGE, true, TEXT)], &options);
        let properties = lowered.schema(of).properties.iter();
        let present = properties.filter(|(_, schema)| schema.go_value == GoValue::Present);
        present.map(|(name, _)| name.clone()).collect()
    }

    #[test]
    fn structs_of_native_types_are_always_there_but_for_what_was_observed() {
        assert_eq!(present("T", &[PACKAGE]), ["metadata", "spec", "said"]);
        assert_eq!(present("Status", &[PACKAGE]), [""; 0]);
        assert_eq!(present("Part", &[PACKAGE]), ["status"]);
        assert_eq!(present("T", &[]), [""; 0]);
    }
}
