//! Random objects that more or less fit a schema. The seed is the name of the type, so that a failure comes again.

use idlgen_validate::{
    Definitions, Schema,
    schema::{AdditionalProperties, SchemaType},
};
use serde_json::{Value as Json, json};

const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "abc",
    "abcd",
    "abcde",
    "abcdefghijk",
    "a-b",
    "A",
    "x y",
    "1",
    "5",
    "true",
    "TCP",
    "UDP",
    "1.2.3.4",
    "a.example.com",
    "12345678-1234-1234-1234-123456789012",
    "äöü",
    "Always",
    "Never",
    "cpu",
    "bad",
    "axb",
];
const INTEGERS: &[i64] = &[
    -3_000_000_001,
    -3_000_000_000,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    9,
    10,
    15,
    18,
    19,
    99,
    100,
    101,
    200,
    201,
    255,
    65_535,
    65_536,
    9_007_199_254_740_993,
];
const FLOATS: &[f64] = &[-1.0, -0.5, 0.0, 0.1, 0.25, 0.5, 1.0, 2.5, 3.0, 1e10];
const NAMES: &[&str] = &["", "a", "ab", "abc", "Always", "cpu", "x.y/z"];

pub struct Random(u64);

impl Random {
    pub fn new(name: &str) -> Self {
        Random(
            name.bytes()
                .fold(0x9e37_79b9_7f4a_7c15, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'t, T>(&mut self, values: &'t [T]) -> &'t T {
        &values[self.below(values.len())]
    }

    pub fn value(&mut self, schema: &Schema, definitions: &Definitions, depth: usize) -> Json {
        if let Some(name) = &schema.reference {
            return match name.rsplit(['.', '/']).next() {
                Some("Time" | "MicroTime") => json!(*self.pick(&["2024-05-06T07:08:09Z", "1970-01-01T00:00:00Z"])),
                Some("Duration") => json!(*self.pick(&["0s", "1h0m0s", "1.5s"])),
                Some("Quantity") => json!(*self.pick(&["0", "1", "1.5Gi", "100m"])),
                Some("IntOrString") if self.one_in(2) => json!(*self.pick(&[0, 1, 80, 101])),
                Some("IntOrString") => json!(*self.pick(&["http", "a", "abcde"])),
                Some("FieldsV1" | "RawExtension") => self.any(),
                _ => self.value(definitions.get(name).unwrap(), definitions, depth),
            };
        }
        if !schema.enumeration.is_empty() && !self.one_in(4) {
            return self.pick(&schema.enumeration).clone();
        }
        if !schema.one_of.is_empty() {
            return if self.one_in(2) { json!(*self.pick(INTEGERS)) } else { json!(*self.pick(TEXTS)) };
        }
        match schema.schema_type {
            None => self.any(),
            Some(SchemaType::String) if schema.format.as_deref() == Some("byte") => {
                json!(*self.pick(&["", "YQ==", "YWJjZGVmZw=="]))
            }
            Some(SchemaType::String) if schema.format.as_deref() == Some("date-time") => {
                json!(*self.pick(&["2024-05-06T07:08:09.5+02:00", "yesterday"]))
            }
            Some(SchemaType::String) => json!(*self.pick(TEXTS)),
            Some(SchemaType::Integer) => {
                let value = *self.pick(INTEGERS);
                let limit = match schema.format.as_deref() {
                    Some("byte") => 256,
                    Some("int32") => 1 << 31,
                    _ => i64::MAX,
                };
                json!(value % limit)
            }
            Some(SchemaType::Number) => json!(*self.pick(FLOATS)),
            Some(SchemaType::Boolean) => json!(self.one_in(2)),
            Some(SchemaType::Array) => {
                let count = if depth > 4 { 0 } else { self.below(5) };
                let mut items: Vec<Json> = Vec::new();
                for _ in 0..count {
                    let item = match &schema.items {
                        _ if !items.is_empty() && self.one_in(4) => self.pick(&items).clone(),
                        Some(item) => self.value(item, definitions, depth + 1),
                        None => self.any(),
                    };
                    items.push(item);
                }
                Json::Array(items)
            }
            Some(SchemaType::Object) => {
                let mut object = serde_json::Map::new();
                let spread = 2 + self.below(3);
                for (name, property) in &schema.properties {
                    if depth > 5 || self.one_in(spread) {
                        continue;
                    }
                    let value = if self.one_in(30) { Json::Null } else { self.value(property, definitions, depth + 1) };
                    object.insert(name.clone(), value);
                }
                if let Some(AdditionalProperties::Schema(entry)) = &schema.additional_properties
                    && depth < 5
                {
                    for _ in 0..self.below(4) {
                        let name = (*self.pick(NAMES)).to_owned();
                        let value = self.value(entry, definitions, depth + 1);
                        object.insert(name, value);
                    }
                }
                Json::Object(object)
            }
        }
    }

    fn any(&mut self) -> Json {
        match self.below(6) {
            0 => json!(*self.pick(TEXTS)),
            1 => json!(*self.pick(INTEGERS)),
            2 => json!([1, "a"]),
            3 => json!(true),
            _ => json!({"a": {"b": null}}),
        }
    }
}
