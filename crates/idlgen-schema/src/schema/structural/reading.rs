//! Converts a flat node to a schema for a CRD. Descriptions and types come from the nearest part. If farther parts have
//! other values of a keyword that a schema can contain only once, these are added in branches of `allOf`.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::super::{Extensions, Origin, Properties, Schema};
use crate::{
    keyword::{Keyword, Value},
    merge::{Flat, FromPart},
    schema::{self, Draft4},
};

/// Returns the schema without nested schemas.
pub(super) fn shallow(flat: &Flat<'_>) -> Schema {
    let mut node = Schema {
        // The referenced schemas have already been merged.
        reference: None,
        title: flat.title.cloned(),
        description: flat.description.cloned(),
        schema_type: flat.schema_type,
        nullable: flat.nullable,
        default: flat.presence.written.map(|value| schema::Default { value: value.clone(), implicit: false }),
        keywords: flat.keywords.iter().rev().map(|(keyword, said)| (*keyword, said.value.clone())).collect(),
        required: flat.required.iter().copied().cloned().collect(),
        all_of: differing(flat),
        extensions: extensions(flat),
        draft4: flat
            .draft4
            .first()
            .filter(|draft4| ***draft4 != Draft4::default())
            .map(|draft4| Box::new((*draft4).clone())),
        strip_zero: flat.presence.strip_zero,
        go_value: flat.go_value,
        // The caller adds nested schemas, and their combinations with `combinations`.
        items: None,
        properties: Properties::new(),
        additional_properties: None,
        any_of: Vec::new(),
        one_of: Vec::new(),
        not: None,
        // Structural schemas are not printed as OpenAPI v2.
        v2: None,
        other: BTreeMap::new(),
        origin: Origin::default(),
    };
    // CRDs must not contain a list of types. Without elements, it has no effect.
    let is_printed = |(keyword, value): &(&String, &Json)| *keyword != "type" || **value != Json::Array(Vec::new());
    for (keyword, value) in flat.other.iter().copied().flatten().filter(is_printed) {
        node.other.entry(keyword.clone()).or_insert_with(|| value.clone());
    }
    for origin in &flat.origins {
        if node.origin.location.is_none() {
            node.origin = (*origin).clone();
        } else {
            node.origin.tags.extend(origin.tags.iter().cloned());
            node.origin.places.extend(origin.places.iter().copied());
        }
    }
    node
}

/// Returns the keywords of farther parts whose values differ from those of nearer parts, with one branch per part.
fn differing(flat: &Flat<'_>) -> Vec<Schema> {
    if farther_keywords(flat).next().is_none() {
        return Vec::new();
    }
    (0..flat.count())
        .map(|part| Schema {
            keywords: farther_keywords(flat)
                .filter(|(_, said)| said.part == part)
                .map(|(keyword, said)| (keyword, said.value.clone()))
                .collect(),
            ..Schema::default()
        })
        .filter(|branch| *branch != Schema::default())
        .collect()
}

/// Iterates over the keywords whose values all apply, except those of the nearest part.
fn farther_keywords<'f, 's>(flat: &'f Flat<'s>) -> impl Iterator<Item = (Keyword, &'f FromPart<&'s Value>)> {
    let others = flat.keywords.iter().zip(flat.keywords.iter().skip(1));
    others.filter(|(before, after)| before.0 == after.0).map(|(_, (keyword, said))| (*keyword, said))
}

/// Returns the extensions that CRDs support, without unknown ones.
fn extensions(flat: &Flat<'_>) -> Extensions {
    Extensions {
        preserve_unknown_fields: flat.preserve_unknown_fields,
        embedded_resource: flat.embedded_resource,
        int_or_string: flat.int_or_string,
        list_type: flat.list_type.cloned(),
        list_map_keys: flat.list_map_keys.to_vec(),
        map_type: flat.map_type.cloned(),
        validations: flat.validations.iter().copied().cloned().collect(),
        ..Extensions::default()
    }
}

/// Adds the combinations of a farther part. If the schema already has the same kind of combination, the new one is
/// added in a branch of `allOf`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{keyword::Bound, merge::Branches};
    use serde_json::json;

    #[test]
    fn limits_apply_together() {
        let (near, _) =
            Schema::from_json(&json!({"maxLength": 9, "minimum": 1, "pattern": "^a", "enum": ["a"], "nullable": true}));
        let (far, _) = Schema::from_json(
            &json!({"type": "string", "maxLength": 5, "minimum": 1, "exclusiveMinimum": true, "pattern": "b$",
                "enum": ["a"]}),
        );
        let node = shallow(&Flat::of([&near, &far], Branches::Opened));
        assert_eq!(
            (node.keywords.count(Keyword::MaxLength), node.keywords.bound(Keyword::Minimum), node.nullable),
            (Some(5), Some(Bound { limit: 1.into(), exclusive: true }), true)
        );
        assert_eq!(node.pattern(), Some("^a"));
        let beside: Vec<_> = node.all_of.iter().map(Schema::pattern).collect();
        assert_eq!(beside, [Some("b$")]);
    }

    #[test]
    fn combinations_stand_beside_each_other() {
        let of = |pattern: &str| Schema::of_keyword(Keyword::Pattern, pattern);
        let mut node = Schema { any_of: vec![of("a")], ..Schema::default() };
        combinations(&mut node, vec![of("b")], vec![of("c")], None);
        assert_eq!((node.any_of.len(), node.one_of.len()), (1, 1));
        assert_eq!(node.all_of, [Schema { any_of: vec![of("b")], ..Schema::default() }]);
    }

    #[test]
    fn extensions_of_crds_are_kept() {
        let document = json!({"type": "array", "x-kubernetes-preserve-unknown-fields": true,
            "x-kubernetes-embedded-resource": true, "x-kubernetes-int-or-string": true,
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"],
            "x-kubernetes-map-type": "atomic", "x-kubernetes-validations": [{"rule": "true"}]});
        let (schema, problems) = Schema::from_json(&document);
        assert_eq!(problems, []);
        let mut with_unknown = schema.clone();
        with_unknown.extensions.other.insert("x-other".to_owned(), json!(1));
        with_unknown.extensions.patch_merge_key = Some("a".to_owned());
        assert_eq!(shallow(&Flat::of([&with_unknown], Branches::Opened)).extensions, schema.extensions);
    }

    #[test]
    fn lists_of_types_without_elements_are_omitted() {
        let read = |types| Schema::from_json(&json!({"title": "a", "type": types})).0;
        let node = |schema: &Schema| shallow(&Flat::of([schema], Branches::Opened));
        assert_eq!(node(&read(json!([]))), Schema::from_json(&json!({"title": "a"})).0);
        assert_eq!(node(&read(json!(["string"]))), read(json!(["string"])));
    }

    #[test]
    fn each_farther_part_has_its_own_branch() {
        let read = |schema| Schema::from_json(&schema).0;
        let parts = [
            read(json!({"pattern": "a"})),
            read(json!({"pattern": "b", "multipleOf": 2.0})),
            read(json!({"pattern": "c", "multipleOf": 3.0})),
        ];
        let node = shallow(&Flat::of(parts.each_ref(), Branches::Opened));
        assert_eq!(node.keywords, read(json!({"pattern": "a", "multipleOf": 2.0})).keywords);
        assert_eq!(node.all_of, [read(json!({"pattern": "b"})), read(json!({"pattern": "c", "multipleOf": 3.0}))]);
    }
}
