//! The result of lowering.

use std::collections::BTreeMap;

use idlgen_schema::{Definitions, Schema, cel::KnownRules};

use super::{
    options::LowerOptions,
    served::{group_version_kinds::GroupVersionKind, registration::RegisteredGroupVersion},
};
use crate::{diag::Diagnostic, model::TypeId};

/// The schemas of a model.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// All definitions: the structs of the requested packages and all types that they reference.
    pub definitions: Definitions,
    /// The definition name of each type that has one.
    pub names: BTreeMap<TypeId, String>,
    /// The schema of each named type that is not a struct, for use on its own. Uses of the type in other schemas are
    /// not references: they contain the schema inline.
    pub named: BTreeMap<TypeId, Schema>,
    /// The kinds registered by the requested packages.
    pub group_versions: Vec<RegisteredGroupVersion>,
    /// The group, version and kind of each definition that has them, in order.
    pub kinds: BTreeMap<String, Vec<GroupVersionKind>>,
    /// The definition names of those [`META_TYPES`](super::META_TYPES) that have a definition, by Go name.
    pub meta_definitions: BTreeMap<&'static str, String>,
    /// The diagnostics, in the order of positions.
    pub diagnostics: Vec<Diagnostic>,
    /// The compiled rules, including those for other audiences of the same model.
    pub known_rules: KnownRules,
    pub options: LowerOptions,
    /// The same schemas with only the rules that are not published, if there are any. The schemas above do not contain
    /// these rules.
    pub unpublished: Option<Box<Lowered>>,
}

impl Lowered {
    /// Returns the schema of a type: a reference to its definition, or an inline schema.
    pub fn schema_of(&self, id: TypeId) -> Option<Schema> {
        match self.names.get(&id) {
            Some(name) => Some(Schema { reference: Some(name.clone()), ..Schema::default() }),
            None => self.named.get(&id).cloned(),
        }
    }
}
