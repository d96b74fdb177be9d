//! Determines whether one limit follows from others.

use std::{cell::RefCell, collections::HashMap};

use idlgen_runtime::{
    go::float_to_int,
    regex::{Example, Language, example, quote_meta},
};
use idlgen_validate::{
    Schema, Validator,
    keyword::{Keyword, Value},
    schema::SchemaType,
};
use serde_json::Value as Json;

use super::{pair::ValueType, rules};

/// Maximum length of strings for which the comparison uses an automaton.
const MAX_LENGTH: u64 = 256;

/// Maximum number of cached results.
const MOST_DECIDED: usize = 1_000;

/// Maximum number of enum values for which the comparison uses an automaton.
const MAX_VALUES: usize = 200;

/// Returns `true` if two values are equal. Integers and floats are equal by value.
pub(super) fn is_equal(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => {
            one == other || one.as_f64().is_some_and(|one| Some(one) == other.as_f64())
        }
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_equal(one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| is_equal(value, other)))
        }
        _ => one == other,
    }
}

/// Returns `true` if every value that a schema accepts provably satisfies a limit.
pub(super) fn implies(schema: &Schema, keyword: Keyword, limit: &Value) -> bool {
    // An enum rejects null, even if null is a value.
    if schema.nullable && keyword == Keyword::Enum {
        return false;
    }
    if rules::cel::imply(schema, keyword, limit) {
        return true;
    }
    let values = schema.enumeration();
    if !values.is_empty() {
        return values.iter().all(|value| {
            accepted_for(value, schema.schema_type).iter().all(|accepted| keeps(accepted, keyword, limit))
        });
    }
    if schema.schema_type == Some(SchemaType::Boolean) && keyword == Keyword::Enum {
        return [true, false].iter().all(|value| keeps(&Json::Bool(*value), keyword, limit));
    }
    match keyword {
        Keyword::MinProperties => {
            limit.as_count().is_some_and(|least| u64::try_from(schema.required.len()).is_ok_and(|count| count >= least))
        }
        // These limits apply only to strings.
        Keyword::Pattern | Keyword::MinLength | Keyword::MaxLength if !can_be_string(schema) => true,
        Keyword::Pattern | Keyword::Enum | Keyword::MinLength | Keyword::MaxLength => {
            if schema.schema_type != Some(SchemaType::String) {
                return false;
            }
            let decide = || {
                let (Some(refused), Some(accepted)) = (language(keyword, limit), languages(schema)) else {
                    return Example::Undecided;
                };
                let accepted: Vec<&Language> = accepted.iter().collect();
                example(&accepted, &[&refused], 0..=u64::MAX)
            };
            decided(schema, keyword, limit, decide) == Example::None
        }
        _ => false,
    }
}

/// Returns values that API servers accept for a value of an enum, because they convert numbers: among those within the
/// limits of numbers, the least and the greatest one (see `idlgen_runtime::check::enumeration`).
fn accepted_for(value: &Json, of: Option<SchemaType>) -> Vec<Json> {
    /// Less than 1, as a difference to integers that floats represent.
    const ALMOST_ONE: f64 = 0.999_999;
    let mut accepted = vec![value.clone()];
    let has_floats = !matches!(of, Some(SchemaType::Integer));
    match value {
        Json::Number(number) => {
            let Some(float) = number.as_f64() else { return accepted };
            if float.fract() == 0.0 {
                accepted.push(float_to_int(float).into());
            }
            if has_floats {
                accepted.push(float.into());
            }
            if has_floats && !number.is_f64() {
                let sides = [float >= 0.0, float <= 0.0].into_iter().zip([ALMOST_ONE, -ALMOST_ONE]);
                accepted.extend(sides.filter(|(is_side, _)| *is_side).map(|(_, more)| Json::from(float + more)));
            }
        }
        // An integer is also the code point of a character.
        Json::String(text) if !matches!(of, Some(SchemaType::String)) => {
            let mut characters = text.chars();
            if let (Some(character), None) = (characters.next(), characters.next()) {
                accepted.push(u32::from(character).into());
            }
        }
        _ => {}
    }
    accepted
}

fn can_be_string(schema: &Schema) -> bool {
    matches!(ValueType::of(schema), ValueType::Any | ValueType::IntOrString | ValueType::Of(SchemaType::String))
}

thread_local! {
    /// The cached results for strings. CRDs have the same limits in hundreds of places.
    static DECIDED: RefCell<HashMap<String, Example>> = RefCell::default();
}

/// Returns a string that a schema accepts and that violates a limit: the cached result for equal limits, otherwise that
/// of `decide`.
pub(super) fn decided(schema: &Schema, keyword: Keyword, limit: &Value, decide: impl FnOnce() -> Example) -> Example {
    let branches: Vec<_> = schema.all_of.iter().map(|branch| branch.keywords.get(Keyword::Pattern)).collect();
    let own: Vec<_> = schema.keywords.iter().collect();
    let key = format!("{:?} {own:?} {branches:?} {keyword:?} {limit:?}", schema.schema_type);
    if let Some(known) = DECIDED.with_borrow(|decided| decided.get(&key).cloned()) {
        return known;
    }
    let found = decide();
    DECIDED.with_borrow_mut(|decided| {
        if decided.len() >= MOST_DECIDED {
            decided.clear();
        }
        decided.insert(key, found.clone());
    });
    found
}

/// Returns `true` if a value satisfies a limit.
pub(super) fn keeps(value: &Json, keyword: Keyword, limit: &Value) -> bool {
    let schema = Schema::of_keyword(keyword, limit.clone());
    Validator::new(&schema).is_ok_and(|validator| validator.verdict(value, None).is_valid())
}

/// Returns the known limits of the strings that a schema accepts, or `None` if it is not a string schema.
pub(super) fn languages(schema: &Schema) -> Option<Vec<Language>> {
    if schema.schema_type != Some(SchemaType::String) {
        return None;
    }
    let limits = schema.keywords.iter();
    let limits = limits.filter(|(keyword, _)| {
        matches!(keyword, Keyword::Pattern | Keyword::Enum | Keyword::MinLength | Keyword::MaxLength)
    });
    let languages = limits.filter_map(|(keyword, limit)| language(keyword, limit));
    // The limits in branches of `allOf` also apply.
    let branches =
        schema.all_of.iter().filter_map(|branch| language(Keyword::Pattern, branch.keywords.get(Keyword::Pattern)?));
    Some(languages.chain(branches).collect())
}

/// Returns the strings that satisfy a limit, if an automaton can represent them.
pub(super) fn language(keyword: Keyword, limit: &Value) -> Option<Language> {
    let length = || limit.as_count().filter(|length| *length <= MAX_LENGTH);
    match keyword {
        Keyword::Pattern => Language::new(limit.as_text()?),
        Keyword::MaxLength => Language::new(&format!("^(?s:.){{0,{}}}$", length()?)),
        Keyword::MinLength => Language::new(&format!("^(?s:.){{{},}}$", length()?)),
        Keyword::Enum => {
            let values = limit.as_members().filter(|values| values.len() <= MAX_VALUES)?;
            let values: Vec<String> = values.iter().filter_map(Json::as_str).map(quote_meta).collect();
            Language::new(&format!("^(?:{})$", values.join("|")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema(json: &Json) -> Schema {
        Schema::from_json(json).0
    }

    #[test]
    fn limits_follow_from_others() {
        let text = |pattern: &str| Value::Text(pattern.to_owned());
        let enumeration = schema(&json!({"type": "string", "enum": ["a.b", "c"]}));
        assert!(implies(&enumeration, Keyword::MaxLength, &Value::Count(3)));
        assert!(!implies(&enumeration, Keyword::MaxLength, &Value::Count(2)));
        assert!(implies(&enumeration, Keyword::Pattern, &text("^[a-c.]+$")));
        let pattern = schema(&json!({"type": "string", "pattern": "^(x|y)$"}));
        assert!(implies(&pattern, Keyword::Enum, &Value::Members(vec![json!("x"), json!("y")])));
        assert!(!implies(&pattern, Keyword::Enum, &Value::Members(vec![json!("x")])));
        assert!(implies(&pattern, Keyword::MinLength, &Value::Count(1)));
        let object = schema(&json!({"type": "object", "required": ["a", "b"]}));
        assert!(implies(&object, Keyword::MinProperties, &Value::Count(2)));
        assert!(!implies(&object, Keyword::MinProperties, &Value::Count(3)));
    }

    #[test]
    fn numbers_are_equal_by_value() {
        assert!(is_equal(&json!({"a": [1]}), &json!({"a": [1.0]})));
        assert!(!is_equal(&json!({"a": [1]}), &json!({"a": [1, 1]})));
    }
}
