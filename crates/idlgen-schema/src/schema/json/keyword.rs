//! Parses and prints keywords whose value is not a schema. Keywords that restrict values are described by rows.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{OrderedJson, dialect::Dialect, keys::Keys, read::Reader};
use crate::{
    keyword::{Bound, Keyword, Keywords, Notation, Value},
    schema::{Default, Extensions, GoValue, Origin, Properties, Schema, SchemaType},
};

/// A keyword whose value is stored in a field of the schema.
pub(super) struct Field {
    name: &'static str,
    /// Parses the value of the keyword and stores it in the schema.
    read: fn(&mut Reader, &Json, &mut Schema),
    /// Adds the keyword to the printed keys if the schema has it.
    print: fn(&Schema, Dialect, &mut Keys),
}

/// Parses a keyword and stores its value in the schema. Returns `false` if the keyword is not in these tables.
pub(super) fn read(name: &str, reader: &mut Reader, json: &Json, schema: &mut Schema) -> bool {
    if let Some(field) = fields().find(|field| field.name == name) {
        (field.read)(reader, json, schema);
    } else if let Some(keyword) = Keyword::from_name(name) {
        let is_excluded = schema.keywords.get(keyword) == Some(&Value::Exclusive);
        match reader.limit(keyword.row().kind, json) {
            Some(Value::Bound(bound)) => schema.keywords.set(keyword, Bound { exclusive: is_excluded, ..bound }),
            Some(value) => schema.keywords.set(keyword, value),
            None => {}
        }
    } else if let Some(keyword) = Keyword::from_flag(name) {
        if reader.boolean(json).unwrap_or_default() {
            let excluded = schema.keywords.bound(keyword).map(|bound| Bound { exclusive: true, ..bound });
            schema.keywords.set(keyword, excluded.map_or(Value::Exclusive, Value::Bound));
        }
    } else {
        return false;
    }
    true
}

/// Prints the keywords of these tables and those that restrict values, in order.
pub(super) fn print(schema: &Schema, dialect: Dialect, keys: &mut Keys) {
    let limit = |keyword: Keyword, value: &Value, keys: &mut Keys| {
        keyword.row().entries(value, Notation::OpenApi).for_each(|(name, value)| keys.add(name, value));
    };
    let (before, behind) = BEFORE_LIMITS.split_at(BEFORE_FORMAT);
    for field in before {
        (field.print)(schema, dialect, keys);
    }
    if let Some(format) = schema.keywords.get(Keyword::Format) {
        limit(Keyword::Format, format, keys);
    }
    for field in behind {
        (field.print)(schema, dialect, keys);
    }
    for (keyword, value) in schema.keywords.iter().filter(|(keyword, _)| *keyword != Keyword::Format) {
        limit(keyword, value, keys);
    }
    for field in BEHIND_LIMITS {
        (field.print)(schema, dialect, keys);
    }
}

fn fields() -> impl Iterator<Item = &'static Field> {
    BEFORE_LIMITS.iter().chain(BEHIND_LIMITS)
}

/// Number of fields printed before `format`.
const BEFORE_FORMAT: usize = 3;

/// Fields printed before the limits, in order.
static BEFORE_LIMITS: &[Field] = &[
    Field {
        name: "description",
        read: |reader, json, schema| schema.description = reader.string(json),
        print: |schema, _, keys| keys.text("description", schema.description.as_deref()),
    },
    Field {
        name: "type",
        read: |reader, json, schema| schema.schema_type = reader.schema_type(json),
        print: |schema, dialect, keys| {
            // If a reference in an OpenAPI v2 document has a type, clients such as kubectl reject the entire document.
            if schema.reference.is_none() || dialect != Dialect::V2 {
                match schema.other.get("type") {
                    Some(list) => keys.add("type", OrderedJson::from_json(list)),
                    None => keys.text("type", schema.schema_type.map(SchemaType::name)),
                }
            }
        },
    },
    Field {
        name: "nullable",
        read: |reader, json, schema| schema.nullable = reader.boolean(json).unwrap_or_default(),
        print: |schema, dialect, keys| keys.flag("nullable", schema.nullable && dialect == Dialect::V3),
    },
    Field {
        name: "title",
        read: |reader, json, schema| schema.title = reader.string(json),
        print: |schema, _, keys| keys.text("title", schema.title.as_deref()),
    },
    Field {
        name: "default",
        read: |_, json, schema| schema.default = Some(Default { value: json.clone(), implicit: false }),
        print: |schema, _, keys| {
            if let Some(default) = &schema.default {
                keys.add("default", OrderedJson::from_json(&default.value));
            }
        },
    },
];

/// Fields printed after the limits.
static BEHIND_LIMITS: &[Field] = &[Field {
    name: "required",
    read: |reader, json, schema| schema.required = reader.strings(json),
    print: |schema, _, keys| keys.list("required", schema.required.iter().map(OrderedJson::string).collect()),
}];

/// Returns a schema without keywords. Lists all fields explicitly, so that a new field cannot be forgotten in the
/// tables.
pub(super) fn unread() -> Schema {
    Schema {
        reference: None,
        title: None,
        description: None,
        schema_type: None,
        nullable: false,
        default: None,
        keywords: Keywords::new(),
        required: Vec::new(),
        items: None,
        properties: Properties::new(),
        additional_properties: None,
        all_of: Vec::new(),
        any_of: Vec::new(),
        one_of: Vec::new(),
        not: None,
        extensions: Extensions {
            preserve_unknown_fields: None,
            embedded_resource: false,
            int_or_string: false,
            list_type: None,
            list_map_keys: Vec::new(),
            map_type: None,
            validations: Vec::new(),
            validation_errors: BTreeMap::new(),
            patch_strategy: None,
            patch_merge_key: None,
            unions: Vec::new(),
            other: BTreeMap::new(),
        },
        draft4: None,
        other: BTreeMap::new(),
        strip_zero: false,
        // These fields have no representation in documents.
        go_value: GoValue::AsSaid,
        v2: None,
        origin: Origin::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use serde_json::json;

    use super::*;
    use crate::schema::json::{Indent, PrintOptions};

    #[test]
    fn every_keyword_is_printed_as_it_is_read() {
        let limits =
            Keyword::ALL.into_iter().flat_map(|keyword| iter::once(keyword.name()).chain(keyword.row().flag()));
        for name in fields().map(|field| field.name).chain(limits) {
            let value = match name {
                "type" => json!("string"),
                "description" | "format" | "title" | "pattern" => json!("a"),
                "nullable" | "exclusiveMaximum" | "exclusiveMinimum" | "uniqueItems" => json!(true),
                "enum" | "required" => json!(["a"]),
                _ => json!(1),
            };
            let document = json!({ name: value });
            let (schema, problems) = Schema::from_json(&document);
            assert_eq!(problems, [], "{name}");
            assert_ne!(schema, unread(), "{name}");
            let printed = schema.to_ordered_json(&PrintOptions::default()).to_text(Indent::Compact);
            assert_eq!(printed, document.to_string());
        }
    }

    #[test]
    fn an_excluded_limit_is_read_in_any_order() {
        let (schema, _) = Schema::from_json(&json!({"maximum": 3, "exclusiveMaximum": true, "exclusiveMinimum": true}));
        let printed = schema.to_ordered_json(&PrintOptions::default()).to_text(Indent::Compact);
        assert_eq!(printed, r#"{"maximum":3,"exclusiveMaximum":true,"exclusiveMinimum":true}"#);
        assert_eq!(schema.keywords.bound(Keyword::Maximum), Some(Bound { limit: 3.into(), exclusive: true }));
        assert_eq!(schema.keywords.bound(Keyword::Minimum), None);
    }

    #[test]
    fn an_excluded_limit_is_read_before_its_limit() {
        let document = r#"{"exclusiveMinimum": true, "minimum": 3, "exclusiveMaximum": false, "maximum": 4}"#;
        let (schema, _) = Schema::from_json(&serde_json::from_str(document).unwrap());
        let bound = |limit: i64, exclusive| Some(Bound { limit: limit.into(), exclusive });
        assert_eq!(schema.keywords.bound(Keyword::Minimum), bound(3, true));
        assert_eq!(schema.keywords.bound(Keyword::Maximum), bound(4, false));
    }
}
