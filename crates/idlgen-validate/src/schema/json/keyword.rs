//! The keywords whose value is no schema: how each is read and printed.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{
    OrderedJson,
    print::{Dialect, Keys},
    read::Reader,
};
use crate::{
    keyword::{self, Keywords},
    schema::{Default, Extensions, GoValue, Origin, Properties, Schema, SchemaType},
};

/// A keyword whose value is no schema.
pub(super) enum Keyword {
    /// A field of the schema.
    Field {
        name: &'static str,
        /// Reads its value into the schema.
        read: fn(&mut Reader, &Json, &mut Schema),
        /// Adds it to what is printed of the schema, if the schema has it.
        print: fn(&Schema, Dialect, &mut Keys),
    },
    /// A limit, as its row says.
    Limit(keyword::Keyword),
}

impl Keyword {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Keyword::Field { name, .. } => name,
            Keyword::Limit(keyword) => keyword.name(),
        }
    }

    /// Reads its value into the schema.
    pub(super) fn read(&self, reader: &mut Reader, json: &Json, schema: &mut Schema) {
        match self {
            Keyword::Field { read, .. } => read(reader, json, schema),
            Keyword::Limit(keyword) => {
                if let Some(value) = reader.limit(keyword.row().kind, json) {
                    schema.keywords.set(*keyword, value);
                }
            }
        }
    }

    /// Adds it to what is printed of the schema, if the schema has it.
    pub(super) fn print(&self, schema: &Schema, dialect: Dialect, keys: &mut Keys) {
        match self {
            Keyword::Field { print, .. } => print(schema, dialect, keys),
            Keyword::Limit(keyword) => {
                if let Some(value) = schema.keywords.get(*keyword) {
                    keys.add(keyword.name(), value.to_json());
                }
            }
        }
    }
}

/// All of them, in the order in which they are printed.
pub(super) static KEYWORDS: &[Keyword] = &[
    Keyword::Field {
        name: "description",
        read: |reader, json, schema| schema.description = reader.string(json),
        print: |schema, _, keys| keys.text("description", schema.description.as_deref()),
    },
    Keyword::Field {
        name: "type",
        read: |reader, json, schema| schema.schema_type = reader.schema_type(json),
        print: |schema, dialect, keys| {
            // Clients such as kubectl refuse a whole document of OpenAPI v2 in which a reference has a type.
            if schema.reference.is_none() || dialect != Dialect::V2 {
                keys.text("type", schema.schema_type.map(SchemaType::name));
            }
        },
    },
    Keyword::Field {
        name: "nullable",
        read: |reader, json, schema| schema.nullable = reader.boolean(json).unwrap_or_default(),
        print: |schema, dialect, keys| keys.flag("nullable", schema.nullable && dialect == Dialect::V3),
    },
    Keyword::Field {
        name: "format",
        read: |reader, json, schema| schema.format = reader.string(json).filter(|format| !format.is_empty()),
        print: |schema, _, keys| keys.text("format", schema.format.as_deref()),
    },
    Keyword::Field {
        name: "title",
        read: |reader, json, schema| schema.title = reader.string(json),
        print: |schema, _, keys| keys.text("title", schema.title.as_deref()),
    },
    Keyword::Field {
        name: "default",
        read: |_, json, schema| schema.default = Some(Default { value: json.clone(), implicit: false }),
        print: |schema, _, keys| {
            if let Some(default) = &schema.default {
                keys.add("default", OrderedJson::from_json(&default.value));
            }
        },
    },
    Keyword::Field {
        name: "maximum",
        read: |reader, json, schema| schema.maximum = reader.number(json),
        print: |schema, _, keys| keys.number("maximum", schema.maximum),
    },
    Keyword::Field {
        name: "exclusiveMaximum",
        read: |reader, json, schema| schema.exclusive_maximum = reader.boolean(json).unwrap_or_default(),
        print: |schema, _, keys| keys.flag("exclusiveMaximum", schema.exclusive_maximum),
    },
    Keyword::Field {
        name: "minimum",
        read: |reader, json, schema| schema.minimum = reader.number(json),
        print: |schema, _, keys| keys.number("minimum", schema.minimum),
    },
    Keyword::Field {
        name: "exclusiveMinimum",
        read: |reader, json, schema| schema.exclusive_minimum = reader.boolean(json).unwrap_or_default(),
        print: |schema, _, keys| keys.flag("exclusiveMinimum", schema.exclusive_minimum),
    },
    Keyword::Limit(keyword::Keyword::MaxLength),
    Keyword::Limit(keyword::Keyword::MinLength),
    Keyword::Field {
        name: "pattern",
        read: |reader, json, schema| schema.pattern = reader.string(json).filter(|pattern| !pattern.is_empty()),
        print: |schema, _, keys| keys.text("pattern", schema.pattern.as_deref()),
    },
    Keyword::Limit(keyword::Keyword::MaxItems),
    Keyword::Limit(keyword::Keyword::MinItems),
    Keyword::Field {
        name: "uniqueItems",
        read: |reader, json, schema| schema.unique_items = reader.boolean(json).unwrap_or_default(),
        print: |schema, _, keys| keys.flag("uniqueItems", schema.unique_items),
    },
    Keyword::Limit(keyword::Keyword::MultipleOf),
    Keyword::Field {
        name: "enum",
        read: |reader, json, schema| schema.enumeration = reader.array(json).cloned().unwrap_or_default(),
        print: |schema, _, keys| keys.list("enum", schema.enumeration.iter().map(OrderedJson::from_json).collect()),
    },
    Keyword::Limit(keyword::Keyword::MaxProperties),
    Keyword::Limit(keyword::Keyword::MinProperties),
    Keyword::Field {
        name: "required",
        read: |reader, json, schema| schema.required = reader.strings(json),
        print: |schema, _, keys| keys.list("required", schema.required.iter().map(OrderedJson::string).collect()),
    },
];

/// A schema before any keyword of it is read. Every field is named, so that a new one is not forgotten above.
pub(super) fn unread() -> Schema {
    Schema {
        reference: None,
        title: None,
        description: None,
        schema_type: None,
        format: None,
        nullable: false,
        default: None,
        maximum: None,
        exclusive_maximum: false,
        minimum: None,
        exclusive_minimum: false,
        keywords: Keywords::new(),
        pattern: None,
        unique_items: false,
        enumeration: Vec::new(),
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
        // What no document says.
        go_value: GoValue::AsSaid,
        v2: None,
        origin: Origin::default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::json::{Indent, PrintOptions};

    #[test]
    fn every_limit_has_its_place_in_what_is_printed() {
        let limits: Vec<keyword::Keyword> = KEYWORDS
            .iter()
            .filter_map(|keyword| match keyword {
                Keyword::Field { .. } => None,
                Keyword::Limit(keyword) => Some(*keyword),
            })
            .collect();
        assert_eq!(limits, keyword::Keyword::ALL);
    }

    #[test]
    fn every_keyword_is_printed_as_it_is_read() {
        for name in KEYWORDS.iter().map(Keyword::name) {
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
}
