//! The information from which the schema of a property is built.

use idlgen_schema::schema::SchemaType;

use super::type_schema;
use crate::{
    lower::{
        conventions::Conventions,
        layer::{
            Layer, Layers,
            overrides::{self, Override},
        },
        lowering::Lowering,
        node::schema_type,
        types::{enumeration::Enumeration, member::Member, usage::Usage},
    },
    model::json::{Kind, StructType},
    tags::{Tag, TagKind},
};

/// The initial schema of a property, before tags are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// A string, because `encoding/json` encodes the value as one (`json:"name,string"`).
    Text,
    /// An empty schema, because a tag disables the schema of the Go type.
    Nothing,
    /// The type in a tag, which describes the output of the encoding methods.
    Tag,
    /// The schema of the Go type.
    Type,
}

/// The information from which the schema of a property is built.
pub(super) struct Basis<'a> {
    /// The resolved Go type.
    pub(super) usage: Usage<'a>,
    /// The layers of the field and of its type.
    pub(super) layers: Layers<'a>,
    /// The layers whose tags apply to the property.
    pub(super) counted: Layers<'a>,
    /// Overrides for nested properties.
    pub(super) nested: Vec<Override<'a>>,
    /// The enum of the type, if it is one.
    pub(super) enumeration: Option<Enumeration<'a>>,
    /// The initial schema.
    pub(super) start: Start,
}

impl<'a> Basis<'a> {
    /// Returns the inputs for a member. `field` contains the layer of the field itself, and that of an override for it;
    /// `nested` contains the overrides for nested properties.
    pub(super) fn new(
        lowering: &Lowering<'a>,
        member: &Member<'_>,
        field: &Layers<'a>,
        nested: &[Override<'a>],
    ) -> Self {
        let usage = Usage::of(lowering.model, &lowering.tool, &member.field.ty);
        let layers = overrides::settle(Layers(field.0.iter().chain(&usage.layers.0).cloned().collect()));
        let is_schemaless = schema_type::is_schemaless(&layers);
        let counts_types = lowering.tool.tags_of_named_types && !is_schemaless;
        let counted = if counts_types { layers.clone() } else { layers.of_declaration_only() };
        let nested = nested.iter().copied().chain(field.0.iter().flat_map(overrides::of_layer)).collect();
        let enumeration = if is_schemaless { None } else { type_schema::enumeration(lowering, &usage) };
        let is_said = schema_type::is_set(&counted);
        // In a CRD, a type marker determines the schema, and the format of the Go type is preserved.
        let is_written_out = is_said && lowering.conventions == Conventions::CustomResourceDefinitions;
        let start = if !is_written_out && is_string_option(lowering, member, &usage) {
            Start::Text
        } else if is_schemaless {
            Start::Nothing
        } else if is_said && usage.written.is_some() && !repeats_its_type(lowering, &usage, &counted) {
            Start::Tag
        } else {
            Start::Type
        };
        Basis { usage, layers, counted, nested, enumeration, start }
    }

    /// Returns `true` if `field` sets the type `object` for a value whose methods encode arbitrary JSON. Its contents
    /// are then preserved, as in controller-gen for `apiextensionsv1.JSON`: without properties, everything would be
    /// pruned.
    pub(super) fn is_any_object(&self, field: &Layers<'_>) -> bool {
        let is_object = |(_, meaning): (&Tag, &TagKind)| *meaning == TagKind::SchemaType(Some(SchemaType::Object));
        let is_any = self.usage.written.is_some_and(|written| written.kind() == Kind::Any);
        is_any && !schema_type::is_set(&self.usage.layers) && field.meanings().any(is_object)
    }
}

/// Returns `true` if a tag on the field's type sets the same schema type. The other tags of the field's type, such as
/// its format, then apply as well.
fn repeats_its_type(lowering: &Lowering<'_>, usage: &Usage<'_>, layers: &Layers<'_>) -> bool {
    let Kind::Struct(StructType { definition: Some(id), .. }) = &usage.kind else { return false };
    let of_type = Layers(vec![Layer::of_type(lowering.model, *id, &lowering.tool)]);
    let said = |layers| schema_type::tagged(layers).map(|(_, said)| said);
    said(&of_type).is_some_and(|schema_type| said(layers) == Some(schema_type))
}

/// Returns `true` if `encoding/json` encodes the value as a string (`json:"name,string"`), which it does only for
/// numbers, booleans and strings.
fn is_string_option(lowering: &Lowering<'_>, member: &Member<'_>, usage: &Usage<'_>) -> bool {
    let Some(tag) = member.field.json_tag() else { return false };
    if !lowering.tool.string_option_anywhere {
        return tag.options.iter().next() == Some("string");
    }
    tag.options.contains("string") && matches!(usage.kind, Kind::Builtin(_))
}
