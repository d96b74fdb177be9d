//! Conversion of fields to properties.

use idlgen_schema::{
    Schema,
    schema::{GoValue, SchemaType},
};

use super::{
    basis::{Basis, Start},
    type_schema::{self, At},
};
use crate::{
    lower::{
        conventions::Conventions,
        layer::{Layer, Layers, overrides::Override},
        lowering::Lowering,
        node::{default_value, list_type, nested, presence::omits_zero, schema_type, strip_zero, tagged},
        origin,
        rule::{self, RuleTarget},
        types::{
            enumeration::Enumeration,
            member::{Member, Members},
            usage::Usage,
        },
    },
    model::json::Kind,
    tags::{Tag, TagKind},
};

/// Returns the schema of a member. `field` contains the layer of the field itself, and that of an override for it;
/// `nested` contains the overrides for nested properties.
pub(in crate::lower) fn schema(
    lowering: &mut Lowering<'_>,
    member: &Member<'_>,
    field: &Layers<'_>,
    nested: &[Override<'_>],
    depth: usize,
) -> Schema {
    let basis = Basis::new(lowering, member, field, nested);
    let mut schema = match basis.start {
        Start::Text => text(lowering, member, &basis),
        Start::Nothing => value(lowering, member, &basis, Schema::default()),
        Start::Tag => {
            let mut said = Schema::default();
            said.extensions.preserve_unknown_fields = basis.is_any_object(field).then_some(true);
            value(lowering, member, &basis, said)
        }
        Start::Type => {
            let (declaration, span) = (&member.declaration, member.field.type_span);
            let at = At { declaration, package: member.package, span, depth };
            let of_type = type_schema::kind_schema(lowering, &basis.usage.kind, at, &basis.nested);
            value(lowering, member, &basis, of_type)
        }
    };
    schema.origin = origin::moved(schema.origin, member.declaration.clone(), member.field.span);
    (lowering.procedures.judge.member)(lowering, member, &mut schema);
    schema
}

/// Returns the schema of a value encoded as a string.
fn text(lowering: &Lowering<'_>, member: &Member<'_>, basis: &Basis<'_>) -> Schema {
    let mut schema = Schema { schema_type: Some(SchemaType::String), ..Schema::default() };
    schema.description = own_description(lowering, member, basis);
    tagged::apply_to_text(&mut schema, &basis.counted);
    schema
}

/// Returns the schema of a value that is not encoded as a string, based on its initial schema.
fn value(lowering: &mut Lowering<'_>, member: &Member<'_>, basis: &Basis<'_>, start: Schema) -> Schema {
    let Basis { usage, layers, counted, nested, enumeration, start: _ } = basis;
    let mut schema = start;
    let own = own_description(lowering, member, basis)
        .or_else(|| type_schema::named_description(lowering, usage, member.package));
    // If the field has no comment, keep the description of the type, but only if the type is inlined because of
    // overrides.
    schema.description = own.or(schema.description.take().filter(|_| !nested.is_empty()));
    type_schema::set_enumeration(&mut schema, enumeration.as_ref());
    tagged::apply(&mut schema, counted);
    nested::apply(&mut schema, counted, &mut lowering.diagnostics);
    if lowering.conventions == Conventions::CustomResourceDefinitions {
        list_type::keep_on_lists(&mut schema, &usage.kind);
    }
    set_default(lowering, &mut schema, member, layers, usage);
    schema.strip_zero = strip_zero::strips_zero(lowering.model, usage);
    if lowering.by_value.is_present(&schema, member, &lowering.tool) {
        schema.go_value = GoValue::Present;
    }
    let place = location(lowering, member);
    let rules = rule::rules(counted, place.as_location(), &mut lowering.diagnostics);
    // The field's rules come before those of an inline type.
    schema.extensions.validations.splice(0..0, rules);
    schema
}

/// Returns the description from the field's comment. If the type is an enum, the description lists its values.
fn own_description(lowering: &Lowering<'_>, member: &Member<'_>, basis: &Basis<'_>) -> Option<String> {
    let lines = basis.enumeration.as_ref().map(Enumeration::description_lines).unwrap_or_default();
    lowering.description(&member.field.doc, &lines)
}

fn set_default(
    lowering: &mut Lowering<'_>,
    schema: &mut Schema,
    member: &Member<'_>,
    layers: &Layers<'_>,
    usage: &Usage<'_>,
) {
    let Some(defaults) = lowering.procedures.defaults else {
        return set_default_of_tags(lowering, schema, member, layers, usage);
    };
    schema.default = (defaults.of_member)(lowering, member, usage);
    let is_written = schema.default.as_ref().is_some_and(|default| !default.implicit);
    let tag = default_value::explicit(layers, &usage.kind).filter(|_| is_written).map(|(tag, _)| tag);
    schema.origin.default = tag.map(default_location);
}

/// Returns `true` if the field is a struct rather than a pointer to one, so that its implicit default is `{}`.
fn is_struct_by_value(lowering: &Lowering<'_>, member: &Member<'_>, usage: &Usage<'_>) -> bool {
    let is_left_out = omits_zero(&member.field, &lowering.tool);
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
        // The tags of a struct belong to its definition, except for a default, which applies where the struct is used.
        layers.0.push(Layer::of_type(lowering.model, id, &lowering.tool));
    }
    if let Some((tag, default)) = default_value::explicit(&layers, &usage.kind) {
        schema.default = Some(default);
        if is_struct_by_value(lowering, member, usage) {
            schema.go_value = GoValue::Struct;
        }
        origin::note(schema, "default", tag);
        schema.origin.default = Some(default_location(tag));
        return;
    }
    if schema_type::is_set(&layers) || schema_type::is_schemaless(&layers) {
        // The zero value of the Go type may not match the schema.
        return;
    }
    let is_left_out = omits_zero(&member.field, &lowering.tool);
    schema.default = default_value::implicit(lowering.model, &lowering.tool, usage, is_left_out);
}

fn default_location(tag: &Tag) -> (u32, u32, u32) {
    origin::location(tag.value_span.unwrap_or(tag.span))
}

/// The names of properties to which the rules of a member may refer. `None` if no rule needs them or they are unknown.
pub(in crate::lower) struct PropertyNames(Option<Vec<String>>);

impl PropertyNames {
    pub(in crate::lower) fn as_location(&self) -> RuleTarget<'_> {
        RuleTarget { properties: self.0.as_deref() }
    }
}

/// Returns the property names that the rules of a member need.
pub(in crate::lower) fn location(lowering: &Lowering<'_>, member: &Member<'_>) -> PropertyNames {
    let asks = member
        .field
        .tags
        .iter()
        .any(|tag| matches!(tag.meaning, TagKind::MutuallyExclusive(_) | TagKind::NameFormat(_)));
    if !asks {
        return PropertyNames(None);
    }
    let usage = Usage::of(lowering.model, &lowering.tool, &member.field.ty);
    // Problems in that struct are reported with its definition.
    let mut ignored = Vec::new();
    let Some(id) = usage.kind.declared_struct() else { return PropertyNames(None) };
    let members = Members::of_type(lowering.model, &lowering.tool, id, &mut ignored);
    PropertyNames(Some(members.list.into_iter().map(|member| member.name).collect()))
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn the_origin_of_a_default_is_the_value_in_its_tag() {
        let text = "type T struct {\n    // +default=75\n    A int `json:\"a\"`\n}\n";
        let lowered = lower_go(text);
        let (_, start, end) = lowered.property_schema("T", "a").origin.default.expect("a location");
        assert_eq!(format!("package v1\n{text}").get(start as usize..end as usize), Some("75"));
    }
}
