//! Finds the missing schema limits that make a rule too expensive.
//!
//! The search is by trial and error: it assumes a missing limit and estimates the cost again.

use std::sync::Arc;

use idlgen_cel::{
    Compiled, DeclKind, DeclType, Environment, Variables,
    cost::{EXPRESSION_LIMIT, cardinality_of_unbounded, expression_cost},
    escape,
};

use super::{
    cardinality::{Container, max_children},
    rule::SELF_TYPE,
};
use crate::{
    keyword::{Keyword, longest},
    schema::{AdditionalProperties, Schema},
};

/// A missing limit.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MissingBound<'s> {
    /// `maxItems`, `maxProperties` or `maxLength`.
    pub keyword: &'static str,
    /// The schema without the limit.
    pub schema: &'s Schema,
    /// The location of its values in an object, such as `.spec.ports`.
    pub place: String,
    /// A value for the limit that makes the rule cheap enough if all reported limits are set to it. `None` if no limit
    /// is low enough.
    pub enough: Option<u64>,
}

/// Maximum number of values to inspect per schema.
const MAX_VALUES: usize = 400;
/// Maximum number of limits to report.
const MAX_NAMED: usize = 5;
/// The limit that the search assumes to find out which missing limits are effective.
const TRIAL: u64 = 64;
/// The limits that can be suggested, in ascending order.
const LIMITS: [u64; 22] =
    [1, 2, 3, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 253, 256, 500, 512, 1024, 2048, 4096, 16384];

/// The context of the rule.
pub(super) struct Search<'a, 's> {
    pub(super) environment: &'a Environment,
    /// The type of `self`.
    pub(super) declared: &'a Arc<DeclType>,
    /// The schema of `self`.
    pub(super) schema: &'s Schema,
    /// The location of `self` in an object.
    pub(super) place: &'a str,
    /// The lists and maps that contain `self`. Empty if their limits do not affect the cost.
    pub(super) containers: &'a [Container<'s>],
}

/// A value without a limit.
struct Unlimited<'s> {
    bound: MissingBound<'s>,
    /// The path from `self` to the value. `None` for a list or map that contains `self`.
    way: Option<Vec<Way>>,
}

#[derive(Clone, PartialEq)]
enum Way {
    Field(String),
    Element,
}

/// Returns the limits whose absence makes the expression too expensive, the most effective first.
pub(super) fn missing_bounds<'s>(search: &Search<'_, 's>, expression: &Compiled) -> Vec<MissingBound<'s>> {
    let mut candidates = Vec::new();
    for container in search.containers.iter().filter(|container| max_children(container.schema).is_none()) {
        let place = if container.place.is_empty() { ".".to_owned() } else { container.place.clone() };
        let bound = MissingBound { keyword: keyword(container.schema), schema: container.schema, place, enough: None };
        candidates.push(Unlimited { bound, way: None });
    }
    let mut values = Values { expression, seen: 0, found: Vec::new() };
    values.collect(search.schema, search.declared, &mut Vec::new(), search.place);
    candidates.append(&mut values.found);

    let around: Vec<usize> = (0..candidates.len()).filter(|index| is_around(&candidates, *index)).collect();
    let mut chosen: Vec<usize> = Vec::new();
    let mut cost = search.cost(expression, &candidates, &chosen, TRIAL);
    while cost > EXPRESSION_LIMIT && chosen.len() < MAX_NAMED {
        // The lists and maps that contain `self` only affect the cost if all of them have a limit, so they are tried
        // together.
        let single = (0..candidates.len()).filter(|index| !is_around(&candidates, *index)).map(|index| vec![index]);
        let groups = single.chain((!around.is_empty()).then(|| around.clone()));
        let best = groups
            .filter(|group| group.iter().all(|index| !chosen.contains(index)))
            .map(|group| {
                let trial: Vec<usize> = chosen.iter().chain(&group).copied().collect();
                (search.cost(expression, &candidates, &trial, TRIAL), group)
            })
            .min_by_key(|(cost, _)| *cost);
        let Some((less, group)) = best.filter(|(less, _)| *less < cost) else { break };
        cost = less;
        chosen.extend(group);
    }
    let enough = LIMITS
        .iter()
        .rev()
        .copied()
        .find(|limit| search.cost(expression, &candidates, &chosen, *limit) <= EXPRESSION_LIMIT);
    let mut named = Vec::new();
    for index in chosen {
        if let Some(candidate) = candidates.get(index) {
            named.push(MissingBound { enough, ..candidate.bound.clone() });
        }
    }
    named
}

fn is_around(candidates: &[Unlimited<'_>], index: usize) -> bool {
    candidates.get(index).is_some_and(|candidate| candidate.way.is_none())
}

impl Search<'_, '_> {
    /// Returns the cost if the chosen values had this limit.
    fn cost(&self, expression: &Compiled, candidates: &[Unlimited<'_>], chosen: &[usize], limit: u64) -> u64 {
        let mut declared = DeclType::clone(self.declared);
        let mut limits_around = 0;
        for candidate in chosen.iter().filter_map(|index| candidates.get(*index)) {
            match &candidate.way {
                None => limits_around += 1,
                Some(way) => limit_at(&mut declared, way, limit),
            }
        }
        // Whether `oldSelf` is optional does not affect the cost.
        let variables = Variables::of_rule(self.environment.version(), Arc::new(declared), false, SELF_TYPE);
        let max = expression.cost(self.environment, &variables).max;
        let unlimited = self.containers.iter().filter(|container| max_children(container.schema).is_none()).count();
        let cardinality = if unlimited > limits_around {
            cardinality_of_unbounded(self.declared.min_serialized_size)
        } else {
            let limits = self.containers.iter().map(|container| max_children(container.schema).unwrap_or(limit));
            limits.fold(1_u64, u64::saturating_mul)
        };
        expression_cost(max, cardinality)
    }
}

/// Sets a limit on the declared type at the end of the path.
fn limit_at(declared: &mut DeclType, way: &[Way], limit: u64) {
    let Some((step, rest)) = way.split_first() else {
        // A character has up to four bytes.
        let factor = if declared.kind == DeclKind::String { 4 } else { 1 };
        declared.max_elements = i64::try_from(limit.saturating_mul(factor)).unwrap_or(i64::MAX);
        return;
    };
    match (&mut declared.kind, step) {
        (DeclKind::List(inner) | DeclKind::Map(inner), Way::Element) => limit_at(Arc::make_mut(inner), rest, limit),
        (DeclKind::Object(fields), Way::Field(name)) => {
            if let Some(inner) = fields.get_mut(name.as_str()) {
                limit_at(Arc::make_mut(inner), rest, limit);
            }
        }
        _ => {}
    }
}

/// Collects the values without a limit that an expression can access.
struct Values<'e, 's> {
    expression: &'e Compiled,
    seen: usize,
    found: Vec<Unlimited<'s>>,
}

impl<'s> Values<'_, 's> {
    fn collect(&mut self, schema: &'s Schema, declared: &DeclType, way: &mut Vec<Way>, place: &str) {
        self.seen += 1;
        if self.seen > MAX_VALUES {
            return;
        }
        let lacks = |keyword| schema.keywords.get(keyword).is_none();
        let lacks = match &declared.kind {
            DeclKind::List(_) => lacks(Keyword::MaxItems),
            DeclKind::Map(_) => lacks(Keyword::MaxProperties),
            DeclKind::String => lacks(Keyword::MaxLength) && schema.enumeration().is_empty(),
            DeclKind::Bytes | DeclKind::Dyn => lacks(Keyword::MaxLength),
            _ => false,
        };
        if lacks {
            let bound = MissingBound { keyword: keyword(schema), schema, place: place.to_owned(), enough: None };
            self.found.push(Unlimited { bound, way: Some(way.clone()) });
        }
        let inner = match (&declared.kind, &schema.additional_properties) {
            (DeclKind::List(element), _) => schema.items.as_deref().map(|items| (items, element)),
            (DeclKind::Map(value), Some(AdditionalProperties::Schema(values))) => Some((&**values, value)),
            _ => None,
        };
        if let Some((schema, declared)) = inner {
            way.push(Way::Element);
            let place = if place == "." { "[*]".to_owned() } else { format!("{place}[*]") };
            self.collect(schema, declared, way, &place);
            way.pop();
        }
        for (name, property) in &schema.properties {
            let Some(escaped) = escape(name)
                .filter(|escaped| self.expression.names_field(escaped) || self.expression.names_field(name))
            else {
                continue;
            };
            if let Some(declared) = declared.field(&escaped) {
                way.push(Way::Field(escaped));
                let place = if place == "." { format!(".{name}") } else { format!("{place}.{name}") };
                self.collect(property, declared, way, &place);
                way.pop();
            }
        }
    }
}

/// Returns the keyword that limits the size of a schema's values.
fn keyword(schema: &Schema) -> &'static str {
    longest(schema.schema_type).name()
}
