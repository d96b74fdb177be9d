//! `maxItems`: the list has at most this many elements.

use idlgen_validate::Schema;

use super::{at_most, note};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::MaxItems(limit) = constraint {
            schema.max_items = Some(at_most(schema.max_items, *limit));
            note(schema, "maxItems", tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::MaxItems};

    #[test]
    fn the_smallest_limit_counts() {
        assert_eq!(applied(&[&[MaxItems(5)]]).max_items, Some(5));
        assert_eq!(applied(&[&[MaxItems(5)], &[MaxItems(7)]]).max_items, Some(5));
        assert_eq!(applied(&[&[MaxItems(7)], &[], &[MaxItems(5)]]).max_items, Some(5));
        assert_eq!(applied(&[&[]]).max_items, None);
    }
}
