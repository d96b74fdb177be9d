//! The state of one run of lowering: what is named, what is still to be defined, what was found wrong, and the
//! procedures that it is given.

use std::collections::BTreeMap;

use idlgen_validate::{Definitions, Schema, schema::Default};

use super::{
    conventions::Conventions,
    layer::overrides::Override,
    naming,
    node::{by_value::ByValue, description},
    options::LowerOptions,
    problem,
    types::{member::Member, usage::Usage},
};
use crate::{
    diag::{Diagnostic, Severity},
    model::{Builtin, Doc, Field, PackageId, Seen, Type, TypeId, TypeKind},
    source::Span,
    tags::Tag,
    tool::{NameCollisions, Tool},
};

/// How deep types may nest where they are written out.
pub(super) const MAX_DEPTH: usize = 32;

/// How many structs overrides may write in place within one definition.
const MAX_IN_PLACE: usize = 4_096;

/// Makes the schema of a struct that is judged and not published.
pub(super) type Unpublished = fn(&mut Lowering<'_>, TypeId) -> Schema;

/// The name that stands for a struct without a name, or why it has none.
pub(super) type Spelling = fn(&Seen<'_>, &[Field]) -> Result<String, &'static str>;

/// What is judged of declarations while schemas are made of them, and what becomes of the schemas where the tool writes
/// other values.
#[derive(Clone, Copy)]
pub(super) struct Judge {
    /// Judges a member.
    pub(super) member: fn(&mut Lowering<'_>, &Member<'_>, &mut Schema),
    /// Judges the declaration of a struct.
    pub(super) definition: fn(&mut Lowering<'_>, TypeId, &mut Schema),
    /// Judges what is published as a whole: the types that are asked for and all definitions.
    pub(super) publication: fn(&mut Lowering<'_>, &[TypeId], &Definitions, Unpublished),
}

/// Where default values come from if not from tags.
#[derive(Clone, Copy)]
pub(super) struct Defaults {
    /// The default of a member.
    pub(super) of_member: fn(&mut Lowering<'_>, &Member<'_>, &Usage<'_>) -> Option<Default>,
    /// The default of the elements of a list or a map.
    pub(super) of_element: fn(&mut Lowering<'_>, &Type, &Usage<'_>) -> Option<Default>,
}

/// The procedures that a tool's decisions name.
#[derive(Clone, Copy)]
pub(super) struct Procedures {
    /// What is judged.
    pub(super) judge: Judge,
    /// Where default values come from; `None`: tags, else they are the zero value.
    pub(super) defaults: Option<Defaults>,
    /// What stands for a struct without a name; `None`: its schema is written in place.
    pub(super) anonymous_struct: Option<Spelling>,
}

/// A struct that is written where it is used.
#[derive(Clone, Copy, Debug)]
pub(super) enum InPlace<'t> {
    /// One with a name, because of overrides.
    Declared(TypeId),
    /// One without.
    Anonymous {
        /// Its fields.
        fields: &'t [Field],
        /// The Go declaration that holds it.
        declaration: &'t str,
        /// The package of that.
        package: PackageId,
        /// Where it is written.
        span: Span,
    },
}

/// Writes a struct in place, with overrides for some of its properties, at a depth.
pub(super) type WriteInPlace = fn(&mut Lowering<'_>, InPlace<'_>, &[Override<'_>], usize) -> Schema;

/// One run of lowering.
pub(super) struct Lowering<'a> {
    /// What is lowered.
    pub(super) model: &'a Seen<'a>,
    /// The tool whose decisions count.
    pub(super) tool: Tool,
    /// Whose conventions the schemas follow.
    pub(super) conventions: Conventions,
    /// Whether comments become descriptions.
    has_descriptions: bool,
    /// Which structs by value are always there.
    pub(super) by_value: ByValue,
    /// The procedures that the tool's decisions name.
    pub(super) procedures: Procedures,
    /// Writes a struct in place.
    pub(super) write_in_place: WriteInPlace,
    /// How many structs have been written in place in the definition that is made.
    pub(super) in_place: usize,
    /// What could not be said.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The definition names.
    pub(super) names: BTreeMap<TypeId, String>,
    /// The types by them.
    pub(super) by_name: BTreeMap<String, TypeId>,
    /// Comments of aliases of predeclared types, by name of the alias.
    aliases_of_builtins: Vec<(Builtin, &'a [Tag])>,
    /// The types with a definition, in the order in which they are met.
    pub(super) met: Vec<TypeId>,
}

impl<'a> Lowering<'a> {
    /// A run with nothing done.
    pub(super) fn new(
        model: &'a Seen<'a>,
        options: &LowerOptions,
        procedures: Procedures,
        write_in_place: WriteInPlace,
    ) -> Self {
        Lowering {
            by_value: ByValue::new(model, &options.native_packages),
            aliases_of_builtins: aliases_of_builtins(model),
            model,
            tool: options.tool,
            conventions: options.conventions,
            has_descriptions: !options.without_descriptions,
            procedures,
            write_in_place,
            in_place: 0,
            diagnostics: Vec::new(),
            names: BTreeMap::new(),
            by_name: BTreeMap::new(),
            met: Vec::new(),
        }
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
        if !self.has_descriptions {
            return None;
        }
        match self.conventions {
            Conventions::OpenApi => description::description(doc, more, self.tool.escapes_in_comments),
            Conventions::CustomResourceDefinitions => description::lines(doc),
        }
    }

    /// Forgets the names of what was met since.
    pub(super) fn forget(&mut self, defined: usize) {
        for id in self.met.split_off(defined) {
            if let Some(name) = self.names.remove(&id) {
                self.by_name.remove(&name);
            }
        }
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
