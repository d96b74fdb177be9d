//! `maxLength`: the length in code points is at most this.

use idlgen_validate::Schema;

use super::{at_most, note};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::MaxLength(limit) = constraint {
            schema.max_length = Some(at_most(schema.max_length, *limit));
            note(schema, "maxLength", tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::MaxLength};

    #[test]
    fn the_smallest_limit_counts() {
        assert_eq!(applied(&[&[MaxLength(5)]]).max_length, Some(5));
        assert_eq!(applied(&[&[MaxLength(5)], &[MaxLength(7)]]).max_length, Some(5));
        assert_eq!(applied(&[&[MaxLength(7)], &[], &[MaxLength(5)]]).max_length, Some(5));
        assert_eq!(applied(&[&[]]).max_length, None);
    }
}
