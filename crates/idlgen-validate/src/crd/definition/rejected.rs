//! Applies the rows of [`rejection_rows`](idlgen_schema::rejection_rows) to schemas in their source form, and reports
//! the errors of an API server.

use idlgen_runtime::field::{BadValue, Element, Error, ErrorType, Path};
use idlgen_schema::rejection_rows::{Case, Facts, Readable, Response, Row, SUBJECT, Values};

use super::{
    found::Found,
    view::{Additional, View},
};

impl Found {
    /// Adds the errors of all rows whose condition is met.
    pub(super) fn add_errors(&mut self, rows: &[&Row], case: &Case<'_>, path: &Path<'_>) {
        for row in rows {
            self.add_error(row, case, path);
        }
    }

    /// Adds the error of a row. Returns `false` if its condition is not met.
    pub(super) fn add_error(&mut self, row: &Row, case: &Case<'_>, path: &Path<'_>) -> bool {
        if !(row.is_met)(case) {
            return false;
        }
        let key = case.key.as_ref().map_or("", |key| key.name);
        let mut place = path.to_path_buf();
        place.elements.extend(row.at.iter().map(|step| match *step {
            SUBJECT => Element::Key(key.to_owned()),
            step => Element::Field(step.to_owned()),
        }));
        let (error_type, value) = match &row.error {
            Response::Required => (ErrorType::Required, BadValue::Omitted),
            Response::Forbidden => (ErrorType::Forbidden, BadValue::Omitted),
            Response::NotSupported(value) => (ErrorType::NotSupported, value(case)),
            Response::Invalid(value) => match value(case) {
                BadValue::Omitted => (ErrorType::Required, BadValue::Omitted),
                value => (ErrorType::Invalid, value),
            },
        };
        self.errors.push(Error::new(error_type, place, value, case.text(row.detail)));
        true
    }
}

impl<'s> Readable<'s> for View<'s> {
    fn facts(self) -> Facts<'s> {
        Facts {
            type_name: self.type_name(),
            nullable: self.is_nullable(),
            unique_items: self.has_unique_items(),
            has_default: self.default().is_some(),
            has_properties: self.has_entries("properties"),
            values: self.additional("additionalProperties").map(|additional| match additional {
                Additional { allows: true, schema: None } => Values::Any,
                _ => Values::Limited,
            }),
            embedded: self.is_embedded(),
            int_or_string: self.is_int_or_string(),
            preserves_unknown_fields: self.preserves_unknown_fields(),
            list_type: self.list_type(),
            map_type: self.map_type(),
        }
    }

    fn item(self) -> Option<Self> {
        self.item()
    }

    fn property(self, name: &str) -> Option<Self> {
        self.property(name)
    }

    fn requires(self, name: &str) -> bool {
        self.requires(name)
    }

    fn keys(self) -> Vec<&'s str> {
        self.list_map_keys()
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
