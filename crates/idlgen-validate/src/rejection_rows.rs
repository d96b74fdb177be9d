//! The reasons for which API servers reject schemas: the condition, the server's error, and a message for the author.
//!
//! Two checks use these rows. `crd/definition` validates the source of a CRD and reports the server's errors.
//! `schema/structural/refused` checks a schema that was generated from Go types and reports messages for the author.
//! Each check determines the order and omits errors that result from others. Errors that only a server reports are in
//! `crd/definition`.

pub(crate) mod rows;

use std::collections::BTreeSet;

use idlgen_runtime::field::BadValue;

/// A condition under which API servers reject a schema.
pub(crate) struct Row {
    /// Returns `true` if the condition is met, so that the schema is rejected.
    pub(crate) is_met: fn(&Case<'_>) -> bool,
    /// The keyword that the message for the author concerns.
    pub(crate) keyword: &'static str,
    /// The message for the author, as a clause about the schema. [`SUBJECT`] represents the key or the list type.
    pub(crate) message: &'static str,
    /// The path elements of the server's error. [`SUBJECT`] represents the key.
    pub(crate) at: &'static [&'static str],
    /// The type of the server's error.
    pub(crate) error: Response,
    /// The detail of the server's error. [`SUBJECT`] represents the same as in `message`.
    pub(crate) detail: &'static str,
}

/// The placeholder for the key or the list type in the strings of a row.
pub(crate) const SUBJECT: &str = "{}";

/// The type of a server's error.
pub(crate) enum Response {
    Required,
    Forbidden,
    /// An invalid value. If the function returns an omitted value, the error is that a value is required.
    Invalid(fn(&Case<'_>) -> BadValue),
    /// A value that is not supported.
    NotSupported(fn(&Case<'_>) -> BadValue),
}

/// A schema to check, its items, and optionally one of its `x-kubernetes-list-map-keys`.
pub(crate) struct Case<'s> {
    pub(crate) node: Facts<'s>,
    pub(crate) item: Option<Facts<'s>>,
    pub(crate) keys: Vec<&'s str>,
    pub(crate) key: Option<Key<'s>>,
}

/// One of the `x-kubernetes-list-map-keys` of a list.
pub(crate) struct Key<'s> {
    pub(crate) name: &'s str,
    /// `true` if an earlier key has the same name.
    pub(crate) is_repeated: bool,
    /// `true` if the items require it.
    pub(crate) is_required: bool,
    /// The schema of the property of the items that the key names.
    pub(crate) property: Option<Facts<'s>>,
}

/// The properties of a schema on which conditions depend, without those of nested schemas.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'s> {
    /// The `type`, or an empty string if there is none.
    pub(crate) type_name: &'s str,
    pub(crate) nullable: bool,
    pub(crate) unique_items: bool,
    pub(crate) has_default: bool,
    pub(crate) has_properties: bool,
    pub(crate) values: Option<Values>,
    pub(crate) embedded: bool,
    pub(crate) int_or_string: bool,
    pub(crate) preserves_unknown_fields: bool,
    pub(crate) list_type: Option<&'s str>,
    pub(crate) map_type: Option<&'s str>,
}

/// The value of `additionalProperties`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    /// The value `true`: any value is allowed.
    Any,
    /// A schema or `false`: values are restricted.
    Limited,
}

/// A schema in any representation.
pub(crate) trait Readable<'s>: Copy {
    fn facts(self) -> Facts<'s>;
    /// Returns the schema of the items, if there is a single one.
    fn item(self) -> Option<Self>;
    fn property(self, name: &str) -> Option<Self>;
    fn requires(self, name: &str) -> bool;
    /// Returns `x-kubernetes-list-map-keys`.
    fn keys(self) -> Vec<&'s str>;
}

impl<'s> Case<'s> {
    pub(crate) fn of(schema: impl Readable<'s>) -> Self {
        let item = schema.item().map(Readable::facts);
        Case { node: schema.facts(), item, keys: schema.keys(), key: None }
    }

    /// Calls `judge` with the schema and each of its list keys.
    pub(crate) fn each_key(schema: impl Readable<'s>, mut judge: impl FnMut(&Self)) {
        let mut case = Case::of(schema);
        let item = schema.item();
        let mut seen = BTreeSet::new();
        for index in 0..case.keys.len() {
            case.key = case.keys.get(index).map(|name| Key {
                name,
                is_repeated: !seen.insert(*name),
                is_required: item.is_some_and(|item| item.requires(name)),
                property: item.and_then(|item| item.property(name)).map(Readable::facts),
            });
            judge(&case);
        }
    }

    fn is_list_of(&self, list_type: &str) -> bool {
        self.node.list_type == Some(list_type)
    }

    /// Returns the string that replaces [`SUBJECT`]: the key, or the list type.
    fn subject(&self) -> &'s str {
        self.key.as_ref().map(|key| key.name).or(self.node.list_type).unwrap_or_default()
    }

    /// Formats a message of a row for this schema.
    pub(crate) fn text(&self, text: &str) -> String {
        text.replacen(SUBJECT, self.subject(), 1)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use crate::{
        Schema,
        crd::definition::{CrdValidator, Requirements},
        schema::rejected_nodes,
    };

    /// Returns the messages for the author and those of the server for a property.
    fn both(property: &Json) -> (Vec<String>, Vec<String>) {
        let json = json!({"type": "object", "properties": {"a": property}});
        let (schema, _) = Schema::from_json(&json);
        let told = rejected_nodes(&schema).into_iter().map(|one| format!("{}: {}", one.keyword, one.message)).collect();
        let errors = CrdValidator::new(35).validate_schema(&json, false, &Requirements::of_new());
        let server = errors.iter().map(ToString::to_string);
        let place = "spec.validation.openAPIV3Schema.properties[a].";
        (told, server.map(|text| text.replace(place, "")).collect())
    }

    #[test]
    fn both_readings_find_a_row() {
        const EMBEDDED: &str = "x-kubernetes-embedded-resource";
        let object = |more: Json| {
            let mut object = json!({"type": "object"});
            object.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            object
        };
        let list = |list_type: &str, keys: &[&str], items: Json| {
            let keys = Json::from(keys);
            json!({"type": "array", "items": items, "x-kubernetes-list-type": list_type,
                "x-kubernetes-list-map-keys": keys})
        };
        let item = |key: Json| json!({"type": "object", "properties": {"k": key}, "required": ["k"]});
        let text = || json!({"type": "string"});
        for (property, told, server) in [
            (json!({"type": "array", "uniqueItems": true, "items": text()}), "uniqueItems: API", "uniqueItems: Forb"),
            (
                object(json!({"properties": {"b": text()}, "additionalProperties": text()})),
                "additionalProperties: an object cannot",
                "additionalProperties: Forbidden",
            ),
            (json!({"type": "array"}), "type: a list needs", "items: Required"),
            (
                json!({"x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true}),
                "x-kubernetes-preserve-unknown-fields: an integer",
                "x-kubernetes-preserve-unknown-fields: Invalid value: true",
            ),
            (object(json!({EMBEDDED: true})), "x-kubernetes-embedded-resource: an embedded", "properties: Required"),
            (json!({"type": "string", "x-kubernetes-map-type": "atomic"}), "x-kubernetes-map-type: only", "type: Inv"),
            (json!({"type": "string", "x-kubernetes-list-type": "set"}), "x-kubernetes-list-type: only", "type: Inv"),
            (list("bag", &[], text()), "x-kubernetes-list-type: unknown list", "x-kubernetes-list-type: Unsupported"),
            (
                list("set", &[], json!({"type": "string", "nullable": true})),
                "x-kubernetes-list-type: the items of a list of type `set` cannot",
                "items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set",
            ),
            (
                list("set", &[], list("map", &["k"], item(text()))),
                "x-kubernetes-list-type: the items of a list of type `set` must be",
                "items.x-kubernetes-list-type: Invalid value: \"map\"",
            ),
            (
                list("set", &[], object(json!({}))),
                "x-kubernetes-list-type: the items of a list of type `set` must be",
                "items.x-kubernetes-map-type: Invalid value: null",
            ),
            (
                list("atomic", &["k"], text()),
                "x-kubernetes-list-map-keys: only",
                "x-kubernetes-list-type: Invalid value: \"atomic\"",
            ),
            (list("map", &[], item(text())), "x-kubernetes-list-type: a list of", "x-kubernetes-list-map-keys: Req"),
            (list("map", &["k"], text()), "x-kubernetes-list-type: the items", "items.type: Invalid value: \"string\""),
            (
                list("map", &["k", "k"], item(text())),
                "x-kubernetes-list-map-keys: duplicate key `k`",
                "x-kubernetes-list-map-keys: Invalid value: [\"k\",\"k\"]: must not contain duplicate",
            ),
            (
                list("map", &["l"], item(text())),
                "x-kubernetes-list-map-keys: the items have no property `l`",
                "x-kubernetes-list-map-keys: Invalid value: [\"l\"]: entries must",
            ),
            (
                list("map", &["k"], item(object(json!({})))),
                "x-kubernetes-list-map-keys: the key `k` is not a scalar",
                "items.properties[k].type: Invalid value: \"object\"",
            ),
            (
                list("map", &["k"], item(json!({"type": "string", "nullable": true}))),
                "x-kubernetes-list-map-keys: the key `k` cannot be nullable",
                "items.properties[k].nullable: Forbidden",
            ),
            (
                list("map", &["k"], object(json!({"properties": {"k": text()}}))),
                "x-kubernetes-list-map-keys: the key `k` is not required",
                "items.properties[k].default: Required",
            ),
        ] {
            let (found, errors) = both(&property);
            assert_eq!((found.len(), errors.len()), (1, 1), "{property}: {found:?} {errors:?}");
            assert!(found.iter().all(|one| one.starts_with(told)), "{property}: {found:?}");
            assert!(errors.iter().all(|one| one.starts_with(server)), "{property}: {errors:?}");
        }
    }

    /// Of the errors of an embedded resource, the author gets only the first; a server reports all.
    #[test]
    fn readings_differ_in_what_goes_without_saying() {
        let embedded = json!({"x-kubernetes-int-or-string": true, "x-kubernetes-embedded-resource": true});
        let (found, errors) = both(&embedded);
        assert_eq!(found, ["x-kubernetes-embedded-resource: an integer or string cannot be a resource"]);
        assert_eq!(errors.len(), 3, "{errors:?}");
    }
}
