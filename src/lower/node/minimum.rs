//! `minimum` and `exclusiveMinimum`: the number is at least this, or more than this.

use idlgen_validate::Schema;

use super::{
    exclusive::{Bound, Said, less},
    note,
};
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let mut bound = schema.minimum.map(|limit| Bound { limit, is_exclusive: schema.exclusive_minimum });
    for layer in layers.0.iter().rev() {
        let mut said = Said::default();
        for (_, constraint) in Layers(vec![layer.clone()]).constraints() {
            match constraint {
                Constraint::Minimum(limit) => said.limit = Some(*limit),
                Constraint::ExclusiveMinimum(exclusive) => said.exclusive = Some(*exclusive),
                _ => {}
            }
        }
        bound = said.combine(bound, |left, right| less(right, left));
    }
    let Some(bound) = bound else { return };
    schema.minimum = Some(bound.limit);
    schema.exclusive_minimum = bound.is_exclusive;
    for (tag, constraint) in layers.constraints() {
        match constraint {
            Constraint::Minimum(_) => note(schema, "minimum", tag),
            Constraint::ExclusiveMinimum(_) => note(schema, "exclusiveMinimum", tag),
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
            Constraint::{self, ExclusiveMinimum, Minimum},
            Exclusive::{Flag, Limit},
        },
    };

    fn bound(layers: &[&[Constraint]]) -> (Option<idlgen_validate::schema::Number>, bool) {
        let schema = applied(layers);
        (schema.minimum, schema.exclusive_minimum)
    }

    #[test]
    fn the_tightest_lower_bound_counts() {
        assert_eq!(bound(&[&[]]), (None, false));
        assert_eq!(bound(&[&[Minimum(Int(1))]]), (Some(Int(1)), false));
        assert_eq!(bound(&[&[Minimum(Int(1))], &[Minimum(Float(1.5))]]), (Some(Float(1.5)), false));
        assert_eq!(bound(&[&[Minimum(Int(1)), ExclusiveMinimum(Flag(true))]]), (Some(Int(1)), true));
        assert_eq!(bound(&[&[Minimum(Int(1)), ExclusiveMinimum(Flag(false))]]), (Some(Int(1)), false));
        assert_eq!(bound(&[&[ExclusiveMinimum(Limit(Int(3)))]]), (Some(Int(3)), true));
        assert_eq!(bound(&[&[ExclusiveMinimum(Limit(Int(3)))], &[Minimum(Int(4))]]), (Some(Int(4)), false));
        assert_eq!(bound(&[&[Minimum(Int(3))], &[ExclusiveMinimum(Limit(Int(3)))]]), (Some(Int(3)), true));
    }

    #[test]
    fn a_flag_alone_excludes_the_limit_of_the_layer_below() {
        assert_eq!(bound(&[&[ExclusiveMinimum(Flag(true))], &[Minimum(Int(1))]]), (Some(Int(1)), true));
        assert_eq!(bound(&[&[Minimum(Int(1))], &[ExclusiveMinimum(Flag(true))]]), (Some(Int(1)), false));
        assert_eq!(bound(&[&[ExclusiveMinimum(Flag(true))]]), (None, false));
    }
}
