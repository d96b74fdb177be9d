//! `minProperties`: the object has at least this many properties.

use idlgen_validate::Schema;

use super::{at_least, note};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::MinProperties(limit) = constraint {
            schema.min_properties = Some(at_least(schema.min_properties, *limit));
            note(schema, "minProperties", tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::MinProperties};

    #[test]
    fn the_largest_limit_counts() {
        assert_eq!(applied(&[&[MinProperties(5)]]).min_properties, Some(5));
        assert_eq!(applied(&[&[MinProperties(5)], &[MinProperties(7)]]).min_properties, Some(7));
        assert_eq!(applied(&[&[MinProperties(7)], &[], &[MinProperties(5)]]).min_properties, Some(7));
        assert_eq!(applied(&[&[]]).min_properties, None);
    }
}
