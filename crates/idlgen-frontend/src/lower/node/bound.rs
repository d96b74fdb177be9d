//! `minimum` and `maximum`, each with its exclusive keyword: combines the limits within a layer, and selects the
//! stricter of two layers.

use idlgen_schema::{
    Schema,
    keyword::{Bound, Combination, Keyword},
    schema::Number,
};

use super::note;
use crate::{
    lower::layer::Layers,
    tags::{Constraint, Exclusive},
};

/// Adds the minimum or the maximum of the layers to the schema.
pub(super) fn apply(schema: &mut Schema, keyword: Keyword, layers: &Layers<'_>) {
    let row = keyword.row();
    let is_tighter: fn(Number, Number) -> bool =
        if row.combination == Combination::Greatest { |left, right| less(right, left) } else { less };
    let mut bound = schema.keywords.bound(keyword);
    for layer in layers.0.iter().rev() {
        let mut limits = LayerLimits::default();
        for (_, constraint) in Layers(vec![layer.clone()]).constraints() {
            match constraint {
                Constraint::Limit(known, value) if *known == keyword => {
                    limits.limit = value.as_bound().map(|bound| bound.limit);
                }
                Constraint::Exclusive(known, exclusive) if *known == keyword => limits.exclusive = Some(*exclusive),
                _ => {}
            }
        }
        bound = limits.combine(bound, is_tighter);
    }
    let Some(bound) = bound else { return };
    schema.keywords.set(keyword, bound);
    for (tag, constraint) in layers.constraints() {
        let name = constraint.keyword();
        if name == row.name || row.flag() == Some(name) {
            note(schema, name, tag);
        }
    }
}

/// The minimum or maximum that a single layer sets.
#[derive(Clone, Copy, Debug, Default)]
struct LayerLimits {
    /// The limit itself, without an exclusive keyword.
    limit: Option<Number>,
    /// The exclusive limit. It is either a flag, which applies to the limit of this layer or otherwise of the layers
    /// below, or a separate limit.
    exclusive: Option<Exclusive>,
}

impl LayerLimits {
    /// Returns the bound of this layer and the layers below it. `is_tighter(a, b)` returns `true` if the limit `a` is
    /// stricter than `b`.
    fn combine(self, below: Option<Bound>, is_tighter: fn(Number, Number) -> bool) -> Option<Bound> {
        let flag = match self.exclusive {
            Some(Exclusive::Flag(flag)) => flag,
            _ => false,
        };
        let own = self.limit.map(|limit| Bound { limit, exclusive: flag });
        let below = match below {
            Some(bound) if own.is_none() => Some(Bound { exclusive: bound.exclusive || flag, ..bound }),
            other => other,
        };
        let strict = match self.exclusive {
            Some(Exclusive::Limit(limit)) => Some(Bound { limit, exclusive: true }),
            _ => None,
        };
        [own, strict].into_iter().flatten().fold(below, |tightest, bound| Some(tighter(tightest, bound, is_tighter)))
    }
}

fn tighter(first: Option<Bound>, second: Bound, is_tighter: fn(Number, Number) -> bool) -> Bound {
    let Some(first) = first else { return second };
    if is_tighter(first.limit, second.limit) {
        first
    } else if is_tighter(second.limit, first.limit) {
        second
    } else {
        Bound { limit: first.limit, exclusive: first.exclusive || second.exclusive }
    }
}

/// Returns `true` if `left` is less than `right`, exactly for integers.
fn less(left: Number, right: Number) -> bool {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => left < right,
        _ => left.as_f64() < right.as_f64(),
    }
}

#[cfg(test)]
mod tests {
    use idlgen_schema::{
        keyword::{Bound, Keyword},
        schema::Number::{self, Float, Int},
    };

    use crate::{
        lower::node::testing::applied,
        tags::{
            Constraint,
            Exclusive::{Flag, Limit},
        },
    };

    /// Returns the limit, and whether it is exclusive.
    fn bound(keyword: Keyword, layers: &[&[Constraint]]) -> Option<(Number, bool)> {
        let Bound { limit, exclusive } = applied(layers).keywords.bound(keyword)?;
        Some((limit, exclusive))
    }

    #[test]
    fn the_tightest_upper_bound_counts() {
        let maximum = |limit| Constraint::bound(Keyword::Maximum, limit);
        let exclusive = |exclusive| Constraint::Exclusive(Keyword::Maximum, exclusive);
        let bound = |layers: &[&[Constraint]]| bound(Keyword::Maximum, layers);
        assert_eq!(bound(&[&[]]), None);
        assert_eq!(bound(&[&[maximum(Int(9))]]), Some((Int(9), false)));
        assert_eq!(bound(&[&[maximum(Int(9))], &[maximum(Float(8.5))]]), Some((Float(8.5), false)));
        assert_eq!(bound(&[&[maximum(Int(9)), exclusive(Flag(true))]]), Some((Int(9), true)));
        assert_eq!(bound(&[&[exclusive(Limit(Int(3)))]]), Some((Int(3), true)));
        assert_eq!(bound(&[&[exclusive(Limit(Int(3)))], &[maximum(Int(2))]]), Some((Int(2), false)));
        assert_eq!(bound(&[&[exclusive(Flag(true))], &[maximum(Int(9))]]), Some((Int(9), true)));
    }

    #[test]
    fn integers_beyond_doubles_are_compared_exactly() {
        let maximum = |limit| Constraint::bound(Keyword::Maximum, Int(limit));
        let limit = 9_007_199_254_740_993;
        let layers: [&[Constraint]; 2] = [&[maximum(limit)], &[maximum(limit - 1)]];
        assert_eq!(bound(Keyword::Maximum, &layers), Some((Int(limit - 1), false)));
    }

    #[test]
    fn the_tightest_lower_bound_counts() {
        let minimum = |limit| Constraint::bound(Keyword::Minimum, limit);
        let exclusive = |exclusive| Constraint::Exclusive(Keyword::Minimum, exclusive);
        let bound = |layers: &[&[Constraint]]| bound(Keyword::Minimum, layers);
        assert_eq!(bound(&[&[minimum(Int(1))]]), Some((Int(1), false)));
        assert_eq!(bound(&[&[minimum(Int(1))], &[minimum(Float(1.5))]]), Some((Float(1.5), false)));
        assert_eq!(bound(&[&[minimum(Int(1)), exclusive(Flag(true))]]), Some((Int(1), true)));
        assert_eq!(bound(&[&[minimum(Int(1)), exclusive(Flag(false))]]), Some((Int(1), false)));
        assert_eq!(bound(&[&[exclusive(Limit(Int(3)))]]), Some((Int(3), true)));
        assert_eq!(bound(&[&[exclusive(Limit(Int(3)))], &[minimum(Int(4))]]), Some((Int(4), false)));
        assert_eq!(bound(&[&[minimum(Int(3))], &[exclusive(Limit(Int(3)))]]), Some((Int(3), true)));
    }

    #[test]
    fn a_flag_alone_excludes_the_limit_of_the_layer_below() {
        let minimum = || Constraint::bound(Keyword::Minimum, Int(1));
        let flag = || Constraint::flag(Keyword::Minimum, true);
        let bound = |layers: &[&[Constraint]]| bound(Keyword::Minimum, layers);
        assert_eq!(bound(&[&[flag()], &[minimum()]]), Some((Int(1), true)));
        assert_eq!(bound(&[&[minimum()], &[flag()]]), Some((Int(1), false)));
        assert_eq!(bound(&[&[flag()]]), None);
    }
}
