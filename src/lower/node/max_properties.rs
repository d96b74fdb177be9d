//! `maxProperties`: the object has at most this many properties.

use idlgen_validate::Schema;

use super::{at_most, note};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::MaxProperties(limit) = constraint {
            schema.max_properties = Some(at_most(schema.max_properties, *limit));
            note(schema, "maxProperties", tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::MaxProperties};

    #[test]
    fn the_smallest_limit_counts() {
        assert_eq!(applied(&[&[MaxProperties(5)]]).max_properties, Some(5));
        assert_eq!(applied(&[&[MaxProperties(5)], &[MaxProperties(7)]]).max_properties, Some(5));
        assert_eq!(applied(&[&[MaxProperties(7)], &[], &[MaxProperties(5)]]).max_properties, Some(5));
        assert_eq!(applied(&[&[]]).max_properties, None);
    }
}
