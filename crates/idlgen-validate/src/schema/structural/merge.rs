//! A schema and what it refers to as one: what stands nearer to the value's own declaration wins over descriptions and types, limits apply together.

use idlgen_runtime::value::Number;

use super::super::{Extensions, Schema};

/// The parts as one node without the schemas inside them, nearest part first. Of a part that is repeated the rules are left out.
pub(super) fn shallow(parts: &[(&Schema, bool)]) -> Schema {
    let mut node = Schema::default();
    for (part, is_repeated) in parts {
        let rules = node.extensions.validations.len();
        add(&mut node, part);
        if *is_repeated {
            node.extensions.validations.truncate(rules);
        }
    }
    node
}

fn add(node: &mut Schema, part: &Schema) {
    first(&mut node.title, part.title.as_ref());
    first(&mut node.description, part.description.as_ref());
    first(&mut node.schema_type, part.schema_type.as_ref());
    node.nullable |= part.nullable;
    if node.default.is_none() {
        node.default = part.default.clone().filter(|default| !default.implicit);
    }
    limit(&mut node.maximum, &mut node.exclusive_maximum, part.maximum, part.exclusive_maximum, |new, old| new < old);
    limit(&mut node.minimum, &mut node.exclusive_minimum, part.minimum, part.exclusive_minimum, |new, old| new > old);
    tighter(&mut node.max_length, part.max_length, u64::min);
    tighter(&mut node.min_length, part.min_length, u64::max);
    tighter(&mut node.max_items, part.max_items, u64::min);
    tighter(&mut node.min_items, part.min_items, u64::max);
    tighter(&mut node.max_properties, part.max_properties, u64::min);
    tighter(&mut node.min_properties, part.min_properties, u64::max);
    node.unique_items |= part.unique_items;
    for name in &part.required {
        if !node.required.contains(name) {
            node.required.push(name.clone());
        }
    }
    // What can be said once only, and differs, stands beside the nearer one in a branch of `allOf`.
    let mut beside = Schema::default();
    once(&mut node.format, part.format.as_ref(), &mut beside.format);
    once(&mut node.pattern, part.pattern.as_ref(), &mut beside.pattern);
    once(&mut node.multiple_of, part.multiple_of.as_ref(), &mut beside.multiple_of);
    if node.enumeration.is_empty() {
        node.enumeration.clone_from(&part.enumeration);
    } else if node.enumeration != part.enumeration {
        beside.enumeration.clone_from(&part.enumeration);
    }
    if beside != Schema::default() {
        node.all_of.push(beside);
    }
    extensions(&mut node.extensions, &part.extensions);
    if node.draft4.is_none() {
        node.draft4.clone_from(&part.draft4);
    }
    for (keyword, value) in &part.other {
        node.other.entry(keyword.clone()).or_insert_with(|| value.clone());
    }
    node.strip_zero |= part.strip_zero;
    node.takes_anything |= part.takes_anything;
    if node.origin.location.is_none() {
        node.origin = part.origin.clone();
    } else {
        node.origin.tags.extend(part.origin.tags.iter().cloned());
    }
}

/// Extensions that custom resource definitions have, and unknown ones not.
fn extensions(node: &mut Extensions, part: &Extensions) {
    first(&mut node.preserve_unknown_fields, part.preserve_unknown_fields.as_ref());
    node.embedded_resource |= part.embedded_resource;
    node.int_or_string |= part.int_or_string;
    first(&mut node.list_type, part.list_type.as_ref());
    if node.list_map_keys.is_empty() {
        node.list_map_keys.clone_from(&part.list_map_keys);
    }
    first(&mut node.map_type, part.map_type.as_ref());
    node.validations.extend(part.validations.iter().cloned());
}

/// Adds combinations of a farther part. Where the nearer part has one of its own, the other goes into `allOf`.
pub(super) fn combinations(node: &mut Schema, any_of: Vec<Schema>, one_of: Vec<Schema>, not: Option<Box<Schema>>) {
    let mut beside = Schema::default();
    let place = |own: &mut Vec<Schema>, beside: &mut Vec<Schema>, new: Vec<Schema>| {
        if own.is_empty() { *own = new } else { *beside = new }
    };
    place(&mut node.any_of, &mut beside.any_of, any_of);
    place(&mut node.one_of, &mut beside.one_of, one_of);
    if node.not.is_none() {
        node.not = not;
    } else {
        beside.not = not;
    }
    if beside != Schema::default() {
        node.all_of.push(beside);
    }
}

fn first<T: Clone>(own: &mut Option<T>, other: Option<&T>) {
    if own.is_none() {
        *own = other.cloned();
    }
}

fn once<T: Clone + PartialEq>(own: &mut Option<T>, other: Option<&T>, beside: &mut Option<T>) {
    match (&own, other) {
        (None, _) => *own = other.cloned(),
        (Some(known), Some(other)) if known != other => *beside = Some(other.clone()),
        _ => {}
    }
}

fn tighter(own: &mut Option<u64>, other: Option<u64>, choose: fn(u64, u64) -> u64) {
    *own = match (*own, other) {
        (Some(own), Some(other)) => Some(choose(own, other)),
        (own, other) => own.or(other),
    };
}

/// Of two limits the tighter one; of equal ones the one that excludes itself.
fn limit(
    own: &mut Option<Number>,
    excludes: &mut bool,
    other: Option<Number>,
    other_excludes: bool,
    is_tighter: fn(f64, f64) -> bool,
) {
    let Some(other) = other else { return };
    match *own {
        Some(known) if known == other => *excludes |= other_excludes,
        Some(known) if !is_tighter(other.as_f64(), known.as_f64()) => {}
        _ => {
            *own = Some(other);
            *excludes = other_excludes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn limits_apply_together() {
        let (near, _) =
            Schema::from_json(&json!({"maxLength": 9, "minimum": 1, "pattern": "^a", "enum": ["a"], "nullable": true}));
        let (far, _) = Schema::from_json(
            &json!({"type": "string", "maxLength": 5, "minimum": 1, "exclusiveMinimum": true, "pattern": "b$", "enum": ["a"]}),
        );
        let node = shallow(&[(&near, false), (&far, false)]);
        assert_eq!((node.max_length, node.exclusive_minimum, node.nullable), (Some(5), true, true));
        assert_eq!(node.pattern.as_deref(), Some("^a"));
        let beside: Vec<_> = node.all_of.iter().map(|branch| branch.pattern.as_deref()).collect();
        assert_eq!(beside, [Some("b$")]);
    }

    #[test]
    fn combinations_stand_beside_each_other() {
        let of = |pattern: &str| Schema { pattern: Some(pattern.to_owned()), ..Schema::default() };
        let mut node = Schema { any_of: vec![of("a")], ..Schema::default() };
        combinations(&mut node, vec![of("b")], vec![of("c")], None);
        assert_eq!((node.any_of.len(), node.one_of.len()), (1, 1));
        assert_eq!(node.all_of, [Schema { any_of: vec![of("b")], ..Schema::default() }]);
    }
}
