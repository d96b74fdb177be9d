//! Whose tags count at one place: the field, then each alias and named type on the way to what the type really is
//! (KEP-4153, "IDL tags may be used directly on type declarations and indirectly on field and type aliases").

pub(super) mod overrides;

use crate::{
    model::{Field, PackageId, Seen, TypeId},
    tags::{Constraint, Meaning, Tag},
    tool::Tool,
};

/// The tags of one declaration.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Layer<'a> {
    /// The declaration.
    pub(in crate::lower) source: LayerSource<'a>,
    /// The package of the comment, in which names without a package are looked up.
    pub(in crate::lower) package: PackageId,
    /// The tags that count, in source order.
    pub(in crate::lower) tags: Vec<&'a Tag>,
}

/// What a layer belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lower) enum LayerSource<'a> {
    /// `+override` tags of a field further out: they win over what they replace.
    Override,
    /// A field.
    Field(&'a str),
    /// An alias or a named type.
    Type(TypeId),
    /// A struct whose members appear here (`json:",inline"`), or the field that embeds it.
    Inlined,
}

/// All layers of one place, outermost first.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Layers<'a>(pub(in crate::lower) Vec<Layer<'a>>);

impl<'a> Layer<'a> {
    /// The layer of a field.
    pub(in crate::lower) fn of_field(field: &'a Field, package: PackageId, tool: &Tool) -> Self {
        Layer { source: LayerSource::Field(&field.name), package, tags: understood(&field.tags, tool) }
    }

    /// The layer of a declared type; empty if its comments do not count.
    pub(in crate::lower) fn of_type(model: &'a Seen<'a>, id: TypeId, tool: &Tool) -> Self {
        let definition = model.type_definition(id);
        let tags = if tool.reads_comments_of(model.package(definition.package).requested) {
            understood(&definition.tags, tool)
        } else {
            Vec::new()
        };
        Layer { source: LayerSource::Type(id), package: definition.package, tags }
    }

    /// The meanings of the layer's tags.
    pub(in crate::lower) fn meanings(&self) -> impl Iterator<Item = (&'a Tag, &'a Meaning)> + '_ {
        self.tags.iter().map(|tag| (*tag, &tag.meaning))
    }
}

impl<'a> Layers<'a> {
    /// Every tag with its meaning, outermost layer first.
    pub(in crate::lower) fn meanings(&self) -> impl Iterator<Item = (&'a Tag, &'a Meaning)> + '_ {
        self.0.iter().flat_map(Layer::meanings)
    }

    /// Every constraint with its tag, outermost layer first.
    pub(in crate::lower) fn constraints(&self) -> impl Iterator<Item = (&'a Tag, &'a Constraint)> + '_ {
        self.meanings().filter_map(|(tag, meaning)| match meaning {
            Meaning::Constraint(constraint) => Some((tag, constraint)),
            _ => None,
        })
    }

    /// The first value that a layer says, outermost layer first.
    pub(in crate::lower) fn first<T>(&self, value: impl Fn(&'a Meaning) -> Option<T>) -> Option<(&'a Tag, T)> {
        self.meanings().find_map(|(tag, meaning)| value(meaning).map(|value| (tag, value)))
    }

    /// Without the layers of aliases and named types.
    pub(in crate::lower) fn of_declaration_only(&self) -> Layers<'a> {
        Layers(self.0.iter().filter(|layer| !matches!(layer.source, LayerSource::Type(_))).cloned().collect())
    }
}

fn understood<'a>(tags: &'a [Tag], tool: &Tool) -> Vec<&'a Tag> {
    tags.iter().filter(|tag| (tool.understands)(tag)).collect()
}
