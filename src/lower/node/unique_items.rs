//! `uniqueItems`: no two elements of the list are equal; once said, it counts.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::UniqueItems(unique) = constraint {
            schema.unique_items |= *unique;
            note(schema, "uniqueItems", tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::UniqueItems};

    #[test]
    fn one_layer_is_enough() {
        assert!(applied(&[&[UniqueItems(false)], &[UniqueItems(true)]]).unique_items);
        assert!(!applied(&[&[UniqueItems(false)]]).unique_items);
    }
}
