//! `minLength`: the length in code points is at least this.

use idlgen_validate::Schema;

use super::{at_least, note};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::MinLength(limit) = constraint {
            schema.min_length = Some(at_least(schema.min_length, *limit));
            note(schema, "minLength", tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{lower::node::testing::applied, tags::Constraint::MinLength};

    #[test]
    fn the_largest_limit_counts() {
        assert_eq!(applied(&[&[MinLength(5)]]).min_length, Some(5));
        assert_eq!(applied(&[&[MinLength(5)], &[MinLength(7)]]).min_length, Some(7));
        assert_eq!(applied(&[&[MinLength(7)], &[], &[MinLength(5)]]).min_length, Some(7));
        assert_eq!(applied(&[&[]]).min_length, None);
    }
}
