use super::*;
use crate::{
    keyword::Keyword,
    schema::json::{Indent, PrintOptions, StripZero},
};
use serde_json::{Value as Json, json};

fn tree(schema: &Json, others: &[(&str, Json)], recursion: Recursion) -> Result<Json, String> {
    let mut definitions = Definitions::default();
    for (name, other) in others {
        definitions.schemas.insert((*name).to_owned(), Schema::from_json(other).0);
    }
    let (schema, _) = Schema::from_json(schema);
    let tree = structural(&schema, &definitions, recursion).map_err(|error| error.to_string())?;
    let options = PrintOptions { strip_zero: StripZero::Off, ..PrintOptions::default() };
    Ok(serde_json::from_str(&tree.to_ordered_json(&options).to_text(Indent::Compact)).unwrap())
}

fn reference(name: &str) -> Json {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

#[test]
fn references_are_written_out_with_what_stands_beside_them() {
    let part = json!({"type": "object", "description": "of the type", "maxProperties": 5, "minProperties": 1,
        "properties": {"a": {"type": "string"}},
        "x-kubernetes-validations": [{"rule": "self.a != ''"}]});
    let beside = json!({"type": "object",
        "properties": {"p": {"description": "of the field", "maxProperties": 9, "minProperties": 2,
        "allOf": [reference("Part")], "x-kubernetes-validations": [{"rule": "self.a != 'x'"}]}}});
    let expected = json!({"type": "object", "properties": {"p": {
        "type": "object", "description": "of the field", "maxProperties": 5, "minProperties": 2,
        "properties": {"a": {"type": "string"}},
        "x-kubernetes-validations": [{"rule": "self.a != 'x'"}, {"rule": "self.a != ''"}]}}});
    assert_eq!(tree(&beside, &[("Part", part)], Recursion::Refuse), Ok(expected));
}

#[test]
fn what_would_be_written_as_it_stands_is_not_copied() {
    let tree = json!({"type": "object", "required": ["a"], "default": {}, "properties": {
        "a": {"type": "array", "items": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"},
            {"type": "string"}]}},
        "b": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 1}, "maxProperties": 3},
        "c": {"x-kubernetes-preserve-unknown-fields": true}},
        "oneOf": [{"required": ["a"]}, {"properties": {"b": {"maxProperties": 1}}}], "not": {"required": ["c"]}});
    let definitions = Definitions::default();
    let (schema, _) = Schema::from_json(&tree);
    let (found, nodes) = as_tree(&schema, &definitions, Recursion::Cut);
    let (written, all) = counted(&schema, &definitions, Recursion::Cut);
    assert!(matches!(found, Ok(Cow::Borrowed(_))));
    assert_eq!((found.map(Cow::into_owned), nodes), (written, all));
    for other in [
        json!({"type": "array", "items": reference("T")}),
        json!({"type": "array", "items": {}}),
        json!({"type": "object", "not": {"properties": {"a": reference("T")}}}),
    ] {
        let (schema, _) = Schema::from_json(&other);
        let (found, _) = as_tree(&schema, &definitions, Recursion::Cut);
        assert!(!matches!(found, Ok(Cow::Borrowed(_))), "{other}");
        assert_eq!(found.map(Cow::into_owned), structural(&schema, &definitions, Recursion::Cut));
    }
}

#[test]
fn recursion_is_refused_or_cut() {
    let list = json!({"type": "object", "properties": {"next": reference("List"), "value": {"type": "integer"}},
        "x-kubernetes-validations": [{"rule": "true"}]});
    let others = [("List", list)];
    assert_eq!(
        tree(&reference("List"), &others, Recursion::Refuse),
        Err("`List` contains itself at `.next`; a structural schema cannot have references".to_owned())
    );
    assert_eq!(
        tree(&reference("List"), &others, Recursion::Cut),
        Ok(json!({"type": "object", "properties": {
            "value": {"type": "integer"},
            "next": {"type": "object", "properties": {
                "value": {"type": "integer"}, "next": {"x-kubernetes-preserve-unknown-fields": true}}}},
            "x-kubernetes-validations": [{"rule": "true"}]}))
    );
    // If unknown fields are preserved, recursion is never an error.
    let (mut keeping, keep) = (others[0].1.clone(), "x-kubernetes-preserve-unknown-fields");
    keeping[keep] = json!(true);
    for recursion in [Recursion::Refuse, Recursion::Cut] {
        assert_eq!(
            tree(&reference("List"), &[("List", keeping.clone())], recursion),
            Ok(json!({"type": "object", keep: true, "properties": {
                "value": {"type": "integer"}, "next": {"type": "object", keep: true}},
                "x-kubernetes-validations": [{"rule": "true"}]}))
        );
    }
    assert_eq!(
        tree(&reference("None"), &others, Recursion::Cut),
        Err("`.` refers to `None`, which is not defined".to_owned())
    );
}

#[test]
fn what_is_too_large_or_too_deep_is_an_error_whatever_becomes_of_recursion() {
    // Each of twelve names refers to all others. Cutting each at its second occurrence would not be sufficient.
    let names: Vec<String> = (0..12).map(|number| format!("T{number}")).collect();
    let wide: serde_json::Map<String, Json> = names.iter().map(|name| (name.clone(), reference(name))).collect();
    let wide = json!({"type": "object", "properties": wide});
    let others: Vec<(&str, Json)> = names.iter().map(|name| (name.as_str(), wide.clone())).collect();
    let nested = |levels: usize| {
        (0..levels).fold(json!({"type": "object"}), |inner, _| json!({"type": "array", "items": inner}))
    };
    let chain: Vec<(String, Json)> = (0..5)
        .map(|number| {
            let next = if number < 4 { reference(&format!("D{}", number + 1)) } else { json!({"type": "object"}) };
            (format!("D{number}"), (0..60).fold(next, |inner, _| json!({"type": "array", "items": inner})))
        })
        .collect();
    let chain: Vec<(&str, Json)> = chain.iter().map(|(name, schema)| (name.as_str(), schema.clone())).collect();
    let too_large = Err(StructuralError::TooLarge.to_string());
    assert_eq!(tree(&wide, &others, Recursion::Cut), too_large);
    for recursion in [Recursion::Cut, Recursion::Refuse] {
        assert_eq!(tree(&reference("D0"), &chain, recursion), too_large);
        assert!(tree(&nested(50), &[], recursion).is_ok());
    }
}

#[test]
fn a_field_of_a_known_type_holds_what_the_type_holds() {
    let declared = |name: &str, json: Json| {
        let mut schema = Schema::from_json(&json).0;
        schema.origin.declaration = Some(name.to_owned());
        schema
    };
    let mut definitions = Definitions::default();
    let raw = declared("k8s.io/apimachinery/pkg/runtime.RawExtension", json!({"type": "object"}));
    definitions.schemas.insert("Raw".to_owned(), raw);
    let mut field = declared("example.com/api/v1.T.Raw", json!({"description": "of the field"}));
    field.reference = Some("Raw".to_owned());
    let tree = structural(&field, &definitions, Recursion::Refuse).unwrap();
    assert_eq!(tree.extensions.preserve_unknown_fields, Some(true));
}

#[test]
fn what_holds_any_object_keeps_it_wherever_it_stands() {
    let (mut raw, _) = Schema::from_json(&json!({"type": "object"}));
    raw.origin.declaration = Some("k8s.io/apimachinery/pkg/runtime.RawExtension".to_owned());
    let mut definitions = Definitions::default();
    definitions.schemas.insert("Raw".to_owned(), raw);
    let (mut list, _) = Schema::from_json(&json!({"type": "array", "items": reference("Raw")}));
    if let Some(items) = &mut list.items {
        items.origin.declaration = Some("example.com/api/v1.T.Items".to_owned());
        items.origin.location = Some((0, 0, 1));
    }
    let tree = structural(&list, &definitions, Recursion::Refuse).unwrap();
    assert_eq!(tree.items.unwrap().extensions.preserve_unknown_fields, Some(true));
}

#[test]
fn definitions_may_occur_twice() {
    let pair = json!({"type": "object", "properties": {"a": reference("Part"), "b": reference("Part")}});
    let part = json!({"type": "string"});
    let expected = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}});
    assert_eq!(tree(&pair, &[("Part", part)], Recursion::Refuse), Ok(expected));
}

#[test]
fn many_references_in_a_row_are_too_large() {
    let chain = |length: usize| {
        let mut definitions = Definitions::default();
        for number in 0..length {
            let next = reference(&format!("D{}", number + 1));
            let schema = if number + 1 < length { next } else { json!({"type": "string"}) };
            definitions.schemas.insert(format!("D{number}"), Schema::from_json(&schema).0);
        }
        structural(&Schema::from_json(&reference("D0")).0, &definitions, Recursion::Refuse)
    };
    // The schema itself is one of the parts.
    assert_eq!(chain(MAX_PARTS).map(|tree| tree.schema_type), Ok(Some(super::super::SchemaType::String)));
    assert_eq!(chain(MAX_PARTS + 1), Err(StructuralError::TooLarge));
    // Parts of branches count, too.
    let branch = |number: usize| json!({"allOf": [reference(&format!("D{number}"))]});
    let mut definitions = Definitions::default();
    for number in 0..MAX_PARTS {
        let mut schema = Schema::from_json(&branch(number + 1)).0;
        schema.origin.declaration = Some("example.com/api/v1.T".to_owned());
        definitions.schemas.insert(format!("D{number}"), schema);
    }
    let last = Schema::from_json(&json!({"type": "string"})).0;
    definitions.schemas.insert(format!("D{MAX_PARTS}"), last);
    let first = Schema::from_json(&reference("D0")).0;
    assert_eq!(structural(&first, &definitions, Recursion::Refuse), Err(StructuralError::TooLarge));
}

#[test]
fn a_tree_has_a_limited_depth() {
    assert_eq!(check_size(MAX_NODES, MAX_DEPTH - 1), Ok(()));
    assert_eq!(check_size(MAX_NODES + 1, 0), Err(StructuralError::TooLarge));
    assert_eq!(check_size(0, MAX_DEPTH), Err(StructuralError::TooLarge));
    type Around = fn(Json) -> Json;
    let arounds: [Around; 4] = [
        |inner| json!({"type": "array", "items": inner}),
        |inner| json!({"type": "object", "properties": {"a": inner}}),
        |inner| json!({"type": "string", "anyOf": [inner]}),
        |inner| json!({"type": "string", "not": inner}),
    ];
    for around in arounds {
        let written = |levels: usize| {
            let nested = (1..levels).fold(json!({"type": "string"}), |inner, _| around(inner));
            let (schema, _) = Schema::from_json(&nested);
            let (tree, _) = as_tree(&schema, &Definitions::default(), Recursion::Refuse);
            tree.map(|_| ())
        };
        assert_eq!(written(MAX_DEPTH), Ok(()), "{}", around(json!({})));
        assert_eq!(written(MAX_DEPTH + 1), Err(StructuralError::TooLarge), "{}", around(json!({})));
    }
}

#[test]
fn a_tree_has_a_limited_number_of_nodes() {
    let mut definitions = Definitions::default();
    definitions.schemas.insert("D".to_owned(), Schema::from_json(&json!({"type": "string"})).0);
    let of = |nodes: usize, property: &Schema| {
        let properties = (1..nodes).map(|number| (format!("p{number}"), property.clone())).collect();
        let root = Schema { schema_type: Some(SchemaType::Object), properties, ..Schema::default() };
        let written = structural(&root, &definitions, Recursion::Refuse).map(|tree| tree.properties.len());
        let (tree, _) = as_tree(&root, &definitions, Recursion::Refuse);
        assert_eq!(tree.map(|tree| tree.properties.len()), written);
        written
    };
    for property in [json!({"type": "string"}), reference("D")] {
        let (property, _) = Schema::from_json(&property);
        // The parts of a node count as well as the node.
        assert_eq!(of(MAX_NODES / 2, &property), Ok(MAX_NODES / 2 - 1));
        assert_eq!(of(MAX_NODES / 2 + 1, &property), Err(StructuralError::TooLarge));
    }
}

#[test]
fn a_cut_keeps_the_description_and_the_origin_of_its_field() {
    let mut list = Schema::from_json(&json!({"type": "object", "properties": {"next": {"description": "the rest"}},
        "x-kubernetes-preserve-unknown-fields": true}))
    .0;
    let mut next =
        Schema { reference: Some("List".to_owned()), description: Some("the rest".to_owned()), ..Schema::default() };
    next.origin.location = Some((1, 2, 3));
    list.properties.insert("next".to_owned(), next);
    let mut definitions = Definitions::default();
    definitions.schemas.insert("List".to_owned(), list);
    let tree = structural(&definitions.schemas["List"], &definitions, Recursion::Refuse).unwrap();
    let cut = &tree.properties["next"].properties["next"];
    assert_eq!((cut.description.as_deref(), cut.origin.location), (Some("the rest"), Some((1, 2, 3))));
    assert_eq!((cut.schema_type, keeps_unknown_fields(cut)), (Some(SchemaType::Object), true));
}

#[test]
fn a_chain_of_references_has_a_limit() {
    let chain = |length: usize| {
        let mut others: Vec<(String, Json)> =
            (1..length).map(|number| (format!("D{number}"), reference(&format!("D{}", number + 1)))).collect();
        others.push((format!("D{length}"), json!({"type": "string"})));
        let others: Vec<(&str, Json)> = others.iter().map(|(name, json)| (name.as_str(), json.clone())).collect();
        tree(&reference("D1"), &others, Recursion::Refuse)
    };
    assert_eq!(chain(MAX_PARTS), Ok(json!({"type": "string"})));
    assert_eq!(chain(MAX_PARTS + 1), Err(StructuralError::TooLarge.to_string()));
}

#[test]
fn the_parts_of_a_value_have_a_limit_together() {
    // Each branch of the Go type references another definition, and each of these references the last one.
    let value = |branches: usize| {
        let mut definitions = Definitions::default();
        let branch = |number: usize| json!({"description": "d", "$ref": format!("D{number}")});
        let all_of: Vec<Json> = (0..branches).map(branch).collect();
        let (mut root, _) = Schema::from_json(&json!({ "allOf": all_of }));
        root.origin.declaration = Some("example.com/api/v1.T".to_owned());
        for number in 0..branches {
            definitions.schemas.insert(format!("D{number}"), Schema::from_json(&json!({"maxLength": 300 - number})).0);
        }
        structural(&root, &definitions, Recursion::Refuse)
    };
    // One part is the value's own, and each branch has two: its own and the referenced one.
    assert_eq!(value(100).map(|tree| tree.keywords.count(Keyword::MaxLength)), Ok(Some(201)));
    assert_eq!(value(128).map(|tree| tree.keywords.count(Keyword::MaxLength)), Ok(Some(173)));
    assert_eq!(value(129), Err(StructuralError::TooLarge));
}

#[test]
fn only_trees_that_stay_as_they_are_are_borrowed() {
    let definitions = Definitions::default();
    let is_borrowed = |schema: &Schema| {
        let (tree, nodes) = as_tree(schema, &definitions, Recursion::Cut);
        let (expected, all) = counted(schema, &definitions, Recursion::Cut);
        let is_borrowed = matches!(tree, Ok(Cow::Borrowed(_)));
        assert_eq!((tree.map(Cow::into_owned), nodes), (expected, all));
        is_borrowed
    };
    let read = |json: Json| Schema::from_json(&json).0;
    assert!(is_borrowed(&read(json!({"type": "string"}))));
    assert!(is_borrowed(&read(json!({"x-kubernetes-preserve-unknown-fields": true}))));
    assert!(is_borrowed(&read(json!({"x-kubernetes-int-or-string": true}))));
    assert!(!is_borrowed(&read(json!({"x-kubernetes-preserve-unknown-fields": false}))));
    let declared = super::super::Origin { declaration: Some("example.com/api/v1.T".to_owned()), ..Default::default() };
    assert!(!is_borrowed(&Schema { origin: declared, ..read(json!({"type": "string"})) }));
    assert!(!is_borrowed(&Schema { go_value: GoValue::Anything, ..read(json!({"type": "string"})) }));
    let mut defaulted = read(json!({"type": "object", "default": {}}));
    assert!(is_borrowed(&defaulted));
    if let Some(default) = &mut defaulted.default {
        default.implicit = true;
    }
    assert!(!is_borrowed(&defaulted));
}
