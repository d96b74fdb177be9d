//! Which types get a definition because they are asked for (`k8s.io/kube-openapi/pkg/generators.apiTypeFilterFunc`).

use crate::{
    model::{Model, Package, TypeDefinition, TypeId},
    tags::{Meaning, Tag},
};

use super::usage::struct_base;

/// The exported structs of requested packages that are selected, in order of package and declaration: where a package says
/// `+k8s:openapi-gen=true`, all but those that say `false`; where only types say so, these; where nobody says anything, all.
pub(super) fn selected(model: &Model) -> Vec<TypeId> {
    let mut selected = Vec::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        let choice = Choice::of(model, package);
        for id in &package.types {
            let definition = model.type_definition(*id);
            if choice.takes(definition) && is_candidate(model, definition) {
                selected.push(*id);
            }
        }
    }
    selected
}

/// Structs that Go exports; a generic one is no type until it is given its arguments.
fn is_candidate(model: &Model, definition: &TypeDefinition) -> bool {
    definition.is_exported()
        && !definition.name.starts_with("codecSelfer")
        && (definition.type_parameters.is_empty() || says(&definition.tags, true))
        && !matches!(definition.kind, crate::model::TypeKind::Alias(_))
        && struct_base(model, definition.id).is_some()
}

/// What a package says about its types.
enum Choice {
    /// All but those that say `false`.
    AllButRefused,
    /// Those that say `true`.
    Asked,
}

impl Choice {
    fn of(model: &Model, package: &Package) -> Self {
        if says(&package.tags, true) {
            return Choice::AllButRefused;
        }
        let is_tagged =
            says(&package.tags, false) || package.types.iter().any(|id| says(&model.type_definition(*id).tags, true));
        if is_tagged { Choice::Asked } else { Choice::AllButRefused }
    }

    fn takes(&self, definition: &TypeDefinition) -> bool {
        match self {
            Choice::AllButRefused => !says(&definition.tags, false),
            Choice::Asked => says(&definition.tags, true),
        }
    }
}

/// Whether one of the tags is `+k8s:openapi-gen` with that value.
pub(super) fn says(tags: &[Tag], value: bool) -> bool {
    tags.iter().any(|tag| tag.meaning == Meaning::OpenApiGen(value))
}

#[cfg(test)]
mod tests {
    use super::super::{
        LowerOptions,
        testing::{lower_go, lower_packages},
    };

    fn names(text: &str) -> Vec<String> {
        let lowered = lower_go(text);
        let strip = |name: &String| name.rsplit_once('.').map_or_else(String::new, |(_, name)| name.to_owned());
        lowered.lowered.definitions.schemas.keys().map(strip).collect()
    }

    #[test]
    fn tags_select_and_without_any_everything_exported_is_taken() {
        let types = "type A struct{}\ntype b struct{}\ntype Named string\ntype Same A\ntype Alias = A\n";
        assert_eq!(names(types), ["A", "Same"]);
        assert_eq!(
            names(&format!("// +k8s:openapi-gen=true\n---\n{types}// +k8s:openapi-gen=false\ntype C struct{{}}\n")),
            ["A", "Same"]
        );
        assert_eq!(names(&format!("{types}// +k8s:openapi-gen=true\ntype C struct{{}}\n")), ["C"]);
        assert_eq!(names(&format!("{types}// +k8s:openapi-gen=false\ntype C struct{{}}\n")), ["A", "Same"]);
        assert_eq!(names(&format!("// +k8s:openapi-gen=false\n---\n{types}")), Vec::<String>::new());
    }

    #[test]
    fn what_is_referred_to_is_defined_too() {
        let dependency = (
            "example.com/dep",
            false,
            "type D struct {\n    E []E `json:\"e\"`\n}\ntype E struct{}\ntype Unused struct{}\n",
        );
        let text = "import \"example.com/dep\"\ntype T struct {\n    D map[string]*dep.D `json:\"d\"`\n    Inner inner `json:\"inner\"`\n}\ntype inner struct{}\n";
        let lowered = lower_packages(&[("example.com/api/v1", true, text), dependency], &LowerOptions::default());
        let names: Vec<&String> = lowered.lowered.definitions.schemas.keys().collect();
        assert_eq!(
            names,
            ["example.com/api/v1.T", "example.com/api/v1.inner", "example.com/dep.D", "example.com/dep.E"]
        );
        assert_eq!(lowered.lowered.names.len(), 4);
    }

    #[test]
    fn what_is_wrong_in_a_dependency_is_a_warning() {
        let dependency = ("example.com/dep", false, "type D struct {\n    F func() `json:\"f\"`\n}\n");
        let text = "import \"example.com/dep\"\ntype T struct {\n    D dep.D `json:\"d\"`\n}\n";
        let lowered = lower_packages(&[("example.com/api/v1", true, text), dependency], &LowerOptions::default());
        let severities: Vec<_> = lowered.lowered.diagnostics.iter().map(|one| one.severity).collect();
        assert_eq!(severities, [crate::diag::Severity::Warning]);
    }
}
