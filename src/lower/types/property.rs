//! A field to its property.

use idlgen_validate::{
    Schema,
    schema::{GoValue, SchemaType},
};

use super::{
    enumeration::Enumeration,
    member::{Member, Members},
    type_schema::{self, At},
    usage::Usage,
};
use crate::{
    lower::{
        conventions::Conventions,
        layer::{Layer, Layers},
        lowering::Lowering,
        node::{
            self, default_value, list_type, nested, origin,
            overrides::{self, Override},
            presence::is_left_out_when_zero,
            schema_type, strip_zero, tagged,
        },
        rule::{self, RuleTarget},
        tool::{self, openapi_gen},
    },
    model::json::Kind,
    tags::{Meaning, Tag},
    tool::DefaultValues,
};

/// The schema of a member. `field` has the layer of the field itself, and of an override on it; `nested` are overrides
/// for what is in it.
pub(in crate::lower) fn schema(
    lowering: &mut Lowering<'_>,
    member: &Member<'_>,
    field: &Layers<'_>,
    nested: &[Override<'_>],
    depth: usize,
) -> Schema {
    let model = lowering.model;
    let usage = Usage::of(model, &lowering.tool, &member.field.ty);
    let layers = overrides::settle(Layers(field.0.iter().chain(&usage.layers.0).cloned().collect()));
    let is_schemaless = schema_type::is_schemaless(&layers);
    let counts_types = lowering.tool.tags_of_named_types && !is_schemaless;
    let counted = if counts_types { layers.clone() } else { layers.of_declaration_only() };

    let mut nested = nested.to_vec();
    nested.extend(field.0.iter().flat_map(overrides::of_layer));

    let enumeration = if is_schemaless { None } else { type_schema::enumeration(lowering, &usage) };
    let lines = enumeration.as_ref().map(Enumeration::description_lines).unwrap_or_default();
    let mut schema;
    // In a definition, a marker for the type says what is written, and the format of the Go type stays.
    let is_written_out =
        lowering.conventions == Conventions::CustomResourceDefinitions && schema_type::is_said(&counted);
    if !is_written_out && is_string_option(lowering, member, &usage) {
        schema = Schema { schema_type: Some(SchemaType::String), ..Schema::default() };
        schema.description = lowering.description(&member.field.doc, &lines);
        tagged::apply_to_text(&mut schema, &counted);
    } else {
        let at = At { declaration: &member.declaration, package: member.package, span: member.field.type_span, depth };
        // The field says what is written, or that it is no matter.
        schema = if is_schemaless {
            Schema::default()
        } else if usage.written.is_some() && schema_type::is_said(&counted) {
            said_by_tags(&usage, field)
        } else {
            type_schema::kind_schema(lowering, &usage.kind, at, &nested)
        };
        let own = lowering
            .description(&member.field.doc, &lines)
            .or_else(|| type_schema::named_description(lowering, &usage, member.package));
        // Without a comment of its own, an inlined copy keeps its type's.
        schema.description = own.or(schema.description.take().filter(|_| !nested.is_empty()));
        type_schema::set_enumeration(&mut schema, enumeration.as_ref());
        tagged::apply(&mut schema, &counted);
        nested::apply(&mut schema, &counted, &mut lowering.diagnostics);
        if lowering.conventions == Conventions::CustomResourceDefinitions {
            list_type::keep_on_lists(&mut schema, &usage.kind);
        }
        set_default(lowering, &mut schema, member, &layers, &usage);
        schema.strip_zero = strip_zero::strips_zero(lowering.model, &usage);
        if lowering.by_value.is_present(&schema, member, &lowering.tool) {
            schema.go_value = GoValue::Present;
        }
        let place = place(lowering, member);
        let rules = rule::rules(&counted, place.as_place(), &mut lowering.diagnostics);
        // The field's come before those of an inlined type.
        schema.extensions.validations.splice(0..0, rules);
    }
    schema.origin = origin::moved(schema.origin, member.declaration.clone(), member.field.span);
    tool::judge_member(lowering, member, &mut schema);
    schema
}

/// What is left of a value that methods write where tags say its type. Any JSON that a `field` says to be an object
/// keeps what is in it, as controller-gen has it of `apiextensionsv1.JSON`: it has no properties, and all would be
/// pruned.
fn said_by_tags(usage: &Usage<'_>, field: &Layers<'_>) -> Schema {
    let mut schema = Schema::default();
    let is_object = |(_, meaning): (&Tag, &Meaning)| *meaning == Meaning::SchemaType(Some(SchemaType::Object));
    let is_any = usage.written.is_some_and(|written| written.kind() == Kind::Any);
    if is_any && !schema_type::is_said(&usage.layers) && field.meanings().any(is_object) {
        schema.extensions.preserve_unknown_fields = Some(true);
    }
    schema
}

fn set_default(
    lowering: &mut Lowering<'_>,
    schema: &mut Schema,
    member: &Member<'_>,
    layers: &Layers<'_>,
    usage: &Usage<'_>,
) {
    match lowering.tool.default_values {
        DefaultValues::Tags => set_default_of_tags(lowering, schema, member, layers, usage),
        DefaultValues::Comments => {
            schema.default = openapi_gen::default_value::of_member(lowering, member, usage);
            let is_written = schema.default.as_ref().is_some_and(|default| !default.implicit);
            let tag = default_value::explicit(layers, &usage.kind).filter(|_| is_written).map(|(tag, _)| tag);
            schema.origin.default = tag.map(default_location);
        }
    }
}

/// Whether the field is a struct and no pointer to one, as its implicit default says of others.
fn is_struct_by_value(lowering: &Lowering<'_>, member: &Member<'_>, usage: &Usage<'_>) -> bool {
    let is_left_out = is_left_out_when_zero(&member.field, &lowering.tool);
    let zero = default_value::implicit(lowering.model, &lowering.tool, usage, is_left_out);
    matches!(usage.kind, Kind::Struct(_)) && zero.is_some_and(|zero| zero.value == serde_json::json!({}))
}

fn set_default_of_tags(
    lowering: &mut Lowering<'_>,
    schema: &mut Schema,
    member: &Member<'_>,
    layers: &Layers<'_>,
    usage: &Usage<'_>,
) {
    let mut layers = layers.clone();
    if let Some(id) = usage.kind.declared_struct() {
        // A struct's tags are its definition's, but a default is for where the struct is used.
        layers.0.push(Layer::of_type(lowering.model, id, &lowering.tool));
    }
    if let Some((tag, default)) = default_value::explicit(&layers, &usage.kind) {
        schema.default = Some(default);
        if is_struct_by_value(lowering, member, usage) {
            schema.go_value = GoValue::Struct;
        }
        node::note(schema, "default", tag);
        schema.origin.default = Some(default_location(tag));
        return;
    }
    if schema_type::is_said(&layers) || schema_type::is_schemaless(&layers) {
        // The zero value of the Go type need not be of what the schema says.
        return;
    }
    let is_left_out = is_left_out_when_zero(&member.field, &lowering.tool);
    schema.default = default_value::implicit(lowering.model, &lowering.tool, usage, is_left_out);
}

fn default_location(tag: &Tag) -> (u32, u32, u32) {
    origin::location(tag.value_span.unwrap_or(tag.span))
}

/// Whether `encoding/json` writes the value as text (`json:"name,string"`): numbers, booleans and strings only.
fn is_string_option(lowering: &Lowering<'_>, member: &Member<'_>, usage: &Usage<'_>) -> bool {
    let Some(tag) = member.field.json_tag() else { return false };
    if !lowering.tool.string_option_anywhere {
        return tag.options.first() == Some(&"string");
    }
    tag.options.contains(&"string") && matches!(usage.kind, Kind::Builtin(_))
}

/// The names of the properties that rules on a member may speak of.
pub(in crate::lower) struct PropertyNames(Option<Vec<String>>);

impl PropertyNames {
    /// The place of the rules.
    pub(in crate::lower) fn as_place(&self) -> RuleTarget<'_> {
        RuleTarget { properties: self.0.as_deref() }
    }
}

/// What is known of the place of a member for its rules.
pub(in crate::lower) fn place(lowering: &Lowering<'_>, member: &Member<'_>) -> PropertyNames {
    let asks = member
        .field
        .tags
        .iter()
        .any(|tag| matches!(tag.meaning, Meaning::MutuallyExclusive(_) | Meaning::NameFormat(_)));
    if !asks {
        return PropertyNames(None);
    }
    let usage = Usage::of(lowering.model, &lowering.tool, &member.field.ty);
    // What is wrong with that struct is said where it is defined.
    let mut ignored = Vec::new();
    let Some(id) = usage.kind.declared_struct() else { return PropertyNames(None) };
    let members = Members::of_type(lowering.model, &lowering.tool, id, &mut ignored);
    PropertyNames(Some(members.list.into_iter().map(|member| member.name).collect()))
}
