//! Normalizes schemas: equivalent spellings become equal, and keywords without effect are removed.

use idlgen_runtime::go;
use idlgen_validate::{
    Schema,
    crd::document::Version,
    keyword::{Keyword, Keywords, Value},
    schema::{AdditionalProperties, ListType, MapType, SchemaType},
};
use serde_json::Value as Json;

/// The keywords whose schemas the two sides of a comparison can share.
const SHARED: [&str; 3] = ["properties", "items", "additionalProperties"];

/// Returns the normalized schemas of a version of both sides. A version without a schema preserves all fields. The
/// schemas share the properties that are equal in both documents.
pub(super) fn of_versions([old, new]: [&Version; 2], preserve_unknown_fields: [bool; 2]) -> [Schema; 2] {
    let old_schema = old.schema.as_deref().map(of_json).unwrap_or_default();
    let new_schema = match (&new.schema, &old.schema) {
        (Some(new), Some(old)) => similar(new, old, &old_schema),
        (new, _) => new.as_deref().map(of_json).unwrap_or_default(),
    };
    let [old_preserves, new_preserves] = preserve_unknown_fields;
    [root(old_schema, old, old_preserves), root(new_schema, new, new_preserves)]
}

/// Returns the normalized schema of a version.
pub(super) fn of_version(version: &Version, preserves_unknown_fields: bool) -> Schema {
    root(version.schema.as_deref().map(of_json).unwrap_or_default(), version, preserves_unknown_fields)
}

/// Returns the schema of complete objects.
fn root(mut schema: Schema, version: &Version, preserves_unknown_fields: bool) -> Schema {
    schema.schema_type.get_or_insert(SchemaType::Object);
    if version.schema.is_none() || preserves_unknown_fields {
        schema.extensions.preserve_unknown_fields = Some(true);
    }
    schema
}

fn of_json(json: &Json) -> Schema {
    let mut schema = Schema::from_json(json).0;
    normalize(&mut schema);
    schema
}

/// Returns the normalized schema of a document. Clones the parts that are equal in another document, whose normalized
/// schema is `like`.
fn similar(json: &Json, other: &Json, like: &Schema) -> Schema {
    if json == other {
        return like.clone();
    }
    let (Some(object), Some(other)) = (json.as_object(), other.as_object()) else { return of_json(json) };
    // The limits of a branch of `allOf` can apply to nested schemas.
    if [object, other].iter().any(|object| object.contains_key("allOf")) {
        return of_json(json);
    }
    let is_shared = |keyword: &str, value: &Json| SHARED.contains(&keyword) && value.is_object();
    let own = object.iter().filter(|(keyword, value)| !is_shared(keyword, value));
    let own = own.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
    let mut schema = of_json(&Json::Object(own));
    let shared = |keyword: &str| {
        let value = object.get(keyword).filter(|value| value.is_object())?;
        Some((value, other.get(keyword)))
    };
    // Without a counterpart, a nested schema is read like any other.
    let nested = |value: &Json, other: Option<&Json>, like: Option<&Schema>| match (other, like) {
        (Some(other), Some(like)) => similar(value, other, like),
        _ => of_json(value),
    };
    if let Some((properties, others)) = shared("properties") {
        let entries = properties.as_object().into_iter().flat_map(go::sorted_members);
        let of_name = |(name, value): (&String, &Json)| {
            (name.clone(), nested(value, others.and_then(|others| others.get(name)), like.properties.get(name)))
        };
        schema.properties = match others {
            Some(others) if others == properties => like.properties.clone(),
            _ => entries.filter(|(_, one)| !one.is_null()).map(of_name).collect(),
        };
    }
    if let Some((items, other)) = shared("items") {
        schema.items = Some(Box::new(nested(items, other, like.items.as_deref())));
    }
    if let Some((values, other)) = shared("additionalProperties") {
        let like = like.additional_properties.as_ref().and_then(AdditionalProperties::schema);
        schema.additional_properties = Some(AdditionalProperties::Schema(Box::new(nested(values, other, like))));
    }
    schema
}

/// Normalizes a schema.
fn normalize(schema: &mut Schema) {
    for property in schema.properties.values_mut() {
        normalize(property);
    }
    if let Some(items) = &mut schema.items {
        normalize(items);
    }
    if let Some(AdditionalProperties::Schema(values)) = &mut schema.additional_properties {
        normalize(values);
    }
    for branches in [&mut schema.all_of, &mut schema.any_of, &mut schema.one_of] {
        branches.iter_mut().for_each(normalize_branch);
    }
    if let Some(not) = &mut schema.not {
        normalize_branch(not);
    }
    spell(schema);
    for branch in std::mem::take(&mut schema.all_of) {
        if let Some(folded) = merged(schema, &branch) {
            *schema = folded;
        } else {
            schema.all_of.push(branch);
        }
    }
}

/// Normalizes a branch of `allOf`, `anyOf`, `oneOf` or `not`, in which only limits have an effect.
fn normalize_branch(branch: &mut Schema) {
    normalize(branch);
    branch.description = None;
    branch.title = None;
    branch.other.clear();
}

/// Normalizes the keywords of a schema and removes those without an effect.
fn spell(schema: &mut Schema) {
    let extensions = &mut schema.extensions;
    if extensions.preserve_unknown_fields == Some(false) {
        extensions.preserve_unknown_fields = None;
    }
    if extensions.list_type == Some(ListType::Atomic) {
        extensions.list_type = None;
    }
    if extensions.map_type == Some(MapType::Granular) {
        extensions.map_type = None;
    }
    let of_type = |schema: &Schema, of: SchemaType| {
        let bare = Schema { schema_type: Some(of), ..Schema::default() };
        *schema == bare
    };
    if extensions.int_or_string
        && let [integer, string] = schema.any_of.as_slice()
        && of_type(integer, SchemaType::Integer)
        && of_type(string, SchemaType::String)
    {
        schema.any_of.clear();
    }
    if let Some(of) = schema.schema_type.filter(|_| !schema.extensions.int_or_string) {
        for keyword in Keyword::ALL {
            if !can_limit(keyword, of) {
                schema.keywords.remove(keyword);
            }
        }
    }
    for keyword in [Keyword::MinLength, Keyword::MinItems, Keyword::MinProperties] {
        if schema.keywords.count(keyword) == Some(0) {
            schema.keywords.remove(keyword);
        }
    }
    for keyword in [Keyword::Maximum, Keyword::Minimum] {
        if schema.keywords.get(keyword) == Some(&Value::Exclusive) {
            schema.keywords.remove(keyword);
        }
    }
    schema.required.sort();
    schema.required.dedup();
}

/// Returns `true` if a keyword can reject values of a type.
fn can_limit(keyword: Keyword, of: SchemaType) -> bool {
    match keyword {
        Keyword::Maximum | Keyword::Minimum | Keyword::MultipleOf => {
            matches!(of, SchemaType::Integer | SchemaType::Number)
        }
        Keyword::Format => matches!(of, SchemaType::String | SchemaType::Integer | SchemaType::Number),
        Keyword::MaxLength | Keyword::MinLength | Keyword::Pattern => of == SchemaType::String,
        Keyword::MaxItems | Keyword::MinItems | Keyword::UniqueItems => of == SchemaType::Array,
        Keyword::MaxProperties | Keyword::MinProperties => of == SchemaType::Object,
        _ => true,
    }
}

/// Returns a schema with the limits of a branch of its `allOf`, if one schema can express them all.
fn merged(schema: &Schema, branch: &Schema) -> Option<Schema> {
    let mut all = schema.clone();
    if branch.schema_type.is_some() && branch.schema_type != schema.schema_type {
        return None;
    }
    let has_others = branch.nullable
        || branch.default.is_some()
        || branch.additional_properties.is_some()
        || branch.draft4.is_some()
        || branch.reference.is_some()
        || branch.extensions != idlgen_validate::schema::Extensions::default();
    if has_others {
        return None;
    }
    // A branch accepts null, which an enum of the schema itself rejects.
    if schema.nullable && branch.keywords.get(Keyword::Enum).is_some() {
        return None;
    }
    let is_string = schema.schema_type == Some(SchemaType::String) && !schema.extensions.int_or_string;
    merge_limits(&mut all.keywords, &branch.keywords, is_string)?;
    all.required.extend(branch.required.iter().cloned());
    all.required.sort();
    all.required.dedup();
    for (name, inner) in &branch.properties {
        let property = merged(all.properties.get(name)?, inner)?;
        all.properties.insert(name.clone(), property);
    }
    if let Some(inner) = &branch.items {
        all.items = Some(Box::new(merged(all.items.as_deref()?, inner)?));
    }
    all.all_of.extend(branch.all_of.iter().cloned());
    for (own, other) in [(&mut all.any_of, &branch.any_of), (&mut all.one_of, &branch.one_of)] {
        match (own.is_empty(), other.is_empty()) {
            (_, true) => {}
            (true, false) => own.clone_from(other),
            (false, false) => return None,
        }
    }
    match (&all.not, &branch.not) {
        (_, None) => {}
        (None, Some(_)) => all.not.clone_from(&branch.not),
        (Some(_), Some(_)) => return None,
    }
    Some(all)
}

/// Adds limits. If both schemas have the same limit, the tighter one applies. Returns `None` if neither is tighter.
fn merge_limits(limits: &mut Keywords, others: &Keywords, is_string: bool) -> Option<()> {
    for (keyword, value) in others.iter() {
        let combines = !matches!(
            keyword,
            Keyword::Pattern | Keyword::Enum | Keyword::Format | Keyword::MultipleOf | Keyword::UniqueItems
        );
        let is_fractional = |value: &Value| value.as_bound().is_some_and(|bound| bound.limit.as_f64().fract() != 0.0);
        match limits.get(keyword) {
            Some(known) if keyword == Keyword::Enum && is_string && known != value => {
                let both = common(known, value)?;
                limits.set(keyword, both);
            }
            Some(known) if !combines && known != value => return None,
            // Which one is tighter differs between integers, for which servers truncate limits, and other numbers.
            Some(known) if known != value && (is_fractional(known) || is_fractional(value)) => return None,
            _ => limits.add(keyword, value.clone()),
        }
    }
    Some(())
}

/// Returns the strings that are in two enums. Returns `None` if there are none, or if the enums have other values,
/// which servers may convert.
fn common(one: &Value, other: &Value) -> Option<Value> {
    let (one, other) = (one.as_members()?, other.as_members()?);
    if !one.iter().chain(other).all(Json::is_string) {
        return None;
    }
    let both: Vec<Json> = one.iter().filter(|value| other.contains(value)).cloned().collect();
    (!both.is_empty()).then_some(Value::Members(both))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn similar_schemas_are_read_like_others() {
        let deep = json!({"type": "object", "required": ["b", "a"], "description": "D", "properties": {
            "a": {"type": "string", "minLength": 0},
            "b": {"type": "array", "items": {"type": "object", "properties": {"c": {"type": "integer"}}}},
        }});
        let with = |keywords: Json| {
            let mut schema = deep.clone();
            let entries = keywords.as_object().expect("an object").clone();
            schema.as_object_mut().expect("an object").extend(entries);
            schema
        };
        let nested = |value: &Json| json!({"type": "object", "properties": {"n": value, "other": {"type": "boolean"}}});
        let all = [
            deep.clone(),
            with(json!({"description": "E", "maxProperties": 3})),
            with(json!({"allOf": [{"properties": {"a": {"maxLength": 3}}}]})),
            with(json!({"anyOf": [{"required": ["a"]}], "not": {"properties": {"a": {"enum": ["x"]}}}})),
            with(json!({"properties": {"a": {"type": "string"}, "d": {"type": "string"}, "e": null}})),
            with(json!({"properties": null, "additionalProperties": {"type": "string"}})),
            with(json!({"properties": 1, "additionalProperties": true, "items": [{"type": "string"}]})),
            json!({"type": "array", "items": deep}),
            json!({"type": "array", "items": with(json!({"required": ["a"]}))}),
            json!({"type": "object", "additionalProperties": deep}),
            json!({"type": "object", "additionalProperties": with(json!({"required": ["a"]}))}),
            json!(1),
        ];
        let nested: Vec<Json> = all.iter().map(nested).collect();
        for list in [&all[..], &nested] {
            for old in list {
                for new in list {
                    assert_eq!(similar(new, old, &of_json(old)), of_json(new), "{old} {new}");
                }
            }
        }
    }

    #[test]
    fn equal_properties_are_shared() {
        let schema = |maximum: u32| {
            json!({"type": "object", "properties": {
                "a": {"type": "object", "properties": {"b": {"type": "string"}}},
                "c": {"type": "integer", "maximum": maximum},
            }})
        };
        let old = of_json(&schema(1));
        let new = similar(&schema(2), &schema(1), &old);
        assert!(old.properties["a"].properties.are_shared() && !old.properties.are_shared());
        assert_eq!(old.properties["a"].properties.identity(), new.properties["a"].properties.identity());
    }

    #[test]
    fn schemas_with_one_meaning_have_one_spelling() {
        for (plain, other) in [
            (json!({"type": "string"}), json!({"type": "string", "minLength": 0})),
            (json!({"type": "array"}), json!({"type": "array", "minItems": 0, "x-kubernetes-list-type": "atomic"})),
            (json!({"type": "object"}), json!({"type": "object", "minProperties": 0})),
            (json!({"type": "object"}), json!({"type": "object", "x-kubernetes-map-type": "granular"})),
            (json!({"type": "object"}), json!({"type": "object", "x-kubernetes-preserve-unknown-fields": false})),
            (
                json!({"x-kubernetes-int-or-string": true}),
                json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
            ),
            (
                json!({"type": "integer"}),
                json!({"type": "integer", "exclusiveMaximum": true, "exclusiveMinimum": true}),
            ),
            (json!({"type": "boolean"}), json!({"type": "boolean", "minimum": 1, "maxLength": 1, "maxItems": 0})),
            (json!({"type": "object"}), json!({"type": "object", "pattern": "a", "uniqueItems": true})),
            (json!({"type": "array"}), json!({"type": "array", "format": "cidr"})),
            (
                json!({"type": "string", "enum": ["b", "c"]}),
                json!({"type": "string", "allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["c", "b", "d"]}]}),
            ),
            (json!({"type": "string"}), json!({"type": "string", "multipleOf": 2, "minProperties": 1})),
            (json!({"required": ["a", "b"]}), json!({"required": ["b", "a", "b"]})),
            (json!({"anyOf": [{"required": ["a"]}]}), json!({"anyOf": [{"required": ["a"], "description": "d"}]})),
            (json!({"not": {"maxLength": 3}}), json!({"not": {"maxLength": 3, "title": "t"}})),
            (json!({"maxLength": 3}), json!({"allOf": [{"maxLength": 3}]})),
            (json!({"maxLength": 3}), json!({"maxLength": 5, "allOf": [{"maxLength": 3}, {"maxLength": 4}]})),
            (json!({"minLength": 5}), json!({"minLength": 5, "allOf": [{"minLength": 3}]})),
            (json!({"pattern": "a"}), json!({"pattern": "a", "allOf": [{"pattern": "a"}]})),
            (
                json!({"type": "string", "format": "date"}),
                json!({"type": "string", "allOf": [{"type": "string", "format": "date"}]}),
            ),
            (json!({"required": ["a", "b"]}), json!({"required": ["b"], "allOf": [{"required": ["a", "b"]}]})),
            (json!({"maximum": 1.5}), json!({"maximum": 1.5, "allOf": [{"maximum": 1.5}]})),
            (
                json!({"properties": {"a": {"maxLength": 3}}}),
                json!({"properties": {"a": {}}, "allOf": [{"properties": {"a": {"maxLength": 3}}}]}),
            ),
            (json!({"items": {"maxLength": 3}}), json!({"items": {}, "allOf": [{"items": {"maxLength": 3}}]})),
            (json!({"anyOf": [{"maxLength": 3}]}), json!({"allOf": [{"anyOf": [{"maxLength": 3}]}]})),
            (json!({"not": {"maxLength": 3}}), json!({"allOf": [{"not": {"maxLength": 3}}]})),
            (json!({"maxLength": 3}), json!({"allOf": [{"allOf": [{"maxLength": 3}]}]})),
        ] {
            assert_eq!(of_json(&other), of_json(&plain), "{other}");
        }
        for (plain, other) in [
            (json!({"type": "string"}), json!({"type": "string", "minLength": 1})),
            (json!({"type": "array"}), json!({"type": "array", "x-kubernetes-list-type": "set"})),
            (json!({"type": "object"}), json!({"type": "object", "x-kubernetes-map-type": "atomic"})),
            (json!({"type": "object"}), json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})),
            (json!({}), json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})),
            (
                json!({"x-kubernetes-int-or-string": true}),
                json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "string"}, {"type": "integer"}]}),
            ),
            (
                json!({"x-kubernetes-int-or-string": true}),
                json!({
                    "x-kubernetes-int-or-string": true,
                    "anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 3}],
                }),
            ),
            (
                json!({"x-kubernetes-int-or-string": true}),
                json!({
                    "x-kubernetes-int-or-string": true,
                    "anyOf": [{"type": "integer", "maximum": 3}, {"type": "string"}],
                }),
            ),
            (
                json!({"type": "integer", "maximum": 3}),
                json!({"type": "integer", "maximum": 3, "exclusiveMaximum": true}),
            ),
        ] {
            assert_ne!(of_json(&other), of_json(&plain), "{other}");
        }
        // Branches that one schema cannot express remain.
        for schema in [
            json!({"pattern": "a", "allOf": [{"pattern": "b"}]}),
            json!({"enum": ["a", "b"], "allOf": [{"enum": ["a"]}]}),
            json!({"type": "string", "enum": ["a"], "allOf": [{"enum": ["b"]}]}),
            json!({"type": "string", "enum": ["a", 1], "allOf": [{"enum": ["a"]}]}),
            json!({"multipleOf": 2, "allOf": [{"multipleOf": 3}]}),
            json!({"type": "string", "format": "date", "allOf": [{"format": "uuid"}]}),
            json!({"type": "string", "allOf": [{"type": "integer"}]}),
            json!({"nullable": true, "allOf": [{"enum": ["a"]}]}),
            json!({"allOf": [{"nullable": true}]}),
            json!({"allOf": [{"default": 1}]}),
            json!({"allOf": [{"additionalProperties": false}]}),
            json!({"allOf": [{"x-kubernetes-list-type": "set"}]}),
            json!({"maximum": 1.5, "allOf": [{"maximum": 1}]}),
            json!({"maximum": 2, "allOf": [{"maximum": 1.5}]}),
            json!({"properties": {"b": {}}, "allOf": [{"properties": {"a": {"maxLength": 3}}}]}),
            json!({"allOf": [{"items": {"maxLength": 3}}]}),
            json!({"anyOf": [{"maxLength": 3}], "allOf": [{"anyOf": [{"minLength": 3}]}]}),
            json!({"oneOf": [{"maxLength": 3}], "allOf": [{"oneOf": [{"minLength": 3}]}]}),
            json!({"not": {"maxLength": 3}, "allOf": [{"not": {"minLength": 3}}]}),
        ] {
            assert_eq!(of_json(&schema).all_of.len(), 1, "{schema}");
        }
    }
}
