//! `minItems`: the list has at least this many elements.

use idlgen_validate::Schema;

use super::{at_least, note};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::MinItems(limit) = constraint {
            schema.min_items = Some(at_least(schema.min_items, *limit));
            note(schema, "minItems", tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::MinItems};

    #[test]
    fn the_largest_limit_counts() {
        assert_eq!(applied(&[&[MinItems(5)]]).min_items, Some(5));
        assert_eq!(applied(&[&[MinItems(5)], &[MinItems(7)]]).min_items, Some(7));
        assert_eq!(applied(&[&[MinItems(7)], &[], &[MinItems(5)]]).min_items, Some(7));
        assert_eq!(applied(&[&[]]).min_items, None);
    }
}
