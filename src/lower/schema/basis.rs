//! What the schema of a property is made of.

use idlgen_validate::schema::SchemaType;

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
    tags::{Meaning, Tag},
};

/// Where the schema of a property begins, before tags add to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Text, as `encoding/json` writes the value (`json:"name,string"`).
    Text,
    /// Nothing: its schema is no matter.
    Nothing,
    /// What tags say that methods write.
    Said,
    /// What its Go type is.
    Type,
}

/// What the schema of a property is made of.
pub(super) struct Basis<'a> {
    /// Its Go type, taken apart.
    pub(super) usage: Usage<'a>,
    /// The layers of the field and of its type.
    pub(super) layers: Layers<'a>,
    /// Of these, the ones whose tags count here.
    pub(super) counted: Layers<'a>,
    /// Overrides for what is in it.
    pub(super) nested: Vec<Override<'a>>,
    /// The enum that it is.
    pub(super) enumeration: Option<Enumeration<'a>>,
    /// Where it begins.
    pub(super) start: Start,
}

impl<'a> Basis<'a> {
    /// Of a member. `field` has the layer of the field itself, and of an override on it; `nested` are overrides for
    /// what is in it.
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
        let is_said = schema_type::is_said(&counted);
        // In a definition, a marker for the type says what is written, and the format of the Go type stays.
        let is_written_out = is_said && lowering.conventions == Conventions::CustomResourceDefinitions;
        let start = if !is_written_out && is_string_option(lowering, member, &usage) {
            Start::Text
        } else if is_schemaless {
            Start::Nothing
        } else if is_said && usage.written.is_some() && !repeats_its_type(lowering, &usage, &counted) {
            Start::Said
        } else {
            Start::Type
        };
        Basis { usage, layers, counted, nested, enumeration, start }
    }

    /// Whether a `field` says that a value is an object which methods write as any JSON. It keeps what is in it, as
    /// controller-gen has it of `apiextensionsv1.JSON`: it has no properties, and all would be pruned.
    pub(super) fn is_any_object(&self, field: &Layers<'_>) -> bool {
        let is_object = |(_, meaning): (&Tag, &Meaning)| *meaning == Meaning::SchemaType(Some(SchemaType::Object));
        let is_any = self.usage.written.is_some_and(|written| written.kind() == Kind::Any);
        is_any && !schema_type::is_said(&self.usage.layers) && field.meanings().any(is_object)
    }
}

/// Returns `true` if the type of the field has a tag that sets the same schema type. The other tags of that type apply
/// as well then, such as its format.
fn repeats_its_type(lowering: &Lowering<'_>, usage: &Usage<'_>, layers: &Layers<'_>) -> bool {
    let Kind::Struct(StructType { definition: Some(id), .. }) = &usage.kind else { return false };
    let of_type = Layers(vec![Layer::of_type(lowering.model, *id, &lowering.tool)]);
    let said = |layers| schema_type::tagged(layers).map(|(_, said)| said);
    said(&of_type).is_some_and(|schema_type| said(layers) == Some(schema_type))
}

/// Whether `encoding/json` writes the value as text (`json:"name,string"`): numbers, booleans and strings only.
fn is_string_option(lowering: &Lowering<'_>, member: &Member<'_>, usage: &Usage<'_>) -> bool {
    let Some(tag) = member.field.json_tag() else { return false };
    if !lowering.tool.string_option_anywhere {
        return tag.options.first() == Some(&"string");
    }
    tag.options.contains(&"string") && matches!(usage.kind, Kind::Builtin(_))
}
