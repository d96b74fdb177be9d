//! The definitions of `defs-NAME.json.gz` generated in idlgen's own mode: like those of openapi-gen, plus the effects
//! of tags of validation-gen and controller-gen, which it does not support. These effects are removed and counted
//! before the comparison.

use idlgen::{
    emit::openapi::{OpenApiOptions, StripZero, definitions},
    lower::Lowered,
};
use idlgen_validate::{
    Definitions, Schema,
    keyword::{Bound, Keyword, Keywords, Value},
    schema::AdditionalProperties,
};
use serde_json::{Map, Value as Json};

use super::{
    super::case::{Cases, Origin, Outcome},
    equality::equal,
};

/// Compares every definition, and reports the number of skipped keywords of other dialects.
pub(super) fn run(
    file: &str,
    expected: &Map<String, Json>,
    lowered: &Lowered,
    cases: &mut Cases,
) -> Result<(), String> {
    let mut found = lowered.definitions.clone();
    let mut skipped = 0;
    for (name, expected) in expected {
        if let Some(schema) = found.schemas.get_mut(name) {
            skipped += leave_out(schema, expected);
        }
    }
    let found = print(lowered, found)?;
    for (name, expected) in expected {
        let outcome = match found.get(name) {
            Some(found) if equal(expected, found) => Outcome::Passed,
            found => Outcome::Failed {
                expected: expected.to_string(),
                got: found.map_or_else(|| "no such definition".to_owned(), Json::to_string),
            },
        };
        cases.add(&Origin { file, line: 0, text: name }, &format!("v3/{name} default"), outcome);
    }
    println!("{file}: {skipped} keywords that tags of other dialects say");
    Ok(())
}

fn print(lowered: &Lowered, definitions_: Definitions) -> Result<Map<String, Json>, String> {
    let mut options = OpenApiOptions::default();
    options.strip_zero = StripZero::Off;
    let mut lowered = lowered.clone();
    lowered.definitions = definitions_;
    serde_json::from_str(&definitions(&lowered, &options)).map_err(|error| error.to_string())
}

/// Removes the effects of tags of other dialects that openapi-gen does not read. Returns their number.
fn leave_out(schema: &mut Schema, expected: &Json) -> usize {
    let mut count = 0;
    let said = std::mem::take(&mut schema.origin.tags);
    for (keyword, tag) in &said {
        let is_known = expected.get(keyword).is_some() && *keyword != "allOf";
        if is_other_dialect(tag) && !is_known && clear(schema, keyword) {
            count += 1;
        }
    }
    schema.origin.tags = said;
    if expected.get("x-kubernetes-validations").is_none() {
        let rules = &mut schema.extensions.validations;
        let before = rules.len();
        rules.retain(|rule| !rule.origin.tags.iter().any(|(_, tag)| is_other_dialect(tag)));
        count += before - rules.len();
    }
    if let (Some(items), Some(expected)) = (&mut schema.items, expected.get("items")) {
        count += leave_out(items, expected);
    }
    if let (Some(AdditionalProperties::Schema(values)), Some(expected)) =
        (&mut schema.additional_properties, expected.get("additionalProperties"))
    {
        count += leave_out(values, expected);
    }
    for (name, property) in &mut schema.properties {
        if let Some(expected) = expected.get("properties").and_then(|properties| properties.get(name)) {
            count += leave_out(property, expected);
        }
    }
    count
}

/// Returns `true` if a tag belongs to validation-gen or controller-gen, which also reads some tags without a prefix.
fn is_other_dialect(tag: &str) -> bool {
    let is_openapi = tag.starts_with("+k8s:openapi-") || tag.starts_with("+k8s:validation:");
    let is_bare = ["+nullable", "+kubebuilder:"].iter().any(|bare| tag.starts_with(bare));
    (tag.starts_with("+k8s:") && !is_openapi) || is_bare
}

/// Removes a keyword. Returns `true` if it was present.
fn clear(schema: &mut Schema, keyword: &str) -> bool {
    match keyword {
        // If there is a reference, a type next to it can only come from a tag.
        "type" if schema.reference.is_some() => schema.schema_type.take().is_some(),
        "nullable" => std::mem::take(&mut schema.nullable),
        "allOf" => !std::mem::take(&mut schema.all_of).is_empty(),
        "x-kubernetes-preserve-unknown-fields" => schema.extensions.preserve_unknown_fields.take().is_some(),
        "x-kubernetes-embedded-resource" => std::mem::take(&mut schema.extensions.embedded_resource),
        "x-kubernetes-int-or-string" => std::mem::take(&mut schema.extensions.int_or_string),
        "x-kubernetes-list-type" => schema.extensions.list_type.take().is_some(),
        "x-kubernetes-list-map-keys" => !std::mem::take(&mut schema.extensions.list_map_keys).is_empty(),
        "x-kubernetes-validations" => !std::mem::take(&mut schema.extensions.validations).is_empty(),
        _ => clear_limit(&mut schema.keywords, keyword),
    }
}

/// Removes a limit, or its exclusive flag.
fn clear_limit(keywords: &mut Keywords, name: &str) -> bool {
    if let Some(keyword) = Keyword::from_flag(name) {
        return match keywords.get(keyword) {
            Some(&Value::Bound(Bound { limit, exclusive: true })) => {
                keywords.set(keyword, Bound::from(limit));
                true
            }
            Some(Value::Exclusive) => keywords.remove(keyword).is_some(),
            _ => false,
        };
    }
    let Some(keyword) = Keyword::from_name(name) else { return false };
    match keywords.get(keyword) {
        Some(Value::Exclusive) => false,
        Some(Value::Bound(Bound { exclusive: true, .. })) => {
            keywords.set(keyword, Value::Exclusive);
            true
        }
        _ => keywords.remove(keyword).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_other_dialect;

    #[test]
    fn dialects() {
        assert!(is_other_dialect("+k8s:maxItems=5"));
        assert!(is_other_dialect("+kubebuilder:validation:Pattern=a"));
        assert!(!is_other_dialect("+k8s:validation:maxItems=5"));
        assert!(!is_other_dialect("+k8s:openapi-gen=x-kubernetes-a:b"));
        assert!(!is_other_dialect("+listType=set"));
    }
}
