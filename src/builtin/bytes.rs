//! Go's `[]byte` encoding: also decodes a list of numbers, and always encodes base64.

use idlgen_runtime::go::base64;
use idlgen_validate::{Definitions, Schema, schema::SchemaType};
use serde_json::Value as Json;

use super::parts;

/// Converts lists of numbers that Go decodes as bytes to base64. Leaves lists unchanged that it cannot decode.
pub(super) fn encode(definitions: &Definitions, definition: &str, object: &mut Json) {
    parts::for_each(definitions, definition, object, &mut |schema, part| {
        if is_bytes(schema)
            && let Json::Array(list) = part
            && let Some(bytes) = list.iter().map(byte).collect::<Option<Vec<u8>>>()
        {
            *part = base64::encode(&bytes).into();
        }
    });
}

fn is_bytes(schema: &Schema) -> bool {
    schema.schema_type == Some(SchemaType::String) && schema.format() == Some("byte")
}

/// Returns an element. Null leaves the byte zero.
fn byte(json: &Json) -> Option<u8> {
    if json.is_null() { Some(0) } else { json.as_u64().and_then(|number| u8::try_from(number).ok()) }
}
