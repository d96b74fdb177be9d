//! `nullable`: `true` if the property may be null. The outermost layer with the tag applies.

use idlgen_schema::Schema;

use super::note;
use crate::{
    lower::layer::Layers,
    tags::{Constraint, TagKind},
};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let said = layers.first(|meaning| match meaning {
        TagKind::Constraint(Constraint::Nullable(nullable)) => Some(*nullable),
        _ => None,
    });
    if let Some((tag, nullable)) = said {
        schema.nullable = nullable;
        note(schema, "nullable", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::Nullable};

    #[test]
    fn the_outermost_layer_decides() {
        assert!(applied(&[&[Nullable(true)], &[Nullable(false)]]).nullable);
        assert!(!applied(&[&[Nullable(false)], &[Nullable(true)]]).nullable);
        assert!(applied(&[&[], &[Nullable(true)]]).nullable);
    }
}
