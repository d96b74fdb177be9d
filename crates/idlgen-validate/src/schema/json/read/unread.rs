//! A schema before any keyword of it is read.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::schema::{Extensions, Origin, Schema};

/// A schema that says nothing. Every field is named, so that a new one is not forgotten where keywords are read.
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
        multiple_of: None,
        max_length: None,
        min_length: None,
        pattern: None,
        max_items: None,
        min_items: None,
        unique_items: false,
        max_properties: None,
        min_properties: None,
        enumeration: Vec::new(),
        required: Vec::new(),
        items: None,
        properties: IndexMap::new(),
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
        takes_anything: false,
        v2: None,
        origin: Origin::default(),
    }
}
