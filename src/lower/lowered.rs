//! What lowering makes.

use std::collections::BTreeMap;

use idlgen_validate::{Definitions, Schema, cel::KnownRules};

use super::{
    options::LowerOptions,
    served::{group_version_kinds::GroupVersionKind, registration::RegisteredGroupVersion},
};
use crate::{diag::Diagnostic, model::TypeId};

/// The schemas of a model.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Every definition: the structs of the requested packages and all that they refer to.
    pub definitions: Definitions,
    /// The definition name of each type that has one.
    pub names: BTreeMap<TypeId, String>,
    /// The schema of each named type that is no struct, as if it stood alone. What refers to it does not need this: its
    /// schema is written out there.
    pub named: BTreeMap<TypeId, Schema>,
    /// What the requested packages register.
    pub group_versions: Vec<RegisteredGroupVersion>,
    /// The group, version and kind of each definition that has any, in order.
    pub kinds: BTreeMap<String, Vec<GroupVersionKind>>,
    /// The definition names of those [`META_TYPES`](super::META_TYPES) that have definitions, by Go name.
    pub meta_definitions: BTreeMap<&'static str, String>,
    /// What could not be said, in order of position.
    pub diagnostics: Vec<Diagnostic>,
    /// What was compiled of their rules, and of those that other audiences see of the same model.
    pub(crate) known_rules: KnownRules,
    /// The settings under which they were made.
    pub(crate) options: LowerOptions,
}

impl Lowered {
    /// The schema of a type: a reference to its definition, or what is written out where it is used.
    pub fn schema_of(&self, id: TypeId) -> Option<Schema> {
        match self.names.get(&id) {
            Some(name) => Some(Schema { reference: Some(name.clone()), ..Schema::default() }),
            None => self.named.get(&id).cloned(),
        }
    }
}
