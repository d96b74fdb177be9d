//! What openapi-gen refuses, logs, or writes in a way of its own, of the declarations that it publishes (`--compat openapi-gen`). What it logs is a warning
//! here; what it refuses, and what breaks the Go code that it writes, is an error.

mod anonymous;
pub(in crate::lower) mod default_value;
mod extensions;
mod list_tags;
mod marker_types;
mod patch_tags;
mod unions;

pub(in crate::lower) use anonymous::reference as anonymous_reference;

use idlgen_validate::Schema;

use crate::{
    diag::{Diagnostic, Severity},
    lower::{layer::Layer, lowering::Lowering, problem, types::member::Member},
    model::{Type, TypeId},
    tags::{Meaning, Nested, Tag, as_go_string, codes::INVALID_ESCAPE},
};

/// Judges a member, and changes its schema where openapi-gen writes other values.
pub(in crate::lower) fn member(lowering: &mut Lowering<'_>, member: &Member<'_>, schema: &mut Schema) {
    let field = &member.field;
    let model = lowering.model;
    let mut found = refusals(&field.tags);
    let says = |wanted: &Meaning| field.tags.iter().find(|tag| tag.meaning == *wanted);
    if let (Some(optional), Some(required)) = (says(&Meaning::Optional), says(&Meaning::Required)) {
        found.push(problem::required_and_optional(field.span, &field.name, optional.span, required.span));
    }
    if found.is_empty() {
        found.extend(marker_types::check(model, &lowering.rules, &field.ty, &field.tags));
    }
    found.extend(patch_tags::check(field));
    found.extend(list_tags::check(model, field));
    found.extend(extensions::clashes(&field.tags));
    if let Err(reason) = as_go_string(&member.name) {
        let message = format!("{reason} in the property name `{}`", member.name);
        found.push(
            Diagnostic::new(INVALID_ESCAPE, message).at(field.span).note(
                "openapi-gen writes the name into a string of Go as it stands, and the Go code is broken by this",
            ),
        );
    }
    lowering.diagnostics.append(&mut found);
    let layer = Layer::of_field(field, member.package, &lowering.rules);
    extensions::apply(schema, &layer);
    // The reference takes the whole `allOf` (`k8s.io/kube-openapi/pkg/builder3/util.WrapRefs`), except in OpenAPI v2.
    if schema.reference.is_some() && !schema.all_of.is_empty() {
        let v2 = schema.clone();
        schema.all_of = vec![Schema { reference: schema.reference.take(), ..Schema::default() }];
        schema.v2 = Some(Box::new(v2));
    }
}

/// What is wrong with a member whatever tool is meant: tags of openapi-gen that contradict each other, and markers for properties that there are not.
pub(in crate::lower) fn member_by_default(lowering: &mut Lowering<'_>, member: &Member<'_>) {
    let field = &member.field;
    let mut found = patch_tags::check(field);
    // Other tools have no struct tags for this.
    for diagnostic in &mut found {
        diagnostic.severity = diagnostic.severity.min(Severity::Warning);
    }
    let contradictions = extensions::clashes(&field.tags).into_iter().filter(|_| extensions::contradict(&field.tags));
    found.extend(contradictions);
    let is_about_property = |tag: &&Tag| matches!(&tag.meaning, Meaning::Nested { nested: Nested::Property(_), .. });
    let tags: Vec<Tag> = field.tags.iter().filter(is_about_property).cloned().collect();
    found.extend(marker_types::check(lowering.model, &lowering.rules, &field.ty, &tags));
    lowering.diagnostics.append(&mut found);
}

/// Judges the declaration of a struct, and changes its schema where openapi-gen writes other values.
pub(in crate::lower) fn definition(lowering: &mut Lowering<'_>, id: TypeId, schema: &mut Schema) {
    let model = lowering.model;
    let definition = model.type_definition(id);
    let layer = Layer::of_type(model, id, &lowering.rules);
    if lowering.rules.sees_types_of(model, definition.package) {
        let mut found = refusals(&definition.tags);
        if found.is_empty() {
            found.extend(marker_types::check(model, &lowering.rules, &Type::Named(id), &definition.tags));
        }
        found.extend(extensions::clashes(&definition.tags));
        lowering.diagnostics.append(&mut found);
    }
    let found = unions::check(model, &lowering.rules, id);
    lowering.diagnostics.extend(found);
    extensions::apply(schema, &layer);
}

/// What was wrong with the tags by themselves.
fn refusals(tags: &[Tag]) -> Vec<Diagnostic> {
    let refused = tags.iter().filter_map(|tag| match &tag.meaning {
        Meaning::Refused(diagnostic) => Some(Diagnostic::clone(diagnostic)),
        _ => None,
    });
    refused.collect()
}
