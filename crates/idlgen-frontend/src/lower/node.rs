//! Applies constraints to schema nodes, with one file per keyword. If several tags (of the field, an alias, a named
//! type) set the same limit, the strictest one applies.

mod bound;
pub(in crate::lower) mod by_value;
pub(in crate::lower) mod default_value;
pub(in crate::lower) mod description;
mod documentation;
mod embedded_resource;
mod enumeration;
pub(in crate::lower) mod extension;
mod format;
mod int_or_string;
mod ip_address_items;
mod limits;
pub(in crate::lower) mod list_type;
pub(in crate::lower) mod map_type;
pub(in crate::lower) mod nested;
mod nullable;
mod patch_merge_key;
mod patch_strategy;
pub(in crate::lower) mod presence;
mod preserve_unknown_fields;
pub(in crate::lower) mod schema_type;
pub(in crate::lower) mod strip_zero;
pub(in crate::lower) mod tagged;
mod title;
pub(in crate::lower) mod union;
pub(in crate::lower) mod validation_error;

use idlgen_schema::Schema;

use super::layer::Layers;
pub(super) use super::origin::note;

/// Adds all constraints of the layers to the schema.
pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    if layers.constraints().next().is_none() {
        return;
    }
    limits::apply(schema, layers);
    nullable::apply(schema, layers);
}

#[cfg(test)]
pub(super) mod testing {
    //! Builds layers of constraints, for the tests of each keyword.

    use idlgen_schema::Schema;

    use crate::{
        lower::layer::{Layer, LayerSource, Layers},
        model::PackageId,
        source::{FileId, Span},
        tags::{Constraint, Dialect, Tag, TagKind},
    };

    /// Creates a tag of this kind, for tests.
    pub(in crate::lower) fn tag(meaning: TagKind) -> Tag {
        let span = Span::new(FileId::from_index(0), 0, 0);
        Tag {
            name: "t".into(),
            text: "+t".into(),
            span,
            name_span: span,
            value_span: None,
            dialect: Dialect::Plain,
            meaning,
        }
    }

    /// Applies constraints to an empty schema. Each inner list is a layer, the field's first.
    pub(in crate::lower) fn applied(layers: &[&[Constraint]]) -> Schema {
        let tags: Vec<Vec<Tag>> = layers
            .iter()
            .map(|layer| layer.iter().map(|constraint| tag(TagKind::Constraint(constraint.clone()))).collect())
            .collect();
        let layers = tags
            .iter()
            .map(|tags| Layer { source: LayerSource::Inlined, package: PackageId(0), tags: tags.iter().collect() })
            .collect();
        let mut schema = Schema::default();
        super::apply(&mut schema, &Layers(layers));
        schema
    }
}
