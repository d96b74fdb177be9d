//! Runs the lowering, from the requested types to the definitions of all types that they reference.

use std::collections::BTreeMap;

use idlgen_schema::{Definitions, Schema};

use super::{
    earlier::Earlier,
    lowered::Lowered,
    lowering::Lowering,
    options::LowerOptions,
    schema::{definition, type_schema},
    tool,
    types::selection,
    unpublished,
};
use crate::{
    diag::Severity,
    model::{Seen, TypeId},
};

/// Adds the definitions of the types and of everything that they reference, and the schemas of all other named types.
///
/// Reuses the results of an earlier run that do not depend on differences between the audiences. Diagnostics of these
/// are not repeated.
pub(super) fn run(
    model: &Seen<'_>,
    options: &LowerOptions,
    types: &[TypeId],
    earlier: Option<&Earlier<'_>>,
) -> Lowered {
    let mut lowering = start(model, options);
    let definitions = define(&mut lowering, types, earlier);
    let named = named_types(&mut lowering, earlier);
    unpublished::split(Lowered { named, ..finish(lowering, definitions) })
}

/// Adds the definitions of the types and of everything that they reference, but not the schemas of types without a
/// definition.
pub(super) fn definitions(model: &Seen<'_>, options: &LowerOptions, types: &[TypeId]) -> Lowered {
    let mut lowering = start(model, options);
    let definitions = define(&mut lowering, types, None);
    unpublished::split(finish(lowering, definitions))
}

fn start<'a>(model: &'a Seen<'a>, options: &LowerOptions) -> Lowering<'a> {
    Lowering::new(model, options, tool::procedures(&options.tool), definition::inline)
}

fn finish(mut lowering: Lowering<'_>, definitions: Definitions) -> Lowered {
    lowering.diagnostics.sort_by_key(|diagnostic| {
        diagnostic.primary.as_ref().map(|label| (label.span.file, label.span.start, label.span.end))
    });
    lowering.diagnostics.dedup();
    Lowered { definitions, names: lowering.names, diagnostics: lowering.diagnostics, ..Lowered::default() }
}

fn define(lowering: &mut Lowering<'_>, types: &[TypeId], earlier: Option<&Earlier<'_>>) -> Definitions {
    for id in types {
        lowering.reference(*id);
    }
    let asked = lowering.met.len();
    let mut definitions = Definitions::default();
    let mut next = 0;
    while let Some(id) = lowering.met.get(next).copied() {
        next += 1;
        if next > asked && !lowering.tool.defines_references {
            lowering.names.remove(&id);
            continue;
        }
        let name = lowering.reference(id);
        let before = lowering.diagnostics.len();
        lowering.in_place = 0;
        let known = earlier.and_then(|earlier| earlier.definition(lowering, id));
        let schema = known.unwrap_or_else(|| definition::schema(lowering, id));
        soften(lowering, before, id, next <= asked);
        if lowering.by_name.get(&name) == Some(&id) {
            definitions.schemas.insert(name, schema);
        }
    }
    (lowering.procedures.judge.publication)(lowering, types, &definitions, unpublished_struct);
    definitions
}

/// Returns the schema of a struct that is checked but not published. Types that it references do not get definitions.
fn unpublished_struct(lowering: &mut Lowering<'_>, id: TypeId) -> Schema {
    let defined = lowering.met.len();
    let schema = definition::schema(lowering, id);
    lowering.forget(defined);
    schema
}

/// Returns the schemas of named types that are not structs. Adds neither definitions nor diagnostics: omits a type if
/// its elements have no definition.
fn named_types(lowering: &mut Lowering<'_>, earlier: Option<&Earlier<'_>>) -> BTreeMap<TypeId, Schema> {
    let mut named = BTreeMap::new();
    let model = lowering.model;
    for definition in &model.types {
        let (defined, reported) = (lowering.met.len(), lowering.diagnostics.len());
        lowering.in_place = 0;
        let known = earlier.and_then(|earlier| earlier.named(lowering, definition.id));
        let schema = known.or_else(|| type_schema::named_schema(lowering, definition.id));
        lowering.diagnostics.truncate(reported);
        if lowering.met.len() == defined {
            named.extend(schema.map(|schema| (definition.id, schema)));
        }
        lowering.forget(defined);
    }
    named
}

/// Lowers the severity of problems that must not prevent the output. These are problems in imported packages, which the
/// user cannot fix, and problems of structs that are neither referenced nor intended for JSON (such as a visitor with a
/// function for each case), which are not part of the API.
fn soften(lowering: &mut Lowering<'_>, from: usize, id: TypeId, is_selected: bool) {
    let model = lowering.model;
    let definition = model.type_definition(id);
    let is_apart = is_selected && lowering.tool.untagged_types && !selection::is_requested_itself(model, definition);
    if model.package(definition.package).requested && !is_apart {
        return;
    }
    for diagnostic in lowering.diagnostics.iter_mut().skip(from) {
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
    }
}
