//! A schema and what it refers to as one: what stands nearer to the value's own declaration wins over descriptions and
//! types, limits apply together.

use super::{
    super::{Bound, Extensions, GoValue, Schema, tighten},
    Part,
};

/// The parts as one node without the schemas inside them, nearest part first. Of a part that is repeated the rules are
/// left out.
pub(super) fn shallow(parts: &[Part<'_>]) -> Schema {
    let mut node = Schema::default();
    for part in parts {
        let rules = node.extensions.validations.len();
        add(&mut node, part.schema);
        if part.is_repeated {
            node.extensions.validations.truncate(rules);
        }
    }
    node
}

fn add(node: &mut Schema, part: &Schema) {
    let Schema {
        // Whoever follows it merges.
        reference: _,
        title,
        description,
        schema_type,
        format,
        nullable,
        default,
        maximum,
        exclusive_maximum,
        minimum,
        exclusive_minimum,
        multiple_of,
        max_length,
        min_length,
        pattern,
        max_items,
        min_items,
        unique_items,
        max_properties,
        min_properties,
        enumeration,
        required,
        // The schemas inside are added one by one, and their combinations by `combinations`.
        items: _,
        properties: _,
        additional_properties: _,
        all_of: _,
        any_of: _,
        one_of: _,
        not: _,
        extensions: of_part,
        draft4,
        other,
        strip_zero,
        go_value,
        // Structural schemas are no OpenAPI v2.
        v2: _,
        origin,
    } = part;
    first(&mut node.title, title.as_ref());
    first(&mut node.description, description.as_ref());
    first(&mut node.schema_type, schema_type.as_ref());
    node.nullable |= nullable;
    if node.default.is_none() {
        node.default = default.clone().filter(|default| !default.implicit);
    }
    if let Some(limit) = *maximum {
        let own = node.maximum.map(|limit| Bound { limit, exclusive: node.exclusive_maximum });
        let bound = Bound::tighter_maximum(own, Bound { limit, exclusive: *exclusive_maximum });
        (node.maximum, node.exclusive_maximum) = (Some(bound.limit), bound.exclusive);
    }
    if let Some(limit) = *minimum {
        let own = node.minimum.map(|limit| Bound { limit, exclusive: node.exclusive_minimum });
        let bound = Bound::tighter_minimum(own, Bound { limit, exclusive: *exclusive_minimum });
        (node.minimum, node.exclusive_minimum) = (Some(bound.limit), bound.exclusive);
    }
    tighten(&mut node.max_length, *max_length, u64::min);
    tighten(&mut node.min_length, *min_length, u64::max);
    tighten(&mut node.max_items, *max_items, u64::min);
    tighten(&mut node.min_items, *min_items, u64::max);
    tighten(&mut node.max_properties, *max_properties, u64::min);
    tighten(&mut node.min_properties, *min_properties, u64::max);
    node.unique_items |= unique_items;
    for name in required {
        if !node.required.contains(name) {
            node.required.push(name.clone());
        }
    }
    // What can be said once only, and differs, stands beside the nearer one in a branch of `allOf`.
    let format = once(&mut node.format, format.as_ref());
    let pattern = once(&mut node.pattern, pattern.as_ref());
    let multiple_of = once(&mut node.multiple_of, multiple_of.as_ref());
    let mut differing = Vec::new();
    if node.enumeration.is_empty() {
        node.enumeration.clone_from(enumeration);
    } else if !enumeration.is_empty() && node.enumeration != *enumeration {
        differing.clone_from(enumeration);
    }
    if format.is_some() || pattern.is_some() || multiple_of.is_some() || !differing.is_empty() {
        node.all_of.push(Schema { format, pattern, multiple_of, enumeration: differing, ..Schema::default() });
    }
    extensions(&mut node.extensions, of_part);
    if node.draft4.is_none() {
        node.draft4.clone_from(draft4);
    }
    for (keyword, value) in other {
        node.other.entry(keyword.clone()).or_insert_with(|| value.clone());
    }
    node.strip_zero |= strip_zero;
    if node.go_value == GoValue::AsSaid {
        node.go_value = *go_value;
    }
    if node.origin.location.is_none() {
        node.origin = origin.clone();
    } else {
        node.origin.tags.extend(origin.tags.iter().cloned());
        node.origin.places.extend(origin.places.iter().copied());
    }
}

/// Extensions that custom resource definitions have, and unknown ones not.
fn extensions(node: &mut Extensions, part: &Extensions) {
    let Extensions {
        preserve_unknown_fields,
        embedded_resource,
        int_or_string,
        list_type,
        list_map_keys,
        map_type,
        validations,
        validation_errors: _,
        patch_strategy: _,
        patch_merge_key: _,
        unions: _,
        other: _,
    } = part;
    first(&mut node.preserve_unknown_fields, preserve_unknown_fields.as_ref());
    node.embedded_resource |= embedded_resource;
    node.int_or_string |= int_or_string;
    first(&mut node.list_type, list_type.as_ref());
    if node.list_map_keys.is_empty() {
        node.list_map_keys.clone_from(list_map_keys);
    }
    first(&mut node.map_type, map_type.as_ref());
    node.validations.extend(validations.iter().cloned());
}

/// Adds combinations of a farther part. Where the nearer part has one of its own, the other goes into `allOf`.
pub(super) fn combinations(node: &mut Schema, any_of: Vec<Schema>, one_of: Vec<Schema>, not: Option<Box<Schema>>) {
    if any_of.is_empty() && one_of.is_empty() && not.is_none() {
        return;
    }
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

/// Takes the other value if there is none, and returns it if it differs.
fn once<T: Clone + PartialEq>(own: &mut Option<T>, other: Option<&T>) -> Option<T> {
    match (&own, other) {
        (None, _) => *own = other.cloned(),
        (Some(known), Some(other)) if known != other => return Some(other.clone()),
        _ => {}
    }
    None
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
            &json!({"type": "string", "maxLength": 5, "minimum": 1, "exclusiveMinimum": true, "pattern": "b$",
                "enum": ["a"]}),
        );
        let part = |schema| Part { schema, definition: None, is_repeated: false, is_open: true };
        let node = shallow(&[part(&near), part(&far)]);
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
