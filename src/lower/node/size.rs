//! Limits of lengths and counts: `minLength`, `maxLength`, `minItems`, `maxItems`, `minProperties`, `maxProperties`. Of
//! several the tightest counts.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        let (limit, said, tighter) = match constraint {
            Constraint::MinLength(limit) => (&mut schema.min_length, *limit, AT_LEAST),
            Constraint::MaxLength(limit) => (&mut schema.max_length, *limit, AT_MOST),
            Constraint::MinItems(limit) => (&mut schema.min_items, *limit, AT_LEAST),
            Constraint::MaxItems(limit) => (&mut schema.max_items, *limit, AT_MOST),
            Constraint::MinProperties(limit) => (&mut schema.min_properties, *limit, AT_LEAST),
            Constraint::MaxProperties(limit) => (&mut schema.max_properties, *limit, AT_MOST),
            _ => continue,
        };
        *limit = Some(limit.map_or(said, |limit| tighter(limit, said)));
        note(schema, constraint.keyword(), tag);
    }
}

/// The tighter of two lower limits.
const AT_LEAST: fn(u64, u64) -> u64 = u64::max;

/// The tighter of two upper limits.
const AT_MOST: fn(u64, u64) -> u64 = u64::min;

#[cfg(test)]
mod tests {
    use idlgen_validate::Schema;

    use crate::{
        lower::node::testing::applied,
        tags::Constraint::{self, MaxItems, MaxLength, MaxProperties, MinItems, MinLength, MinProperties},
    };

    /// Applies a limit as one layer or several, and asks for what came of it.
    fn limits(constraint: fn(u64) -> Constraint, limit: fn(&Schema) -> Option<u64>) -> [Option<u64>; 4] {
        let five = constraint(5);
        let seven = constraint(7);
        [
            limit(&applied(&[std::slice::from_ref(&five)])),
            limit(&applied(&[std::slice::from_ref(&five), std::slice::from_ref(&seven)])),
            limit(&applied(&[std::slice::from_ref(&seven), &[], std::slice::from_ref(&five)])),
            limit(&applied(&[&[]])),
        ]
    }

    #[test]
    fn the_smallest_upper_limit_counts() {
        let smallest = [Some(5), Some(5), Some(5), None];
        assert_eq!(limits(MaxLength, |schema| schema.max_length), smallest);
        assert_eq!(limits(MaxItems, |schema| schema.max_items), smallest);
        assert_eq!(limits(MaxProperties, |schema| schema.max_properties), smallest);
    }

    #[test]
    fn the_largest_lower_limit_counts() {
        let largest = [Some(5), Some(7), Some(7), None];
        assert_eq!(limits(MinLength, |schema| schema.min_length), largest);
        assert_eq!(limits(MinItems, |schema| schema.min_items), largest);
        assert_eq!(limits(MinProperties, |schema| schema.min_properties), largest);
    }
}
