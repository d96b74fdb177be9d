//! `maximum` and `exclusiveMaximum`: the number is at most this, or less than this.

use idlgen_validate::Schema;

use super::{
    exclusive::{Bound, Said, less},
    note,
};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let mut bound = schema.maximum.map(|limit| Bound { limit, is_exclusive: schema.exclusive_maximum });
    for layer in layers.0.iter().rev() {
        let mut said = Said::default();
        for (_, constraint) in Layers(vec![layer.clone()]).constraints() {
            match constraint {
                Constraint::Maximum(limit) => said.limit = Some(*limit),
                Constraint::ExclusiveMaximum(exclusive) => said.exclusive = Some(*exclusive),
                _ => {}
            }
        }
        bound = said.combine(bound, less);
    }
    let Some(bound) = bound else { return };
    schema.maximum = Some(bound.limit);
    schema.exclusive_maximum = bound.is_exclusive;
    for (tag, constraint) in layers.constraints() {
        match constraint {
            Constraint::Maximum(_) => note(schema, "maximum", tag),
            Constraint::ExclusiveMaximum(_) => note(schema, "exclusiveMaximum", tag),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::schema::Number::{Float, Int};

    use crate::{
        lower::node::testing::applied,
        tags::{
            Constraint::{self, ExclusiveMaximum, Maximum},
            Exclusive::{Flag, Limit},
        },
    };

    fn bound(layers: &[&[Constraint]]) -> (Option<idlgen_validate::schema::Number>, bool) {
        let schema = applied(layers);
        (schema.maximum, schema.exclusive_maximum)
    }

    #[test]
    fn the_tightest_upper_bound_counts() {
        assert_eq!(bound(&[&[]]), (None, false));
        assert_eq!(bound(&[&[Maximum(Int(9))]]), (Some(Int(9)), false));
        assert_eq!(bound(&[&[Maximum(Int(9))], &[Maximum(Float(8.5))]]), (Some(Float(8.5)), false));
        assert_eq!(bound(&[&[Maximum(Int(9)), ExclusiveMaximum(Flag(true))]]), (Some(Int(9)), true));
        assert_eq!(bound(&[&[ExclusiveMaximum(Limit(Int(3)))]]), (Some(Int(3)), true));
        assert_eq!(bound(&[&[ExclusiveMaximum(Limit(Int(3)))], &[Maximum(Int(2))]]), (Some(Int(2)), false));
        assert_eq!(bound(&[&[ExclusiveMaximum(Flag(true))], &[Maximum(Int(9))]]), (Some(Int(9)), true));
    }

    #[test]
    fn integers_beyond_doubles_are_compared_exactly() {
        let limit = 9_007_199_254_740_993;
        assert_eq!(bound(&[&[Maximum(Int(limit))], &[Maximum(Int(limit - 1))]]), (Some(Int(limit - 1)), false));
    }
}
