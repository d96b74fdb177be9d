//! The state of a single lowering run: the names, the remaining definitions, the diagnostics, and the procedures of the
//! tool.

use std::collections::BTreeMap;

use idlgen_schema::{Definitions, Schema, schema::Default};

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

/// Maximum nesting depth of inline types.
pub(super) const MAX_DEPTH: usize = 32;

/// Maximum number of structs that overrides expand inline in a single definition.
const MAX_IN_PLACE: usize = 4_096;

/// A function that creates the schema of a struct that is checked but not published.
pub(super) type Unpublished = fn(&mut Lowering<'_>, TypeId) -> Schema;

/// A function that returns the string that represents an anonymous struct, or the reason why there is none.
pub(super) type Spelling = fn(&Seen<'_>, &[Field]) -> Result<String, &'static str>;

/// The checks of declarations during lowering. They also change the schemas for which the emulated tool writes
/// different values.
#[derive(Clone, Copy)]
pub(super) struct CheckProcedures {
    /// Checks a member, and may change its schema.
    pub(super) member: fn(&mut Lowering<'_>, &Member<'_>, &mut Schema),
    /// Checks the declaration of a struct, and may change its schema.
    pub(super) definition: fn(&mut Lowering<'_>, TypeId, &mut Schema),
    /// Checks the complete output: the requested types and all definitions.
    pub(super) publication: fn(&mut Lowering<'_>, &[TypeId], &Definitions, Unpublished),
}

/// Determines default values, including those that do not come from tags.
#[derive(Clone, Copy)]
pub(super) struct Defaults {
    pub(super) of_member: fn(&mut Lowering<'_>, &Member<'_>, &Usage<'_>) -> Option<Default>,
    /// Returns the default of the elements of a list or a map.
    pub(super) of_element: fn(&mut Lowering<'_>, &Type, &Usage<'_>) -> Option<Default>,
}

/// The procedures that implement the behavior of a tool.
#[derive(Clone, Copy)]
pub(super) struct Procedures {
    /// The checks.
    pub(super) judge: CheckProcedures,
    /// Determines default values. If `None`, the default comes from the tags, otherwise it is the zero value.
    pub(super) defaults: Option<Defaults>,
    /// Represents an anonymous struct. If `None`, its schema is inlined.
    pub(super) anonymous_struct: Option<Spelling>,
}

/// A struct with an inline schema.
#[derive(Clone, Copy, Debug)]
pub(super) enum InlineSchema<'t> {
    /// A named struct that is inlined because of overrides.
    Declared(TypeId),
    /// An anonymous struct.
    Anonymous {
        fields: &'t [Field],
        /// The Go declaration that contains it.
        declaration: &'t str,
        /// The package of that declaration.
        package: PackageId,
        /// The location.
        span: Span,
    },
}

/// A function that creates the inline schema of a struct, with overrides for some of its properties, at a given depth.
pub(super) type WriteInline = fn(&mut Lowering<'_>, InlineSchema<'_>, &[Override<'_>], usize) -> Schema;

/// The state of a single lowering run.
pub(super) struct Lowering<'a> {
    pub(super) model: &'a Seen<'a>,
    /// The tool whose behavior applies.
    pub(super) tool: Tool,
    /// The conventions of the schemas.
    pub(super) conventions: Conventions,
    /// `true` if comments become descriptions.
    has_descriptions: bool,
    /// Determines the structs that are always present because they are not pointers.
    pub(super) by_value: ByValue,
    /// The procedures of the tool.
    pub(super) procedures: Procedures,
    /// Creates the inline schema of a struct.
    pub(super) write_in_place: WriteInline,
    /// Number of inline structs in the current definition.
    pub(super) in_place: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The definition names.
    pub(super) names: BTreeMap<TypeId, String>,
    /// The types by definition name.
    pub(super) by_name: BTreeMap<String, TypeId>,
    /// The tags of aliases of predeclared types, sorted by the name of the alias.
    aliases_of_builtins: Vec<(Builtin, &'a [Tag])>,
    /// The types with a definition, in the order of their first reference.
    pub(super) met: Vec<TypeId>,
}

impl<'a> Lowering<'a> {
    /// Creates the initial state.
    pub(super) fn new(
        model: &'a Seen<'a>,
        options: &LowerOptions,
        procedures: Procedures,
        write_in_place: WriteInline,
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

    /// Returns `true` if overrides may expand another struct inline. Without a limit, the expansion of a struct that
    /// contains itself twice, each time with an override, would not end.
    pub(super) fn may_inline(&mut self, span: Span) -> bool {
        self.in_place += 1;
        if self.in_place == MAX_IN_PLACE + 1 {
            self.diagnostics.push(problem::too_many_inlined(span, MAX_IN_PLACE));
        }
        self.in_place <= MAX_IN_PLACE
    }

    /// Returns the definition name of a struct, if it has one.
    pub(super) fn name(&self, id: TypeId) -> Option<&String> {
        self.names.get(&id)
    }

    /// Returns `true` if the comments of this package's types become descriptions.
    pub(super) fn reads_comments_of(&self, package: PackageId) -> bool {
        self.tool.reads_comments_of(self.model.package(package).requested)
    }

    /// Returns the description for a comment, with these lines appended.
    pub(super) fn description(&self, doc: &Doc, more: &[String]) -> Option<String> {
        if !self.has_descriptions {
            return None;
        }
        match self.conventions {
            Conventions::OpenApi => description::description(doc, more, self.tool.escapes_in_comments),
            Conventions::CustomResourceDefinitions => description::lines(doc),
        }
    }

    /// Removes the names of the types after the first `defined` ones.
    pub(super) fn forget(&mut self, defined: usize) {
        for id in self.met.split_off(defined) {
            if let Some(name) = self.names.remove(&id) {
                self.by_name.remove(&name);
            }
        }
    }

    /// Returns the definition name of a struct. Ensures that the struct gets a definition.
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

    /// Returns the tags of a predeclared type. In gengo, an alias is identical to its target, and the comments of all
    /// declarations of a type are merged: the last one applies, in the order of names.
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
