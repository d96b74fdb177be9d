//! One run of lowering: what is named, what is still to be defined, what was found wrong.

use std::collections::BTreeMap;

use idlgen_validate::{Definitions, Schema};

use super::{
    LowerOptions, Lowered,
    conventions::Conventions,
    naming,
    node::{by_value::ByValue, description},
    problem, tool,
    types::{definition, selection, type_schema},
};
use crate::{
    diag::{Diagnostic, Severity},
    model::{Builtin, Doc, PackageId, Seen, Type, TypeId, TypeKind},
    source::Span,
    tags::Tag,
    tool::{NameCollisions, Tool},
};

/// How deep types may nest where they are written out.
pub(super) const MAX_DEPTH: usize = 32;

/// How many structs overrides may write in place within one definition.
const MAX_IN_PLACE: usize = 4_096;

/// One run of lowering.
pub(super) struct Lowering<'a> {
    /// What is lowered.
    pub(super) model: &'a Seen<'a>,
    /// The tool whose decisions count.
    pub(super) tool: Tool,
    /// Whose conventions the schemas follow.
    pub(super) conventions: Conventions,
    /// Which structs by value are always there.
    pub(super) by_value: ByValue,
    /// How many structs have been written in place in the definition that is made.
    in_place: usize,
    /// What could not be said.
    pub(super) diagnostics: Vec<Diagnostic>,
    names: BTreeMap<TypeId, String>,
    by_name: BTreeMap<String, TypeId>,
    /// Comments of aliases of predeclared types, by name of the alias.
    aliases_of_builtins: Vec<(Builtin, &'a [Tag])>,
    /// The types with a definition, in the order in which they are met.
    met: Vec<TypeId>,
    /// Whether nobody asks for types that have no definition.
    definitions_only: bool,
}

impl<'a> Lowering<'a> {
    /// A run with nothing done.
    pub(super) fn new(model: &'a Seen<'a>, options: &LowerOptions) -> Self {
        Lowering {
            by_value: ByValue::new(model, &options.native_packages),
            aliases_of_builtins: aliases_of_builtins(model),
            model,
            tool: options.tool,
            conventions: options.conventions,
            in_place: 0,
            diagnostics: Vec::new(),
            names: BTreeMap::new(),
            by_name: BTreeMap::new(),
            met: Vec::new(),
            definitions_only: false,
        }
    }

    /// Leaves out what no kind needs.
    pub(super) fn of_kinds(self) -> Self {
        Lowering { definitions_only: true, ..self }
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
            if next > asked && !self.tool.defines_references {
                self.names.remove(&id);
                continue;
            }
            let name = self.reference(id);
            let before = self.diagnostics.len();
            self.in_place = 0;
            let schema = definition::schema(&mut self, id);
            self.soften(before, id, next <= asked);
            if self.by_name.get(&name) == Some(&id) {
                definitions.schemas.insert(name, schema);
            }
        }
        tool::judge_publication(&mut self, types, &definitions);
        let named = if self.definitions_only { BTreeMap::new() } else { self.named_types() };
        self.diagnostics.sort_by_key(|diagnostic| {
            diagnostic.primary.as_ref().map(|label| (label.span.file, label.span.start, label.span.end))
        });
        self.diagnostics.dedup();
        Lowered { definitions, names: self.names, named, diagnostics: self.diagnostics, ..Lowered::default() }
    }

    /// The schema of a struct that is judged and not published: what it refers to is not defined for its sake.
    pub(super) fn unpublished(&mut self, id: TypeId) -> Schema {
        let defined = self.met.len();
        let schema = definition::schema(self, id);
        self.forget(defined);
        schema
    }

    /// Whether one more struct may be written in place, where overrides want it. One that holds itself twice, with an
    /// override each time, would be written out without end.
    pub(super) fn writes_in_place(&mut self, span: Span) -> bool {
        self.in_place += 1;
        if self.in_place == MAX_IN_PLACE + 1 {
            self.diagnostics.push(problem::too_many_in_place(span, MAX_IN_PLACE));
        }
        self.in_place <= MAX_IN_PLACE
    }

    /// The definition name of a struct that has one.
    pub(super) fn name(&self, id: TypeId) -> Option<&String> {
        self.names.get(&id)
    }

    /// Whether comments of the types of that package count.
    pub(super) fn reads_comments_of(&self, package: PackageId) -> bool {
        self.tool.reads_comments_of(self.model.package(package).requested)
    }

    /// The description that a comment makes, with further lines behind it.
    pub(super) fn description(&self, doc: &Doc, more: &[String]) -> Option<String> {
        match self.conventions {
            Conventions::OpenApi => description::description(doc, more, self.tool.escapes_in_comments),
            Conventions::CustomResourceDefinitions => description::lines(doc),
        }
    }

    /// Forgets the names of what was met since.
    fn forget(&mut self, defined: usize) {
        for id in self.met.split_off(defined) {
            if let Some(name) = self.names.remove(&id) {
                self.by_name.remove(&name);
            }
        }
    }

    /// The schemas of the named types that are no structs. Nothing is defined and nothing reported for their sake: a
    /// type whose elements have no definition is left out.
    fn named_types(&mut self) -> BTreeMap<TypeId, Schema> {
        let mut named = BTreeMap::new();
        for definition in &self.model.types {
            let (defined, reported) = (self.met.len(), self.diagnostics.len());
            self.in_place = 0;
            let schema = type_schema::named_schema(self, definition.id);
            self.diagnostics.truncate(reported);
            if self.met.len() == defined {
                named.extend(schema.map(|schema| (definition.id, schema)));
            }
            self.forget(defined);
        }
        named
    }

    /// The definition name of a struct, which gets a definition if it has none yet.
    pub(super) fn reference(&mut self, id: TypeId) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let name = naming::definition_name(self.model, &self.tool, id);
        if let Some(other) = self.by_name.get(&name).copied() {
            let model = self.model;
            let mut diagnostic =
                problem::name_collision(model.type_definition(id).span, &name, model.type_definition(other).span);
            if self.tool.name_collisions == NameCollisions::LastGoName {
                diagnostic.severity = Severity::Warning;
                if model.go_name(id) > model.go_name(other) {
                    self.by_name.insert(name.clone(), id);
                }
            }
            self.diagnostics.push(diagnostic);
        } else {
            self.by_name.insert(name.clone(), id);
        }
        self.names.insert(id, name.clone());
        self.met.push(id);
        name
    }

    /// The comment of a predeclared type: to gengo, an alias is what it names, and the comments of all declarations of
    /// a type are one's, the last one's in order of name.
    pub(super) fn comment_of_builtin(&self, builtin: Builtin) -> Option<&'a [Tag]> {
        self.aliases_of_builtins.iter().rfind(|(other, _)| *other == builtin).map(|(_, tags)| *tags)
    }

    /// What is wrong in a package that others import is not the user's to mend, and a struct that nobody refers to and
    /// nobody made for JSON (a visitor with a function for each case) is no part of the API: neither keeps the output
    /// from being written.
    fn soften(&mut self, from: usize, id: TypeId, is_selected: bool) {
        let definition = self.model.type_definition(id);
        let is_apart =
            is_selected && self.tool.untagged_types && !selection::is_wanted_by_itself(self.model, definition);
        if self.model.package(definition.package).requested && !is_apart {
            return;
        }
        for diagnostic in self.diagnostics.iter_mut().skip(from) {
            diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        }
    }
}

fn aliases_of_builtins<'a>(model: &'a Seen<'a>) -> Vec<(Builtin, &'a [Tag])> {
    let mut found: Vec<(String, Builtin, &'a [Tag])> = Vec::new();
    for definition in model.types.iter().filter(|definition| model.package(definition.package).requested) {
        if let TypeKind::Alias(Type::Builtin(builtin)) = definition.kind {
            found.push((model.go_name(definition.id), builtin, &definition.tags));
        }
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    found.into_iter().map(|(_, builtin, tags)| (builtin, tags)).collect()
}
