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
