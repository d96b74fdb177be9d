//! One run of lowering: what is named, what is still to be defined, what was found wrong.

use std::collections::BTreeMap;

use idlgen_validate::{Definitions, Schema};

use super::{Lowered, definition, name, problem, rule_set::RuleSet, type_schema};
use crate::{
    diag::{Diagnostic, Severity},
    model::{Model, PackageId, TypeId},
};

/// How deep types may nest where they are written out.
pub(super) const MAX_DEPTH: usize = 32;

/// One run of lowering.
pub(super) struct Lowering<'a> {
    /// What is lowered.
    pub(super) model: &'a Model,
    /// The rules in force.
    pub(super) rules: RuleSet,
    /// What could not be said.
    pub(super) diagnostics: Vec<Diagnostic>,
    names: BTreeMap<TypeId, String>,
    by_name: BTreeMap<String, TypeId>,
    /// The types with a definition, in the order in which they are met.
    met: Vec<TypeId>,
}

impl<'a> Lowering<'a> {
    /// A run with nothing done.
    pub(super) fn new(model: &'a Model, rules: RuleSet) -> Self {
        Lowering {
            model,
            rules,
            diagnostics: Vec::new(),
            names: BTreeMap::new(),
            by_name: BTreeMap::new(),
            met: Vec::new(),
        }
    }

    /// Defines the types and everything that they refer to.
    pub(super) fn run(mut self, types: &[TypeId]) -> Lowered {
        for id in types {
            self.reference(*id);
        }
        let asked = self.met.len();
        let mut definitions = Definitions::default();
        let mut next = 0;
        while let Some(id) = self.met.get(next).copied() {
            next += 1;
            if next > asked && !self.rules.defines_references {
                self.names.remove(&id);
                continue;
            }
            let name = self.reference(id);
            let before = self.diagnostics.len();
            let schema = definition::schema(&mut self, id);
            self.soften(before, self.model.type_definition(id).package);
            if self.by_name.get(&name) == Some(&id) {
                definitions.schemas.insert(name, schema);
            }
        }
        let named = self.named_types();
        self.diagnostics.sort_by_key(|diagnostic| {
            diagnostic.primary.as_ref().map(|label| (label.span.file, label.span.start, label.span.end))
        });
        self.diagnostics.dedup();
        Lowered { definitions, names: self.names, named, diagnostics: self.diagnostics, ..Lowered::default() }
    }

    /// The schemas of the named types that are no structs. Nothing is defined and nothing reported for their sake: a type whose elements have no
    /// definition is left out.
    fn named_types(&mut self) -> BTreeMap<TypeId, Schema> {
        let mut named = BTreeMap::new();
        for definition in &self.model.types {
            let (defined, reported) = (self.met.len(), self.diagnostics.len());
            let schema = type_schema::named_schema(self, definition.id);
            self.diagnostics.truncate(reported);
            if self.met.len() == defined {
                named.extend(schema.map(|schema| (definition.id, schema)));
            }
            for id in self.met.split_off(defined) {
                if let Some(name) = self.names.remove(&id) {
                    self.by_name.remove(&name);
                }
            }
        }
        named
    }

    /// The definition name of a struct, which gets a definition if it has none yet.
    pub(super) fn reference(&mut self, id: TypeId) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let name = name::definition_name(self.model, &self.rules, id);
        if let Some(other) = self.by_name.get(&name) {
            let span = self.model.type_definition(id).span;
            let other = self.model.type_definition(*other).span;
            self.diagnostics.push(problem::name_collision(span, &name, other));
        } else {
            self.by_name.insert(name.clone(), id);
        }
        self.names.insert(id, name.clone());
        self.met.push(id);
        name
    }

    /// What is wrong in a package that others import is not the user's to mend, and does not keep the output from being written.
    fn soften(&mut self, from: usize, package: PackageId) {
        if self.model.package(package).requested {
            return;
        }
        for diagnostic in self.diagnostics.iter_mut().skip(from) {
            diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        }
    }
}
