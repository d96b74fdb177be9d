//! Reuses the results of an earlier run for an audience that sees some declarations differently. Results that do not
//! depend on these declarations are unchanged.

use std::{borrow::Cow, collections::BTreeMap};

use idlgen_schema::{Schema, schema::AdditionalProperties};

use super::{lowered::Lowered, lowering::Lowering};
use crate::model::{Model, Seen, Type, TypeId, TypeKind};

/// The results of an earlier run.
pub(super) struct Earlier<'e> {
    lowered: &'e Lowered,
    /// The types by definition name.
    by_name: BTreeMap<&'e str, TypeId>,
    /// For each type id, `true` if the type depends on a declaration that the audience sees differently.
    is_other: Vec<bool>,
}

impl<'e> Earlier<'e> {
    /// Returns `None` if the results cannot be reused: types share a name, aliases of predeclared types are seen
    /// differently, or there are unpublished rules.
    pub(super) fn new(lowered: &'e Lowered, model: &Model, seen: &Seen<'_>) -> Option<Self> {
        let by_name: BTreeMap<&str, TypeId> = lowered.names.iter().map(|(id, name)| (name.as_str(), *id)).collect();
        let mut others = seen.types.iter().filter(|definition| matches!(definition, Cow::Owned(_)));
        let is_of_builtin = |kind: &TypeKind| matches!(kind, TypeKind::Alias(Type::Builtin(_)));
        // The schemas of the earlier run do not contain its unpublished rules.
        if lowered.unpublished.is_some()
            || by_name.len() < lowered.names.len()
            || others.clone().any(|definition| is_of_builtin(&definition.kind))
        {
            return None;
        }
        let others: Vec<TypeId> = others.by_ref().map(|definition| definition.id).collect();
        Some(Earlier { lowered, by_name, is_other: model.leading_to(others) })
    }

    fn is_as_it_was(&self, id: TypeId) -> bool {
        self.is_other.get(id.0 as usize) == Some(&false)
    }

    /// Returns the definition of a struct, if it is unchanged. Also adds the definitions that it references.
    pub(super) fn definition(&self, lowering: &mut Lowering<'_>, id: TypeId) -> Option<Schema> {
        let name = self.lowered.names.get(&id).filter(|_| self.is_as_it_was(id))?;
        let schema = self.lowered.definitions.get(name)?;
        self.refer(lowering, schema);
        Some(schema.clone())
    }

    /// Returns the schema of a named type that is not a struct, if it is unchanged.
    pub(super) fn named(&self, lowering: &mut Lowering<'_>, id: TypeId) -> Option<Schema> {
        let schema = self.lowered.named.get(&id).filter(|_| self.is_as_it_was(id))?;
        self.refer(lowering, schema);
        Some(schema.clone())
    }

    fn refer(&self, lowering: &mut Lowering<'_>, schema: &Schema) {
        let Schema { reference, items, additional_properties, properties, not, v2, .. } = schema;
        if let Some(id) = reference.as_deref().and_then(|name| self.by_name.get(name)) {
            lowering.reference(*id);
        }
        let values = match additional_properties {
            Some(AdditionalProperties::Schema(values)) => Some(&**values),
            _ => None,
        };
        let boxed = items.as_deref().into_iter().chain(values).chain(not.as_deref()).chain(v2.as_deref());
        let branches = schema.all_of.iter().chain(&schema.any_of).chain(&schema.one_of);
        boxed.chain(properties.values()).chain(branches).for_each(|inside| self.refer(lowering, inside));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        audience::Audience,
        lower::{
            LowerOptions, lower, lower_seen,
            testing::{PACKAGE, read},
        },
        source::SourceMap,
    };

    const OWN: &str = "import core \"k8s.io/api/core/v1\"\n\n\
        type Leaf struct {\n\t// +maxLength=3\n\tText string `json:\"text\"`\n}\n\ntype Leaves []Leaf\n\n\
        type Plain struct {\n\tLeaf Leaf `json:\"leaf\"`\n\tLeaves Leaves `json:\"leaves\"`\n\
        \tNext *Plain `json:\"next\"`\n}\n\n\
        type Modes map[string]core.Mode\n\n\
        type T struct {\n\tPlain Plain `json:\"plain\"`\n\tModes Modes `json:\"modes\"`\n\
        \tIn *core.In `json:\"in\"`\n}\n";

    const CORE: &str = "// +enum\ntype Mode string\n\nconst ModeB Mode = \"B\"\n\n\
        type In struct {\n\tMode Mode `json:\"mode\"`\n\tOther Other `json:\"other\"`\n}\n\n\
        type Other struct {\n\tA string `json:\"a\"`\n}\n";

    #[test]
    fn what_leads_to_nothing_that_is_seen_otherwise_is_as_it_was() {
        let packages = [(PACKAGE, true, OWN), ("k8s.io/api/core/v1", false, CORE)];
        let model = read(&packages, &mut SourceMap::default());
        let options = LowerOptions::default();
        let before = lower(&model, &options);
        let seen = Audience::CustomResources(&[]).see(&model);
        let earlier = Earlier::new(&before, &model, &seen).unwrap();
        let own = |name: &str| model.find_type(PACKAGE, name).map(|found| found.id).unwrap();
        let names = ["Leaf", "Leaves", "Plain", "Modes", "T"];
        assert_eq!(names.map(|name| earlier.is_as_it_was(own(name))), [true, true, true, false, false]);
        let (other, anew) =
            (before.for_custom_resources(&model, &[]).unwrap(), lower_seen(&model, &seen, &options, None));
        assert_eq!(other.definitions, anew.definitions);
        assert_eq!((other.names, other.named), (anew.names, anew.named));
        assert_ne!(other.definitions, before.definitions);
    }
}
