//! Layers of tags that apply to a value: the field, then each alias and named type down to the underlying type
//! (KEP-4153, "IDL tags may be used directly on type declarations and indirectly on field and type aliases").

pub(super) mod overrides;

use crate::{
    model::{Field, PackageId, Seen, TypeId},
    tags::{Constraint, Tag, TagKind},
    tool::Tool,
};

/// The tags of one declaration.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Layer<'a> {
    /// The declaration.
    pub(in crate::lower) source: LayerSource<'a>,
    /// The package of the comment. Names without a qualifier are resolved in it.
    pub(in crate::lower) package: PackageId,
    /// The applicable tags, in source order.
    pub(in crate::lower) tags: Vec<&'a Tag>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lower) enum LayerSource<'a> {
    /// The `+override` tags of an enclosing field, which replace other tags.
    Override,
    Field(&'a str),
    /// An alias or a named type.
    Type(TypeId),
    /// A struct whose members are inlined here (`json:",inline"`), or the field that embeds it.
    Inlined,
}

/// All layers of a value, outermost first.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Layers<'a>(pub(in crate::lower) Vec<Layer<'a>>);

impl<'a> Layer<'a> {
    pub(in crate::lower) fn of_field(field: &'a Field, package: PackageId, tool: &Tool) -> Self {
        Layer { source: LayerSource::Field(&field.name), package, tags: understood(&field.tags, tool) }
    }

    /// Creates the layer of a declared type; empty if its comments are ignored.
    pub(in crate::lower) fn of_type(model: &'a Seen<'a>, id: TypeId, tool: &Tool) -> Self {
        let definition = model.type_definition(id);
        let tags = if tool.reads_comments_of(model.package(definition.package).requested) {
            understood(&definition.tags, tool)
        } else {
            Vec::new()
        };
        Layer { source: LayerSource::Type(id), package: definition.package, tags }
    }

    pub(in crate::lower) fn kinds(&self) -> impl Iterator<Item = (&'a Tag, &'a TagKind)> + '_ {
        self.tags.iter().map(|tag| (*tag, &tag.meaning))
    }
}

impl<'a> Layers<'a> {
    /// Returns every tag with its meaning, outermost layer first.
    pub(in crate::lower) fn meanings(&self) -> impl Iterator<Item = (&'a Tag, &'a TagKind)> + '_ {
        self.0.iter().flat_map(Layer::kinds)
    }

    /// Returns every constraint with its tag, outermost layer first.
    pub(in crate::lower) fn constraints(&self) -> impl Iterator<Item = (&'a Tag, &'a Constraint)> + '_ {
        self.meanings().filter_map(|(tag, meaning)| match meaning {
            TagKind::Constraint(constraint) => Some((tag, constraint)),
            _ => None,
        })
    }

    /// Returns the value from the outermost layer that defines one.
    pub(in crate::lower) fn first<T>(&self, value: impl Fn(&'a TagKind) -> Option<T>) -> Option<(&'a Tag, T)> {
        self.meanings().find_map(|(tag, meaning)| value(meaning).map(|value| (tag, value)))
    }

    /// Returns the layers without those of aliases and named types.
    pub(in crate::lower) fn of_declaration_only(&self) -> Layers<'a> {
        Layers(self.0.iter().filter(|layer| !matches!(layer.source, LayerSource::Type(_))).cloned().collect())
    }
}

fn understood<'a>(tags: &'a [Tag], tool: &Tool) -> Vec<&'a Tag> {
    tags.iter().filter(|tag| (tool.understands)(tag)).collect()
}
