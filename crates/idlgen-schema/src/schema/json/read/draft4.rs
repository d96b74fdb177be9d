//! Parses keywords of JSON Schema draft 4 that Kubernetes schemas do not support.

use serde_json::Value as Json;

use super::{
    super::ProblemKind,
    reader::{Reader, entries},
};
use crate::{
    Schema,
    schema::{AdditionalProperties, Dependency, Draft4, SchemaType},
};

impl Reader {
    /// Parses a keyword of draft 4, reports it, and preserves it for printing. Returns `false` if it is not such a
    /// keyword.
    pub(super) fn draft4(&mut self, keyword: &str, json: &Json, schema: &mut Schema) -> bool {
        let is_draft4 = match keyword {
            "type" => json.is_array() || json == "null",
            "items" => json.is_array(),
            "additionalItems" | "patternProperties" | "dependencies" => true,
            _ => false,
        };
        if !is_draft4 {
            return false;
        }
        let mut draft4 = schema.draft4.take().unwrap_or_default();
        let message = match keyword {
            "type" if json.is_array() => "Kubernetes schemas do not support a list of types".to_owned(),
            "type" => "type cannot be null, use nullable as an alternative".to_owned(),
            "items" => "items must be a schema, not a list of schemas".to_owned(),
            _ => format!("`{keyword}` is not a keyword of Kubernetes schemas"),
        };
        self.report(ProblemKind::Draft4, message);
        match keyword {
            "type" => draft4.types = self.types(json),
            "items" => draft4.items = self.schemas(json),
            "additionalItems" => draft4.additional_items = Some(self.schema_or_boolean(json)),
            "patternProperties" => draft4.pattern_properties = self.schemas_by_name(json),
            _ => self.dependencies(json, &mut draft4),
        }
        schema.draft4 = Some(draft4);
        schema.other.insert(keyword.to_owned(), json.clone());
        true
    }

    fn types(&mut self, json: &Json) -> Vec<&'static str> {
        let names = if json.is_array() { self.strings(json) } else { self.string(json).into_iter().collect() };
        let mut types = Vec::new();
        for name in names {
            match (name.as_str(), SchemaType::from_name(&name)) {
                ("null", _) => types.push("null"),
                (_, Some(known)) => types.push(known.name()),
                _ => self.report(ProblemKind::WrongType, format!("unknown type `{name}`")),
            }
        }
        types
    }

    fn dependencies(&mut self, json: &Json, draft4: &mut Draft4) {
        for (name, value) in self.object(json).map(entries).into_iter().flatten() {
            let dependency = self.at(name, |reader| {
                if value.is_array() {
                    Dependency::Properties(reader.strings(value))
                } else {
                    Dependency::Schema(Box::new(reader.schema(value)))
                }
            });
            draft4.dependencies.insert(name.clone(), dependency);
        }
    }

    /// Parses the value of `additionalProperties` or `additionalItems`.
    pub(super) fn schema_or_boolean(&mut self, json: &Json) -> AdditionalProperties {
        match json {
            Json::Bool(allowed) => AdditionalProperties::Allowed(*allowed),
            other => AdditionalProperties::Schema(Box::new(self.schema(other))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::json::{Indent, PrintOptions};
    use serde_json::json;

    #[test]
    fn keywords_of_draft_4_are_reported_and_kept() {
        for (document, messages) in [
            (json!({"type": ["string", "null"]}), &["Kubernetes schemas do not support a list of types"][..]),
            (json!({"type": "null"}), &["type cannot be null, use nullable as an alternative"]),
            (
                json!({"items": [{"type": "string"}, {"minimum": 1}]}),
                &["items must be a schema, not a list of schemas"],
            ),
            (json!({"additionalItems": false}), &["`additionalItems` is not a keyword of Kubernetes schemas"]),
            (
                json!({"patternProperties": {"^a": {"type": "string"}}}),
                &["`patternProperties` is not a keyword of Kubernetes schemas"],
            ),
            (
                json!({"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}),
                &["`dependencies` is not a keyword of Kubernetes schemas"],
            ),
            (
                json!({"type": ["strin"]}),
                &["Kubernetes schemas do not support a list of types", "unknown type `strin`"],
            ),
        ] {
            let (schema, problems) = Schema::from_json(&document);
            let found: Vec<_> = problems.iter().map(|problem| problem.message.as_str()).collect();
            assert_eq!(found, messages, "{document}");
            let printed = schema.to_ordered_json(&PrintOptions::default()).to_text(Indent::Compact);
            assert_eq!(printed, document.to_string());
        }
    }

    #[test]
    fn keywords_of_draft_4_are_read() {
        let (schema, _) = Schema::from_json(&json!({
            "type": ["string", "null", "integer"], "items": [{"minimum": 1}], "additionalItems": {"minimum": 2},
            "patternProperties": {"^a": {"minimum": 3}},
            "dependencies": {"a": ["b"], "c": {"minimum": 4}}}));
        let of = |minimum: i64| Schema::from_json(&json!({ "minimum": minimum })).0;
        let draft4 = schema.draft4.unwrap();
        assert_eq!(draft4.types, ["string", "null", "integer"]);
        assert_eq!(draft4.items, [of(1)]);
        assert_eq!(draft4.additional_items, Some(AdditionalProperties::Schema(Box::new(of(2)))));
        assert_eq!(draft4.pattern_properties.get("^a"), Some(&of(3)));
        assert_eq!(draft4.dependencies.get("a"), Some(&Dependency::Properties(vec!["b".to_owned()])));
        assert_eq!(draft4.dependencies.get("c"), Some(&Dependency::Schema(Box::new(of(4)))));
        // A schema in `items`, and a single type, are keywords of Kubernetes.
        let (schema, problems) = Schema::from_json(&json!({"type": "array", "items": {"type": "string"}}));
        assert_eq!((schema.draft4, problems.len()), (None, 0));
    }
}
