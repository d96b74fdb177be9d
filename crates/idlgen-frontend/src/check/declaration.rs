//! Declarations with tags, for lints.

use idlgen_schema::schema::SchemaType;

use crate::{
    diag::Diagnostic,
    model::{Field, JsonType, Model, PackageId, ResolvedJsonType, Type, TypeDefinition, TypeId},
    source::Span,
    tags::{
        Dialect, Tag, TagKind,
        registry::{self, GoKind, TagDefinition, Target},
    },
};

/// A declaration with tags.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaggedDeclaration<'a> {
    /// The entire model.
    pub(super) model: &'a Model,
    /// The package of the declaration.
    pub(super) home: Home,
    /// The kind of declaration.
    pub(super) target: Target,
    pub(super) name: &'a str,
    /// The name's position.
    pub(super) span: Span,
    pub(super) tags: &'a [Tag],
    /// The type of a field, or the declared type. `None` for packages and constants.
    pub(super) typed: Option<Typed<'a>>,
    /// The field, if it is one.
    pub(super) field: Option<FieldOf<'a>>,
    /// The declared type, if it is one.
    pub(super) definition: Option<&'a TypeDefinition>,
    /// Checks the tag inside an `+override`, like a tag of the field that the path leads to.
    pub(super) check_nested: fn(&TaggedDeclaration<'_>, &mut Vec<Diagnostic>),
}

/// The package of a declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    pub(super) package: PackageId,
    /// `true` if its types are built-in and not custom resources.
    pub(super) is_native: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Typed<'a> {
    /// The type as written.
    pub(super) ty: &'a Type,
    /// The resolved type.
    pub(super) shaped: &'a ResolvedJsonType,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct FieldOf<'a> {
    pub(super) field: &'a Field,
    /// The struct.
    pub(super) parent: &'a Type,
    /// `true` if the struct has a custom JSON encoding, regardless of its fields.
    pub(super) is_written: bool,
    /// `true` if any field of the struct has a `json` tag.
    pub(super) is_serialised: bool,
}

/// Tags that apply to a declaration, and their source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer<'a> {
    /// The declared type with the tags. `None` for the declaration's own tags.
    pub(super) of: Option<TypeId>,
    pub(super) tags: &'a [Tag],
}

impl<'a> TaggedDeclaration<'a> {
    /// Describes the declaration: `field `Size``, `type `Widget``.
    pub(super) fn describe(&self) -> String {
        format!("{} `{}`", self.target.name(), self.name)
    }

    /// Returns the JSON type of the value, or `None` if it is unknown or only defined in Go code.
    pub(super) fn json_type(&self) -> Option<&'a JsonType> {
        self.typed.map(|typed| &typed.shaped.shape).filter(|shape| **shape != JsonType::Unknown)
    }

    /// Returns the Go kind for tags. The `string` option of a `json` tag makes a number a string, and a tag may set the
    /// type or disable the check.
    pub(super) fn kind(&self) -> Option<GoKind> {
        let layers = self.layers();
        let said = layers.iter().find_map(|layer| {
            let says = |is: fn(&TagKind) -> bool| layer.meanings().any(|(_, meaning)| is(meaning));
            if says(|meaning| matches!(meaning, TagKind::Schemaless | TagKind::IntOrString)) {
                return Some(None);
            }
            layer.meanings().find_map(|(_, meaning)| match meaning {
                TagKind::SchemaType(schema_type) => Some(schema_type.and_then(kind_of_type)),
                _ => None,
            })
        });
        if let Some(kind) = said {
            return kind;
        }
        let kind = kind(self.json_type()?)?;
        let is_quoted = self.field.is_some_and(|of| is_quoted(of.field));
        let is_scalar = matches!(kind, GoKind::Integer | GoKind::Number | GoKind::Boolean);
        Some(if is_quoted && is_scalar { GoKind::String } else { kind })
    }

    /// Returns the declaration's own tags, then those of each alias, named type and struct down to the resolved
    /// type.
    pub(super) fn layers(&self) -> Vec<Layer<'a>> {
        let own = Layer { of: None, tags: self.tags };
        let chain = self.typed.map_or(&[][..], |typed| &typed.shaped.chain);
        let is_own = |id: &TypeId| self.definition.is_some_and(|definition| definition.id == *id);
        let others = chain
            .iter()
            .filter(|id| !is_own(id))
            .map(|id| Layer { of: Some(*id), tags: &self.model.type_definition(*id).tags });
        std::iter::once(own).chain(others).collect()
    }

    /// Formats the type as written in Go.
    pub(super) fn spelled(&self) -> String {
        self.typed.map_or_else(String::new, |typed| self.model.spell(typed.ty, self.home.package))
    }

    /// Iterates over the declaration's own tags with their table rows, except tags of other tools.
    pub(super) fn known_tags(&self) -> impl Iterator<Item = (&'a Tag, &'static TagDefinition)> + use<'a> {
        let ours = self.tags.iter().filter(|tag| tag.dialect != Dialect::Foreign);
        ours.filter_map(|tag| registry::find(&tag.name).map(|row| (tag, row)))
    }

    /// Iterates over the declaration's own tags with their kinds.
    pub(super) fn meanings(&self) -> impl Iterator<Item = (&'a Tag, &'a TagKind)> + use<'a> {
        self.tags.iter().map(|tag| (tag, &tag.meaning))
    }
}

impl<'a> Layer<'a> {
    /// Iterates over the tags with their kinds.
    pub(super) fn meanings(&self) -> impl Iterator<Item = (&'a Tag, &'a TagKind)> + use<'a> {
        self.tags.iter().map(|tag| (tag, &tag.meaning))
    }

    /// Returns `true` for the declaration's own tags.
    pub(super) fn is_own(&self) -> bool {
        self.of.is_none()
    }
}

/// Returns the Go kind of a JSON type.
pub(super) fn kind(shape: &JsonType) -> Option<GoKind> {
    Some(match shape {
        JsonType::Boolean => GoKind::Boolean,
        JsonType::String => GoKind::String,
        JsonType::Integer(_) => GoKind::Integer,
        JsonType::Number(_) => GoKind::Number,
        JsonType::List(_) => GoKind::List,
        JsonType::Map(..) => GoKind::Map,
        JsonType::Struct(_) => GoKind::Struct,
        JsonType::Unknown | JsonType::None => return None,
    })
}

/// Returns the Go kind of a JSON Schema type. An object may be a struct or a map.
fn kind_of_type(schema_type: SchemaType) -> Option<GoKind> {
    match schema_type {
        SchemaType::Array => Some(GoKind::List),
        SchemaType::Boolean => Some(GoKind::Boolean),
        SchemaType::Integer => Some(GoKind::Integer),
        SchemaType::Number => Some(GoKind::Number),
        SchemaType::Object => None,
        SchemaType::String => Some(GoKind::String),
    }
}

/// An embedded field with a JSON name is a normal property. Without a name, its members take its place.
pub(super) fn target_of(field: &Field) -> Target {
    let has_name = field.json_tag().is_some_and(|tag| !tag.name.is_empty());
    if field.is_embedded && !has_name { Target::EmbeddedField } else { Target::Field }
}

/// Returns `true` if any field has a `json` tag: internal types and helpers have none and are never encoded as JSON.
pub(super) fn is_serialised(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.json_tag().is_some())
}

/// Returns `true` if the field's value is encoded as a quoted string (`json:",string"`).
pub(super) fn is_quoted(field: &Field) -> bool {
    field.json_tag().is_some_and(|tag| tag.options.contains("string"))
}

/// Returns the span of a tag's value, or of the tag if it has none.
pub(super) fn value_span(tag: &Tag) -> Span {
    tag.value_span.unwrap_or(tag.span)
}
