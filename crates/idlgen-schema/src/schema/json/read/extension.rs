//! Parses the `x-` keywords.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{
    super::ProblemKind,
    reader::{Reader, entries},
};
use crate::{
    Schema,
    schema::{ListType, MapType, Reason, Union, ValidationError, ValidationRule},
};

impl Reader {
    /// Parses a Kubernetes extension. Other extensions are preserved.
    pub(super) fn extension(&mut self, keyword: &str, json: &Json, schema: &mut Schema) {
        let extensions = &mut schema.extensions;
        match keyword {
            "x-kubernetes-preserve-unknown-fields" => extensions.preserve_unknown_fields = self.boolean(json),
            "x-kubernetes-embedded-resource" => extensions.embedded_resource = self.boolean(json).unwrap_or_default(),
            "x-kubernetes-int-or-string" => extensions.int_or_string = self.boolean(json).unwrap_or_default(),
            "x-kubernetes-list-type" => {
                extensions.list_type = self.string(json).map(|name| ListType::from_name(&name));
            }
            "x-kubernetes-list-map-keys" => extensions.list_map_keys = self.strings(json),
            "x-kubernetes-map-type" => extensions.map_type = self.string(json).map(|name| MapType::from_name(&name)),
            "x-kubernetes-validations" => extensions.validations = self.elements(json, Reader::rule),
            // KEP-4153 uses two names for the same extension.
            "x-kubernetes-validation-errors" | "x-kubernetes-errors" => {
                extensions.validation_errors.append(&mut self.validation_errors(json));
            }
            "x-kubernetes-patch-strategy" => extensions.patch_strategy = self.string(json),
            "x-kubernetes-patch-merge-key" => extensions.patch_merge_key = self.string(json),
            "x-kubernetes-unions" => extensions.unions = self.elements(json, Reader::union),
            "x-kubernetes-strip-zero" => schema.strip_zero = self.boolean(json).unwrap_or_default(),
            _ => {
                extensions.other.insert(keyword.to_owned(), json.clone());
            }
        }
    }

    fn elements<T>(&mut self, json: &Json, read: impl Fn(&mut Self, &Json) -> Option<T>) -> Vec<T> {
        let mut elements = Vec::new();
        for (index, element) in self.array(json).into_iter().flatten().enumerate() {
            elements.extend(self.at(&index.to_string(), |reader| read(reader, element)));
        }
        elements
    }

    fn rule(&mut self, json: &Json) -> Option<ValidationRule> {
        let mut rule = ValidationRule::default();
        for (name, value) in entries(self.object(json)?) {
            self.at(name, |reader| match name.as_str() {
                "rule" => rule.rule = reader.string(value).unwrap_or_default(),
                "message" => rule.message = reader.string(value),
                "messageExpression" => rule.message_expression = reader.string(value),
                "reason" => rule.reason = reader.string(value).map(|name| Reason::from_name(&name)),
                "fieldPath" => rule.field_path = reader.string(value),
                "optionalOldSelf" => rule.optional_old_self = reader.boolean(value),
                _ => reader.report(ProblemKind::UnknownKeyword, format!("a rule has no `{name}`")),
            });
        }
        Some(rule)
    }

    fn validation_errors(&mut self, json: &Json) -> BTreeMap<String, ValidationError> {
        let mut errors = BTreeMap::new();
        for (keyword, value) in self.object(json).map(entries).into_iter().flatten() {
            if let Some(error) = self.at(keyword, |reader| reader.validation_error(value)) {
                errors.insert(keyword.clone(), error);
            }
        }
        errors
    }

    fn validation_error(&mut self, json: &Json) -> Option<ValidationError> {
        let mut error = ValidationError { message: String::new(), reason: None };
        for (name, value) in entries(self.object(json)?) {
            self.at(name, |reader| match name.as_str() {
                "message" => error.message = reader.string(value).unwrap_or_default(),
                "reason" => error.reason = reader.string(value).map(|name| reason(&name)),
                _ => reader.report(ProblemKind::UnknownKeyword, format!("an error has no `{name}`")),
            });
        }
        Some(error)
    }

    fn union(&mut self, json: &Json) -> Option<Union> {
        let mut union = Union::default();
        for (name, value) in entries(self.object(json)?) {
            self.at(name, |reader| match name.as_str() {
                "discriminator" => union.discriminator = reader.string(value),
                "fields-to-discriminateBy" => {
                    for (field, value) in reader.object(value).map(entries).into_iter().flatten() {
                        if let Some(value) = reader.at(field, |reader| reader.string(value)) {
                            union.fields.insert(field.clone(), value);
                        }
                    }
                }
                _ => reader.report(ProblemKind::UnknownKeyword, format!("a union has no `{name}`")),
            });
        }
        Some(union)
    }
}

/// Parses a reason. KEP-4153 uses `reason: Invalid` for `FieldValueInvalid`.
fn reason(name: &str) -> Reason {
    match Reason::from_name(name) {
        Reason::Other(_) => match Reason::from_name(&format!("FieldValue{name}")) {
            Reason::Other(_) => Reason::Other(name.to_owned()),
            known => known,
        },
        known => known,
    }
}
