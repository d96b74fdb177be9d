//! Derives facts about the terms of rules from schemas.

use idlgen_cel::{Atom, Relation, Value as Constant};
use idlgen_validate::{
    Schema,
    keyword::{Keyword, Value},
    schema::SchemaType,
};
use serde_json::Value as Json;

/// A part of a value to which a rule refers.
pub(super) struct Named<'s> {
    pub(super) schema: &'s Schema,
    /// `true` if every valid value has this part.
    pub(super) is_present: bool,
}

/// Returns the schema of `self.a.b` or `size(self.a.b)`, if the path consists of properties.
pub(super) fn named<'s>(schema: &'s Schema, term: &str) -> Option<Named<'s>> {
    let path = term.strip_prefix("size(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(term);
    let mut steps = path.split('.');
    if steps.next() != Some("self") {
        return None;
    }
    let mut named = Named { schema, is_present: true };
    for step in steps {
        let property = named.schema.properties.get(step)?;
        let is_filled = property.default.as_ref().is_some_and(|default| !default.value.is_null());
        let is_required = named.schema.required.iter().any(|name| name == step);
        // In rules, a field with null is absent.
        let is_present = named.is_present && (is_required || is_filled) && !property.nullable;
        named = Named { schema: property, is_present };
    }
    Some(named)
}

/// Returns `true` if no object of a schema can have a field, because a server drops it. Returns `false` if the
/// enclosing object may be missing.
pub(super) fn is_never_present(schema: &Schema, term: &str) -> bool {
    let Some((object, field)) = term.rsplit_once('.') else { return false };
    let Some(named) = named(schema, object).filter(|named| named.is_present) else { return false };
    let schema = named.schema;
    let keeps = schema.extensions.preserve_unknown_fields == Some(true)
        || schema.extensions.embedded_resource
        || schema.additional_properties.is_some();
    // Metadata of complete objects exists whether or not a schema declares it.
    let is_of_server = ["apiVersion", "kind", "metadata"].contains(&field);
    schema.schema_type == Some(SchemaType::Object)
        && !keeps
        && !is_of_server
        && !schema.properties.is_empty()
        && !schema.properties.contains_key(field)
}

/// Returns the facts of a schema about a term: limits of its values, or of their size.
pub(super) fn facts(term: &str, schema: &Schema) -> Vec<Atom> {
    let is_size = term.starts_with("size(");
    let path = term.strip_prefix("size(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(term);
    let limits = schema.keywords.iter().filter_map(|(keyword, limit)| of_limit(path, schema, keyword, limit));
    let of_term = |atom: &Atom| match atom {
        Atom::Compare { term, .. } | Atom::Member { term, .. } | Atom::Matches { term, .. } => {
            term.starts_with("size(") == is_size
        }
        Atom::Has { .. } | Atom::Other(_) => false,
    };
    limits.filter(of_term).collect()
}

/// Returns `true` if API servers and rules compare integers with the same limit: servers truncate others.
fn is_integral(limit: f64) -> bool {
    limit.fract() == 0.0 && limit.abs() < 9e18
}

/// Converts a limit of a schema to a rule condition.
pub(super) fn of_limit(path: &str, schema: &Schema, keyword: Keyword, limit: &Value) -> Option<Atom> {
    let term = path.to_owned();
    let count = |relation: Relation| {
        let is_size = schema.schema_type.is_some();
        let value = limit.as_count().filter(|_| is_size)? as f64;
        Some(Atom::Compare { term: format!("size({path})"), relation, value })
    };
    // A comparison with a string fails, but limits of numbers do not apply to strings.
    let is_number = matches!(schema.schema_type, Some(SchemaType::Integer | SchemaType::Number));
    let bound = |inclusive: Relation, exclusive: Relation| {
        let bound = limit.as_bound().filter(|bound| is_number && is_integral(bound.limit.as_f64()))?;
        let relation = if bound.exclusive { exclusive } else { inclusive };
        Some(Atom::Compare { term: path.to_owned(), relation, value: bound.limit.as_f64() })
    };
    match keyword {
        Keyword::Maximum => bound(Relation::LessEquals, Relation::Less),
        Keyword::Minimum => bound(Relation::GreaterEquals, Relation::Greater),
        Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties => count(Relation::LessEquals),
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties => count(Relation::GreaterEquals),
        Keyword::Pattern if schema.schema_type == Some(SchemaType::String) => {
            Some(Atom::Matches { term, pattern: limit.as_text()?.to_owned(), is_negated: false })
        }
        Keyword::Enum => {
            let constant = |value: &Json| match value {
                Json::String(text) => Some(Constant::Text(text.clone())),
                Json::Bool(is) => Some(Constant::Bool(*is)),
                Json::Number(number) => number.as_f64().map(Constant::Number),
                _ => None,
            };
            let values = limit.as_members()?.iter().map(constant).collect::<Option<Vec<_>>>()?;
            Some(Atom::Member { term, values, is_negated: false })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_that_a_schema_does_not_declare_are_never_present() {
        let inner = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
        let schema = |more: Json| {
            let mut schema = json!({
                "type": "object", "required": ["inner"], "properties": {"inner": inner, "optional": inner}
            });
            for (name, value) in more.as_object().unwrap() {
                schema[name] = value.clone();
            }
            Schema::from_json(&schema).0
        };
        for (more, term, expected) in [
            (json!({}), "self.inner", false),
            (json!({}), "self.other", true),
            (json!({}), "self.metadata", false),
            (json!({}), "self.inner.a", false),
            (json!({}), "self.inner.b", true),
            (json!({}), "self.optional.b", false),
            (json!({}), "self", false),
            (json!({"x-kubernetes-preserve-unknown-fields": true}), "self.other", false),
            (json!({"x-kubernetes-embedded-resource": true}), "self.other", false),
            (json!({"properties": {}}), "self.other", false),
            (json!({"properties": {}, "additionalProperties": {"type": "string"}}), "self.other", false),
            (json!({"type": "string"}), "self.other", false),
        ] {
            assert_eq!(is_never_present(&schema(more.clone()), term), expected, "{term} {more}");
        }
    }
}
